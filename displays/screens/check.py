"""The check: the matrix card of a sung card before the whole room, lit ball by ball (AJ-94, 95, 100).

Not responsible for the verdict.
"""

from dataclasses import dataclass, replace

import pygame

from displays import celebration, parts, shapes
from displays.canvas import Canvas
from displays.figures import time_left
from displays.layout import Box, PageLayout
from displays.screens import cctv, matrix
from displays.text import Face, Style, height_of, together, width_of, write, write_lines
from displays.theme import Tone
from displays.views import CheckedCard, CheckView
from displays.words import Words

_CARD = 0.63  # of the width
_HIGH_CARD = 0.58  # of the height of an upright screen, where a card has more than those rows
_NARROW_CARD = 0.68  # the same where the screen is nearly square
_SHARED = 0.42  # the same where several won: each of them is read from a seat, with its part
OTHERS = 132  # units of the design that a list of one other card needs beside them, or
CLOCK = 92  # the time left alone
ROW = 52  # the least height of a winner's line, in units of the design
_FLAT = 4  # times as wide as high: the texts then stand side by side


def draw(
    canvas: Canvas,
    view: CheckView,
    t: float | None = None,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
) -> None:
    """Draw the check.

    Args:
        canvas: What is drawn on.
        view: What to show.
        t: Seconds since the card was checked, for what is celebrated; None draws what stands at the end.
        frame: The desk camera's newest picture, for a view that shows it; None where none arrives.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    area, strip = page.with_strip(len(view.prizes), parts.called_size(view))
    parts.strip(canvas, strip, view, shown=shown)
    if t is not None and celebration.celebrating(view.celebrated, t):
        celebration.draw(canvas, area, _said(view, canvas.words), t)
        return
    places = _places(page, area, view)
    _card(canvas, places.card, page, view)
    if places.original is not None:
        _original(canvas, places.original, frame)
    _verdict(canvas, places.verdict, view, celebration.after(view.celebrated, t))
    if places.aside is not None:
        _aside(canvas, places.aside, page, view, celebration.after(view.celebrated, t))


def _others(view: CheckView) -> list[CheckedCard]:
    """Return the other cards of this stop that did not win: those that did stand with their part."""
    won = {(winner.card, winner.series) for winner in view.winners}
    return [other for other in view.queue if (other.card, other.series) not in won]


def redraw(canvas: Canvas, view: CheckView, t: float, frame: pygame.Surface | None) -> tuple[Box, ...]:
    """Draw what moves onto a screen of this view: the celebration, or the original; return where."""
    page = PageLayout.of(canvas.surface.get_size(), view.simulated)
    area, _ = page.with_strip(len(view.prizes), parts.called_size(view))
    if celebration.celebrating(view.celebrated, t):
        celebration.draw(canvas, area, _said(view, canvas.words), t)
        return (area,)
    original = _places(page, area, view).original
    if original is None:
        return ()
    _original(canvas, original, frame)
    return (original,)


def _said(view: CheckView, words: Words) -> tuple[str, str, str]:
    """Return what is shouted, for how much, and who won it: every card of a split."""
    cards = dict.fromkeys((winner.card, winner.series) for winner in view.winners)
    named = " · ".join(str(card) for card, _ in cards)
    series = " / ".join(dict.fromkeys(series for _, series in cards))
    return (
        view.shout,
        view.amount,
        f"{words.card if len(cards) == 1 else words.cards} {named} · {series}",
    )


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the matrix card, the original (if shown), the verdict and what there is beside it stand."""

    card: Box
    original: Box | None
    verdict: Box
    aside: Box | None


def _places(page: PageLayout, area: Box, view: CheckView) -> _Places:
    others = _others(view)
    asided = bool(others) or view.closes_in is not None
    if not view.original:
        card, told = page.split(area, _card_share(page, area, view))
        if not asided:
            return _Places(card, None, told, None)
        both = bool(others) and view.closes_in is not None
        share = 0.6 if view.reasons else (0.45 if both else 0.68) if view.shout else 0.32
        share = 0.62 if page.portrait and view.shout and not both else share
        if len(view.winners) > 1:
            share = 1 - ((OTHERS if others else CLOCK) * page.unit + page.gap) / told.h
        verdict, aside = _stacked(told, share, page.gap)
        return _Places(card, None, verdict, aside)
    above, told = _stacked(area, (0.66 if view.reasons else 0.77) if page.portrait else 0.7, page.gap)
    card, original = page.split(above, 0.45 if page.portrait else _CARD)
    if not asided:
        return _Places(card, original, told, None)
    wide = round((told.w - page.gap) * (0.5 if page.portrait else _CARD))
    aside = Box(told.x + wide + page.gap, told.y, told.w - wide - page.gap, told.h)
    return _Places(card, original, Box(told.x, told.y, wide, told.h), aside)


