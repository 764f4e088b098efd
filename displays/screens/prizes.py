"""The prizes: which cards won what, never who holds them (AJ-113 and the players' privacy).

Not responsible for amounts.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from displays import celebration, parts, theme
from displays.layout import Box, PageLayout
from displays.text import Face, Style, together, write
from displays.views import PrizesView, Winner
from displays.words import LANGUAGES, NOTHING, Words

ROW: Final = 72  # the least height of a line, in units of the design
ONE_COLUMN: Final = 5  # winners up to which a wide screen lists them in one column


def draw(
    view: PrizesView, size: tuple[int, int], t: float | None = None, shown: float | None = None
) -> pygame.Surface:
    """Draw the prizes as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        t: Seconds since the prizes came onto the screen, for the celebration and the page; None shows the
            first page.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    surface, page, words = parts.page(view, size)
    area, strip = page.with_strip(len(view.prizes), parts.called_size(view))
    parts.strip(surface, strip, page.unit, view, words, shown=shown)
    if t is not None and celebration.celebrating(view.celebrated, t):
        celebration.draw(surface, area, page.unit, _said(view, words), t)
        return surface
    unit, gap = page.unit, round(10 * page.unit)
    if view.shout:
        area = _banner(surface, area, page, view)
    columns = 1 if page.portrait or len(view.winners) <= ONE_COLUMN else 2
    rows = max(1, (area.h - round(80 * unit)) // (round(ROW * unit) + gap))
    turned = parts.paged(len(view.winners), rows * columns, celebration.after(view.celebrated, t))
    inner = parts.titled(surface, area, words.winners, unit, words.part(turned, len(view.winners)))
    if not view.winners:
        write(surface, inner, NOTHING, Style(Face.NUMBER, round(60 * unit), theme.TEXT, "centre"))
        return surface
    rows = min(rows, max(4, -(-len(turned) // columns)))
    places = [cell for row in inner.rows(rows, gap) for cell in row.columns(columns, round(32 * unit))]
    _winners(surface, places, unit, [view.winners[number] for number in turned], words)
    return surface


def redraw(surface: pygame.Surface, view: PrizesView, t: float) -> tuple[Box, ...]:
    """Draw a moment of the celebration onto a screen of this view; return where."""
    page = PageLayout.of(surface.get_size(), view.simulated)
    area, _ = page.with_strip(len(view.prizes), parts.called_size(view))
    celebration.draw(surface, area, page.unit, _said(view, LANGUAGES[view.language]), t)
    return (area,)


def _said(view: PrizesView, words: Words) -> tuple[str, str, str]:
    """Return what is shouted, for how much, and how many cards won."""
    cards = len({(winner.card, winner.series) for winner in view.winners})
    return view.shout, view.amount, "" if cards < 2 else f"{cards} {words.winners}"


def _banner(surface: pygame.Surface, area: Box, page: PageLayout, view: PrizesView) -> Box:
    """Draw the shout and what was won over the list, and return what is left for the list."""
    tone, tall = theme.TONES["win"], round(min(area.h * 0.3, 170 * page.unit))
    banner = Box(area.x, area.y, area.w, tall)
    parts.panel(surface, banner, tone.fill, page.unit)
    shout, amount = banner.inset(round(28 * page.unit), 0).columns(2, round(28 * page.unit))
    cap = round(tall * 0.52)
    write(surface, shout, view.shout, Style(Face.HEAVY_NUMBER, cap, tone.ink, smallest=0.2))
    write(surface, amount, view.amount, Style(Face.NUMBER, cap, tone.ink, "right", 0.2))
    top = banner.bottom + page.gap
    return Box(area.x, top, area.w, area.bottom - top)


def _winners(
    surface: pygame.Surface, places: list[Box], unit: float, winners: Sequence[Winner], words: Words
) -> None:
    """Draw winners, all in letters of one size: prize, card with its series, amount."""
    inner = min(places, key=lambda each: (each.h, each.w)).inset(round(18 * unit), 0)
    cap, gap = round(min(62 * unit, inner.h * 0.48)), round(16 * unit)
    wide = (round(inner.w * 0.24), 0, round(inner.w * 0.34))
    wide = (wide[0], inner.w - wide[0] - wide[2] - 2 * gap, wide[2])
    table = [(each.prize, f"{words.card} {each.card} · {each.series}", each.amount) for each in winners]
    styles = [
        together([row[column] for row in table], style, [wide[column]] * len(table))
        for column, style in enumerate(
            (
                Style(Face.WORD, round(cap * 0.8), theme.LIT, smallest=0.35),
                Style(Face.WORD, cap, theme.TEXT, smallest=0.3),
                Style(Face.NUMBER, cap, theme.TEXT, "right", parts.AMOUNT),
            )
        )
    ]
    for place, row in zip(places, table, strict=False):
        parts.panel(surface, place, theme.CELL, unit)
        x = place.x + round(18 * unit)
        for said, width, style in zip(row, wide, styles, strict=True):
            write(surface, Box(x, place.y, width, place.h), said, style)
            x += width + gap
