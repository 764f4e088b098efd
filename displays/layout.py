"""Where things stand on a screen: rectangles worked out from its size, in whole pixels.

Not responsible for what is drawn in them; nothing here knows pygame.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple, Self

MINIMUM_SIZE: Final = (640, 360)
MAXIMUM_SIDE: Final = 8192
COLUMNS: Final = 10
LATEST: Final = 5
LATEST_WIDTH: Final = 186  # the column of the last balls, in units of the design
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
    """Return (start, length) of equal parts with a gap between them."""
    each, spare = divmod(length - gap * (count - 1), count)
    parts = []
    for index in range(count):
        size = each + (index < spare)
        parts.append((start, size))
        start += size + gap
    return parts


@dataclass(frozen=True, slots=True)
class SideLayout:
    """The places at the side of the numbers.

    Attributes:
        ball: The square of the ball being called.
        latest: The boxes of the last balls, the newest on top.
        latest_label: The place of their title.
        drawn: Balls called.
        left: Balls that remain.
    """

    ball: Box
    latest: tuple[Box, ...]
    latest_label: Box
    drawn: Box
    left: Box


@dataclass(frozen=True, slots=True)
class StripLayout:
    """The places under the numbers.

    Attributes:
        sold: Cards sold.
        price: The price of a card.
        prizes: The panel of the prizes.
        prizes_label: The place of its title.
        prize_area: The space of all prizes together.
        prize: One box a prize.
    """

    sold: Box
    price: Box
    prizes: Box
    prizes_label: Box
    prize_area: Box
    prize: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The places of the board screen.

    Attributes:
        unit: Pixels per unit of the design, which is drawn for 1920 by 1080.
        simulation: The SIMULACRO band; None when nothing is simulated.
        frame: The width of the frame that goes with the band; 0 when nothing is simulated.
        header: The band of the headline.
        headline: Where the headline and the notice stand in it.
        identity: Where the game and the hall stand in it.
        cells: One box a ball, that of ball 1 first.
        gutter: The space between cells, in pixels; a mark around a cell keeps within half of it.
        side: The ball being called, the last ones, the counters.
        strip: Sales and prizes.
    """

    unit: float
    simulation: Box | None
    frame: int
    header: Box
    headline: Box
    identity: Box
    cells: tuple[Box, ...]
    gutter: int
    side: SideLayout
    strip: StripLayout

    @classmethod
    def of(cls, size: tuple[int, int], universe: int, prizes: int, simulated: bool) -> Self:
        """Lay out a board.

        Args:
            size: Width and height of the screen in pixels.
            universe: How many balls the variant has.
            prizes: How many prizes are listed.
            simulated: Whether the SIMULACRO band is shown.

        Raises:
            LayoutError: If the screen is too small to read or too large to be one.
        """
        unit = unit_of(size)
        page, frame, simulation = _page(size, unit, simulated)
        gap, gutter = round(20 * unit), round(10 * unit)
        header = Box(page.x, page.y, page.w, round(132 * unit))
        inner, identity = header.inset(round(28 * unit), 0), round(520 * unit)
        body = Box(page.x, header.bottom, page.w, page.bottom - header.bottom).inset(gap, gap)
        strip_height = round(184 * unit)
        main = Box(body.x, body.y, body.w, body.h - strip_height - gap)
        side_width = min(round(main.w * 0.42), main.h + round(100 * unit))
        numbers = Box(main.x, main.y, main.w - side_width - gap, main.h)
        return cls(
            unit=unit,
            simulation=simulation,
            frame=frame,
            header=header,
            headline=Box(inner.x, inner.y, inner.w - identity, inner.h),
            identity=Box(inner.right - identity, inner.y, identity, inner.h),
            cells=_cells(numbers, universe, gutter),
            gutter=gutter,
            side=_side(Box(numbers.right + gap, main.y, side_width, main.h), unit),
            strip=_strip(Box(body.x, main.bottom + gap, body.w, strip_height), prizes, unit),
        )


def unit_of(size: tuple[int, int]) -> float:
    """Return the pixels per unit of the design on a screen of this size."""
    width, height = size
    if width < MINIMUM_SIZE[0] or height < MINIMUM_SIZE[1] or max(size) > MAXIMUM_SIDE:
        smallest = f"{MINIMUM_SIZE[0]}x{MINIMUM_SIZE[1]}"
        raise LayoutError(
            f"a screen of {width}x{height} pixels cannot be laid out: from {smallest} to {MAXIMUM_SIDE}"
        )
    return min(width / 1920, height / 1080)


def _page(size: tuple[int, int], unit: float, simulated: bool) -> tuple[Box, int, Box | None]:
    """Return what is left for the page, the width of the simulation's frame, and its band."""
    whole = Box(0, 0, *size)
    if not simulated:
        return whole, 0, None
    frame, band = round(12 * unit), round(60 * unit)
    page = Box(frame, band, whole.w - 2 * frame, whole.h - band - frame)
    return page, frame, Box(0, 0, whole.w, band)


def _cells(area: Box, universe: int, gutter: int) -> tuple[Box, ...]:
    """Return the cells of the numbers, ten a row."""
    rows = area.rows(ceil(universe / COLUMNS), gutter)
    return tuple(cell for row in rows for cell in row.columns(COLUMNS, gutter))[:universe]


def _side(side: Box, unit: float) -> SideLayout:
    """Lay out the ball being called, the last ones beside it, and the counters below."""
    gap, tall, wide = round(16 * unit), round(76 * unit), round(LATEST_WIDTH * unit)
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
    )


def _strip(strip: Box, prizes: int, unit: float) -> StripLayout:
    """Lay out sales on the left and the prizes beside them, in one row or two."""
    gap, side = round(14 * unit), round(340 * unit)
    sold, price = Box(strip.x, strip.y, side, strip.h).rows(2, gap)
    panel = Box(sold.right + gap, strip.y, strip.right - sold.right - gap, strip.h)
    label = Box(panel.x + round(20 * unit), panel.y, round(LABEL_WIDTH * unit), panel.h)
    area = Box(label.right, panel.y, panel.right - label.right, panel.h).inset(
        round(20 * unit), round(12 * unit)
    )
    rows = 1 if prizes <= 3 else 2
    columns = max(1, ceil(prizes / rows))
    cells = [
        cell for row in area.rows(rows, round(16 * unit)) for cell in row.columns(columns, round(36 * unit))
    ]
    return StripLayout(sold, price, panel, label, area, tuple(cells[:prizes]))
