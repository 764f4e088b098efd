"""Hands on a panel in a test: gpiozero's own mock pins, pressed and let go of by BCM number."""

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from drivers.panel.pins import Pins


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class _HeldPin(MockPin):  # type: ignore[misc]
    """A pin that a finger may hold low, whatever pulls it up: also before it is opened."""

    def drive_high(self) -> None:
        if self._number not in self.factory.held:
            super().drive_high()


class _HeldFactory(MockFactory):  # type: ignore[misc]
    def __init__(self, held: set[int]) -> None:
        super().__init__(pin_class=_HeldPin)
        self.held = held


class Fingers:
    """Contacts to ground and lamps on the pins of one factory after the other, as a panel is opened again."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.opened = 0

    def pins(self) -> Pins:
        """Return fresh pins with the same fingers on them."""
        self.opened += 1
        self.factory = _HeldFactory(self.held)
        return Pins(self.factory)

    def press(self, pin: int | None) -> None:
        """Close a contact to ground."""
        assert pin is not None, "this panel has no such button"
        self.held.add(pin)
        self._pin(pin).drive_low()

    def release(self, pin: int | None) -> None:
        """Let it open."""
        assert pin is not None, "this panel has no such button"
        self.held.discard(pin)
        self._pin(pin).drive_high()

    def high(self, pin: int | None) -> bool:
        """Return whether a pin is high."""
        assert pin is not None, "this panel has no such lamp"
        return bool(self._pin(pin).state)

    def _pin(self, number: int) -> Any:
        return self.factory.pin(f"GPIO{number}")
