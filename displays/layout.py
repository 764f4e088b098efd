"""Where things stand on a screen: rectangles worked out from its size, in whole pixels.

Not responsible for what is drawn in them; nothing here knows pygame.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple, Self

MINIMUM_SIZE: Final = (640, 360)
MAXIMUM_SIDE: Final = 8192
COLUMNS: Final = 10
ACROSS: Final = 15  # numbers in a row of a board by bands at the most: of a longer band, several rows
HEAD: Final = 0.9  # the width of a band's letter, in cells
MARK: Final = 18  # the width of the mark of a band without a letter, in units of the design
LATEST: Final = 5
LATEST_WIDTH: Final = 186  # the column of the last balls, in units of the design
LATEST_WIDTH_UPRIGHT: Final = 320
LATEST_HEIGHT: Final = 134  # the row of the last balls, where the exit's picture has the corner
CORNER: Final = 0.37  # the least width of that corner, as a share of the side's
BALL: Final = 300  # the ball being called in the strip of the mandatory fields
LISTED: Final = 8  # prizes of the strip at a time: more of them turn pages
SQUARISH: Final = 0.48  # of its width a board's room is high from which its numbers need more of the width
SQUARE: Final = 0.85  # of its width a side of the board is high from which the ball stands over the rest
UPRIGHT_COLUMNS: Final = 2  # of the prizes on an upright screen
LABEL_WIDTH: Final = 108  # the title of the prizes


class LayoutError(ValueError):
    """No screen of this size can be laid out."""


class Box(NamedTuple):
    """A rectangle in pixels; pygame takes it where it takes a rectangle."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column past the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row past the box."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of the box."""
        return self.x + self.w // 2, self.y + self.h // 2

    def inset(self, horizontal: int, vertical: int) -> "Box":
        """Return the box without a border of these widths."""
        return Box(self.x + horizontal, self.y + vertical, self.w - 2 * horizontal, self.h - 2 * vertical)

    def columns(self, count: int, gap: int) -> list["Box"]:
        """Return the box cut into equal columns; what does not divide goes to the first ones."""
        return [Box(x, self.y, w, self.h) for x, w in _cut(self.x, self.w, count, gap)]

    def rows(self, count: int, gap: int) -> list["Box"]:
        """Return the box cut into equal rows; what does not divide goes to the first ones."""
        return [Box(self.x, y, self.w, h) for y, h in _cut(self.y, self.h, count, gap)]

    def square(self) -> "Box":
        """Return the largest square in the middle of the box."""
        side = min(self.w, self.h)
        return Box(self.x + (self.w - side) // 2, self.y + (self.h - side) // 2, side, side)


def _cut(start: int, length: int, count: int, gap: int) -> list[tuple[int, int]]:
    """Return (start, length) of equal parts with a gap between them; none of nothing."""
    each, spare = divmod(length - gap * (count - 1), max(count, 1))
    parts = []
    for index in range(count):
        size = each + (index < spare)
        parts.append((start, size))
        start += size + gap
    return parts


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The places that every screen has.

    Attributes:
        unit: Pixels per unit of the design, which is drawn for 1920 by 1080, or for 1080 by 1920 upright.
        portrait: Whether the screen stands upright.
        simulation: The SIMULACRO band; None when nothing is simulated.
        frame: The width of the frame that goes with the band; 0 when nothing is simulated.
        header: The band of the headline.
        headline: Where the headline and the notice stand in it.
        identity: Where the game and the hall stand in it.
        body: What is left for the screen's own.
        gap: The space between panels, in pixels.
    """

    unit: float
    portrait: bool
    simulation: Box | None
    frame: int
    header: Box
    headline: Box
    identity: Box
    body: Box
    gap: int

    @classmethod
    def of(cls, size: tuple[int, int], simulated: bool) -> Self:
        """Lay out a page.

        Args:
            size: Width and height of the screen in pixels.
            simulated: Whether the SIMULACRO band is shown.

        Raises:
            LayoutError: If the screen is too small to read or too large to be one.
        """
        unit, portrait = unit_of(size), size[1] > size[0]
        page, frame, simulation = _page(size, unit, simulated)
        gap, margin = round(20 * unit), round(28 * unit)
        header = Box(page.x, page.y, page.w, round((208 if portrait else 132) * unit))
        inner, identity = header.inset(margin, 0), round(520 * unit)
        headline = Box(inner.x, inner.y, inner.w - identity, inner.h)
        named = Box(inner.right - identity, inner.y, identity, inner.h)
        if portrait:
            headline = Box(inner.x, inner.y, inner.w, round(140 * unit))
            named = Box(inner.x, headline.bottom, inner.w, inner.bottom - headline.bottom)
        body = Box(page.x, header.bottom, page.w, page.bottom - header.bottom).inset(gap, gap)
        return cls(unit, portrait, simulation, frame, header, headline, named, body, gap)

    def with_strip(self, prizes: int, ball: int) -> tuple[Box, "StripLayout"]:
        """Cut the strip of the mandatory fields off the body: return what is left and the strip.

        Args:
            prizes: How many prizes are listed.
            ball: How large the strip shows the ball being called, in units of the design: ``BALL``, or 0
                before the first one and where the screen shows it elsewhere.
        """
        prizes = min(prizes, LISTED)
        height = _strip_height(prizes, self.unit, self.portrait, ball)
        body = self.body
        strip = Box(body.x, body.bottom - height, body.w, height)
        place = _upright_strip if self.portrait else _strip
        return Box(body.x, body.y, body.w, body.h - height - self.gap), place(strip, prizes, self.unit, ball)

    def split(self, area: Box, share: float) -> tuple[Box, Box]:
        """Cut an area in two: side by side, or one over the other on an upright screen."""
        if self.portrait:
            first = round((area.h - self.gap) * share)
            upper = Box(area.x, area.y, area.w, first)
            return upper, Box(area.x, upper.bottom + self.gap, area.w, area.h - first - self.gap)
        first = round((area.w - self.gap) * share)
        left = Box(area.x, area.y, first, area.h)
        return left, Box(left.right + self.gap, area.y, area.w - first - self.gap, area.h)


