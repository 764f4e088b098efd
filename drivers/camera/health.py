"""Judges whether what a camera delivers can be trusted: lost, frozen, black, or well again.

Pure: pictures and times come in, faults go out as values. It is NOT responsible for latching a fault or for
stopping a draw, nor for sharpness and exposure.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


class FaultCode(StrEnum):
    """The stable codes of what happens to a camera."""

    LOST = "CAMERA-LOST"
    FROZEN = "CAMERA-FROZEN"
    BLACK = "CAMERA-BLACK"
    BACK = "CAMERA-BACK"


_SAYS: Final = {
    FaultCode.LOST: "La cámara no entrega imagen: revise cable, alimentación y dirección configurada.",
    FaultCode.FROZEN: "La imagen de la cámara está detenida: desconecte y conecte la cámara.",
    FaultCode.BLACK: "La imagen de la cámara está negra: revise la tapa del objetivo y la luz de la salida.",
    FaultCode.BACK: "La cámara vuelve a entregar imagen.",
}


@dataclass(frozen=True, slots=True)
class CameraFault:
    """A change for the worse, or CAMERA-BACK for the better.

    Attributes:
        code: What happened.
        at_monotonic: When, in seconds of the camera's clock.
        detail: What was seen, for the technician.
    """

    code: FaultCode
    at_monotonic: float
    detail: str

    @property
    def message(self) -> str:
        """What to tell the person in the hall, and what to do."""
        return _SAYS[self.code]


@dataclass(frozen=True, slots=True)
class HealthLimits:
    """When a camera counts as ill.

    Attributes:
        silence: Seconds without a new frame until it is frozen.
        identical: This many frames equal to the bit, one after the other, are a frozen picture.
        black: A mean grey level (0..255) under this is black.
    """

    silence: float = 0.3
    identical: int = 8
    black: float = 8.0


class Health:
    """Follows one camera; each method returns the fault to report now, or None when nothing changed."""

    def __init__(self, limits: HealthLimits | None = None) -> None:
        self._limits = limits or HealthLimits()
        self._fault: FaultCode | None = None
        self._last: Image | None = None
        self._equal = 0

    @property
    def fault(self) -> FaultCode | None:
        """What is wrong at present."""
        return self._fault

    def frame(self, image: Image, at: float) -> CameraFault | None:
        """A frame arrived at a time in seconds."""
        level = float(np.mean(cv2.mean(image)[: image.shape[2] if image.ndim == 3 else 1]))
        same = self._last is not None and np.array_equal(image, self._last)
        self._equal = self._equal + 1 if same else 1
        self._last = image
        if level < self._limits.black:
            return self._turn(FaultCode.BLACK, at, f"mean level {level:.1f}")
        if self._equal >= self._limits.identical:
            return self._turn(FaultCode.FROZEN, at, f"{self._equal} identical frames")
        if self._fault is FaultCode.FROZEN and same:
            return None
        return self._turn(None, at, "frames flow")

    def silent(self, at: float, since: float) -> CameraFault | None:
        """No frame has come at `at` since `since`, both in seconds."""
        if self._fault is FaultCode.LOST or at - since < self._limits.silence:
            return None
        return self._turn(FaultCode.FROZEN, at, f"no frame for {at - since:.2f} s")

    def lost(self, at: float, detail: str) -> CameraFault | None:
        """The source cannot be opened, or it ended."""
        self._last = None
        self._equal = 0
        return self._turn(FaultCode.LOST, at, detail)

    def _turn(self, fault: FaultCode | None, at: float, detail: str) -> CameraFault | None:
        if fault is self._fault:
            return None
        self._fault = fault
        return CameraFault(fault or FaultCode.BACK, at, detail)