def _card_share(page: PageLayout, area: Box, view: CheckView) -> float:
    """Return the matrix card's share of its area: on an upright screen no more than its cells fill."""
    if not page.portrait and len(view.winners) > 1:
        return _SHARED
    if not page.portrait:
        return _CARD if area.w > 1.9 * area.h else _NARROW_CARD
    cells = view.rows * matrix.TALLEST * area.w / view.columns
    return min(0.42 if view.rows <= matrix.FLAT_ROWS else _HIGH_CARD, (cells + 160 * page.unit) / area.h)


def _stacked(box: Box, share: float, gap: int) -> tuple[Box, Box]:
    """Return a box's upper part, of that share of its height, and the rest of it."""
    tall = round(box.h * share)
    return Box(box.x, box.y, box.w, tall), Box(box.x, box.y + tall + gap, box.w, box.h - tall - gap)


def _original(canvas: Canvas, box: Box, frame: pygame.Surface | None) -> None:
    """Draw the desk camera's picture of the original card (AJ-95)."""
    canvas.surface.fill(canvas.theme.ground, box)  # under its round corners as well, which would darken else
    inner = parts.titled(canvas, box, canvas.words.original)
    cctv.whole(canvas, inner, frame, canvas.words.no_original)


def _card(canvas: Canvas, box: Box, page: PageLayout, view: CheckView) -> None:
    """Draw the card: number and series above, its cells below."""
    unit = page.unit
    parts.panel(canvas, box, canvas.theme.panel)
    inner = box.inset(round(24 * unit), round(18 * unit))
    gutter = round(10 * unit)
    across = (inner.w - (view.columns - 1) * gutter) / view.columns
    over = matrix.HEAD if matrix.over_columns(view) else 0
    highest = round((view.rows + over) * matrix.TALLEST * across) + (view.rows - 1) * gutter
    # What cells of a card's own shape leave of a high panel goes to its number.
    title = min(max(96 * unit, inner.h - highest - 30 * unit), 190 * unit)
    large = title / 96 / unit
    top = Box(inner.x, inner.y, inner.w, round(title))
    number, series = top.columns(2, round(24 * unit))
    if view.card is not None:
        named = f"{canvas.words.card} {view.card}"
        write(
            canvas.surface,
            number,
            named,
            Style(Face.WORD, round(60 * unit * large), canvas.theme.text, smallest=0.3),
        )
        named = f"{canvas.words.series} {view.series}"
        write(
            canvas.surface,
            series,
            named,
            Style(Face.WORD, round(46 * unit * large), canvas.theme.label, "right", 0.3),
        )
    else:
        write(
            canvas.surface, top, canvas.words.awaited, Style(Face.LABEL, round(40 * unit), canvas.theme.label)
        )
    grid = Box(inner.x, top.bottom + round(10 * unit), inner.w, inner.bottom - top.bottom - round(10 * unit))
    matrix.cells(canvas, matrix.middle(grid, min(grid.h, highest), view), view, gutter)