@dataclass(frozen=True, slots=True)
class SideLayout:
    """The places at the side of the numbers.

    Attributes:
        ball: The square of the ball being called.
        latest: The boxes of the last balls, the newest on top or, in a row, on the left.
        latest_label: The place of their title.
        drawn: Balls called.
        left: Balls that remain.
        corner: The place of the exit's picture; None on a board without it.
    """

    ball: Box
    latest: tuple[Box, ...]
    latest_label: Box
    drawn: Box
    left: Box
    corner: Box | None


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The places of the mandatory fields (AJ-33..37).

    Attributes:
        ball: The ball being called; None where the screen shows it elsewhere, and larger.
        sold: Cards sold.
        price: The price of a card.
        prizes: The panel of the prizes.
        prizes_label: The place of its title.
        prize_area: The space of all prizes together.
        prize: One box a prize.
    """

    ball: Box | None
    sold: Box
    price: Box
    prizes: Box
    prizes_label: Box
    prize_area: Box
    prize: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a board, and how they stand together.

    Attributes:
        universe: How many balls the variant has.
        bands: How many numbers each band has, from ball 1 on; empty for rows of ten.
        lettered: Whether the bands have letters.
    """

    universe: int
    bands: tuple[int, ...] = ()
    lettered: bool = False

    @property
    def across(self) -> int:
        """How many numbers a row has: those of a band, or an equal part of them."""
        longest = max(self.bands, default=COLUMNS)
        return ceil(longest / ceil(longest / ACROSS))


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The places of the board screen.

    Attributes:
        page: What every screen has.
        cells: One box a ball, that of ball 1 first.
        heads: One box a band, at the left of its rows; empty on a board of rows of ten.
        gutter: The space between cells, in pixels; a mark around a cell keeps within half of it.
        side: The ball being called, the last ones, the counters.
        strip: Sales and prizes.
    """

    page: PageLayout
    cells: tuple[Box, ...]
    heads: tuple[Box, ...]
    gutter: int
    side: SideLayout
    strip: StripLayout

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        numbers: Numbers,
        prizes: int,
        simulated: bool,
        corner: bool = False,
    ) -> Self:
        """Lay out a board.

        Args:
            size: Width and height of the screen in pixels.
            numbers: The numbers of the variant, and how they stand together.
            prizes: How many prizes are listed.
            simulated: Whether the SIMULACRO band is shown.
            corner: Whether the exit's picture has a corner of it.

        Raises:
            LayoutError: If the screen is too small to read or too large to be one.
        """
        page = PageLayout.of(size, simulated)
        unit, gutter = page.unit, round(10 * page.unit)
        main, strip = page.with_strip(prizes, 0)
        if page.portrait:
            side = Box(main.x, main.y, main.w, round(560 * unit))
            top = side.bottom + page.gap
            area = Box(main.x, top, main.w, main.bottom - top)
        else:
            share, beyond = (0.47 if main.h < SQUARISH * main.w else 0.41, 300) if corner else (0.42, 100)
            share *= 0.9 if numbers.across > COLUMNS else 1  # longer rows need more of the width
            width = min(round(main.w * share), main.h + round(beyond * unit))
            area = Box(main.x, main.y, main.w - width - page.gap, main.h)
            side = Box(area.right + page.gap, main.y, width, main.h)
        wide = round((LATEST_WIDTH_UPRIGHT if page.portrait else LATEST_WIDTH) * unit)
        placed = _side_with_corner(side, unit) if corner else _side(side, unit, wide)
        heads, cells = (
            _banded(area, numbers, gutter, unit) if numbers.bands else ((), _cells(area, numbers, gutter))
        )
        return cls(page, cells, heads, gutter, placed, strip)


def unit_of(size: tuple[int, int]) -> float:
    """Return the pixels per unit of the design on a screen of this size."""
    width, height = size
    if width < MINIMUM_SIZE[0] or height < MINIMUM_SIZE[1] or max(size) > MAXIMUM_SIDE:
        smallest = f"{MINIMUM_SIZE[0]}x{MINIMUM_SIZE[1]}"
        raise LayoutError(
            f"a screen of {width}x{height} pixels cannot be laid out: from {smallest} to {MAXIMUM_SIDE}"
        )
    return min(max(width, height) / 1920, min(width, height) / 1080)


def _page(size: tuple[int, int], unit: float, simulated: bool) -> tuple[Box, int, Box | None]:
    """Return what is left for the page, the width of the simulation's frame, and its band."""
    whole = Box(0, 0, *size)
    if not simulated:
        return whole, 0, None
    frame, band = round(12 * unit), round(60 * unit)
    page = Box(frame, band, whole.w - 2 * frame, whole.h - band - frame)
    return page, frame, Box(0, 0, whole.w, band)


