"""A baccarat table: both hands with their cards large, the five roads, counts and limits (BA-22, 54).

Not responsible for which card may be shown, nor for what a round came to.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from displays import card_words, parts, playing_cards, road_marks
from displays.canvas import Canvas
from displays.card_words import CHINESE, ENGLISH
from displays.layout import Box
from displays.screens import table
from displays.text import Face, Style, together, width_of, write
from displays.theme import ATTENTION, BLACK, WHITE
from displays.views.cards import DEPTH, CardsView, HandShown, RoadCell, RoadMark

_HANDS: Final = 0.43  # of the height: both hands
_ASIDE: Final = 0.235  # of the width: counts and limits
_POINTS: Final = 0.2  # of a hand's width: its points
_TITLE: Final = 62  # the height of a hand's title, in units of the design
_LAST: Final = 66  # the height of the band of the last round
_NAMED: Final = 34  # the height of a road's name
_UPPER: Final = 0.62  # of the height of the roads: bead plate and big road over the derived ones
_SIDES: Final = ("player", "banker")


def draw(canvas: Canvas, view: CardsView) -> None:
    """Draw the table."""
    own = card_words.LANGUAGES[view.language]
    canvas = replace(canvas, words=replace(canvas.words, game=own.round, limits=own.limits))
    page = parts.page(canvas, view)
    body, gap = page.body, page.gap
    if view.last:
        body = _last_round(canvas, body, view)
    if page.portrait:
        hands, below = table.page_rows(body, 0.36, gap)
        roads, aside = table.page_rows(below, 0.74, gap)
        counts, limits = table.page_columns(aside, 0.46, gap)
    else:
        hands, below = table.page_rows(body, _HANDS, gap)
        roads, aside = table.page_columns(below, 1 - _ASIDE, gap)
        counts, limits = table.page_rows(aside, 0.5, gap)
    places = hands.rows(2, gap) if page.portrait else hands.columns(2, gap)
    for box, side in zip(places, _SIDES, strict=True):
        _hand(canvas, box, view, side, mirrored=side == "player" and not page.portrait)
    _roads(canvas, roads, view, page.portrait)
    _counts(canvas, counts, view)
    _limits(canvas, limits, view)


def _last_round(canvas: Canvas, body: Box, view: CardsView) -> Box:
    """Draw that this round or the next one is the last of the shoe (BA-14); return what is left."""
    tall = round(_LAST * canvas.unit)
    band = Box(body.x, body.y, body.w, tall)
    parts.panel(canvas, band, ATTENTION)
    style = Style(Face.WORD, round(38 * canvas.unit), BLACK, "centre", 0.4)
    write(canvas.surface, band.inset(round(20 * canvas.unit), 0), view.last, style)
    used = tall + round(14 * canvas.unit)
    return Box(body.x, body.y + used, body.w, body.h - used)


def _name(view: CardsView, field: str) -> str:
    """Return a word in the hall's language, in English and in Chinese, each once."""
    words = (card_words.LANGUAGES[view.language], ENGLISH, CHINESE)
    return "  ".join(dict.fromkeys(getattr(each, field) for each in words))


def _hand(canvas: Canvas, box: Box, view: CardsView, side: str, mirrored: bool) -> None:
    """Draw a hand: its name, its points and cards, and a bright frame where it has won.

    Beside each other the hands are mirrored, so that the points of both stand in the middle.
    """
    unit, hand = canvas.unit, view.player if side == "player" else view.banker
    tie, edge = view.result == "tie", round(9 * unit)
    ink = road_marks.ink_of(view.result if tie else side)
    parts.panel(canvas, box, ink if tie or view.result == side else canvas.theme.panel)
    inside = box.inset(edge, edge)
    parts.panel(canvas, inside, canvas.theme.panel)
    title = Box(inside.x, inside.y, inside.w, round(_TITLE * unit))
    _title_of_hand(canvas, title, view, side, mirrored)
    room = Box(inside.x, title.bottom, inside.w, inside.bottom - title.bottom)
    room, gap = room.inset(round(22 * unit), round(18 * unit)), round(14 * unit)
    if mirrored:
        cards, points = table.page_columns(room, 1 - _POINTS, gap)
    else:
        points, cards = table.page_columns(room, _POINTS, gap)
    if hand.total is not None:
        cap = round(min(points.h * 0.62, points.w * 0.95))
        write(canvas.surface, points, str(hand.total), Style(Face.HEAVY_NUMBER, cap, WHITE, "centre", 0.2))
    _cards(canvas, cards, hand, mirrored)


