"""How large a word must be to be read from the farthest seat, and how large the screens draw it.

A character is read when it fills enough of the eye's view. With its height h and the distance d it fills the
visual angle θ = 2·atan(h / 2d), so h = 2·d·tan(θ/2); on a monitor of H millimetres and P rows of pixels it is
h·P/H pixels high.

* The called number: 20′. ISO 9241-303 asks for 16′ at the least and prefers 20′ to 22′.
* The mandatory fields (AJ-34..36): 10′, what an eye of half the normal acuity (20/40) still distinguishes,
  since the letter of the normal eye's line (20/20) fills 5′ on Snellen's chart.

Heights are of capitals and figures. A text longer than its place shrinks below them; amounts of twelve
figures are made to fit, not to be read from everywhere. Not responsible for colours: ``theme`` is.
"""

from dataclasses import dataclass
from math import ceil, pi, tan
from typing import Final

from displays.layout import BALL, BoardLayout, Box, Numbers, PageLayout

CALLED_ARCMIN: Final = 20.0
FIELD_ARCMIN: Final = 10.0
FIELDS: Final = {
    "called": CALLED_ARCMIN,
    "sold": FIELD_ARCMIN,
    "price": FIELD_ARCMIN,
    "prizes": FIELD_ARCMIN,
}
NARROW: Final = 400  # units of the design: in a narrower box a condition may stand under the amount,
TALL: Final = 110  # and in a higher one
DIGITS: Final = 0.40  # the height of two digits on a ball, as a share of the ball's
LETTERED: Final = 0.37  # the same under a letter


@dataclass(frozen=True, slots=True)
class TooSmall:
    """A field that is not read from the farthest seat.

    Attributes:
        field: "called", "sold", "price" or "prizes".
        needed: The height it needs, in pixels.
        drawn: The height it has.
    """

    field: str
    needed: int
    drawn: int


def needed_pixels(arcmin: float, distance_m: float, height_mm: float, pixels_high: int) -> int:
    """Return how many pixels high a character must be to fill a visual angle.

    Args:
        arcmin: The angle in minutes of arc.
        distance_m: From the eye to the monitor, in metres.
        height_mm: The height of the monitor's picture, in millimetres.
        pixels_high: The rows of pixels on that height.
    """
    millimetres = 2 * distance_m * 1000 * tan(arcmin / 60 * pi / 180 / 2)
    return ceil(millimetres * pixels_high / height_mm)


def drawn_pixels(
    size: tuple[int, int], prizes: int, simulated: bool, lettered: bool = False
) -> dict[str, int]:
    """Return how high the screens draw the called number and the mandatory fields, at the least.

    Args:
        size: Width and height of the screen in pixels.
        prizes: How many prizes are listed, progressives among them.
        simulated: Whether the SIMULACRO band is shown.
        lettered: Whether balls have a letter over their number.

    Raises:
        LayoutError: If no screen of this size can be laid out.
    """
    page, board = (
        PageLayout.of(size, simulated),
        BoardLayout.of(size, Numbers(90), prizes, simulated, corner=True),
    )
    _, strip = page.with_strip(prizes, BALL)
    ball = min(board.side.ball.h, strip.ball.h if strip.ball is not None else 0)
    lists = [box for layout in (strip, board.strip) for box in layout.prize[:1]]
    return {
        "called": round(ball * (LETTERED if lettered else DIGITS)),
        "sold": min(fact_height(layout.sold, page.unit) for layout in (strip, board.strip)),
        "price": min(fact_height(layout.price, page.unit) for layout in (strip, board.strip)),
        "prizes": min((_prize_height(box, page.unit) for box in lists), default=0),
    }


def fact_height(box: Box, unit: float) -> int:
    """Return how high the figure of a fact is drawn."""
    return round(max(42.0, min(64.0, box.h / unit * 0.46)) * unit)


def amount_height(box: Box, unit: float) -> int:
    """Return how high the amount of a prize is drawn."""
    return round(min(54 * unit, box.h * 0.43))


def stacked_height(box: Box, unit: float) -> int:
    """Return how high the amount of a prize is drawn where its condition stands below it."""
    return round(min(46 * unit, box.h * 0.3))


def may_stack(box: Box, unit: float) -> bool:
    """Return whether a condition that has no room beside the name of its prize stands under the amount."""
    return box.w < NARROW * unit or box.h > TALL * unit


def _prize_height(box: Box, unit: float) -> int:
    """Return how high an amount is drawn at the least, with a condition that has no room beside its name."""
    return stacked_height(box, unit) if may_stack(box, unit) else amount_height(box, unit)


def too_small(
    size: tuple[int, int],
    prizes: int,
    simulated: bool,
    distance_m: float,
    height_mm: float,
    lettered: bool = False,
) -> list[TooSmall]:
    """Return every field that is not read from a distance, an empty list where all are.

    Args:
        size: Width and height of the screen in pixels.
        prizes: How many prizes are listed, progressives among them.
        simulated: Whether the SIMULACRO band is shown.
        distance_m: From the farthest seat to the monitor, in metres.
        height_mm: The height of the monitor's picture, in millimetres.
        lettered: Whether balls have a letter over their number.

    Raises:
        LayoutError: If no screen of this size can be laid out.
    """
    drawn = drawn_pixels(size, prizes, simulated, lettered)
    found = []
    for field, arcmin in FIELDS.items():
        needed = needed_pixels(arcmin, distance_m, height_mm, size[1])
        if drawn[field] < needed:
            found.append(TooSmall(field, needed, drawn[field]))
    return found
