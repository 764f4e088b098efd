"""The board: every number, the ball being called, sales, price and prizes (AJ-32..37).

Everything drawn comes from the view. Not responsible for what may be shown, nor for windows: it needs no
display.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import pygame

from displays import figures, heads, parts, symbols, theme
from displays.canvas import Canvas
from displays.layout import LATEST, BoardLayout, Box, Numbers
from displays.parts import panel
from displays.screens import cctv
from displays.shapes import blend
from displays.text import Face, Style, together, width_of, write
from displays.theme import Colour, Theme
from displays.views import BoardView
from displays.views.fields import LARGEST_UNIVERSE
from displays.waiting import before_first
from displays.words import SPANISH


def draw(
    canvas: Canvas,
    view: BoardView,
    t: float | None = None,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
) -> None:
    """Draw the board.

    Args:
        canvas: What is drawn on.
        view: What to show.
        t: Seconds since the ball being called came onto the view; None where nothing moves.
        frame: The newest picture of the exit, for its corner; None where none arrives, which is then shown.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    layout = layout_of(view, canvas.surface.get_size())
    parts.page(canvas, view)
    _numbers(canvas, layout, view, t)
    if view.called:
        parts.ball(canvas, layout.side.ball, view, t)
        _latest(canvas, layout, view)
    elif view.price:
        _sold(canvas, layout, view)
    if view.price:
        drawn = len(view.called)
        parts.fact(canvas, layout.side.drawn, canvas.words.drawn, canvas.words.count(drawn))
        parts.fact(canvas, layout.side.left, canvas.words.left, canvas.words.count(view.universe - drawn))
    parts.strip(canvas, layout.strip, view, shown=shown, facts=bool(view.called))
    if layout.side.corner is not None:
        _exit(canvas, layout.side.corner, view, frame)


def redraw(canvas: Canvas, view: BoardView, t: float, frame: pygame.Surface | None) -> tuple[Box, ...]:
    """Draw what moves onto a board of this view: the newest number, its ball, the exit; return where."""
    layout = layout_of(view, canvas.surface.get_size())
    places = list[Box]()
    if view.called:
        places.append(layout.side.ball)
        canvas.surface.fill(canvas.theme.ground, layout.side.ball)
        parts.ball(canvas, layout.side.ball, view, t)
        newest, half = view.called[-1], layout.gutter // 2
        places.append(layout.cells[newest - 1].inset(-half, -half))
        canvas.surface.fill(canvas.theme.ground, places[-1])
        _settling(canvas, layout, newest, parts.arrived(t), view.symbols)
    if layout.side.corner is not None:
        places.append(layout.side.corner)
        _exit(canvas, layout.side.corner, view, frame)
    return tuple(places)


def _exit(canvas: Canvas, box: Box, view: BoardView, frame: pygame.Surface | None) -> None:
    """Draw the exit's live picture, and while the next ball is there that it is not the called one."""
    cctv.whole(canvas, box, frame, canvas.words.no_picture)
    if view.uncalled:
        cctv.caption(canvas, box, canvas.words.uncalled)


def layout_of(view: BoardView, size: tuple[int, int]) -> BoardLayout:
    """Return where everything stands on the board of a view."""
    bands = tuple(band.last - band.first + 1 for band in view.bands)
    numbers = Numbers(view.universe, bands, any(band.letter for band in view.bands))
    layout = BoardLayout.of(size, numbers, len(view.prizes), view.simulated, view.corner)
    return layout if view.called else before_first(layout, bool(view.price), bool(view.prizes))