def _title_of_hand(canvas: Canvas, box: Box, view: CardsView, side: str, mirrored: bool) -> None:
    """Draw the name of a hand on its colour, and at its other end what is said of it."""
    unit, hand = canvas.unit, view.player if side == "player" else view.banker
    parts.panel(canvas, box, road_marks.ground_of(side))
    wide, high = canvas.surface.get_size()
    named, left = box.inset(round(24 * unit), 0), mirrored or high > wide
    one, other = table.page_columns(named, 0.6 if left else 0.4, 0)
    name, rest = (one, other) if left else (other, one)
    title = Style(Face.WORD, round(34 * unit), WHITE, "left" if left else "right", 0.4)
    beside = Style(Face.WORD, round(28 * unit), WHITE, "right" if left else "left", 0.3)
    write(canvas.surface, name, _name(view, side), title)
    write(canvas.surface, rest, _badges(view, hand, side), beside)


def _badges(view: CardsView, hand: HandShown, side: str) -> str:
    """Return what is said of a hand beside its name: its pair, and a natural."""
    natural = view.natural and len(hand.cards) == 2 and hand.total is not None and hand.total > 7
    words = card_words.LANGUAGES[view.language]
    named = [(hand.pair, f"{side}_pair"), (natural, "natural")]
    return "  ·  ".join(
        f"{getattr(words, field)} {getattr(CHINESE, field)}" for there, field in named if there
    )


