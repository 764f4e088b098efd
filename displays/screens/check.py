"""The check: the matrix card of a sung card before the whole room, lit ball by ball (AJ-94, 95, 100).

Not responsible for the verdict.
"""

from dataclasses import dataclass, replace

import pygame

from displays import celebration, parts, shapes, theme
from displays.layout import Box, PageLayout
from displays.screens import cctv
from displays.text import Face, Style, height_of, write, write_lines
from displays.theme import Tone
from displays.views import CheckedCard, CheckView
from displays.words import LANGUAGES, Words

COLUMNS = 9
ROWS = 3
TALLEST = 1.15  # a cell's height, in widths: higher, a card looks stretched
_CARD = 0.63  # of the width
_NARROW_CARD = 0.68  # the same where the screen is nearly square
LEAST_ROW = 32  # units of the design a winner's line needs; else the winners share one
FEW = 4  # winners beside whom shout and amount stand large
_FLAT = 4  # times as wide as high: the texts then stand side by side


def draw(
    view: CheckView,
    size: tuple[int, int],
    t: float | None = None,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
) -> pygame.Surface:
    """Draw the check as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        t: Seconds since the card was checked, for what is celebrated; None draws what stands at the end.
        frame: The desk camera's newest picture, for a view that shows it; None where none arrives.
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
    places = _places(page, area, view)
    _card(surface, places.card, page, view, words)
    if places.original is not None:
        _original(surface, places.original, page, words, frame)
    _verdict(surface, places.verdict, page.unit, view, words)
    if places.aside is not None:
        _aside(surface, places.aside, page, view, words, celebration.after(view.celebrated, t))
    return surface


def redraw(
    surface: pygame.Surface, view: CheckView, t: float, frame: pygame.Surface | None
) -> tuple[Box, ...]:
    """Draw what moves onto a screen of this view: the celebration, or the original; return where."""
    page = PageLayout.of(surface.get_size(), view.simulated)
    area, _ = page.with_strip(len(view.prizes), parts.called_size(view))
    if celebration.celebrating(view.celebrated, t):
        celebration.draw(surface, area, page.unit, _said(view, LANGUAGES[view.language]), t)
        return (area,)
    original = _places(page, area, view).original
    if original is None:
        return ()
    _original(surface, original, page, LANGUAGES[view.language], frame)
    return (original,)


def _said(view: CheckView, words: Words) -> tuple[str, str, str]:
    """Return what is shouted, for how much, and who won it: every card of a split."""
    cards = dict.fromkeys((winner.card, winner.series) for winner in view.winners)
    named = " · ".join(str(card) for card, _ in cards)
    series = " / ".join(dict.fromkeys(series for _, series in cards))
    return view.shout, view.amount, f"{words.card if len(cards) == 1 else words.cards} {named} · {series}"


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the matrix card, the original (if shown), the verdict and what there is beside it stand."""

    card: Box
    original: Box | None
    verdict: Box
    aside: Box | None


def _places(page: PageLayout, area: Box, view: CheckView) -> _Places:
    asided = bool(view.queue) or view.closes_in is not None
    if not view.original:
        card, told = page.split(area, _card_share(page, area))
        if not asided:
            return _Places(card, None, told, None)
        both = bool(view.queue) and view.closes_in is not None
        share = 0.6 if view.reasons else (0.4 if both else 0.55) if view.shout else 0.32
        share = 0.62 if page.portrait and view.shout and not both else share
        verdict, aside = _stacked(told, share, page.gap)
        return _Places(card, None, verdict, aside)
    above, told = _stacked(area, (0.66 if view.reasons else 0.77) if page.portrait else 0.7, page.gap)
    card, original = page.split(above, 0.45 if page.portrait else _CARD)
    if not asided:
        return _Places(card, original, told, None)
    wide = round((told.w - page.gap) * (0.5 if page.portrait else _CARD))
    aside = Box(told.x + wide + page.gap, told.y, told.w - wide - page.gap, told.h)
    return _Places(card, original, Box(told.x, told.y, wide, told.h), aside)


def _card_share(page: PageLayout, area: Box) -> float:
    """Return the matrix card's share of its area: on an upright screen no more than its cells fill."""
    if not page.portrait:
        return _CARD if area.w > 1.9 * area.h else _NARROW_CARD
    cells = ROWS * TALLEST * area.w / COLUMNS
    return min(0.42, (cells + 160 * page.unit) / area.h)


