"""What several screens are made of: head, panels, facts, prizes, the ball, the strip of the mandatory fields.

Not responsible for which screen has which of them, nor for places.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pygame

from displays import patterns, practice, shapes, symbols, theme
from displays.canvas import Canvas
from displays.layout import BALL, LISTED, Box, PageLayout, StripLayout
from displays.legibility import DIGITS, LETTERED, amount_height, fact_height, may_stack, stacked_height
from displays.text import Face, Style, clean, figure, fit, together, width_of, write, write_lines
from displays.theme import Colour, Tone
from displays.views import PageView, Pattern, PlayView, PrizeLine

ARRIVAL: Final = 0.4  # seconds in which a ball arrives
SINGLE: Final = 0.46  # the height of a digit alone on a ball, as a share of the ball's
DRAWN: Final = 0.54  # of a ball that its symbol has: its corners keep within the face
LETTER: Final = 0.12  # the height of the letter over the number
SMALL: Final = 0.78  # of its size a ball has as it begins to grow
TURN: Final = 8.0  # seconds until the next page of a list that is longer than its place
TITLE: Final = 44  # the height of a panel's title, in units of the design
COLUMN: Final = 300  # the least width of a column of progressives, in units of the design
POTS: Final = 6  # progressives in a list at a time: more of them turn pages
ALWAYS: Final = 2  # prizes of a game that stand on each page: its line and its bingo
LOGO: Final = (280, 96)  # how wide and high a logo is at most, in units of the design
LONG: Final = 0.68  # of its size below which a notice is larger over two lines
CROWDED: Final = 0.8  # of its size below which an amount of the strip has room taken from others
AMOUNT: Final = 0.2  # how far an amount may shrink, as a share: it is never cut


def arrived(t: float | None) -> float:
    """Return how much of its way a ball has gone, 0 to 1, fast at first; all of it where nothing moves."""
    share = 1.0 if t is None else min(max(t / ARRIVAL, 0.0), 1.0)
    return 1 - (1 - share) ** 3


def page(canvas: Canvas, view: PageView) -> PageLayout:
    """Draw the ground and the head of a page over whatever was there, and return its layout."""
    layout = PageLayout.of(canvas.surface.get_size(), view.simulated)
    canvas.surface.fill(canvas.theme.ground)
    header(canvas, layout, view)
    if layout.simulation is not None:
        practice.band(canvas, layout, layout.simulation, view)
    return layout


def header(canvas: Canvas, layout: PageLayout, view: PageView) -> None:
    """Draw the phase, its notice, the game and the hall."""
    tone = canvas.theme.tone(view.tone)
    canvas.surface.fill(tone.fill, layout.header)
    side = round(84 * layout.unit)
    box = _beside_logo(canvas, layout.headline, view)
    sign = shapes.sign(tone.sign, side, tone.ink, tone.fill)
    canvas.surface.blit(sign, (box.x, box.y + (box.h - side) // 2))
    indent = side + round(28 * layout.unit)
    _headline(canvas, Box(box.x + indent, box.y, box.w - indent, box.h), view, tone)
    _identity(canvas, layout, view, tone)


def _beside_logo(canvas: Canvas, box: Box, view: PageView) -> Box:
    """Draw the hall's logo at the left of the headline's place, if it has come; return what is left of it."""
    logo = canvas.pictures.get(view.logo)
    if logo is None:
        return box
    place = Box(box.x, box.y, round(LOGO[0] * canvas.unit), box.h).inset(
        0, (box.h - round(LOGO[1] * canvas.unit)) // 2
    )
    drawn = fitted(logo, place.w, place.h)
    canvas.surface.blit(drawn, (place.x, place.y + (place.h - drawn.get_height()) // 2))
    used = drawn.get_width() + round(32 * canvas.unit)
    return Box(box.x + used, box.y, box.w - used, box.h)


@lru_cache(maxsize=4)
def fitted(picture: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """Return a picture as large as a place allows, whole and undistorted."""
    wide, high = picture.get_size()
    scale = min(width / wide, height / high)
    return pygame.transform.smoothscale(picture, (max(1, round(wide * scale)), max(1, round(high * scale))))


def _headline(canvas: Canvas, box: Box, view: PageView, tone: Tone) -> None:
    """Write the headline, and under it the notice where there is one, over two lines if it is long."""
    unit = canvas.unit
    if not view.notice:
        write(canvas.surface, box, view.headline, Style(Face.WORD, round(62 * unit), tone.ink))
        return
    style, margin = Style(Face.LABEL, round(25 * unit), tone.ink), round(6 * unit)
    long = fit(clean(view.notice), style, box.w)[1].cap < LONG * style.cap
    upper = round(box.h * (0.5 if long else 0.60))
    title = Style(Face.WORD, round((44 if long else 52) * unit), tone.ink)
    write(canvas.surface, Box(box.x, box.y + margin, box.w, upper), view.headline, title)
    lower = Box(box.x, box.y + upper, box.w, box.h - upper - margin)
    if long:
        write_lines(canvas.surface, lower, (view.notice,), replace(style, face=Face.NARROW))
    else:
        write(canvas.surface, lower, view.notice, style)


def _identity(canvas: Canvas, layout: PageLayout, view: PageView, tone: Tone) -> None:
    """Write the game over the name of the hall and the time of day, or beside it on an upright screen."""
    unit, box = layout.unit, layout.identity
    upper = Box(box.x, box.y + round(6 * unit), box.w, round(box.h * 0.60))
    lower = Box(box.x, upper.bottom - round(6 * unit), box.w, box.bottom - upper.bottom)
    game = Style(Face.WORD, round(44 * unit), tone.ink, "right")
    hall = Style(Face.LABEL, round(24 * unit), tone.ink, "right")
    if layout.portrait:
        wide = round(400 * unit)
        upper = Box(box.x, box.y, wide, box.h)
        lower = Box(box.x + wide, box.y, box.w - wide, box.h)
        game = Style(Face.WORD, round(36 * unit), tone.ink)
    named = f"{view.hall} · {view.hour}" if view.hour else view.hall
    if view.game is None:
        whole = lower if layout.portrait else box
        write(canvas.surface, whole, named, Style(Face.LABEL, round(32 * unit), tone.ink, "right"))
        return
    write(canvas.surface, upper, f"{canvas.words.game} {view.game}", game)
    write(canvas.surface, lower, named, hall)


def panel(canvas: Canvas, box: Box, fill: Colour) -> None:
    """Draw a box with round corners."""
    canvas.surface.blit(shapes.rounded((box.w, box.h), round(9 * canvas.unit), fill), box)


def paged(count: int, room: int, t: float | None) -> range:
    """Return which of so many lines stand where there is room for some: page after page in time."""
    if count <= room:
        return range(count)
    first = int((t or 0.0) // TURN) % -(-count // room) * room
    return range(first, min(first + room, count))


def listed(view: PlayView, room: int, shown: float | None) -> tuple[tuple[PrizeLine, ...], range]:
    """Return the prizes that stand where there is room for some: the game's own always, the others by pages.

    Args:
        view: Whose prizes.
        room: How many stand there at a time.
        shown: Seconds since the screen came up; None is the first page.

    Returns:
        The prizes, and which of the others they are.
    """
    fixed = 0 if view.game is None else min(ALWAYS, len(view.prizes))
    others = view.prizes[fixed:]
    turned = paged(len(others), room - fixed, shown)
    return (*view.prizes[:fixed], *others[turned.start : turned.stop]), turned


def titled(canvas: Canvas, box: Box, title: str, beside: str = "") -> Box:
    """Draw a panel with its title and a text beside it, and return what is left in it."""
    panel(canvas, box, canvas.theme.panel)
    inner = box.inset(round(28 * canvas.unit), round(18 * canvas.unit))
    tall = round(TITLE * canvas.unit)
    room = round(inner.w * (0.58 if beside else 1))
    named = Style(Face.LABEL, round(24 * canvas.unit), canvas.theme.label, smallest=0.5)
    write(canvas.surface, Box(inner.x, inner.y, room, tall), title, named)
    if beside:
        aside = Box(inner.x + room, inner.y, inner.w - room, tall)
        write(
            canvas.surface,
            aside,
            beside,
            Style(Face.WORD, round(36 * canvas.unit), canvas.theme.lit, "right", 0.5),
        )
    return titled_room(box, canvas.unit)


def titled_room(box: Box, unit: float) -> Box:
    """Return what a panel's title leaves of it."""
    inner, tall = box.inset(round(28 * unit), round(18 * unit)), round(TITLE * unit)
    return Box(inner.x, inner.y + tall, inner.w, inner.h - tall)


