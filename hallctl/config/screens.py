"""The walls of a configuration, and what is wrong between them.

Not responsible for the rest of the file, nor for what is legible: ``hallctl.config.legible`` is.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BeforeValidator, Field, StringConstraints

from hallctl.config.sections import Section, Text
from hallctl.outputs.screens.names import COMPLETE, PLAY, Moment, Screen


def _order(value: object) -> object:
    return {} if value == "auto" else value


class ScreenSection(Section):
    """A monitor of the wall and what it shows: "auto", or a screen for each moment that differs from it."""

    name: Annotated[Text, StringConstraints(pattern=r"^[\w.-][\w .-]{0,38}[\w.-]$|^[\w.-]$")]
    """What the desk calls it."""
    monitor: int = Field(default=0, ge=0, le=15)
    """Of this machine; 0 is the first."""
    show: Annotated[dict[Moment, Screen], BeforeValidator(_order)] = Field(default_factory=dict)
    height_mm: int | None = Field(default=None, ge=50, le=20_000)
    """The height of the picture."""
    pixels: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(default=[1920, 1080])
    """Width and height."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels[0], self.pixels[1]


_EVERY_HALLS: Final = {"auto": "la que sigue el juego", "board": "la que muestra siempre el tablero"}
"""The screens that every feed has, beside those of the configuration."""


def screen_contradictions(screens: Sequence[ScreenSection], farthest_m: float | None) -> list[str]:
    """Return what is wrong between the screens of a hall whose farthest seat is so far away."""
    found = []
    for name, count in Counter(screen.name for screen in screens).items():
        if count > 1:
            found.append(f"[[screens]] name: {count} pantallas «{name}»; cada una tiene el suyo")
        if name in _EVERY_HALLS:
            found.append(
                f"[[screens]] name: «{name}» ya es una señal de toda sala, {_EVERY_HALLS[name]}; "
                "esta pantalla necesita un nombre propio, p. ej. «Pared norte»"
            )
    for number, screen in enumerate(screens, 1):
        for moment, shown in screen.show.items():
            if moment in PLAY and shown not in COMPLETE:
                found.append(f"[screens.{number}] show.{moment}: «{shown}» no lleva los cuatro datos (AJ-37)")
        if farthest_m is not None and screen.height_mm is None:
            found.append(
                f"[screens.{number}] height_mm: falta; con farthest_seat_m se comprueba lo que se lee"
            )
    return found
