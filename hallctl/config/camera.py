"""The sections of the cameras: the exit's, and the one at the desk (docs/camera.md).

Not responsible for opening them.
"""

from typing import Annotated

from pydantic import Field, PlainValidator

from hallctl.config.sections import Section, shown


def _camera_source(value: object) -> int | str:
    if type(value) is int and 0 <= value <= 63:
        return value
    if isinstance(value, str) and value.strip():
        return shown(value)
    raise ValueError("debe ser un número de cámara (0 a 63) o una dirección")


class CameraSection(Section):
    """The camera on the ball exit: a device index, "csi", or a URL; what it holds still (docs/camera.md)."""

    source: Annotated[int | str, PlainValidator(_camera_source)]
    simulated: bool = False
    exposure: float | None = Field(default=None, ge=0, le=1_000_000)
    focus: float | None = Field(default=None, ge=0, le=10_000)
    white_balance: float | None = Field(default=None, ge=1000, le=20_000)
    keep_days: int = Field(default=365, ge=1, le=36_500)
    """How long the pictures of the balls are kept; their digests stay in the book for ever."""


class DeskCameraSection(Section):
    """The camera at the desk, where there is one: it shows a room the original of a sung card (AJ-95)."""

    source: Annotated[int | str, PlainValidator(_camera_source)]