def _sold(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Draw, where the balls will be, how many cards are sold, and for how much."""
    sold = canvas.words.sales(view.cards_sold, view.collected)
    figures.large(canvas, layout.strip.sold, canvas.words.sold, sold)
    figures.large(canvas, layout.strip.price, canvas.words.price, view.price)


def _numbers(canvas: Canvas, layout: BoardLayout, view: BoardView, t: float | None) -> None:
    """Draw every number of the variant: quiet, lit, or lit and framed for the newest, which settles."""
    called = frozenset(view.called)
    newest = view.called[-1] if view.called else None
    for head, band in zip(layout.heads, view.bands, strict=True):
        heads.head(canvas, head, band)
    for number, cell in enumerate(layout.cells, 1):
        if number == newest:
            _settling(canvas, layout, number, parts.arrived(t), view.symbols)
        else:
            lit, size = number in called, (cell.w, cell.h)
            picture = _cell_picture(canvas.theme, canvas.unit, size, number, lit, view.symbols)
            canvas.surface.blit(picture, cell)


@lru_cache(maxsize=2 * LARGEST_UNIVERSE + 20)
def _cell_picture(
    worn: Theme, unit: float, size: tuple[int, int], number: int, called: bool, drawn: bool
) -> pygame.Surface:
    """Return a number of the board on the ground: a board is ninety of them, and few change with a ball."""
    picture = pygame.Surface(size, 0, 32)
    picture.fill(worn.ground)
    whole = Box(0, 0, *size)
    fill = worn.called(number) if called else worn.cell
    _cell(Canvas(picture, unit, worn, SPANISH), whole, number, fill, drawn)
    return picture


def _settling(canvas: Canvas, layout: BoardLayout, number: int, share: float, drawn: bool) -> None:
    """Draw the newest number: its frame grows out of its cell while the ball arrives."""
    cell, half = layout.cells[number - 1], round(layout.gutter // 2 * share)
    lit = canvas.theme.called(number)
    panel(canvas, cell.inset(-half, -half), canvas.theme.frame(number))
    inset = layout.gutter // 5
    fill = theme.NEWEST if share == 1 else blend(lit, theme.NEWEST, share)
    _cell(canvas, cell.inset(inset, inset), number, fill, drawn)


def _cell(canvas: Canvas, cell: Box, number: int, fill: Colour, drawn: bool) -> None:
    """Draw one number of the board on its fill, or the symbol that stands for it."""
    panel(canvas, cell, fill)
    cap = round(min(cell.h * 0.62, cell.w * (0.46 if cell.w > cell.h else 0.5)))
    quiet = fill == canvas.theme.cell
    face, ink = (Face.NUMBER, canvas.theme.uncalled) if quiet else (Face.HEAVY_NUMBER, theme.BLACK)
    if drawn:
        symbols.draw(canvas.surface, cell, number, ink)
        return
    write(canvas.surface, cell, str(number), Style(face, cap, ink, "centre"))


def _latest(canvas: Canvas, layout: BoardLayout, view: BoardView) -> None:
    """Draw the last balls, the newest first and as on the board, each with its place in the extraction."""
    unit, frame = layout.page.unit, layout.gutter // 2
    write(
        canvas.surface,
        layout.side.latest_label,
        canvas.words.latest,
        Style(Face.LABEL, round(20 * unit), canvas.theme.label),
    )
    newest_first = view.called[: -LATEST - 1 : -1]
    named = [view.named(number) for number in newest_first]
    orders = [canvas.words.order.format(len(view.called) - place) for place in range(len(named))]
    written = _last_balls(canvas, layout.side.latest, named, orders)
    for place, number in enumerate(newest_first):
        box = layout.side.latest[place]
        panel(canvas, box, canvas.theme.called(number))
        if place == 0:
            panel(canvas, box.inset(frame, frame), theme.NEWEST)
        drawn = number if view.symbols else 0
        _last_ball(canvas, box, named[place], orders[place], written, drawn)


def _last_balls(canvas: Canvas, boxes: Sequence[Box], named: Sequence[str], orders: Sequence[str]) -> Style:
    """Return how the last balls are written: at the right where each has its order beside it, else below."""
    if not named:
        return Style(Face.HEAVY_NUMBER, 1, theme.BLACK)
    box = boxes[0]
    style = Style(Face.HEAVY_NUMBER, _last_cap(box), theme.BLACK, "right")
    room = box.w - 2 * round(16 * canvas.unit)
    place = _order_style(canvas)
    widest = max(width_of(n, style) + width_of(o, place) for n, o in zip(named, orders, strict=True))
    if box.w > 1.9 * box.h and widest < room:
        return style
    below = replace(style, align="centre")
    if box.w > 1.9 * box.h:  # a low box, whose order stands above all the same
        below = replace(below, cap=round(box.h * 0.46))
    return together(named, below, [room] * len(named))


def _last_cap(box: Box) -> int:
    return round(min(box.h * 0.56, box.w * 0.30))


def _order_style(canvas: Canvas) -> Style:
    return Style(Face.LABEL, round(20 * canvas.unit), theme.BLACK)


def _last_ball(canvas: Canvas, box: Box, named: str, order: str, style: Style, drawn: int) -> None:
    """Write one of the last balls, its place in the extraction beside it or above it; or draw its symbol."""
    inner, place = box.inset(round(16 * canvas.unit), 0), _order_style(canvas)
    style = replace(style, cap=min(style.cap, _last_cap(box)))
    if style.align == "right":
        write(canvas.surface, inner, order, place)
        if drawn:
            symbols.draw(
                canvas.surface, Box(inner.right - inner.h, inner.y, inner.h, inner.h), drawn, theme.BLACK
            )
            return
        write(canvas.surface, inner, named, style)
        return
    upper = Box(inner.x, box.y + box.h // 12, inner.w, round(box.h * 0.24))
    lower = Box(inner.x, upper.bottom, inner.w, box.bottom - upper.bottom)
    write(canvas.surface, upper, order, replace(place, align="centre"))
    if drawn:
        symbols.draw(canvas.surface, lower, drawn, theme.BLACK, 0.9)
        return
    write(canvas.surface, lower, named, style)
