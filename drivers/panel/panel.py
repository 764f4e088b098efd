"""The panel itself: contacts that change and lamps that are lit, by the names that the wiring gives them.

Each edge is taken with its time as it comes, and each level is read again at every look, so that an edge
that was missed is made good. Not responsible for threads: whoever owns a panel looks at it.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final, Literal

from gpiozero import LED, DigitalInputDevice

from drivers.panel.contact import Contact
from drivers.panel.pins import PanelError, Pins

Pull = Literal["up", "down", "none"]

_PULLED: Final[Mapping[Pull, Mapping[str, bool | None]]] = {
    "up": {"pull_up": True},
    "down": {"pull_up": False},
    # An outer resistor pulls it up: the contact goes to ground, as with our own.
    "none": {"pull_up": None, "active_state": False},
}


@dataclass(frozen=True, slots=True)
class Wiring:
    """What is on which pin, by BCM numbers.

    Attributes:
        contacts: The pin of each contact.
        lamps: The pin of each lamp.
        resting_closed: The contacts that are closed at rest: active is open, and so is a cut wire.
        pull: What the pins are pulled to; contacts go to the other side.
        lamps_active_low: Whether a lamp is lit by a low pin, as on most boards of relays.
        settle_s: For how long a level must stand.
    """

    contacts: Mapping[str, int]
    lamps: Mapping[str, int]
    resting_closed: frozenset[str] = frozenset()
    pull: Pull = "up"
    lamps_active_low: bool = False
    settle_s: float = 0.02


@dataclass(frozen=True, slots=True)
class Change:
    """A contact that settled at another level."""

    name: str
    active: bool


class Panel:
    """The opened pins; edges may come in any thread, everything else is asked from one."""

    def __init__(self, wiring: Wiring, pins: Pins, clock: Callable[[], float] = time.monotonic) -> None:
        """Open every pin.

        Raises:
            PanelError: With every pin that cannot be used; none is held then.
        """
        self._wiring = wiring
        self._pins = pins
        self._clock = clock
        self._edges: SimpleQueue[tuple[str, bool, float]] = SimpleQueue()
        self._news = threading.Event()
        self._inputs: dict[str, DigitalInputDevice] = {}
        self._lamps: dict[str, LED] = {}
        problems = [
            *self._open(wiring.contacts, self._open_contact),
            *self._open(wiring.lamps, self._open_lamp),
        ]
        if problems:
            self.close()
            raise PanelError(*problems)
        now = clock()
        self._contacts = {name: Contact(self._level(name), now, wiring.settle_s) for name in self._inputs}

    def wait(self, seconds: float) -> None:
        """Wait for an edge, or until a change may have settled, at most so long."""
        dues = [contact.due for contact in self._contacts.values()]
        soonest = min((due for due in dues if due is not None), default=None)
        if soonest is not None:
            seconds = min(seconds, max(0.0, soonest - self._clock()))
        self._news.wait(seconds)

    def changes(self) -> Iterator[Change]:
        """Yield what has settled since the last look, in its order.

        Raises:
            PanelError: If the pins can be read no more.
        """
        self._news.clear()
        with suppress(Empty):
            while True:
                name, active, at = self._edges.get_nowait()
                yield from self._seen(name, active, at)
        now = self._clock()
        for name, contact in self._contacts.items():
            yield from self._seen(name, self._level(name), now)
            if contact.settled(now):
                yield Change(name, contact.active)

    def active(self) -> dict[str, float]:
        """Return the contacts that are active, and for how many seconds each has been."""
        now = self._clock()
        return {name: each.held(now) for name, each in self._contacts.items() if each.active}

    def light(self, lit: Collection[str]) -> None:
        """Light these lamps and no others.

        Raises:
            PanelError: If the pins can be set no more.
        """
        try:
            for name, lamp in self._lamps.items():
                lamp.value = name in lit
        except self._pins.errors as error:
            raise PanelError(f"las lámparas no obedecen: {error}") from error

    def close(self) -> None:
        """Put the lamps out and let go of every pin."""
        with suppress(*self._pins.errors):
            for lamp in self._lamps.values():
                lamp.off()
        with suppress(*self._pins.errors):
            for device in (*self._lamps.values(), *self._inputs.values()):
                device.close()
            self._pins.factory.close()

    def _open(self, wired: Mapping[str, int], opened: Callable[[str, int], None]) -> Iterator[str]:
        for name, pin in wired.items():
            try:
                opened(name, pin)
            except self._pins.errors as error:
                yield f"{name}: la patilla {pin} no se puede usar: {error}"

    def _open_contact(self, name: str, pin: int) -> None:
        # Not a Button: that would keep a thread of its own for each.
        options: dict[str, Any] = dict(_PULLED[self._wiring.pull])
        contact = DigitalInputDevice(pin, **options, pin_factory=self._pins.factory)
        self._inputs[name] = contact
        rests = name in self._wiring.resting_closed
        contact.when_activated = lambda: self._edge(name, not rests)
        contact.when_deactivated = lambda: self._edge(name, rests)

    def _open_lamp(self, name: str, pin: int) -> None:
        bright = not self._wiring.lamps_active_low
        self._lamps[name] = LED(pin, active_high=bright, pin_factory=self._pins.factory)

    def _edge(self, name: str, active: bool) -> None:
        self._edges.put((name, active, self._clock()))
        self._news.set()

    def _seen(self, name: str, active: bool, at: float) -> Iterator[Change]:
        contact = self._contacts[name]
        if contact.see(active, at):
            yield Change(name, contact.active)

    def _level(self, name: str) -> bool:
        try:
            closed = bool(self._inputs[name].is_active)
        except self._pins.errors as error:
            raise PanelError(f"{name}: no se puede leer: {error}") from error
        return closed != (name in self._wiring.resting_closed)
