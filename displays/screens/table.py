"""A roulette table: the number very large, the last ones, the layout with what wins, the limits (RO-22, 76).

Not responsible for which number may be shown, nor for what a number wins.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from displays import parts, shapes, theme
from displays.canvas import Canvas
from displays.layout import Box
from displays.text import Face, Style, together, width_of, write, write_lines
from displays.theme import BLACK, NEWEST, WHITE, Colour
from displays.views import TableView
from displays.views.table import MOST_LAST, NUMBERS, SPACES, ZEROS, LimitLine

_HERO: Final = 0.27  # of the width: the number that came
_LAST: Final = 0.15  # of the width: the last numbers
_ROWS: Final = 4.7  # the layout's height in rows of numbers: three, the dozens, the simple chances
_COLUMNS: Final = 14  # and its width: the zeros, twelve, the columns
_TIMES: Final = 2  # the newest of the last numbers is so many rows high
_NARROW: Final = 0.6  # of its width a placard is high from which its lines stand in one column
_BROAD: Final = (
    0.5  # of its height a place of the last numbers is wide from which two groups stand side by side
)


def draw(canvas: Canvas, view: TableView) -> None:
    """Draw the table."""
    canvas = replace(canvas, words=replace(canvas.words, game=canvas.words.spin))
    page = parts.page(canvas, view)
    body, gap = page.body, page.gap
    if page.portrait:
        upper = Box(body.x, body.y, body.w, round(body.h * 0.42))
        hero, last = page_columns(upper, 0.58, gap) if view.last else (upper, upper)
        below = Box(body.x, upper.bottom + gap, body.w, body.bottom - upper.bottom - gap)
    else:
        wide, narrow = round(body.w * _HERO), round(body.w * _LAST)
        hero = Box(body.x, body.y, wide, body.h)
        last = Box(body.right - narrow, body.y, narrow, body.h)
        end = last.x - gap if view.last else body.right
        below = Box(hero.right + gap, body.y, end - hero.right - gap, body.h)
    tall = min(round(below.w * _ROWS / _COLUMNS * 1.25), round(below.h * 0.58))
    board = Box(below.x, below.y, below.w, tall)
    placard = Box(below.x, board.bottom + gap, below.w, below.bottom - board.bottom - gap)
    _hero(canvas, hero, view)
    if view.last:
        _last(canvas, last, view)
    _layout(canvas, board, view)
    if view.often:
        placard, often = page_rows(placard, 0.6, gap)
        _often(canvas, often, view)
    _limits(canvas, placard, view.limits)


def page_columns(box: Box, share: float, gap: int) -> tuple[Box, Box]:
    """Return a box cut into a left and a right one."""
    first = round((box.w - gap) * share)
    return Box(box.x, box.y, first, box.h), Box(box.x + first + gap, box.y, box.w - first - gap, box.h)


def page_rows(box: Box, share: float, gap: int) -> tuple[Box, Box]:
    """Return a box cut into an upper and a lower one."""
    first = round((box.h - gap) * share)
    return Box(box.x, box.y, box.w, first), Box(box.x, box.y + first + gap, box.w, box.h - first - gap)


def fill_of(view: TableView, number: str) -> Colour:
    """Return the ground of a number."""
    if number in ZEROS:
        return theme.ZERO
    return theme.RED if number in view.red else BLACK


def _tile(canvas: Canvas, box: Box, view: TableView, number: str, cap: int, frame: Colour) -> None:
    """Draw a number on its ground, framed so that black is seen on the dark."""
    edge = max(1, round(min(box.w, box.h) * 0.04))
    parts.panel(canvas, box, frame)
    parts.panel(canvas, box.inset(edge, edge), fill_of(view, number))
    write(canvas.surface, box.inset(edge, 0), number, Style(Face.HEAVY_NUMBER, cap, WHITE, "centre", 0.2))


def _hero(canvas: Canvas, box: Box, view: TableView) -> None:
    """Draw the number that came, or the time that is left for bets, or the sign of what goes on."""
    unit = canvas.unit
    upper, lower = page_rows(box, 0.76, round(14 * unit))
    if view.number:
        _tile(canvas, upper, view, view.number, round(min(upper.h * 0.52, upper.w * 0.56)), NEWEST)
    else:
        parts.panel(canvas, upper, canvas.theme.panel)
        inner = upper.inset(round(24 * unit), round(24 * unit))
        if view.closes_in is None:
            tone, side = canvas.theme.tone(view.tone), round(min(inner.w, inner.h) * 0.5)
            sign = shapes.sign(tone.sign, side, canvas.theme.text, canvas.theme.panel)
            canvas.surface.blit(sign, sign.get_rect(center=inner.centre))
        else:
            title, rest = page_rows(inner, 0.16, 0)
            label = Style(Face.LABEL, round(34 * unit), canvas.theme.label, "centre", 0.4)
            write(canvas.surface, title, canvas.words.betting, label)
            cap = round(min(rest.h * 0.5, rest.w * 0.34))
            left = Style(Face.HEAVY_NUMBER, cap, canvas.theme.lit, "centre", 0.2)
            write(canvas.surface, rest, parts.clock(view.closes_in), left)
    parts.panel(canvas, lower, canvas.theme.panel)
    inner = lower.inset(round(22 * unit), round(16 * unit))
    words = Style(Face.WORD, round(46 * unit), canvas.theme.text, "centre", 0.4)
    texts = view.said.split("\n")
    rows = inner.rows(max(1, len(texts)), 0)
    words = together(texts, words, [inner.w] * len(texts))
    for row, text in zip(rows, texts, strict=True):
        write(canvas.surface, row, text, words)


def _last(canvas: Canvas, box: Box, view: TableView) -> None:
    """Draw the last numbers, the newest first: red at the left, black at the right, zeros between (DR13)."""
    inner = parts.titled(canvas, box, canvas.words.numbers)
    gap = max(2, round(5 * canvas.unit))
    groups = inner.columns(2, round(26 * canvas.unit)) if inner.w > _BROAD * inner.h else [inner]
    each = MOST_LAST // len(groups)
    rows = [row for group in groups for row in _rows_of(group, each, gap, group is groups[0])]
    for place, number in zip(rows, view.last, strict=False):
        wide = round(place.w * 0.48)
        shift = (place.w - wide) // 2 if number in ZEROS else 0 if number in view.red else place.w - wide
        frame = NEWEST if place is rows[0] else canvas.theme.rule
        tile = Box(place.x + shift, place.y, wide, place.h)
        _tile(canvas, tile, view, number, round(min(place.h * 0.74, wide * 0.42)), frame)


def _rows_of(box: Box, count: int, gap: int, newest: bool) -> list[Box]:
    """Return the rows of so many numbers, the newest as high as two."""
    if not newest:
        return box.rows(count, gap)
    rows = box.rows(count + _TIMES - 1, gap)
    first = Box(rows[0].x, rows[0].y, rows[0].w, rows[_TIMES - 1].bottom - rows[0].y)
    return [first, *rows[_TIMES:]]


def _layout(canvas: Canvas, box: Box, view: TableView) -> None:
    """Draw the layout of the table with the number and the spaces that win lit (RO-20, RO-21, RO-76)."""
    gap = max(2, round(6 * canvas.unit))
    columns = box.columns(_COLUMNS, gap)
    high = round((box.h - 4 * gap) / _ROWS)
    rows = [Box(box.x, box.y + at * (high + gap), box.w, high) for at in range(3)]
    zeros = Box(columns[0].x, box.y, columns[0].w, rows[2].bottom - box.y).rows(len(view.zeros), gap)
    for place, zero in zip(zeros, reversed(view.zeros), strict=True):
        _number(canvas, place, view, zero)
    for number in NUMBERS:
        column, row = divmod(int(number) - 1, 3)
        cell, line = columns[1 + column], rows[2 - row]
        _number(canvas, Box(cell.x, line.y, cell.w, line.h), view, number)
    spaces = dict.fromkeys(SPACES, box)
    for at in range(3):
        spaces[f"column-{at + 1}"] = Box(columns[-1].x, rows[2 - at].y, columns[-1].w, high)
    inside = Box(columns[1].x, rows[2].bottom + gap, columns[12].right - columns[1].x, 0)
    low = (box.bottom - inside.y - gap) // 2
    upper, lower = Box(inside.x, inside.y, inside.w, low), Box(inside.x, inside.y + low + gap, inside.w, low)
    spaces |= dict(zip(SPACES[:3], upper.columns(3, gap), strict=True))
    spaces |= dict(zip(SPACES[6:], lower.columns(6, gap), strict=True))
    _spaces(canvas, spaces, view)


def _number(canvas: Canvas, box: Box, view: TableView, number: str) -> None:
    """Draw a number of the layout; the one that came is framed in white."""
    came = number == view.number
    cap = round(min(box.h * 0.44, box.w * 0.46) * (1.1 if came else 1))
    _tile(canvas, box, view, number, cap, NEWEST if came else canvas.theme.rule)


def _spaces(canvas: Canvas, places: dict[str, Box], view: TableView) -> None:
    """Draw the spaces outside the numbers: those that win are lit."""
    names = dict(zip(SPACES, canvas.words.spaces, strict=True))
    for group in (SPACES[:3], SPACES[3:6], SPACES[6:]):
        boxes = [places[each] for each in group]
        style = Style(Face.WORD, round(boxes[0].h * 0.36), canvas.theme.text, "centre", 0.3)
        rooms = [box.w - round(20 * canvas.unit) for box in boxes]
        style = together([names[each] for each in group], style, rooms)
        for box, space in zip(boxes, group, strict=True):
            won = space in view.won
            fill = canvas.theme.lit if won else {"red": theme.RED, "black": BLACK}.get(space)
            edge = max(2, round(4 * canvas.unit))
            parts.panel(canvas, box, canvas.theme.lit if won else canvas.theme.rule)
            parts.panel(canvas, box.inset(edge, edge), fill or canvas.theme.cell)
            ink = BLACK if won else WHITE
            write(canvas.surface, box, names[space], Style(style.face, style.cap, ink, "centre", 0.3))


def _limits(canvas: Canvas, box: Box, limits: Sequence[LimitLine]) -> None:
    """Draw what each chance takes and pays (RO-02, RO-82)."""
    inner = parts.titled(canvas, box, canvas.words.limits)
    if not limits:
        return
    columns = [inner] if inner.h > _NARROW * inner.w else inner.columns(2, round(36 * canvas.unit))
    rows = [row for column in columns for row in column.rows(-(-len(limits) // len(columns)), 0)]
    cap, gap = round(min(34 * canvas.unit, rows[0].h * 0.5)), round(20 * canvas.unit)
    looks = (
        Style(Face.LABEL, cap, canvas.theme.label, smallest=0.3),
        Style(Face.WORD, cap, canvas.theme.text, "right", 0.3),
        Style(Face.WORD, cap, canvas.theme.lit, "right", 0.3),
    )
    told = [[(line.name, line.taken, line.pays)[part] for line in limits] for part in range(3)]
    widths = [
        max(width_of(text, look) for text in texts) + gap for texts, look in zip(told, looks, strict=True)
    ]
    shares = [round(rows[0].w * width / sum(widths)) for width in widths]
    fitted = [
        together(texts, look, [share - gap] * len(texts))
        for texts, look, share in zip(told, looks, shares, strict=True)
    ]
    low = min(style.cap for style in fitted)
    for part, (texts, style) in enumerate(zip(told, fitted, strict=True)):
        start = sum(shares[:part])
        for row, text in zip(rows, texts, strict=False):
            place = Box(row.x + start, row.y, shares[part], row.h)
            write(canvas.surface, place, text, replace(style, cap=low))


def _often(canvas: Canvas, box: Box, view: TableView) -> None:
    """Draw how often numbers came with what chance gives beside it, and that it foretells nothing (DR14)."""
    parts.panel(canvas, box, canvas.theme.panel)
    inner = box.inset(round(20 * canvas.unit), round(10 * canvas.unit))
    upper, lower = page_rows(inner, 0.66, 0)
    for place, each in zip(upper.columns(len(view.often), round(14 * canvas.unit)), view.often, strict=True):
        tile, beside = page_columns(place, 0.4, round(8 * canvas.unit))
        _tile(canvas, tile, view, each.number, round(min(tile.h * 0.5, tile.w * 0.5)), canvas.theme.rule)
        number, chance = beside.rows(2, 0)
        cap = round(number.h * 0.42)
        write(
            canvas.surface, number, f"{each.times}×", Style(Face.WORD, cap, canvas.theme.text, smallest=0.3)
        )
        small = Style(Face.LABEL, round(cap * 0.7), canvas.theme.label, smallest=0.3)
        write(canvas.surface, chance, canvas.words.by_chance.format(each.by_chance), small)
    note = Style(Face.LABEL, round(22 * canvas.unit), canvas.theme.label, smallest=0.5)
    write_lines(canvas.surface, lower, (view.independent,), note)
