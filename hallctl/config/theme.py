"""The hall's own face: the colours of its walls, checked before the hall starts.

Not responsible for where they are used (``displays.theme``).
"""

from collections.abc import Iterator
from typing import Annotated, Literal, Protocol

from pydantic import Field, StringConstraints

from displays.theme import (
    BY_DECADE,
    DECADES,
    MINIMUM_CONTRAST,
    THEMES,
    USUAL,
    Colour,
    Theme,
    unreadable,
    written,
)

ThemeName = Literal["noche", "selva", "vino"]
Role = Literal["ground", "panel", "cell", "card", "rule", "text", "label", "uncalled", "lit", "calm", "play"]
Hex = Annotated[str, StringConstraints(pattern="^#[0-9a-f]{6}$")]
Decades = Annotated[list[Hex], Field(min_length=len(DECADES), max_length=len(DECADES))]


class Faced(Protocol):
    """The part of the hall's section that is read here."""

    @property
    def theme(self) -> str:
        """The theme's name."""

    @property
    def colours(self) -> dict[Role, str]:
        """The colours that differ from it."""

    @property
    def decades(self) -> bool | list[str]:
        """Whether called balls are coloured by decade, or how."""


def theme_of(hall: Faced) -> Theme:
    """Return the hall's colours: its theme's, with its own in their places."""
    own = [f"{role}={value}" for role, value in hall.colours.items()]
    decades = (
        hall.decades if isinstance(hall.decades, list) else [*map(written, BY_DECADE)] if hall.decades else []
    )
    # Without colours by decade there are none to pair with their names.
    own += [f"{role}={value}" for role, value in zip(DECADES, decades, strict=False)]
    return THEMES[hall.theme].with_colours(own)


def colours_of(hall: Faced) -> tuple[str, ...]:
    """Return the hall's colours as views have them; nothing for the usual theme."""
    theme = theme_of(hall)
    return () if theme == THEMES[USUAL] else theme.colours()


def theme_contradictions(hall: Faced) -> Iterator[str]:
    """Yield every pair of colours that could not be read on a wall."""
    theme = theme_of(hall)
    for ink, ground, found in unreadable(theme):
        yield (
            f"[hall] colours: {_named(ink, theme)} sobre {_named(ground, theme)} no se lee: "
            f"contraste {found:.1f}:1, y se pide {MINIMUM_CONTRAST:g}:1"
        )


def _named(colour: Colour, theme: Theme) -> str:
    role = next((each.partition("=")[0] for each in theme.colours() if each.endswith(written(colour))), "")
    return f"{role} {written(colour)}".strip()
