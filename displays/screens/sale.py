"""The sale: what is sold, up to where, for how much, and until when (AJ-65, 73).

Not responsible for whether a card may still be sold.
"""

import pygame

from displays import parts, theme
from displays.layout import Box
from displays.text import Face, Style, write
from displays.views import SaleView, SeriesOnSale
from displays.words import NOTHING, Words


def draw(view: SaleView, size: tuple[int, int], t: float | None = None) -> pygame.Surface:
    """Draw the sale as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        t: Seconds since the countdown had the time left that the view has.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    surface, page, words = parts.page(view, size)
    area, strip = page.with_strip(len(view.prizes), parts.called_size(view))
    parts.strip(surface, strip, page.unit, view, words)
    left, right = page.split(area, 0.62)
    for box, series in zip(left.rows(max(1, len(view.series)), page.gap), view.series, strict=False):
        _series(surface, box, page.unit, series, words)
    if view.closes_in is None:
        _large(surface, right, page.unit, words.price, view.price or NOTHING)
        return surface
    upper, lower = right.rows(2, page.gap)
    _large(surface, upper, page.unit, words.closes_in, parts.clock(view.closes_in, t))
    _large(surface, lower, page.unit, words.price, view.price or NOTHING)
    return surface


def _series(surface: pygame.Surface, box: Box, unit: float, series: SeriesOnSale, words: Words) -> None:
    """Draw a series: its name very large, the range on sale and its size below."""
    inner = parts.titled(surface, box, words.series, unit)
    on_sale = words.on_sale.format(series.first, series.last)
    whole = words.of_series.format(words.count(series.size))
    if inner.w > 3 * inner.h:
        named, told = inner.columns(2, round(24 * unit))
        middle, lower = told.rows(2, 0)
    else:
        named = Box(inner.x, inner.y, inner.w, round(inner.h * 0.52))
        middle = Box(inner.x, named.bottom, inner.w, round(inner.h * 0.28))
        lower = Box(inner.x, middle.bottom, inner.w, inner.bottom - middle.bottom)
    cap = round(min(190 * unit, named.h * 0.78))
    write(surface, named, series.name, Style(Face.HEAVY_NUMBER, cap, theme.LIT, smallest=0.3))
    cap = round(min(84 * unit, middle.h * 0.66))
    write(surface, middle, on_sale, Style(Face.WORD, cap, theme.TEXT, smallest=0.3))
    write(surface, lower, whole, Style(Face.LABEL, round(min(38 * unit, lower.h * 0.5)), theme.LABEL))


def _large(surface: pygame.Surface, box: Box, unit: float, label: str, value: str) -> None:
    """Draw one figure very large under its name."""
    inner = parts.titled(surface, box, label, unit)
    cap = round(min(130 * unit, inner.h * 0.6))
    write(surface, inner, value, Style(Face.NUMBER, cap, theme.TEXT, "centre", parts.AMOUNT))
