"""Between games: progressives with their conditions, the last games, the rules, how to complain (AJ-115).

Not responsible for what a QR code leads to.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from displays import heroes, parts, patterns, shapes, sponsors, symbols
from displays.canvas import Canvas
from displays.layout import Box, PageLayout
from displays.text import Face, Style, height_of, together, width_of, write, write_lines
from displays.views import BetweenView
from displays.views.fields import Pattern, named

COLUMNS: Final = range(5, 21)  # into how many the numbers of a game may be set
RULE: Final = 34  # how high a rule's capitals are, in units of the design
WIDE: Final = 0.38  # of the width that a few progressives have, where nothing else needs it
RULES_TURNS: Final = 2  # pages of the rules after one of the programme, in the same place
FEW: Final = 2  # progressives that leave room for the rules below them


def draw(canvas: Canvas, view: BetweenView, shown: float | None = None) -> None:
    """Draw what players may read between games.

    Args:
        canvas: What is drawn on.
        view: What to show.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    pots, games, rules, complaint = _places(view, page)
    if pots is None:
        pass
    elif len(view.progressives) <= FEW:
        heroes.draw(canvas, pots, canvas.words.progressives, view.progressives)
    else:
        parts.progressives(canvas, pots, view.progressives, shown)
    sponsor = sponsors.sponsor(canvas, view.sponsors, shown)
    if sponsor is not None:
        sponsors.poster(canvas, poster_box(canvas, view), sponsor)
        return
    if games is not None:
        _games(canvas, games, view)
    turn, within = divmod(int((shown or 0.0) // parts.TURN), 1 + RULES_TURNS)
    if view.programme and not within:
        _programme(canvas, rules, view)
    elif view.programme:
        _rules(canvas, rules, view, (turn * RULES_TURNS + within - 1) * parts.TURN)
    else:
        _rules(canvas, rules, view, shown)
    _complaint(canvas, complaint, view)


def _programme(canvas: Canvas, box: Box, view: BetweenView) -> None:
    """Draw the games that follow, a line each."""
    inner = parts.titled(canvas, box, canvas.words.programme)
    rows = inner.rows(len(view.programme), 0)
    cap = round(min(RULE * canvas.unit, rows[0].h * 0.6))
    style = together(
        view.programme, Style(Face.LABEL, cap, canvas.theme.text, smallest=0.4), [inner.w] * len(rows)
    )
    for row, line in zip(rows, view.programme, strict=True):
        write(canvas.surface, row, line, style)


def poster_box(canvas: Canvas, view: BetweenView) -> Box:
    """Return where a sponsor stands."""
    _, games, rules, complaint = _places(view, PageLayout.of(canvas.surface.get_size(), view.simulated))
    corner, right, bottom = games or rules, complaint.right, max(rules.bottom, complaint.bottom)
    return Box(corner.x, corner.y, right - corner.x, bottom - corner.y)


def _places(view: BetweenView, page: PageLayout) -> tuple[Box | None, Box | None, Box, Box]:
    """Return the places of progressives and games (where there are any), rules and complaints."""
    few = len(view.progressives) <= FEW
    wide = WIDE if few and len(view.recent) < 2 else 0.29  # there are few balls to look back at
    pots: Box | None = None
    rest = page.body
    if view.progressives:
        pots, rest = page.split(page.body, (0.18 if few else 0.30) if page.portrait else wide)
    if not view.recent:
        # Before the first game there are no balls to look back at.
        rules, complaint = page.split(rest, 0.4 if page.portrait else 0.5)
        return pots, None, rules, complaint
    if page.portrait:
        games, texts = page.split(rest, 0.45 if view.qr else 0.58)
        rules, complaint = _beside(texts, 0.40 if view.qr else 0.60, page.gap)
        return pots, games, rules, complaint
    if not view.qr:
        games, texts = page.split(rest, 0.58)
        rules, complaint = _rows(texts, 0.62, page.gap)
        return pots, games, rules, complaint
    games, complaint = page.split(rest, 0.57)
    games, rules = _rows(games, 0.64, page.gap)
    return pots, games, rules, complaint


def _beside(box: Box, share: float, gap: int) -> tuple[Box, Box]:
    """Cut a box in two, side by side."""
    first = round((box.w - gap) * share)
    return Box(box.x, box.y, first, box.h), Box(box.x + first + gap, box.y, box.w - first - gap, box.h)


def _rows(box: Box, share: float, gap: int) -> tuple[Box, Box]:
    """Cut a box in two, one over the other."""
    first = round((box.h - gap) * share)
    return Box(box.x, box.y, box.w, first), Box(box.x, box.y + first + gap, box.w, box.h - first - gap)


def _games(canvas: Canvas, box: Box, view: BetweenView) -> None:
    """Draw the balls of the last games in their order of extraction, in figures of one size."""
    inner, recent, bands = parts.titled(canvas, box, canvas.words.recent), view.recent, view.bands
    gap, head = round(14 * canvas.unit), round(36 * canvas.unit)
    room = Box(inner.x, inner.y, inner.w, inner.h - len(recent) * (head + gap))
    written = [named(bands, ball) for game in recent for ball in game.called]
    wide = 0.0 if view.symbols else _wide(written)
    columns, cell = _grid(room, [len(game.called) for game in recent], wide)
    figures = Style(Face.NUMBER, _cap(cell, wide), canvas.theme.text, "right")
    figures = together(written, figures, [round(cell.w * 0.9)] * len(written))
    step, y = min(cell.h, 2 * figures.cap), inner.y
    for game in recent:
        title = Box(inner.x, y, inner.w, head)
        over = (
            f"{canvas.words.game} {game.game} · {game.won}"
            if game.won
            else f"{canvas.words.game} {game.game}"
        )
        drawn = f"{canvas.words.drawn.capitalize()}: {len(game.called)}"
        beside = Style(Face.LABEL, round(22 * canvas.unit), canvas.theme.label, "right")
        name = Box(title.x, title.y, title.w - width_of(drawn, beside) - gap, head)
        write(canvas.surface, name, over, Style(Face.WORD, round(26 * canvas.unit), canvas.theme.lit))
        write(canvas.surface, title, drawn, beside)
        for place, ball in enumerate(game.called):
            row, column = divmod(place, columns)
            at = Box(inner.x + column * cell.w, title.bottom + row * step, cell.w, step)
            if view.symbols:
                symbols.draw(canvas.surface, at, ball, canvas.theme.text)
            else:
                write(canvas.surface, at, named(bands, ball), figures)
        y = title.bottom + -(-len(game.called) // columns) * step + gap


def _wide(written: Sequence[str]) -> float:
    """Return how wide the longest of some numbers is, in heights of its figures."""
    tall = Style(Face.NUMBER, 100, (0, 0, 0))
    return max((width_of(number, tall) for number in written), default=0) / tall.cap


def _grid(room: Box, games: Sequence[int], wide: float) -> tuple[int, Box]:
    """Return in how many columns games of so many balls are largest in a room, and one cell of that grid."""
    grids = []
    for columns in COLUMNS:
        lines = max(3, sum(-(-balls // columns) for balls in games))
        grids.append((columns, Box(0, 0, room.w // columns, room.h // lines)))
    return max(grids, key=lambda grid: _cap(grid[1], wide))


def _cap(cell: Box, wide: float) -> int:
    """Return how high a number so wide stands in its cell, or a symbol."""
    return round(min(cell.h * 0.68, cell.w * 0.8 / wide if wide else cell.w))


def _rules(
    canvas: Canvas,
    box: Box,
    view: BetweenView,
    shown: float | None,
) -> None:
    """Draw the rules of play in letters that are read from a seat: as many at a time as have room.

    Where prizes of the next game have a pattern, it has a turn after them (PT-62).
    """
    rules = view.rules
    style = Style(Face.LABEL, round(RULE * canvas.unit), canvas.theme.text, smallest=0.6)
    room = parts.titled_room(box, canvas.unit)
    pages = _pages(rules, style, room)
    forms = [pattern for pattern in view.patterns if pattern.forms]
    turn = int((shown or 0.0) // parts.TURN) % max(1, len(pages) + bool(forms))
    if turn == len(pages) and forms:
        _patterns(canvas, box, forms, shown)
        return
    page = pages[turn] if pages else range(0)
    inner = parts.titled(canvas, box, canvas.words.rules, canvas.words.part(page, len(rules)))
    write_lines(canvas.surface, inner, rules[page.start : page.stop], style)


def _patterns(canvas: Canvas, box: Box, forms: Sequence[Pattern], shown: float | None) -> None:
    """Draw what wins prizes of the next game, each with its name and how soon a card has it (D19)."""
    inner = parts.titled(canvas, box, canvas.words.next_prizes)
    boxes = inner.rows(max(2, len(forms)), round(12 * canvas.unit))
    places = patterns.beside(canvas, boxes, [pattern.prize for pattern in forms], forms, shown)
    name = Style(Face.WORD, round(min(40 * canvas.unit, places[0].h * 0.3)), canvas.theme.text, smallest=0.4)
    odds = Style(Face.LABEL, round(28 * canvas.unit), canvas.theme.label, smallest=0.4)
    name = together([pattern.prize for pattern in forms], name, [place.w for place in places[: len(forms)]])
    for pattern, place in zip(forms, places, strict=False):
        upper, lower = _rows(place, 0.4, 0)
        write(canvas.surface, upper, pattern.prize, name)
        write_lines(canvas.surface, lower, (pattern.odds,), odds)


def _pages(texts: Sequence[str], style: Style, room: Box) -> list[range]:
    """Return which texts stand together: as many in a row as a room takes in letters of the full size."""
    full, pages = replace(style, smallest=1.0), list[range]()
    for number in range(len(texts)):
        first = pages[-1].start if pages else 0
        if pages and height_of(texts[first : number + 1], full, Box(0, 0, room.w, 10 * room.h)) <= room.h:
            pages[-1] = range(first, number + 1)
        else:
            pages.append(range(number, number + 1))
    return pages


def _complaint(canvas: Canvas, box: Box, view: BetweenView) -> None:
    """Draw how to complain over its code, which is as large as its place allows."""
    inner = parts.titled(canvas, box, canvas.words.complaints)
    style = Style(Face.LABEL, round(36 * canvas.unit), canvas.theme.text, smallest=0.4)
    if not view.qr:
        write_lines(canvas.surface, inner, (view.complaint,), style)
        return
    room = Box(
        inner.x, inner.y, inner.w, max(round(inner.h * 0.2), inner.h - inner.w - round(16 * canvas.unit))
    )
    tall = height_of((view.complaint,), style, room)
    write_lines(canvas.surface, Box(room.x, room.y, room.w, tall), (view.complaint,), style)
    top = room.y + tall + round(16 * canvas.unit)
    place = Box(inner.x, top, inner.w, inner.bottom - top).square()
    code = shapes.code(view.qr, place.w)
    canvas.surface.blit(code, code.get_rect(center=place.centre))
