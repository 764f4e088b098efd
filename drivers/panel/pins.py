"""Where pins come from: the machine's own, or none at all for practice.

Not responsible for what is wired to them.
"""

import os
import tempfile
from dataclasses import dataclass
from typing import Any

from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory


class PanelError(OSError):
    """Pins cannot be used; ``problems`` names each with its reason."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin factory of gpiozero, and what its library raises beside gpiozero's own errors."""

    factory: Any
    errors: tuple[type[Exception], ...] = (GPIOZeroError, OSError)


def gpio_pins() -> Pins:
    """Return the pins of this machine, by lgpio.

    Raises:
        PanelError: If it has none, or they are not ours to use.
    """
    # lgpio puts its pipe where it is started, which a service may not write to.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        import lgpio  # noqa: PLC0415
        from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415
    except ImportError as error:
        raise PanelError(f"no está la biblioteca de las patillas, lgpio ({error})") from error
    errors = (GPIOZeroError, OSError, lgpio.error)
    try:
        return Pins(LGPIOFactory(), errors)
    except errors as error:
        raise PanelError(f"esta máquina no da sus patillas: {error}") from error


def mock_pins() -> Pins:
    """Return pins that nothing is wired to."""
    return Pins(MockFactory())
