"""The matrix card of a check: its cells, lit ball by ball, under what its columns are called (AJ-94, 95).

Not responsible for the card's place, nor for what stands beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from displays import heads, parts, shapes, symbols, theme
from displays.canvas import Canvas
from displays.layout import Box
from displays.text import Face, Style, write
from displays.views import Band, CheckView

HEAD = 0.42  # the height of the head of a column, in cells
WIDEST = 1.9  # a cell's width, in heights, of a card of more than that: wider, its rows look apart
FLAT_ROWS = 3  # a card with more rows is as high as its panel lets it be, and as wide as that asks for
TALLEST = 1.15  # a cell's height, in widths: higher, a card looks stretched


def middle(grid: Box, high: int, view: CheckView) -> Box:
    """Return the middle of a card's place, as wide as its cells may get."""
    wide = min(grid.w, round(WIDEST * high * view.columns / view.rows)) if view.rows > FLAT_ROWS else grid.w
    return Box(grid.x + (grid.w - wide) // 2, grid.y + (grid.h - high) // 2, wide, high)


def over_columns(view: CheckView) -> tuple[Band, ...]:
    """Return what stands over the columns of a card: the variant's letters or colours, if it has any."""
    return view.bands if len(view.bands) == view.columns else ()


def cells(canvas: Canvas, grid: Box, view: CheckView, gutter: int) -> None:
    """Draw the heads of the columns and every cell of the card."""
    bands = over_columns(view)
    if bands:
        tall = round(grid.h * HEAD / (view.rows + HEAD))
        for box, band in zip(
            Box(grid.x, grid.y, grid.w, tall).columns(view.columns, gutter), bands, strict=True
        ):
            heads.head(canvas, box, band)
        grid = Box(grid.x, grid.y + tall + gutter, grid.w, grid.h - tall - gutter)
    order = {ball: place for place, ball in enumerate(view.called, 1)}
    rows = grid.rows(view.rows, gutter)
    cells = [cell for row in rows for cell in row.columns(view.columns, gutter)]
    shown = view.cells or (0,) * len(cells)
    _ring(canvas, rows, cells, shown, view, gutter)
    newest = view.called[-1] if view.called else 0
    for at, (cell, ball) in enumerate(zip(cells, shown, strict=True)):
        if at in view.free:
            _free_cell(canvas, cell)
            continue
        mark = canvas.words.missing if ball in view.missing else ""
        _cell(canvas, cell, ball, _Cell(order.get(ball), ball == newest, mark, view.symbols))


def _free_cell(canvas: Canvas, cell: Box) -> None:
    """Draw a cell that counts as filled: lit as a called number, with a star in its place (PT-61)."""
    parts.panel(canvas, cell, canvas.theme.lit)
    side = round(min(cell.w, cell.h) * 0.5)
    star = shapes.sign("star", side, theme.BLACK, canvas.theme.lit)
    canvas.surface.blit(star, star.get_rect(center=cell.centre))


def _ring(
    canvas: Canvas,
    rows: Sequence[Box],
    cells: Sequence[Box],
    shown: Sequence[int],
    view: CheckView,
    gutter: int,
) -> None:
    """Draw white behind what won: whole rows as one band, of a column or a diagonal each cell."""
    ringed = set(view.ringed)
    for number, row in enumerate(rows):
        at = number * view.columns
        held = {number for number in shown[at : at + view.columns] if number}
        free = [cell for cell in view.free if at <= cell < at + view.columns]
        if held and held <= ringed and {*free} <= {*view.ringed_free}:
            parts.panel(canvas, row.inset(-gutter, -gutter // 2), theme.WHITE)
            continue
        for place, cell in enumerate(cells[at : at + view.columns], at):
            if shown[place] in ringed or place in view.ringed_free:
                parts.panel(canvas, cell.inset(-gutter // 2, -gutter // 2), theme.WHITE)


@dataclass(frozen=True, slots=True)
class _Cell:
    """How a number of a card stands: its place in the extraction, whether it came last, what it lacks.

    ``drawn`` says whether its symbol stands for it.
    """

    place: int | None
    newest: bool
    missing: str
    drawn: bool


def _cell(canvas: Canvas, cell: Box, ball: int, mark: _Cell) -> None:
    """Draw one cell: blank, quiet, lit with the place of its ball in the extraction, or marked as missing."""
    place = mark.place
    if not ball:
        parts.panel(canvas, cell, canvas.theme.ground)
        return
    fill = canvas.theme.card if place is None else theme.NEWEST if mark.newest else canvas.theme.lit
    if mark.missing:
        parts.panel(canvas, cell, theme.WHITE)
        inset = round(6 * canvas.unit)
        fill, cell = canvas.theme.verdict("bad").fill, cell.inset(inset, inset)
    elif mark.newest:
        inset = round(6 * canvas.unit)
        parts.panel(canvas, cell, canvas.theme.lit)
        cell = cell.inset(inset, inset)
    parts.panel(canvas, cell, fill)
    lower = round(cell.h * 0.28)
    whole = Box(cell.x, cell.y + round(cell.h * 0.06), cell.w, cell.h - lower)
    cap = round(min(cell.h * 0.46, cell.w * 0.5))
    face, ink = (Face.NUMBER, canvas.theme.text) if place is None else (Face.HEAVY_NUMBER, theme.BLACK)
    ink = canvas.theme.verdict("bad").ink if mark.missing else ink
    if mark.drawn:
        symbols.draw(canvas.surface, whole, ball, ink)
    else:
        write(canvas.surface, whole, str(ball), Style(face, cap, ink, "centre"))
    said = canvas.words.order.format(place) if place is not None else mark.missing
    if said:
        foot = Box(cell.x, cell.bottom - lower, cell.w, lower).inset(round(6 * canvas.unit), 0)
        cap = round(min(24 * canvas.unit, lower * 0.6))
        write(canvas.surface, foot, said, Style(Face.LABEL, cap, ink, "centre"))