def _cards(canvas: Canvas, box: Box, hand: HandShown, mirrored: bool) -> None:
    """Draw the cards of a hand: the first two towards the middle, the third outside."""
    gap = round(16 * canvas.unit)
    high = min(box.h, round((box.w - 2 * gap) / 3 / playing_cards.RATIO))
    wide = round(high * playing_cards.RATIO)
    start = box.right - 3 * wide - 2 * gap if mirrored else box.x
    places = [Box(start + at * (wide + gap), box.y + (box.h - high) // 2, wide, high) for at in range(3)]
    order = (1, 2, 0) if mirrored else (0, 1, 2)
    line = max(1, round(2 * canvas.unit))
    for at, slot in enumerate(order):
        place = places[slot]
        if at < len(hand.cards):
            playing_cards.draw(canvas.surface, place, hand.cards[at])
        elif at < 2:
            radius = round(high * 0.05)
            pygame.draw.rect(canvas.surface, canvas.theme.rule, place, line, border_radius=radius)


def _roads(canvas: Canvas, box: Box, view: CardsView, portrait: bool) -> None:
    """Draw the five roads; each shows its newest columns."""
    gap = round(14 * canvas.unit)
    if portrait:
        upper, lower = table.page_rows(box, 0.8, gap)
        beads, big = table.page_rows(upper, 0.46, gap)
    else:
        upper, lower = table.page_rows(box, _UPPER, gap)
        beads, second, third = upper.columns(3, gap)
        big = Box(second.x, second.y, third.right - second.x, second.h)
    _beads(canvas, _titled(canvas, beads, _name(view, "bead")), view)
    _big(canvas, _titled(canvas, big, _name(view, "big")), view)
    roads = (("eye", view.eye), ("small", view.small), ("cockroach", view.cockroach))
    for place, (road, marks) in zip(lower.columns(3, gap), roads, strict=True):
        _derived(canvas, _titled(canvas, place, _name(view, road)), road, marks)


def _titled(canvas: Canvas, box: Box, title: str) -> Box:
    """Draw a road's panel and its name; return the room of its cells."""
    parts.panel(canvas, box, canvas.theme.panel)
    inner = box.inset(round(12 * canvas.unit), round(8 * canvas.unit))
    tall = round(_NAMED * canvas.unit)
    style = Style(Face.LABEL, round(19 * canvas.unit), canvas.theme.label, smallest=0.5)
    write(canvas.surface, Box(inner.x, inner.y, inner.w, tall), title, style)
    return Box(inner.x, inner.y + tall, inner.w, inner.h - tall)


def _grid(canvas: Canvas, box: Box, last: int) -> tuple[list[list[Box]], int]:
    """Draw the lines of a road; return its cells, column by column, and which column is the first."""
    side = max(1, box.h // DEPTH)
    count = max(1, box.w // side)
    line, top = max(1, round(canvas.unit)), box.y + (box.h - DEPTH * side) // 2
    rule = canvas.theme.card
    for at in range(count + 1):
        canvas.surface.fill(rule, (box.x + at * side, top, line, DEPTH * side))
    for at in range(DEPTH + 1):
        canvas.surface.fill(rule, (box.x, top + at * side, count * side, line))
    cells = [
        [Box(box.x + column * side, top + row * side, side, side) for row in range(DEPTH)]
        for column in range(count)
    ]
    return cells, max(0, last + 1 - count)


def _blit(canvas: Canvas, place: Box, mark: pygame.Surface) -> None:
    canvas.surface.blit(mark, mark.get_rect(center=place.centre))


def _beads(canvas: Canvas, box: Box, view: CardsView) -> None:
    cells, first = _grid(canvas, box, (len(view.rounds) - 1) // DEPTH)
    for at, each in enumerate(view.rounds):
        column, row = divmod(at, DEPTH)
        if column >= first:
            place = cells[column - first][row]
            mark = road_marks.bead(each.result, each.player_pair, each.banker_pair, place.w - 1)
            _blit(canvas, place, mark)


def _newest(cells: Sequence[RoadCell | RoadMark]) -> int:
    return max((each.column for each in cells), default=-1)


def _big(canvas: Canvas, box: Box, view: CardsView) -> None:
    cells, first = _grid(canvas, box, _newest(view.big))
    for each in view.big:
        if each.column >= first:
            place, won = cells[each.column - first][each.row], view.rounds[each.round]
            pairs = won.player_pair, won.banker_pair
            _blit(canvas, place, road_marks.win(won.result, *pairs, each.ties, place.w - 1))
    if view.ties:
        _blit(canvas, cells[0][0], road_marks.win("", False, False, view.ties, cells[0][0].w - 1))


def _derived(canvas: Canvas, box: Box, road: str, marks: Sequence[RoadMark]) -> None:
    cells, first = _grid(canvas, box, _newest(marks))
    for each in marks:
        if each.column >= first:
            place = cells[each.column - first][each.row]
            _blit(canvas, place, road_marks.step(road, each.red, place.w - 1))


def _limits(canvas: Canvas, box: Box, view: CardsView) -> None:
    """Draw what each kind of bet takes and pays, all in letters of one size (BA-54)."""
    inner = _titled(
        canvas, box, f"{card_words.LANGUAGES[view.language].limits}  {CHINESE.limits}  {view.currency}"
    )
    if not view.limits:
        return
    rows, gap = inner.rows(len(view.limits), 0), round(16 * canvas.unit)
    cap = round(min(30 * canvas.unit, rows[0].h * 0.56))
    looks = (
        Style(Face.LABEL, cap, canvas.theme.label, smallest=0.3),
        Style(Face.WORD, cap, canvas.theme.text, "right", 0.3),
        Style(Face.WORD, cap, canvas.theme.lit, "right", 0.3),
    )
    told = [[(line.name, line.taken, line.pays)[part] for line in view.limits] for part in range(3)]
    widest = [max(width_of(text, look) for text in texts) for texts, look in zip(told, looks, strict=True)]
    share = min(1.0, (inner.w - 2 * gap) / sum(widest))
    start = inner.x
    for part, (texts, look) in enumerate(zip(told, looks, strict=True)):
        wide = inner.right - start if part == 2 else round(widest[part] * share)
        if part == 1:
            wide = inner.right - start - gap - round(widest[2] * share)
        fitted = replace(look, cap=max(1, int(cap * share)))
        for row, text in zip(rows, texts, strict=True):
            write(canvas.surface, Box(start, row.y, wide, row.h), text, fitted)
        start += wide + gap


def _counts(canvas: Canvas, box: Box, view: CardsView) -> None:
    """Draw how often each result and pair came in this shoe."""
    own = card_words.LANGUAGES[view.language]
    inner = _titled(canvas, box, f"{own.rounds}  {ENGLISH.rounds}  {CHINESE.rounds}  {len(view.rounds)}")
    fields = ("banker", "player", "tie", "banker_pair", "player_pair")
    player, banker, tie, player_pair, banker_pair = view.counts
    values = dict(zip(fields, (banker, player, tie, banker_pair, player_pair), strict=True))
    rows = inner.rows(len(fields), 0)
    cap = round(min(30 * canvas.unit, rows[0].h * 0.56))
    texts = [f"{getattr(own, field)} {getattr(CHINESE, field)}" for field in fields]
    dot = round(cap * 1.1)
    room = [row.w - round(90 * canvas.unit) - dot for row in rows]
    style = together(texts, Style(Face.WORD, cap, canvas.theme.text, smallest=0.3), room)
    number = Style(Face.NUMBER, cap, canvas.theme.text, "right", 0.3)
    for row, field, text in zip(rows, fields, texts, strict=True):
        result = field.removesuffix("_pair")
        mark = Box(row.x, row.y, dot, row.h)
        radius = dot * (0.24 if field.endswith("_pair") else 0.42)
        pygame.draw.circle(canvas.surface, road_marks.ink_of(result), mark.centre, radius)
        write(canvas.surface, Box(mark.right + dot // 2, row.y, row.w - dot, row.h), text, style)
        write(canvas.surface, row, str(values[field]), number)
