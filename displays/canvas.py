"""What a screen is drawn with, handed down to whatever draws a part of it.

Not responsible for what is drawn, nor for places.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import pygame

from displays.layout import unit_of
from displays.theme import THEMES, USUAL, Theme
from displays.views import PageView, PlayView
from displays.words import LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture in the making, and the hall's own face.

    Attributes:
        surface: What is drawn on.
        unit: Pixels per unit of the design.
        theme: The hall's colours.
        words: The screen's own words, in the hall's language.
        pictures: The hall's pictures by their digests: logo and sponsors, as far as they have arrived.
    """

    surface: pygame.Surface
    unit: float
    theme: Theme
    words: Words
    pictures: Mapping[str, pygame.Surface] = field(default_factory=dict)

    @classmethod
    def of(
        cls, surface: pygame.Surface, view: PageView, pictures: Mapping[str, pygame.Surface] | None = None
    ) -> Self:
        """Return what a view is drawn with on a surface.

        Raises:
            LayoutError: If the surface is too small to read or too large to be a screen.
            ValueError: If one of the view's colours is no colour of a theme.
        """
        theme = THEMES[USUAL].with_colours(view.colours)
        if isinstance(view, PlayView):
            theme = theme.with_bands((band.last, band.colour) for band in view.bands)
        unit = unit_of(surface.get_size())
        return cls(surface, unit, theme, LANGUAGES[view.language], pictures or {})