def _stacked(box: Box, share: float, gap: int) -> tuple[Box, Box]:
    """Return a box's upper part, of that share of its height, and the rest of it."""
    tall = round(box.h * share)
    return Box(box.x, box.y, box.w, tall), Box(box.x, box.y + tall + gap, box.w, box.h - tall - gap)


def _original(
    surface: pygame.Surface, box: Box, page: PageLayout, words: Words, frame: pygame.Surface | None
) -> None:
    """Draw the desk camera's picture of the original card (AJ-95)."""
    surface.fill(theme.GROUND, box)  # under its round corners as well, which would darken else
    inner = parts.titled(surface, box, words.original, page.unit)
    cctv.whole(surface, inner, frame, words.no_original)


def _card(surface: pygame.Surface, box: Box, page: PageLayout, view: CheckView, words: Words) -> None:
    """Draw the card: number and series above, its 27 cells below."""
    unit = page.unit
    parts.panel(surface, box, theme.PANEL, unit)
    inner = box.inset(round(24 * unit), round(18 * unit))
    gutter = round(10 * unit)
    highest = round(ROWS * TALLEST * (inner.w - 8 * gutter) / COLUMNS) + 2 * gutter
    # What cells of a card's own shape leave of a high panel goes to its number.
    title = min(max(96 * unit, inner.h - highest - 30 * unit), 190 * unit)
    large = title / 96 / unit
    top = Box(inner.x, inner.y, inner.w, round(title))
    number, series = top.columns(2, round(24 * unit))
    if view.card is not None:
        named = f"{words.card} {view.card}"
        write(surface, number, named, Style(Face.WORD, round(60 * unit * large), theme.TEXT, smallest=0.3))
        named = f"{words.series} {view.series}"
        write(surface, series, named, Style(Face.WORD, round(46 * unit * large), theme.LABEL, "right", 0.3))
    else:
        write(surface, top, words.awaited, Style(Face.LABEL, round(40 * unit), theme.LABEL))
    grid = Box(inner.x, top.bottom + round(10 * unit), inner.w, inner.bottom - top.bottom - round(10 * unit))
    order = {ball: place for place, ball in enumerate(view.called, 1)}
    high = min(grid.h, highest)
    grid = Box(grid.x, grid.y + (grid.h - high) // 2, grid.w, high)
    rows = grid.rows(ROWS, gutter)
    cells = [cell for row in rows for cell in row.columns(COLUMNS, gutter)]
    shown = view.cells or (0,) * len(cells)
    for place, row in enumerate(rows):
        if set(view.ringed) & set(shown[place * COLUMNS : (place + 1) * COLUMNS]):
            parts.panel(surface, row.inset(-gutter, -gutter // 2), theme.WHITE, unit)
    newest = view.called[-1] if view.called else 0
    for cell, ball in zip(cells, shown, strict=True):
        mark = words.missing if ball in view.missing else ""
        _cell(surface, cell, unit, ball, _Cell(order.get(ball), ball == newest, mark), words)


@dataclass(frozen=True, slots=True)
class _Cell:
    """How a number of a card stands: its place in the extraction, whether it came last, what it lacks."""

    place: int | None
    newest: bool
    missing: str


def _cell(surface: pygame.Surface, cell: Box, unit: float, ball: int, mark: _Cell, words: Words) -> None:
    """Draw one cell: blank, quiet, lit with the place of its ball in the extraction, or marked as missing."""
    place = mark.place
    if not ball:
        parts.panel(surface, cell, theme.GROUND, unit)
        return
    fill = theme.CARD if place is None else theme.NEWEST if mark.newest else theme.LIT
    if mark.missing:
        parts.panel(surface, cell, theme.WHITE, unit)
        inset = round(6 * unit)
        fill, cell = theme.VERDICTS["bad"].fill, cell.inset(inset, inset)
    elif mark.newest:
        inset = round(6 * unit)
        parts.panel(surface, cell, theme.LIT, unit)
        cell = cell.inset(inset, inset)
    parts.panel(surface, cell, fill, unit)
    lower = round(cell.h * 0.28)
    whole = Box(cell.x, cell.y + round(cell.h * 0.06), cell.w, cell.h - lower)
    cap = round(min(cell.h * 0.46, cell.w * 0.5))
    face, ink = (Face.NUMBER, theme.TEXT) if place is None else (Face.HEAVY_NUMBER, theme.BLACK)
    ink = theme.VERDICTS["bad"].ink if mark.missing else ink
    write(surface, whole, str(ball), Style(face, cap, ink, "centre"))
    said = words.order.format(place) if place is not None else mark.missing
    if said:
        foot = Box(cell.x, cell.bottom - lower, cell.w, lower).inset(round(6 * unit), 0)
        cap = round(min(24 * unit, lower * 0.6))
        write(surface, foot, said, Style(Face.LABEL, cap, ink, "centre"))


def _verdict(surface: pygame.Surface, box: Box, unit: float, view: CheckView, words: Words) -> None:
    """Draw what was sung and the verdict: a colour, a sign, a word and every reason."""
    tone = theme.TONES["win"] if view.shout else theme.VERDICTS[view.verdict]
    parts.panel(surface, box, tone.fill, unit)
    inner = box.inset(round(28 * unit), round(18 * unit))
    if view.shout:
        _won(surface, inner, unit, view, tone, words)
        return
    if inner.w > _FLAT * inner.h:
        _flat_verdict(surface, inner, unit, view, words, tone)
        return
    sung = Box(inner.x, inner.y, inner.w, round(60 * unit))
    write(surface, sung, view.claim, Style(Face.WORD, round(38 * unit), tone.ink))
    rest = Box(inner.x, sung.bottom, inner.w, inner.bottom - sung.bottom)
    said = Style(Face.WORD, round(64 * unit), tone.ink, smallest=0.3)
    reasons = Style(Face.LABEL, round(34 * unit), tone.ink)
    if rest.h > 0.8 * rest.w:
        side = round(min(rest.w * 0.45, rest.h * (0.3 if view.reasons else 0.4)))
        top = rest.y + round(rest.h * (0.04 if view.reasons else 0.14))
        _sign(surface, Box(rest.x + (rest.w - side) // 2, top, side, side), tone)
        place = Box(rest.x, top + side + round(16 * unit), rest.w, round(110 * unit))
        said = replace(said, align="centre")
    else:
        large = max(1.0, min(1.8, rest.h / unit / 260))
        said = replace(said, cap=round(64 * unit * large))
        side = round(min(96 * unit * large, rest.h * (0.4 if view.reasons else 0.6)))
        tall = height_of(view.reasons, reasons, rest) + round(14 * unit) if view.reasons else 0
        top = rest.y + max(0, rest.h - side - tall) // 2
        _sign(surface, Box(rest.x, top, side, side), tone)
        start = rest.x + side + round(22 * unit)
        place = Box(start, top, rest.right - start, side)
    write(surface, place, view.said or words.checking, said)
    room = Box(rest.x, place.bottom + round(14 * unit), rest.w, rest.bottom - place.bottom - round(14 * unit))
    if view.reasons and room.h > 0:
        write_lines(surface, room, view.reasons, reasons)


def _won(surface: pygame.Surface, box: Box, unit: float, view: CheckView, tone: Tone, words: Words) -> None:
    """Draw what a good card won: the shout over the amount, and every winner with its part."""
    if box.w > _FLAT * box.h:
        told, amount = box.columns(2, round(28 * unit))
        shout, cards = _stacked(told, 0.66, 0)
    else:
        tall = round(box.h * (0.36 if len(view.winners) < FEW else 0.24))
        shout, amount = Box(box.x, box.y, box.w, tall), Box(box.x, box.y + tall, box.w, tall)
        cards = Box(box.x, amount.bottom, box.w, box.bottom - amount.bottom)
    said = Style(Face.HEAVY_NUMBER, round(min(210 * unit, shout.h * 0.66)), tone.ink, smallest=0.2)
    write(surface, shout, view.shout, said)
    won = Style(Face.NUMBER, round(min(150 * unit, amount.h * 0.6)), tone.ink, smallest=0.2)
    write(surface, amount, view.amount, won)
    if cards.h < LEAST_ROW * unit * len(view.winners):
        write(
            surface, cards, _said(view, words)[2], Style(Face.WORD, round(34 * unit), tone.ink, smallest=0.5)
        )
        return
    rows = cards.rows(max(len(view.winners), 1), 0)
    for place, winner in zip(rows, view.winners, strict=False):
        cap = round(min(34 * unit, place.h * 0.5))
        name, part = place.columns(2, round(16 * unit))
        title = f"{winner.prize} · {words.card} {winner.card}"
        write(surface, name, title, Style(Face.WORD, cap, tone.ink, smallest=0.4))
        write(surface, part, winner.amount, Style(Face.NUMBER, cap, tone.ink, "right", parts.AMOUNT))


def _flat_verdict(
    surface: pygame.Surface, box: Box, unit: float, view: CheckView, words: Words, tone: Tone
) -> None:
    """Draw the same into a box with little height: the reasons beside the verdict."""
    if view.reasons:
        box, reasons = box.columns(2, round(28 * unit))
        write_lines(surface, reasons, view.reasons, Style(Face.LABEL, round(34 * unit), tone.ink))
    side = round(box.h * 0.8)
    _sign(surface, Box(box.x, box.y + (box.h - side) // 2, side, side), tone)
    start = box.x + side + round(26 * unit)
    sung, said = _stacked(Box(start, box.y, box.right - start, box.h), 0.4, 0)
    caps = round(min(34 * unit, sung.h * 0.55)), round(min(62 * unit, said.h * 0.66))
    write(surface, sung, view.claim, Style(Face.WORD, caps[0], tone.ink))
    style = Style(Face.WORD, caps[1], tone.ink, smallest=0.3)
    write(surface, said, view.said or words.checking, style)


def _sign(surface: pygame.Surface, box: Box, tone: Tone) -> None:
    surface.blit(shapes.sign(tone.sign, box.w, tone.ink, tone.fill), box)


def _aside(
    surface: pygame.Surface, box: Box, page: PageLayout, view: CheckView, words: Words, t: float | None
) -> None:
    """Draw the time left to sing, and the other cards of this stop."""
    unit = page.unit
    if view.closes_in is not None:
        title, value = words.sing_now, parts.clock(view.closes_in)
        if box.h - round(84 * unit) - page.gap < _least_list(unit) or not view.queue:
            if box.w > _FLAT * box.h:
                parts.fact(surface, box, unit, title, value)
                return
            inner = parts.titled(surface, box, title, unit)
            cap = round(min(120 * unit, inner.h * 0.6))
            write(surface, inner, value, Style(Face.NUMBER, cap, theme.LIT, "centre"))
            return
        top = Box(box.x, box.y, box.w, round(84 * unit))
        parts.fact(surface, top, unit, title, value)
        box = Box(box.x, top.bottom + page.gap, box.w, box.bottom - top.bottom - page.gap)
    if box.h < _least_list(unit):
        return  # a verdict with every reason comes before the other cards
    rows = (box.h - round(80 * unit)) // round(44 * unit)
    shown = parts.paged(len(view.queue), rows, t)
    inner = parts.titled(surface, box, words.others, unit, words.part(shown, len(view.queue)))
    for place, number in zip(inner.rows(rows, round(6 * unit)), shown, strict=False):
        _other(surface, place, unit, view.queue[number], words)


def _least_list(unit: float) -> int:
    """Return the height of a list of one card, in pixels."""
    return round(80 * unit) + round(44 * unit)


def _other(surface: pygame.Surface, box: Box, unit: float, other: CheckedCard, words: Words) -> None:
    """Draw another card of this stop with its verdict."""
    side = min(round(34 * unit), box.h)
    sign = shapes.sign(theme.VERDICTS[other.verdict].sign, side, theme.TEXT, theme.PANEL)
    surface.blit(sign, (box.x, box.y + (box.h - side) // 2))
    start = box.x + side + round(16 * unit)
    wide = round((box.right - start) * 0.58)
    name = Box(start, box.y, wide, box.h)
    said = Box(name.right + round(12 * unit), box.y, box.right - name.right - round(12 * unit), box.h)
    title = f"{words.card} {other.card} · {other.series}"
    cap = min(round(28 * unit), round(box.h * 0.7))
    write(surface, name, title, Style(Face.WORD, cap, theme.TEXT, smallest=0.3))
    write(surface, said, other.said, Style(Face.LABEL, cap, theme.LIT, "right", 0.3))
