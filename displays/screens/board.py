"""The board: every number, the ball being called, sales, price and prizes (AJ-32..37).

Everything drawn comes from the view. Not responsible for what may be shown, nor for windows: it needs no
display.
"""

import pygame

from displays import shapes, theme
from displays.layout import LATEST, BoardLayout, Box
from displays.text import Face, Style, figure, width_of, write
from displays.theme import Colour, Tone
from displays.views import BoardView, PrizeLine
from displays.words import NOTHING, SPANISH, Words


def draw(view: BoardView, size: tuple[int, int], words: Words = SPANISH) -> pygame.Surface:
    """Draw the board as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        words: The screen's own words.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    layout = BoardLayout.of(size, view.universe, len(view.prizes), view.simulated)
    surface = pygame.Surface(size, 0, 32)
    surface.fill(theme.GROUND)
    _header(surface, layout, view, words)
    _numbers(surface, layout, view)
    _ball(surface, layout, view)
    _latest(surface, layout, view, words)
    _facts(surface, layout, view, words)
    _prizes(surface, layout, view.prizes, words)
    if layout.simulation is not None:
        _simulation(surface, layout, layout.simulation, words)
    return surface


def _header(surface: pygame.Surface, layout: BoardLayout, view: BoardView, words: Words) -> None:
    """Draw the phase, its notice, the game and the hall."""
    tone = theme.TONES[view.tone]
    surface.fill(tone.fill, layout.header)
    side = round(84 * layout.unit)
    box = layout.headline
    sign = shapes.sign(tone.sign, side, tone.ink, tone.fill)
    surface.blit(sign, (box.x, box.y + (box.h - side) // 2))
    indent = side + round(28 * layout.unit)
    _headline(surface, Box(box.x + indent, box.y, box.w - indent, box.h), layout.unit, view, tone)
    _identity(surface, layout, view, tone, words)


def _headline(surface: pygame.Surface, box: Box, unit: float, view: BoardView, tone: Tone) -> None:
    """Write the headline, and under it the notice where there is one."""
    if not view.notice:
        write(surface, box, view.headline, Style(Face.WORD, round(62 * unit), tone.ink))
        return
    upper = round(box.h * 0.60)
    write(
        surface,
        Box(box.x, box.y + round(6 * unit), box.w, upper),
        view.headline,
        Style(Face.WORD, round(52 * unit), tone.ink),
    )
    lower = Box(box.x, box.y + upper, box.w, box.h - upper - round(6 * unit))
    write(surface, lower, view.notice, Style(Face.LABEL, round(25 * unit), tone.ink))


def _identity(
    surface: pygame.Surface, layout: BoardLayout, view: BoardView, tone: Tone, words: Words
) -> None:
    """Write the number of the game over the name of the hall."""
    unit, box = layout.unit, layout.identity
    upper = Box(box.x, box.y + round(6 * unit), box.w, round(box.h * 0.60))
    lower = Box(box.x, upper.bottom - round(6 * unit), box.w, box.bottom - upper.bottom)
    game = f"{words.game} {words.count(view.game)}"
    write(surface, upper, game, Style(Face.WORD, round(44 * unit), tone.ink, "right"))
    write(surface, lower, view.hall, Style(Face.LABEL, round(24 * unit), tone.ink, "right"))


def _numbers(surface: pygame.Surface, layout: BoardLayout, view: BoardView) -> None:
    """Draw every number of the variant: quiet, lit, or lit and framed for the newest."""
    called = frozenset(view.called)
    newest = view.called[-1] if view.called else None
    for number, cell in enumerate(layout.cells, start=1):
        if number == newest:
            _panel(surface, cell.inset(-(layout.gutter // 2), -(layout.gutter // 2)), theme.LIT, layout.unit)
            _cell(
                surface, cell.inset(layout.gutter // 5, layout.gutter // 5), number, theme.NEWEST, layout.unit
            )
        elif number in called:
            _cell(surface, cell, number, theme.LIT, layout.unit)
        else:
            _cell(surface, cell, number, theme.CELL, layout.unit)


def _cell(surface: pygame.Surface, cell: Box, number: int, fill: Colour, unit: float) -> None:
    """Draw one number of the board on its fill."""
    _panel(surface, cell, fill, unit)
    cap = round(min(cell.h * 0.62, cell.w * 0.46))
    quiet = fill == theme.CELL
    face, ink = (Face.NUMBER, theme.UNCALLED) if quiet else (Face.HEAVY_NUMBER, theme.BLACK)
    write(surface, cell, str(number), Style(face, cap, ink, "centre"))


def _panel(surface: pygame.Surface, box: Box, fill: Colour, unit: float) -> None:
    """Draw a box with round corners."""
    surface.blit(shapes.rounded((box.w, box.h), round(9 * unit), fill), box)


def _ball(surface: pygame.Surface, layout: BoardLayout, view: BoardView) -> None:
    """Draw the ball being called, or its empty place (AJ-33)."""
    box = layout.side.ball
    if view.called:
        _numbered_ball(surface, box, view.called[-1])
        return
    surface.blit(shapes.empty_ball(box.w, theme.RULE), box)
    write(surface, box, NOTHING, Style(Face.NUMBER, round(box.h * 0.24), theme.LABEL, "centre"))


def _numbered_ball(surface: pygame.Surface, box: Box, number: int) -> None:
    """Draw a ball with its number."""
    surface.blit(shapes.ball(box.w, theme.LIT, theme.BALL), box)
    share = 0.50 if number < 10 else 0.43
    digits = figure(number, Face.HEAVY_NUMBER, round(box.h * share), theme.BLACK)
    surface.blit(digits, digits.get_rect(center=box.centre))


def _latest(surface: pygame.Surface, layout: BoardLayout, view: BoardView, words: Words) -> None:
    """Draw the last balls, the newest on top and as on the board, each with its place in the extraction."""
    unit, frame = layout.unit, layout.gutter // 2
    write(surface, layout.side.latest_label, words.latest, Style(Face.LABEL, round(20 * unit), theme.LABEL))
    for box in layout.side.latest[len(view.called) :]:
        _panel(surface, box, theme.CELL, unit)
    for place, number in enumerate(reversed(view.called[-LATEST:])):
        box = layout.side.latest[place]
        _panel(surface, box, theme.LIT, unit)
        if place == 0:
            _panel(surface, box.inset(frame, frame), theme.NEWEST, unit)
        inner = box.inset(round(16 * unit), 0)
        cap = round(min(box.h * 0.56, box.w * 0.30))
        order = words.order.format(len(view.called) - place)
        write(surface, inner, order, Style(Face.LABEL, round(20 * unit), theme.BLACK))
        write(surface, inner, str(number), Style(Face.HEAVY_NUMBER, cap, theme.BLACK, "right"))


def _facts(surface: pygame.Surface, layout: BoardLayout, view: BoardView, words: Words) -> None:
    """Draw cards sold, price, balls called and balls left (AJ-34, AJ-35)."""
    drawn = len(view.called)
    _fact(surface, layout.strip.sold, layout.unit, words.sold, words.count(view.cards_sold))
    _fact(surface, layout.strip.price, layout.unit, words.price, view.price or NOTHING)
    _fact(surface, layout.side.drawn, layout.unit, words.drawn, words.count(drawn))
    _fact(surface, layout.side.left, layout.unit, words.left, words.count(view.universe - drawn))


def _fact(surface: pygame.Surface, box: Box, unit: float, label: str, value: str) -> None:
    """Draw one figure with its name."""
    _panel(surface, box, theme.PANEL, unit)
    inner = box.inset(round(18 * unit), 0)
    named = write(surface, inner, label, Style(Face.LABEL, round(21 * unit), theme.LABEL))
    start = named.right + round(12 * unit)
    room = Box(start, inner.y, inner.right - start, inner.h)
    write(surface, room, value, Style(Face.NUMBER, round(42 * unit), theme.TEXT, "right"))


def _prizes(
    surface: pygame.Surface, layout: BoardLayout, prizes: tuple[PrizeLine, ...], words: Words
) -> None:
    """Draw every prize with its amount and its note (AJ-36)."""
    _panel(surface, layout.strip.prizes, theme.PANEL, layout.unit)
    label = Style(Face.LABEL, round(20 * layout.unit), theme.LABEL)
    write(surface, layout.strip.prizes_label, words.prizes, label)
    if not prizes:
        write(
            surface, layout.strip.prize_area, NOTHING, Style(Face.NUMBER, round(42 * layout.unit), theme.TEXT)
        )
    for prize, box in zip(prizes, layout.strip.prize, strict=True):
        _prize(surface, box, layout.unit, prize)


def _prize(surface: pygame.Surface, box: Box, unit: float, prize: PrizeLine) -> None:
    """Draw one prize: name and note above, amount below."""
    top = Box(box.x, box.y, box.w, round(box.h * 0.4))
    name = Style(Face.WORD, round(min(26 * unit, box.h * 0.28)), theme.TEXT)
    note = Style(Face.LABEL, round(min(22 * unit, box.h * 0.26)), theme.LIT, "right")
    room = box.w - round(16 * unit)
    note_width = min(width_of(prize.note, note), max(room // 2, room - width_of(prize.name, name)))
    write(surface, Box(box.x, top.y, room - note_width, top.h), prize.name, name)
    write(surface, Box(box.right - note_width, top.y, note_width, top.h), prize.note, note)
    amount = Box(box.x, top.bottom, box.w, box.bottom - top.bottom)
    write(surface, amount, prize.amount, Style(Face.NUMBER, round(min(54 * unit, box.h * 0.43)), theme.TEXT))


def _simulation(surface: pygame.Surface, layout: BoardLayout, band: Box, words: Words) -> None:
    """Draw the SIMULACRO band and a frame of its stripes around everything; neither covers a number."""
    unit, frame = layout.unit, layout.frame
    width, height = surface.get_size()
    striped = shapes.stripes((width, height), theme.SIMULATED, theme.BLACK, round(30 * unit))
    for edge in (
        band,
        Box(0, 0, frame, height),
        Box(width - frame, 0, frame, height),
        Box(0, height - frame, width, frame),
    ):
        surface.blit(striped, edge, edge)
    style = Style(Face.WORD, round(32 * unit), theme.BLACK, "centre")
    places = band.columns(3, 0)
    for place, text in zip(places, (words.simulated, words.simulated_note, words.simulated), strict=True):
        plate = place.inset(round(60 * unit), 0)
        surface.fill(theme.SIMULATED, plate)
        write(surface, plate.inset(round(16 * unit), 0), text, style)