def _cells(area: Box, numbers: Numbers, gutter: int) -> tuple[Box, ...]:
    """Return the cells of the numbers, ten a row."""
    rows = area.rows(ceil(numbers.universe / COLUMNS), gutter)
    return tuple(cell for row in rows for cell in row.columns(COLUMNS, gutter))[: numbers.universe]


def _banded(area: Box, numbers: Numbers, gutter: int, unit: float) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the heads of the bands and the cells of their numbers, each band in rows of its own."""
    across = numbers.across
    cell = (area.w - across * gutter) / (across + HEAD)
    head = round(HEAD * cell if numbers.lettered else MARK * unit)
    heads, cells = list[Box](), list[Box]()
    for band, held in zip(area.rows(len(numbers.bands), 2 * gutter), numbers.bands, strict=True):
        heads.append(Box(band.x, band.y, head, band.h))
        rest = Box(band.x + head + gutter, band.y, band.w - head - gutter, band.h)
        rows = rest.rows(ceil(held / across), gutter)
        cells += [place for row in rows for place in row.columns(across, gutter)][:held]
    return tuple(heads), tuple(cells)


def _side(side: Box, unit: float, wide: int) -> SideLayout:
    """Lay out the ball being called, the last ones beside it, and the counters below."""
    gap, tall = round(16 * unit), round(76 * unit)
    drawn, left = Box(side.x, side.bottom - tall, side.w, tall).columns(2, gap)
    upper = Box(side.x, side.y, side.w, side.h - tall - gap)
    label = Box(side.right - wide, upper.y, wide, round(36 * unit))
    tiles = Box(label.x, label.bottom, wide, upper.bottom - label.bottom)
    return SideLayout(
        ball=Box(side.x, side.y, label.x - gap - side.x, upper.h).square(),
        latest=tuple(tiles.rows(LATEST, round(10 * unit))),
        latest_label=label,
        drawn=drawn,
        left=left,
        corner=None,
    )


def _side_with_corner(side: Box, unit: float) -> SideLayout:
    """Lay out the ball being called, the exit's picture and the counters beside it, the last balls below."""
    gap, tall = round(16 * unit), round(LATEST_HEIGHT * unit)
    label = Box(side.x, side.bottom - tall, side.w, round(34 * unit))
    tiles = Box(side.x, label.bottom, side.w, side.bottom - label.bottom)
    upper = Box(side.x, side.y, side.w, side.h - tall - gap)
    if upper.h > SQUARE * upper.w:
        return _side_of_a_square(upper, tiles, label, unit)
    ball = min(upper.h, round(upper.w * (1 - CORNER)) - gap)
    column = Box(upper.x + ball + gap, upper.y, upper.w - ball - gap, upper.h)
    if column.w > 1.7 * column.h:
        corner = Box(column.x, column.y, round(column.w * 0.6), column.h)
        facts = Box(corner.right + gap, column.y, column.right - corner.right - gap, column.h)
    else:
        high = min(round(column.w * 0.75), round(column.h * 0.62))
        corner = Box(column.x, column.y, column.w, high)
        facts = Box(column.x, corner.bottom + gap, column.w, column.bottom - corner.bottom - gap)
    drawn, left = facts.rows(2, gap) if facts.h > 140 * unit else facts.columns(2, gap)
    return SideLayout(
        ball=Box(upper.x, upper.y, ball, upper.h).square(),
        latest=tuple(tiles.columns(LATEST, round(10 * unit))),
        latest_label=label,
        drawn=drawn,
        left=left,
        corner=corner,
    )


