"""Judges whether what a camera delivers can be trusted: lost, frozen, black, burnt, blurred, or well again.

Pure: pictures and times come in, faults go out as values. It is NOT responsible for latching a fault or for
stopping a draw, nor for what a picture shows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from drivers.camera.limits import HealthLimits
from drivers.camera.quality import Image, burnt, edge_width, level
from drivers.camera.stillness import Stillness


class FaultCode(StrEnum):
    """The stable codes of what happens to a camera."""

    LOST = "CAMERA-LOST"
    FROZEN = "CAMERA-FROZEN"
    BLACK = "CAMERA-BLACK"
    BRIGHT = "CAMERA-BRIGHT"
    BLURRED = "CAMERA-BLURRED"
    SIZE = "CAMERA-SIZE"
    BACK = "CAMERA-BACK"


_SAYS: Final = {
    FaultCode.LOST: "La cámara no entrega imagen: revise cable, alimentación y dirección configurada.",
    FaultCode.FROZEN: "La imagen de la cámara está detenida: desconecte y conecte la cámara. "
    "Si vuelve a ocurrir, «hallctl doctor» dice qué ajustar.",
    FaultCode.BLACK: "La imagen de la cámara está negra: revise la tapa del objetivo y la luz de la salida.",
    FaultCode.BRIGHT: "La imagen de la cámara está quemada: baje la exposición o la luz de la salida.",
    FaultCode.BLURRED: "La imagen de la cámara está borrosa: enfoque y limpie el objetivo.",
    FaultCode.SIZE: "La imagen de la cámara tiene un tamaño que no sirve: configure 640×480 o algo mayor.",
    FaultCode.BACK: "La cámara vuelve a entregar imagen.",
}


_POOR: Final = frozenset({FaultCode.BRIGHT, FaultCode.BLURRED})


@dataclass(frozen=True, slots=True)
class CameraFault:
    """A change for the worse, or CAMERA-BACK for the better.

    Attributes:
        code: What happened.
        at_monotonic: When, in seconds of the camera's clock.
        detail: What was seen, for the technician; no password of a source stands in it.
    """

    code: FaultCode
    at_monotonic: float
    detail: str

    @property
    def message(self) -> str:
        """What to tell the person in the hall, and what to do."""
        return _SAYS[self.code]


class Health:
    """Follows one camera; each method returns the fault to report now, or None when nothing changed."""

    def __init__(self, limits: HealthLimits | None = None) -> None:
        self._limits = limits or HealthLimits()
        self._fault: FaultCode | None = None
        self._stillness = Stillness(self._limits.still, self._limits.pace)
        self._looked = float("-inf")
        self._poor: tuple[FaultCode, str] | None = None
        self._poor_since = 0.0

    @property
    def fault(self) -> FaultCode | None:
        """What is wrong at present."""
        return self._fault

    @property
    def trusted(self) -> bool:
        """Whether the newest frame is news: nothing is wrong, and it is none of those before again (I15)."""
        return self._fault is None and (self._stillness.lives or not self._limits.alive)

    @property
    def provable(self) -> bool:
        """Whether the newest frame, which is no news, may become trusted once a live one comes."""
        return self._fault is None and self._limits.pace > 0

    @property
    def changed(self) -> bool:
        """Whether anything in the newest frame is in none of those before."""
        return self._stillness.new > 0

    def frame(self, image: Image, at: float) -> CameraFault | None:
        """A frame arrived at a time in seconds."""
        misfit = self._limits.misfit(image.shape[1], image.shape[0])
        if misfit:
            return self._turn(FaultCode.SIZE, at, misfit)
        self._stillness.see(image, at)
        grey = level(image)
        if grey < self._limits.black:
            return self._turn(FaultCode.BLACK, at, f"nivel medio {grey:.1f} de 255")
        if self._stillness.frozen:
            still = f"{self._stillness.window} imágenes en las que cambia el {self._stillness.new:.0%}"
            return self._turn(FaultCode.FROZEN, at, still)
        if self._fault is FaultCode.FROZEN and not self._stillness.lives:
            return None
        return self._look(image, at)

    def silent(self, at: float, seconds: float) -> CameraFault | None:
        """No frame has come for so many seconds, and that is too long."""
        if self._fault in {FaultCode.LOST, FaultCode.SIZE}:
            return None
        return self._turn(FaultCode.FROZEN, at, f"ninguna imagen en {seconds:.2f} s")

    def lost(self, at: float, detail: str) -> CameraFault | None:
        """The source cannot be opened, or it ended."""
        return self._gone(FaultCode.LOST, at, detail)

    def unfit(self, at: float, detail: str) -> CameraFault | None:
        """The source's pictures have a size that cannot be used."""
        return self._gone(FaultCode.SIZE, at, detail)

    def _gone(self, code: FaultCode, at: float, detail: str) -> CameraFault | None:
        self._poor = None
        self._stillness.forget()
        return self._turn(code, at, detail)

    def _look(self, image: Image, at: float) -> CameraFault | None:
        """Judge light and focus, now and then."""
        if at - self._looked >= self._limits.look_every:
            self._looked = at
            poor = self._poorness(image)
            if poor is None or self._poor is None or poor[0] is not self._poor[0]:
                self._poor_since = at
            self._poor = poor
        if self._poor is None:
            return self._turn(None, at, "las imágenes llegan")
        code, detail = self._poor
        if at - self._poor_since >= self._limits.patience:
            return self._turn(code, at, detail)
        # One kind of poor picture may give way to the other without a moment of good ones.
        return None if self._fault in _POOR else self._turn(None, at, "las imágenes llegan")

    def _poorness(self, image: Image) -> tuple[FaultCode, str] | None:
        white = burnt(image)
        if white > self._limits.burnt:
            return FaultCode.BRIGHT, f"{white:.0%} de la imagen sin dibujo"
        edge = edge_width(image)
        if edge > self._limits.edge:
            return FaultCode.BLURRED, f"bordes de {edge:.1f} píxeles"
        return None

    def _turn(self, fault: FaultCode | None, at: float, detail: str) -> CameraFault | None:
        if fault is self._fault:
            return None
        self._fault = fault
        return CameraFault(fault or FaultCode.BACK, at, detail)