def ball(canvas: Canvas, box: Box, view: PlayView, t: float | None = None) -> None:
    """Draw the ball being called (AJ-33); it grows, whole, while it arrives."""
    number, share = view.called[-1], SMALL + (1 - SMALL) * arrived(t)
    picture = shapes.ball(box.w, canvas.theme.called(number), theme.BALL).copy()
    if view.symbols:
        side = round(box.w * DRAWN)
        place = (box.w - side) // 2
        symbols.draw(picture, Box(place, place, side, side), number, theme.BLACK, 1)
    else:
        _number(picture, number, view.letter(number))
    if share < 1:  # scaled, for a font of each size on the way would stay in memory
        picture = pygame.transform.smoothscale(picture, (round(box.w * share), round(box.w * share)))
    canvas.surface.blit(picture, picture.get_rect(center=box.centre))


def _number(picture: pygame.Surface, number: int, letter: str) -> None:
    """Write the number onto a ball, and over it the letter of its column where it has one (PT-65)."""
    side, whole = picture.get_width(), picture.get_rect()
    cap = round(side * (LETTERED if letter else DIGITS if number > 9 else SINGLE))
    digits = figure(number, Face.HEAVY_NUMBER, cap, theme.BLACK)
    if not letter:
        picture.blit(digits, digits.get_rect(center=whole.center))
        return
    # A little above the middle: the corners of two digits keep within the ball's face.
    small, gap, lift = round(side * LETTER), round(side * 0.035), round(side * 0.04)
    named = figure(letter, Face.HEAVY_NUMBER, small, theme.BLACK)
    top = whole.centery - (small + gap + cap) // 2 - lift
    picture.blit(named, named.get_rect(centerx=whole.centerx, centery=top + small // 2))
    picture.blit(digits, digits.get_rect(centerx=whole.centerx, centery=top + small + gap + cap // 2))


def called_size(view: PlayView) -> int:
    """Return how large the strip shows the ball being called: it has no place before there is one (AJ-33)."""
    return BALL if view.called else 0


def fact(canvas: Canvas, box: Box, label: str, value: str) -> None:
    """Draw one figure with its name: beside it, or above it where the figure is long."""
    panel(canvas, box, canvas.theme.panel)
    inner, gap = box.inset(round(18 * canvas.unit), 0), round(12 * canvas.unit)
    name = Style(Face.LABEL, round(21 * canvas.unit), canvas.theme.label)
    tall = fact_height(box, canvas.unit)
    number = Style(Face.NUMBER, tall, canvas.theme.text, "right", AMOUNT)
    start = inner.x + min(width_of(label, name), inner.w // 2) + gap
    room = Box(start, inner.y, inner.right - start, inner.h)
    if room.w < 0.6 * width_of(value, number):
        upper = Box(inner.x, inner.y + inner.h // 16, inner.w, round(inner.h * 0.38))
        lower = Box(inner.x, upper.bottom, inner.w, inner.bottom - upper.bottom)
        write(canvas.surface, upper, label, name)
        write(canvas.surface, lower, value, replace(number, cap=min(tall, round(lower.h * 0.56))))
        return
    write(canvas.surface, Box(inner.x, inner.y, start - gap - inner.x, inner.h), label, name)
    write(canvas.surface, room, value, number)


def prizes(
    canvas: Canvas,
    boxes: Sequence[Box],
    lines: Sequence[PrizeLine],
    drawn: Sequence[Pattern] = (),
    shown: float | None = None,
) -> None:
    """Draw prizes in boxes of one size, all in the same letters, and at the right what wins each.

    Where one has no room for its note beside its name, the note comes last in all of them, if it may.
    """
    if not lines:
        return
    widest = min(box.w for box in boxes)
    boxes = patterns.beside(canvas, boxes, [line.name for line in lines], drawn, shown, alike=False)
    widths = [min(each.w, widest) for each in boxes[: len(lines)]]
    box = min(boxes, key=lambda each: (each.h, each.w))
    name = Style(Face.WORD, round(min(26 * canvas.unit, box.h * 0.28)), canvas.theme.text)
    note = Style(Face.LABEL, round(min(24 * canvas.unit, box.h * 0.26)), canvas.theme.lit, smallest=0.4)
    rooms = [width - round(20 * canvas.unit) for width in widths]
    crowded = any(
        line.note and width_of(line.name, name) + width_of(line.note, note) > room
        for line, room in zip(lines, rooms, strict=True)
    )
    if crowded and may_stack(max(boxes, key=lambda each: each.w), canvas.unit):
        _stacked(canvas, boxes, lines, widths)
        return
    shares = [
        min(width_of(line.note, note), max(room // 2, room - width_of(line.name, name)))
        for line, room in zip(lines, rooms, strict=True)
    ]
    named = [room - share for room, share in zip(rooms, shares, strict=True)]
    name = together([line.name for line in lines], name, named)
    note = together([line.note for line in lines], note, shares)
    number = Style(Face.NUMBER, amount_height(box, canvas.unit), canvas.theme.text, smallest=AMOUNT)
    number = together([line.amount for line in lines], number, widths)
    for line, place, wide, room in zip(lines, boxes, named, rooms, strict=False):
        top = round(place.h * 0.4)
        written = _write_words(canvas, Box(place.x, place.y, wide, top), line, line.name, name)
        rest = Box(written.right + place.w - room, place.y, room - (written.right - place.x), top)
        _write_words(canvas, rest, line, line.note, note)
        _amount(canvas, Box(place.x, place.y + top, place.w, place.h - top), line, number)


def _stacked(canvas: Canvas, boxes: Sequence[Box], lines: Sequence[PrizeLine], widths: Sequence[int]) -> None:
    """Draw prizes in three lines each: name, amount, note."""
    box = min(boxes, key=lambda each: (each.h, each.w))
    cap = round(min(26 * canvas.unit, box.h * 0.22))
    name = together(
        [line.name for line in lines], Style(Face.WORD, cap, canvas.theme.text, smallest=0.4), widths
    )
    note = together(
        [line.note for line in lines], Style(Face.LABEL, cap, canvas.theme.lit, smallest=0.4), widths
    )
    number = Style(Face.NUMBER, stacked_height(box, canvas.unit), canvas.theme.text, smallest=AMOUNT)
    number = together([line.amount for line in lines], number, widths)
    for line, place in zip(lines, boxes, strict=False):
        tall = round(place.h * 0.3)
        _write_words(canvas, Box(place.x, place.y, place.w, tall), line, line.name, name)
        _amount(canvas, Box(place.x, place.y + tall, place.w, place.h - 2 * tall), line, number)
        _write_words(canvas, Box(place.x, place.bottom - tall, place.w, tall), line, line.note, note)


def _write_words(canvas: Canvas, box: Box, line: PrizeLine, said: str, style: Style) -> Box:
    """Write words of a prize, quietly where it is out of play, and return where they stand."""
    style = replace(style, colour=canvas.theme.label) if line.out_of_play else style
    return write(canvas.surface, box, said, style)


def _amount(canvas: Canvas, box: Box, line: PrizeLine, style: Style) -> None:
    """Write an amount, struck through where it is out of play; its note has the reason."""
    place = _write_words(canvas, box, line, line.amount, style)
    if line.out_of_play:
        thick, beyond = max(2, place.h // 8), place.h // 5
        bar = (place.x - beyond, place.y + (place.h - thick) // 2, place.w + 2 * beyond, thick)
        canvas.surface.fill(canvas.theme.label, pygame.Rect(bar).clip(box))


def strip(
    canvas: Canvas,
    layout: StripLayout,
    view: PlayView,
    t: float | None = None,
    shown: float | None = None,
    facts: bool = True,
) -> None:
    """Draw the mandatory fields: ball, cards sold, price, every prize with amount and note (AJ-33..37).

    More prizes than have room turn pages, with the game's own on each. Without ``facts`` it is the prizes
    alone: cards sold and price stand elsewhere, and larger.
    """
    if layout.ball is not None and view.called:
        ball(canvas, layout.ball, view, t)
    if facts and view.cards_sold is not None:
        fact(canvas, layout.sold, canvas.words.sold, canvas.words.sales(view.cards_sold, view.collected))
    if facts and view.price:
        fact(canvas, layout.price, canvas.words.price, view.price)
    if not view.prizes:
        return
    panel(canvas, layout.prizes, canvas.theme.panel)
    boxes = _roomy(canvas, layout.prize, view)
    lines, turned = listed(view, len(boxes), shown)
    title = Style(Face.LABEL, round(20 * canvas.unit), canvas.theme.label)
    named = write(canvas.surface, layout.prizes_label, canvas.words.prizes, title)
    if part := canvas.words.part(turned, len(view.prizes) - len(lines) + len(turned)):
        left = layout.prizes_label
        beside = left.w > 2 * named.w  # the title stands over the prizes
        top = left.y if beside else named.bottom + round(12 * canvas.unit)
        place = Box(
            left.x, top, left.w - round(12 * canvas.unit), left.h if beside else round(24 * canvas.unit)
        )
        align = "right" if beside else "left"
        write(
            canvas.surface,
            place,
            part,
            Style(Face.LABEL, round(20 * canvas.unit), canvas.theme.lit, align, 0.4),
        )
    prizes(canvas, boxes, lines, view.patterns, shown)


def _roomy(canvas: Canvas, boxes: tuple[Box, ...], view: PlayView) -> list[Box]:
    """Return the places of the strip's prizes: fewer and wider, where an amount is too long for its size."""
    if len(boxes) < LISTED or len({box.y for box in boxes}) != 2:
        return list(boxes)
    number = Style(Face.NUMBER, amount_height(boxes[0], canvas.unit), canvas.theme.text)
    longest = max(width_of(line.amount, number) for line in view.prizes)
    for columns in range(LISTED // 2, 1, -1):
        places = _recut(boxes, columns)
        if longest * CROWDED <= places[0].w:
            break
    return places


def _recut(boxes: tuple[Box, ...], columns: int) -> list[Box]:
    """Return the places of two rows as so many columns."""
    across = len(boxes) // 2
    gap = boxes[1].x - boxes[0].right
    width = (boxes[across - 1].right - boxes[0].x + gap) // columns - gap
    rows = (boxes[0], boxes[across])
    return [
        Box(row.x + place * (width + gap), row.y, width, row.h) for row in rows for place in range(columns)
    ]


def progressives(
    canvas: Canvas,
    box: Box,
    lines: tuple[PrizeLine, ...],
    shown: float | None = None,
) -> None:
    """Draw progressives with their conditions, in as many columns as have room; many turn pages (AJ-115)."""
    turned = paged(len(lines), POTS, shown)
    inner = titled(canvas, box, canvas.words.progressives, canvas.words.part(turned, len(lines)))
    room = min(len(lines), POTS)
    columns = max(1, min(1 if room <= 3 else 2, inner.w // round(COLUMN * canvas.unit)))
    rows = max(2, -(-room // columns))
    gap, large = round((24 if rows <= 6 else 10) * canvas.unit), 1.6 if columns == 1 else 1.2
    tall = min((inner.h - gap * (rows - 1)) // rows, round(130 * large * canvas.unit))
    packed = Box(inner.x, inner.y, inner.w, rows * tall + gap * (rows - 1))
    cells = [cell for row in packed.rows(rows, gap) for cell in row.columns(columns, gap)]
    larger = replace(canvas, unit=canvas.unit * large)
    prizes(larger, cells[: len(turned)], lines[turned.start : turned.stop])


def clock(seconds: int) -> str:
    """Return the time left as people read it, e.g. "2:05"."""
    return f"{seconds // 60}:{seconds % 60:02d}"
