"""The limits of a camera's health: when its picture counts as lost, frozen, black, burnt or blurred.

docs/camera.md has the measurements behind them. Not responsible for judging a picture by them (``health``).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HealthLimits:
    """When a camera counts as ill; docs/camera.md has the measurements behind the numbers.

    Attributes:
        silence: Seconds without a new frame that are never a fault; how many more are none depends on the
            camera's pace (`drivers.camera.silence`).
        stall: Seconds without a new frame that always are one.
        still: This many frames, hardly anything new in all but one, are a frozen picture, and as many live
            ones end it (`drivers.camera.stillness`).
        pace: The most seconds from one live picture of this camera to the next while nothing moves, as it was
            measured (`drivers.camera.pace`); 0 where each is one.
        alive: Whether only pictures count that live, or that a live one proves.
        black: A mean grey level (0..255) under this is black.
        burnt: A share of white, drawingless pixels (0..1) over this is over-exposed.
        edge: Edges wider than this, in pixels of a 480-line picture, are blurred.
        patience: Seconds for which it must stay burnt or blurred: a flash or a rolling ball is none.
        look_every: Seconds between two looks at light and edges, which cost more than the rest.
        lines: The fewest lines that a picture may have.
        pixels: The most pixels that a picture may have.
        shape: The least and the most that its width may be, of its height.
    """

    silence: float = 0.5
    stall: float = 1.5
    still: int = 12
    pace: float = 0.0
    alive: bool = True
    black: float = 8.0
    burnt: float = 0.10
    edge: float = 3.2
    patience: float = 1.0
    look_every: float = 0.25
    lines: int = 120
    pixels: int = 16_000_000
    shape: tuple[float, float] = (0.75, 3.0)

    def misfit(self, width: int, height: int) -> str:
        """Return why pictures of this size cannot be used; empty where they can."""
        if height < self.lines:
            return f"{width}×{height} píxeles: hacen falta {self.lines} líneas o más"
        if not self.shape[0] <= width / height <= self.shape[1]:
            return f"{width}×{height} píxeles: la imagen es demasiado estrecha o alargada"
        if width * height > self.pixels:
            return f"{width}×{height} píxeles: caben {self.pixels // 1_000_000} millones o menos"
        return ""
