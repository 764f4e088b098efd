"""Exposure, focus and white balance: held still, and read back as the camera really has them.

A camera that adjusts itself changes what it sees from ball to ball. It is NOT responsible for which values
are right (`hallctl camera calibrate` finds them), nor for network cameras, whose settings are in the camera.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import cv2

MANUAL_EXPOSURE: Final = 1.0
"""V4L2_EXPOSURE_MANUAL."""


class Properties(Protocol):
    """What `cv2.VideoCapture` offers."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 - OpenCV's own word
        """Ask for a value; False where the camera does not have it."""

    def get(self, propId: int) -> float:  # noqa: N803
        """The value; 0 or -1 where the camera does not have it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to hold; None holds what the camera has at present, in its own units.

    Attributes:
        exposure: V4L2: units of 100 µs. CSI: microseconds.
        focus: V4L2: the lens's steps. CSI: dioptres.
        white_balance: Kelvin.
    """

    exposure: float | None = None
    focus: float | None = None
    white_balance: float | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """One setting as it was read back.

    Attributes:
        name: "exposure", "focus" or "white_balance".
        asked: What was asked for, None for what the camera had.
        value: What the camera says it has, None where it has no such control.
        automatic: Whether the camera still changes it by itself; None where it does not say.
    """

    name: str
    asked: float | None
    value: float | None
    automatic: bool | None

    @property
    def held(self) -> bool:
        """Whether it stands still at what was asked for."""
        return self.automatic is False and (self.asked is None or self.value == self.asked)


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What a camera accepted when it was opened.

    Attributes:
        kind: "V4L2", "CSI", "red" (a network camera) or "grabación".
        width: Pixels.
        height: Pixels.
        rate: Frames a second, 0 where the camera does not say.
        controls: Its settings; empty where they cannot be reached from here.
    """

    kind: str
    width: int
    height: int
    rate: float
    controls: tuple[Control, ...] = ()

    @property
    def loose(self) -> tuple[str, ...]:
        """The controls that the camera has and that do not stand still."""
        return tuple(one.name for one in self.controls if one.value is not None and not one.held)

    def describe(self) -> str:
        """Return all of it in one line, as the book has it."""
        size = f"{self.kind} {self.width}×{self.height}" + (f" a {self.rate:g}/s" if self.rate else "")
        return "; ".join([size, *(_text_of(one) for one in self.controls)])


_NAMES: Final = {"exposure": "exposición", "focus": "foco", "white_balance": "balance de blancos"}


def _text_of(one: Control) -> str:
    if one.value is None:
        return f"{_NAMES[one.name]} no ajustable"
    if one.held:
        return f"{_NAMES[one.name]} {one.value:g} fija"
    asked = "" if one.asked is None else f", se pidió {one.asked:g}"
    return f"{_NAMES[one.name]} {one.value:g} sin fijar{asked}"


_V4L2: Final = (
    ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    ("white_balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
)


def lock(capture: Properties, wanted: Wanted) -> tuple[Control, ...]:
    """Take the automatics of a V4L2 camera off, set what is wanted, and say what the camera has then."""
    return tuple(
        _lock_one(capture, name, automatic, manual, value, getattr(wanted, name))
        for name, automatic, manual, value in _V4L2
    )


def _lock_one(
    capture: Properties, name: str, automatic: int, manual: float, value: int, asked: float | None
) -> Control:
    taken_off = capture.set(automatic, manual)
    held = capture.get(value)
    # Setting what is there already shows whether the camera has the control at all.
    present = capture.set(value, held if asked is None else asked)
    if not present and not taken_off:
        return Control(name, asked, None, None)
    return Control(name, asked, capture.get(value), capture.get(automatic) != manual)