def _verdict(canvas: Canvas, box: Box, view: CheckView, t: float | None) -> None:
    """Draw what was sung and the verdict: a colour, a sign, a word and every reason."""
    tone = canvas.theme.tone("win") if view.shout else canvas.theme.verdict(view.verdict)
    parts.panel(canvas, box, tone.fill)
    inner = box.inset(round(28 * canvas.unit), round(18 * canvas.unit))
    if view.shout:
        _won(canvas, inner, view, tone, t)
        return
    if inner.w > _FLAT * inner.h:
        _flat_verdict(canvas, inner, view, tone)
        return
    sung = Box(inner.x, inner.y, inner.w, round(60 * canvas.unit))
    write(canvas.surface, sung, view.claim, Style(Face.WORD, round(38 * canvas.unit), tone.ink))
    rest = Box(inner.x, sung.bottom, inner.w, inner.bottom - sung.bottom)
    said = Style(Face.WORD, round(64 * canvas.unit), tone.ink, smallest=0.3)
    reasons = Style(Face.LABEL, round(34 * canvas.unit), tone.ink)
    if rest.h > 0.8 * rest.w:
        side = round(min(rest.w * 0.45, rest.h * (0.3 if view.reasons else 0.4)))
        top = rest.y + round(rest.h * (0.04 if view.reasons else 0.14))
        _sign(canvas, Box(rest.x + (rest.w - side) // 2, top, side, side), tone)
        place = Box(rest.x, top + side + round(16 * canvas.unit), rest.w, round(110 * canvas.unit))
        said = replace(said, align="centre")
    else:
        large = max(1.0, min(1.8, rest.h / canvas.unit / 260))
        said = replace(said, cap=round(64 * canvas.unit * large))
        side = round(min(96 * canvas.unit * large, rest.h * (0.4 if view.reasons else 0.6)))
        tall = height_of(view.reasons, reasons, rest) + round(14 * canvas.unit) if view.reasons else 0
        top = rest.y + max(0, rest.h - side - tall) // 2
        _sign(canvas, Box(rest.x, top, side, side), tone)
        start = rest.x + side + round(22 * canvas.unit)
        place = Box(start, top, rest.right - start, side)
    write(canvas.surface, place, view.said or canvas.words.checking, said)
    room = Box(
        rest.x,
        place.bottom + round(14 * canvas.unit),
        rest.w,
        rest.bottom - place.bottom - round(14 * canvas.unit),
    )
    if view.reasons and room.h > 0:
        write_lines(canvas.surface, room, view.reasons, reasons)


def _won(canvas: Canvas, box: Box, view: CheckView, tone: Tone, t: float | None) -> None:
    """Draw what a good card won: the shout over the amount; of several, every winner with its part."""
    flat = box.w > _FLAT * box.h
    if len(view.winners) < 2 or flat:
        shout, amount = box.columns(2, round(28 * canvas.unit)) if flat else _stacked(box, 0.5, 0)
    else:
        banner, rest = _stacked(box, 0.24, round(10 * canvas.unit))
        shout, amount = banner.columns(2, round(28 * canvas.unit))
        _parts(canvas, rest, view, tone, t)
    said = Style(Face.HEAVY_NUMBER, round(min(210 * canvas.unit, shout.h * 0.66)), tone.ink, smallest=0.2)
    write(canvas.surface, shout, view.shout, said)
    align = "right" if amount.y == shout.y else "left"
    won = Style(Face.NUMBER, round(min(150 * canvas.unit, amount.h * 0.6)), tone.ink, align, smallest=0.2)
    write(canvas.surface, amount, view.amount, won)


def _parts(canvas: Canvas, box: Box, view: CheckView, tone: Tone, t: float | None) -> None:
    """Draw every winner with its part, all in letters of one size; more than have room turn pages."""
    rows, foot = max(1, box.h // round(ROW * canvas.unit)), round(34 * canvas.unit)
    columns = 1 if rows >= len(view.winners) else 2
    if rows * columns < len(view.winners):
        box, part = _stacked(box, 1 - foot / box.h, 0)
        rows = max(1, box.h // round(ROW * canvas.unit))
        turned = canvas.words.part(parts.paged(len(view.winners), rows * columns, t), len(view.winners))
        write(canvas.surface, part, turned, Style(Face.WORD, foot, tone.ink, "right", 0.5))
    shown = parts.paged(len(view.winners), rows * columns, t)
    winners = [view.winners[number] for number in shown]
    rows = min(rows, max(2, -(-len(winners) // columns)))
    places = [place for row in box.rows(rows, 0) for place in row.columns(columns, round(36 * canvas.unit))]
    several = len({winner.prize for winner in view.winners}) > 1
    titles = [f"{canvas.words.card} {winner.card}" for winner in winners]
    if several:
        titles = [f"{winner.prize} · {title}" for winner, title in zip(winners, titles, strict=True)]
    amounts = [winner.amount for winner in winners]
    cap, gap = round(min(60 * canvas.unit, places[0].h * 0.56)), round(20 * canvas.unit)
    number = Style(Face.NUMBER, cap, tone.ink, "right", parts.AMOUNT)
    number = together(amounts, number, [places[0].w // 2] * len(winners))
    room = places[0].w - max(width_of(amount, number) for amount in amounts) - gap
    name = together(titles, Style(Face.WORD, cap, tone.ink, smallest=0.4), [room] * len(winners))
    for place, title, amount in zip(places, titles, amounts, strict=False):
        write(canvas.surface, Box(place.x, place.y, room, place.h), title, name)
        write(canvas.surface, place, amount, number)


def _flat_verdict(canvas: Canvas, box: Box, view: CheckView, tone: Tone) -> None:
    """Draw the same into a box with little height: the reasons beside the verdict."""
    if view.reasons:
        box, reasons = box.columns(2, round(28 * canvas.unit))
        write_lines(
            canvas.surface, reasons, view.reasons, Style(Face.LABEL, round(34 * canvas.unit), tone.ink)
        )
    side = round(box.h * 0.8)
    _sign(canvas, Box(box.x, box.y + (box.h - side) // 2, side, side), tone)
    start = box.x + side + round(26 * canvas.unit)
    sung, said = _stacked(Box(start, box.y, box.right - start, box.h), 0.4, 0)
    caps = round(min(34 * canvas.unit, sung.h * 0.55)), round(min(62 * canvas.unit, said.h * 0.66))
    write(canvas.surface, sung, view.claim, Style(Face.WORD, caps[0], tone.ink))
    style = Style(Face.WORD, caps[1], tone.ink, smallest=0.3)
    write(canvas.surface, said, view.said or canvas.words.checking, style)


def _sign(canvas: Canvas, box: Box, tone: Tone) -> None:
    canvas.surface.blit(shapes.sign(tone.sign, box.w, tone.ink, tone.fill), box)


def _aside(canvas: Canvas, box: Box, page: PageLayout, view: CheckView, t: float | None) -> None:
    """Draw the time left to sing, and the other cards of this stop that did not win."""
    unit, others = page.unit, _others(view)
    if view.closes_in is not None and others and box.w > _FLAT * box.h >= _FLAT * _least_list(unit):
        clock = Box(box.x, box.y, round(box.w * 0.38), box.h)
        time_left(canvas, clock, view.closes_in)
        box = Box(clock.right + page.gap, box.y, box.right - clock.right - page.gap, box.h)
    elif view.closes_in is not None:
        if box.h - round(84 * unit) - page.gap < _least_list(unit) or not others:
            time_left(canvas, box, view.closes_in)
            return
        top = Box(box.x, box.y, box.w, round(84 * unit))
        time_left(canvas, top, view.closes_in)
        box = Box(box.x, top.bottom + page.gap, box.w, box.bottom - top.bottom - page.gap)
    if box.h < _least_list(unit):
        return  # a verdict with every reason comes before the other cards
    rows = (box.h - round(80 * unit)) // round(44 * unit)
    shown = parts.paged(len(others), rows, t)
    inner = parts.titled(canvas, box, canvas.words.others, canvas.words.part(shown, len(others)))
    for place, number in zip(inner.rows(rows, round(6 * unit)), shown, strict=False):
        _other(canvas, place, others[number])


def _least_list(unit: float) -> int:
    """Return the height of a list of one card, in pixels."""
    return round(80 * unit) + round(44 * unit)


def _other(canvas: Canvas, box: Box, other: CheckedCard) -> None:
    """Draw another card of this stop with its verdict."""
    side = min(round(34 * canvas.unit), box.h)
    sign = shapes.sign(canvas.theme.verdict(other.verdict).sign, side, canvas.theme.text, canvas.theme.panel)
    canvas.surface.blit(sign, (box.x, box.y + (box.h - side) // 2))
    start = box.x + side + round(16 * canvas.unit)
    wide = round((box.right - start) * 0.58)
    name = Box(start, box.y, wide, box.h)
    said = Box(
        name.right + round(12 * canvas.unit), box.y, box.right - name.right - round(12 * canvas.unit), box.h
    )
    title = f"{canvas.words.card} {other.card} · {other.series}"
    cap = min(round(28 * canvas.unit), round(box.h * 0.7))
    write(canvas.surface, name, title, Style(Face.WORD, cap, canvas.theme.text, smallest=0.3))
    write(canvas.surface, said, other.said, Style(Face.LABEL, cap, canvas.theme.lit, "right", 0.3))
