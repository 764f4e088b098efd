"""The prizes: which cards won what, never who holds them (AJ-113 and the players' privacy).

Not responsible for amounts.
"""

from collections.abc import Sequence
from typing import Final

from displays import celebration, parts
from displays.canvas import Canvas
from displays.layout import Box, PageLayout
from displays.text import Face, Style, together, width_of, write
from displays.views import PrizesView, Winner
from displays.words import Words

ROW: Final = 72  # the least height of a line, in units of the design
AMOUNT_SHARE: Final = 0.34  # of a line's width its amount has
ONE_COLUMN: Final = 5  # winners up to which a wide screen lists them in one column


def draw(canvas: Canvas, view: PrizesView, t: float | None = None, shown: float | None = None) -> None:
    """Draw the prizes.

    Args:
        canvas: What is drawn on.
        view: What to show.
        t: Seconds since the prizes came onto the screen, for the celebration and the page; None shows the
            first page.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    area, strip = page.with_strip(len(view.prizes), parts.called_size(view))
    parts.strip(canvas, strip, view, shown=shown)
    if t is not None and celebration.celebrating(view.celebrated, t):
        celebration.draw(canvas, area, _said(view, canvas.words), t)
        return
    unit, gap = page.unit, round(10 * page.unit)
    if view.shout:
        area = _banner(canvas, area, page, view)
    columns = 1 if page.portrait or len(view.winners) <= ONE_COLUMN or _wide(canvas, area, view) else 2
    rows = max(1, (area.h - round(80 * unit)) // (round(ROW * unit) + gap))
    turned = parts.paged(len(view.winners), rows * columns, celebration.after(view.celebrated, t))
    inner = parts.titled(canvas, area, canvas.words.winners, canvas.words.part(turned, len(view.winners)))
    if not view.winners:
        style = Style(Face.WORD, round(72 * unit), canvas.theme.text, "centre", 0.4)
        write(canvas.surface, inner, canvas.words.nobody, style)
        return
    rows = min(rows, max(4, -(-len(turned) // columns)))
    places = [cell for row in inner.rows(rows, gap) for cell in row.columns(columns, round(32 * unit))]
    _winners(canvas, places, [view.winners[number] for number in turned])


def redraw(canvas: Canvas, view: PrizesView, t: float) -> tuple[Box, ...]:
    """Draw a moment of the celebration onto a screen of this view; return where."""
    page = PageLayout.of(canvas.surface.get_size(), view.simulated)
    area, _ = page.with_strip(len(view.prizes), parts.called_size(view))
    celebration.draw(canvas, area, _said(view, canvas.words), t)
    return (area,)


def _said(view: PrizesView, words: Words) -> tuple[str, str, str]:
    """Return what is shouted, for how much, and how many cards won."""
    cards = len({(winner.card, winner.series) for winner in view.winners})
    return view.shout, view.amount, "" if cards < 2 else f"{cards} {words.winners}"


def _banner(canvas: Canvas, area: Box, page: PageLayout, view: PrizesView) -> Box:
    """Draw the shout and what was won over the list, and return what is left for the list."""
    tone, tall = canvas.theme.tone("win"), round(min(area.h * 0.3, 170 * page.unit))
    banner = Box(area.x, area.y, area.w, tall)
    parts.panel(canvas, banner, tone.fill)
    shout, amount = banner.inset(round(28 * page.unit), 0).columns(2, round(28 * page.unit))
    cap = round(tall * 0.52)
    write(canvas.surface, shout, view.shout, Style(Face.HEAVY_NUMBER, cap, tone.ink, smallest=0.2))
    write(canvas.surface, amount, view.amount, Style(Face.NUMBER, cap, tone.ink, "right", 0.2))
    top = banner.bottom + page.gap
    return Box(area.x, top, area.w, area.bottom - top)


def _wide(canvas: Canvas, area: Box, view: PrizesView) -> bool:
    """Return whether an amount is too long for half the width: one column has larger letters then."""
    style = Style(Face.NUMBER, round(ROW * 0.48 * canvas.unit), canvas.theme.text)
    room = round(area.w / 2 * AMOUNT_SHARE)
    return any(width_of(winner.amount, style) > room for winner in view.winners)


def _winners(canvas: Canvas, places: list[Box], winners: Sequence[Winner]) -> None:
    """Draw winners, all in letters of one size: prize, card with its series, amount."""
    inner = min(places, key=lambda each: (each.h, each.w)).inset(round(18 * canvas.unit), 0)
    cap, gap = round(min(62 * canvas.unit, inner.h * 0.48)), round(16 * canvas.unit)
    wide = (round(inner.w * 0.24), 0, round(inner.w * AMOUNT_SHARE))
    wide = (wide[0], inner.w - wide[0] - wide[2] - 2 * gap, wide[2])
    table = [
        (each.prize, f"{canvas.words.card} {each.card} · {each.series}", each.amount) for each in winners
    ]
    styles = [
        together([row[column] for row in table], style, [wide[column]] * len(table))
        for column, style in enumerate(
            (
                Style(Face.WORD, round(cap * 0.8), canvas.theme.lit, smallest=0.35),
                Style(Face.WORD, cap, canvas.theme.text, smallest=0.3),
                Style(Face.NUMBER, cap, canvas.theme.text, "right", parts.AMOUNT),
            )
        )
    ]
    for place, row in zip(places, table, strict=False):
        parts.panel(canvas, place, canvas.theme.cell)
        x = place.x + round(18 * canvas.unit)
        for said, width, style in zip(row, wide, styles, strict=True):
            write(canvas.surface, Box(x, place.y, width, place.h), said, style)
            x += width + gap
