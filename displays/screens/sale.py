"""The sale: what there is to win as cards are sold, for how much, of which series, until when (AJ-65, 73).

Not responsible for whether a card may still be sold.
"""

from typing import Final

from displays import heroes, parts, sponsors
from displays.canvas import Canvas
from displays.figures import LOW, large
from displays.layout import Box
from displays.text import Face, Style, write
from displays.views import SaleView, SeriesOnSale

HEROES: Final = 6  # prizes that stand at a time: more of them turn pages


def draw(canvas: Canvas, view: SaleView, shown: float | None = None) -> None:
    """Draw the sale: prizes, cards sold and price stand once, and large, with no strip below (AJ-34 to 36).

    Args:
        canvas: What is drawn on.
        view: What to show.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    area = page.body
    sponsor = sponsors.sponsor(canvas, view.sponsors, shown)
    stripped = sponsor is not None or bool(view.called)  # a sponsor has the place of the prizes
    if stripped:
        area, strip = page.with_strip(len(view.prizes), parts.called_size(view))
        parts.strip(canvas, strip, view, shown=shown)
    left, right = page.split(area, 0.5 if page.portrait else 0.62)
    figures = []
    if view.closes_in is not None:
        figures.append((canvas.words.closes_in, parts.clock(view.closes_in)))
    if sponsor is not None:
        sponsors.poster(canvas, left, sponsor)
    else:
        heroes.draw(
            canvas, left, canvas.words.prizes, parts.listed(view, HEROES, shown)[0], view.patterns, shown
        )
    if not stripped:
        figures += [
            (canvas.words.price, view.price),
            (canvas.words.sold, canvas.words.sales(view.cards_sold, view.collected)),
        ]
    rows = right.rows(len(figures) + len(view.series), page.gap)
    for box, (label, value) in zip(rows, figures, strict=False):
        large(canvas, box, label, value)
    for box, series in zip(rows[len(figures) :], view.series, strict=False):
        _series(canvas, box, series)


def _series(canvas: Canvas, box: Box, series: SeriesOnSale) -> None:
    """Draw a series: its name, the range on sale and its size."""
    on_sale = canvas.words.on_sale.format(series.first, series.last)
    if box.h < LOW * canvas.unit:
        parts.fact(canvas, box, canvas.words.series, f"{series.name}, {on_sale}")
        return
    inner = parts.titled(canvas, box, canvas.words.series)
    whole = canvas.words.of_series.format(canvas.words.count(series.size))
    named, middle, lower = inner.rows(3, 0)
    cap = round(min(56 * canvas.unit, named.h * 0.7))
    write(canvas.surface, named, series.name, Style(Face.WORD, cap, canvas.theme.text, smallest=0.3))
    write(canvas.surface, middle, on_sale, Style(Face.WORD, cap, canvas.theme.text, smallest=0.3))
    write(
        canvas.surface,
        lower,
        whole,
        Style(Face.LABEL, round(min(34 * canvas.unit, lower.h * 0.5)), canvas.theme.label),
    )
