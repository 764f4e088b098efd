"""The board: every number, the ball being called, sales, price and prizes (AJ-32..37).

Everything drawn comes from the view. Not responsible for what may be shown, nor for windows: it needs no
display.
"""

from dataclasses import replace

import pygame

from displays import parts, theme
from displays.layout import LATEST, BoardLayout, Box
from displays.parts import panel
from displays.screens import cctv
from displays.shapes import blend
from displays.text import Face, Style, write
from displays.theme import Colour
from displays.views import BoardView
from displays.words import LANGUAGES, Words


def draw(
    view: BoardView,
    size: tuple[int, int],
    t: float | None = None,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
) -> pygame.Surface:
    """Draw the board as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        t: Seconds since the ball being called came onto the view; None where nothing moves.
        frame: The newest picture of the exit, for its corner; None where none arrives, which is then shown.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    layout = _layout(view, size)
    surface, page, words = parts.page(view, size)
    _numbers(surface, layout, view, t)
    parts.ball(surface, layout.side.ball, view.called, t)
    _latest(surface, layout, view, words)
    drawn = len(view.called)
    parts.fact(surface, layout.side.drawn, page.unit, words.drawn, words.count(drawn))
    parts.fact(surface, layout.side.left, page.unit, words.left, words.count(view.universe - drawn))
    parts.strip(surface, layout.strip, page.unit, view, words, shown=shown)
    if layout.side.corner is not None:
        _exit(surface, layout.side.corner, view, words, frame)
    return surface


def redraw(
    surface: pygame.Surface, view: BoardView, t: float, frame: pygame.Surface | None
) -> tuple[Box, ...]:
    """Draw what moves onto a board of this view: the newest number, its ball, the exit; return where."""
    layout = _layout(view, surface.get_size())
    places = [layout.side.ball]
    surface.fill(theme.GROUND, layout.side.ball)
    parts.ball(surface, layout.side.ball, view.called, t)
    if view.called:
        newest, half = view.called[-1], layout.gutter // 2
        places.append(layout.cells[newest - 1].inset(-half, -half))
        surface.fill(theme.GROUND, places[-1])
        _settling(surface, layout, newest, parts.arrived(t))
    if layout.side.corner is not None:
        places.append(layout.side.corner)
        _exit(surface, layout.side.corner, view, LANGUAGES[view.language], frame)
    return tuple(places)


def _exit(
    surface: pygame.Surface, box: Box, view: BoardView, words: Words, frame: pygame.Surface | None
) -> None:
    """Draw the exit's live picture, and while the next ball is there that it is not the called one."""
    cctv.whole(surface, box, frame, words.no_picture)
    if view.uncalled:
        cctv.caption(surface, box, words.uncalled)


def _layout(view: BoardView, size: tuple[int, int]) -> BoardLayout:
    return BoardLayout.of(size, view.universe, len(view.prizes), view.simulated, view.corner)


def _numbers(surface: pygame.Surface, layout: BoardLayout, view: BoardView, t: float | None) -> None:
    """Draw every number of the variant: quiet, lit, or lit and framed for the newest, which settles."""
    called = frozenset(view.called)
    newest = view.called[-1] if view.called else None
    for number in range(1, view.universe + 1):
        if number == newest:
            _settling(surface, layout, number, parts.arrived(t))
        else:
            _cell(surface, layout, number, theme.LIT if number in called else theme.CELL)


def _settling(surface: pygame.Surface, layout: BoardLayout, number: int, share: float) -> None:
    """Draw the newest number: its frame grows out of its cell while the ball arrives."""
    cell, half = layout.cells[number - 1], round(layout.gutter // 2 * share)
    panel(surface, cell.inset(-half, -half), theme.LIT, layout.page.unit)
    inset = layout.gutter // 5
    fill = theme.NEWEST if share == 1 else blend(theme.LIT, theme.NEWEST, share)
    _cell(surface, layout, number, fill, inset)


def _cell(surface: pygame.Surface, layout: BoardLayout, number: int, fill: Colour, inset: int = 0) -> None:
    """Draw one number of the board on its fill."""
    cell = layout.cells[number - 1].inset(inset, inset)
    panel(surface, cell, fill, layout.page.unit)
    cap = round(min(cell.h * 0.62, cell.w * 0.46))
    quiet = fill == theme.CELL
    face, ink = (Face.NUMBER, theme.UNCALLED) if quiet else (Face.HEAVY_NUMBER, theme.BLACK)
    write(surface, cell, str(number), Style(face, cap, ink, "centre"))


def _latest(surface: pygame.Surface, layout: BoardLayout, view: BoardView, words: Words) -> None:
    """Draw the last balls, the newest first and as on the board, each with its place in the extraction."""
    unit, frame = layout.page.unit, layout.gutter // 2
    write(surface, layout.side.latest_label, words.latest, Style(Face.LABEL, round(20 * unit), theme.LABEL))
    for box in layout.side.latest[len(view.called) :]:
        panel(surface, box, theme.CELL, unit)
    for place, number in enumerate(reversed(view.called[-LATEST:])):
        box = layout.side.latest[place]
        panel(surface, box, theme.LIT, unit)
        if place == 0:
            panel(surface, box.inset(frame, frame), theme.NEWEST, unit)
        order = words.order.format(len(view.called) - place)
        _last_ball(surface, box, unit, number, order)


def _last_ball(surface: pygame.Surface, box: Box, unit: float, number: int, order: str) -> None:
    """Write one of the last balls, its place in the extraction beside it or, in a narrow box, above it."""
    inner = box.inset(round(16 * unit), 0)
    cap, place = round(min(box.h * 0.56, box.w * 0.30)), Style(Face.LABEL, round(20 * unit), theme.BLACK)
    if box.w > 1.9 * box.h:
        write(surface, inner, order, place)
        write(surface, inner, str(number), Style(Face.HEAVY_NUMBER, cap, theme.BLACK, "right"))
        return
    upper = Box(inner.x, box.y + box.h // 12, inner.w, round(box.h * 0.24))
    lower = Box(inner.x, upper.bottom, inner.w, box.bottom - upper.bottom)
    write(surface, upper, order, replace(place, align="centre"))
    write(surface, lower, str(number), Style(Face.HEAVY_NUMBER, cap, theme.BLACK, "centre"))