def _side_of_a_square(upper: Box, tiles: Box, label: Box, unit: float) -> SideLayout:
    """Lay out a side that is about as high as wide: the ball over the exit's picture and the counters."""
    gap, low = round(16 * unit), round(upper.h * 0.36)
    below = Box(upper.x, upper.bottom - low, upper.w, low)
    corner = Box(below.x, below.y, min(round(low * 4 / 3), round(below.w * 0.6)), low)
    facts = Box(corner.right + gap, below.y, below.right - corner.right - gap, low)
    drawn, left = facts.rows(2, gap)
    return SideLayout(
        ball=Box(upper.x, upper.y, upper.w, upper.h - low - gap).square(),
        latest=tuple(tiles.columns(LATEST, round(10 * unit))),
        latest_label=label,
        drawn=drawn,
        left=left,
        corner=corner,
    )


def _rows(prizes: int) -> int:
    """Return in how many rows a wide panel lists its prizes."""
    return 1 if prizes <= 3 else 2


def _strip_height(prizes: int, unit: float, portrait: bool, ball: int) -> int:
    """Return how high the strip is: it grows with what it must list, and with the ball."""
    if not portrait:
        return round(max(ball, 184) * unit)
    rows = max(1, ceil(prizes / UPRIGHT_COLUMNS))
    return round(((ball or 90) + 14 + 56 + 92 * rows) * unit)


def _strip(strip: Box, prizes: int, unit: float, ball: int) -> StripLayout:
    """Lay out the sales on the left, the prizes beside them and the ball on the right, as on the board."""
    gap, side = round(14 * unit), round(340 * unit)
    called, end = None, strip.right
    if ball:
        called = Box(strip.right - round(ball * unit), strip.y, round(ball * unit), strip.h).square()
        end = strip.right - round(ball * unit) - gap
    sold, price = Box(strip.x, strip.y, side, strip.h).rows(2, gap)
    panel = Box(sold.right + gap, strip.y, end - sold.right - gap, strip.h)
    rows = _rows(prizes)
    label = Box(panel.x + round(20 * unit), panel.y, round(LABEL_WIDTH * unit), panel.h)
    area = Box(label.right, panel.y, panel.right - label.right, panel.h).inset(
        round(20 * unit), round(12 * unit)
    )
    grid = _grid(area, rows, max(1, ceil(prizes / rows)), unit)
    return StripLayout(called, sold, price, panel, label, area, tuple(grid[:prizes]))


def _upright_strip(strip: Box, prizes: int, unit: float, ball: int) -> StripLayout:
    """Lay out the ball and the sales in a row and the prizes below them."""
    gap, tall = round(14 * unit), round((ball or 90) * unit)
    facts = Box(strip.x, strip.y, strip.w, tall)
    if ball:
        called: Box | None = Box(strip.x, strip.y, tall, tall)
        start = strip.x + tall + gap
        sold, price = Box(start, strip.y, strip.right - start, tall).rows(2, gap)
    else:
        called, (sold, price) = None, facts.columns(2, gap)
    panel = Box(strip.x, facts.bottom + gap, strip.w, strip.bottom - facts.bottom - gap)
    label, area = _under_label(panel, unit)
    grid = _grid(area, max(1, ceil(prizes / UPRIGHT_COLUMNS)), UPRIGHT_COLUMNS, unit)
    return StripLayout(called, sold, price, panel, label, area, tuple(grid[:prizes]))


def _under_label(panel: Box, unit: float) -> tuple[Box, Box]:
    """Return the place of the title of the prizes on top of their panel, and the space below it."""
    inner = panel.inset(round(20 * unit), round(10 * unit))
    label = Box(inner.x, inner.y, inner.w, round(28 * unit))
    top = label.bottom + round(8 * unit)
    return label, Box(inner.x, top, inner.w, inner.bottom - top)


def _grid(area: Box, rows: int, columns: int, unit: float) -> list[Box]:
    """Return the cells of a grid, row by row."""
    gap = round((36 if columns < 5 else 24) * unit)
    return [cell for row in area.rows(rows, round(16 * unit)) for cell in row.columns(columns, gap)]
