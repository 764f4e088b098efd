"""The sale: what there is to win as cards are sold, for how much, of which series, until when (AJ-65, 73).

Not responsible for whether a card may still be sold.
"""

from typing import Final

import pygame

from displays import parts, theme
from displays.layout import Box
from displays.text import Face, Style, write
from displays.views import SaleView, SeriesOnSale
from displays.words import NOTHING, Words

MOST: Final = 3  # figures and series beside them
LOW: Final = 200  # units of the design: in a lower box a title stands beside its value
HEROES: Final = 4  # prizes that stand large; the strip lists all of them


def draw(view: SaleView, size: tuple[int, int], shown: float | None = None) -> pygame.Surface:
    """Draw the sale as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    surface, page, words = parts.page(view, size)
    area, strip = page.with_strip(len(view.prizes), parts.called_size(view))
    parts.strip(surface, strip, page.unit, view, words, shown=shown)
    left, right = page.split(area, 0.5 if page.portrait else 0.62)
    parts.heroes(surface, left, page.unit, words.prizes, parts.listed(view, HEROES, shown)[0])
    figures = [(words.price, view.price or NOTHING)]
    if view.closes_in is not None:
        figures.insert(0, (words.closes_in, parts.clock(view.closes_in)))
    if len(figures) + len(view.series) > MOST:
        figures.pop()  # the strip has the price as well
    rows = right.rows(len(figures) + max(1, len(view.series)), page.gap)
    for box, (label, value) in zip(rows, figures, strict=False):
        _large(surface, box, page.unit, label, value)
    for box, series in zip(rows[len(figures) :], view.series, strict=False):
        _series(surface, box, page.unit, series, words)
    return surface


def _series(surface: pygame.Surface, box: Box, unit: float, series: SeriesOnSale, words: Words) -> None:
    """Draw a series: its name, the range on sale and its size."""
    on_sale = words.on_sale.format(series.first, series.last)
    if box.h < LOW * unit:
        parts.fact(surface, box, unit, words.series, f"{series.name} · {on_sale}")
        return
    inner = parts.titled(surface, box, words.series, unit)
    whole = words.of_series.format(words.count(series.size))
    named, middle, lower = inner.rows(3, 0)
    cap = round(min(56 * unit, named.h * 0.7))
    write(surface, named, series.name, Style(Face.WORD, cap, theme.TEXT, smallest=0.3))
    write(surface, middle, on_sale, Style(Face.WORD, cap, theme.TEXT, smallest=0.3))
    write(surface, lower, whole, Style(Face.LABEL, round(min(34 * unit, lower.h * 0.5)), theme.LABEL))


def _large(surface: pygame.Surface, box: Box, unit: float, label: str, value: str) -> None:
    """Draw one figure very large under its name."""
    if box.h < LOW * unit:
        parts.fact(surface, box, unit, label, value)
        return
    inner = parts.titled(surface, box, label, unit)
    cap = round(min(130 * unit, inner.h * 0.6))
    write(surface, inner, value, Style(Face.NUMBER, cap, theme.TEXT, "centre", parts.AMOUNT))
