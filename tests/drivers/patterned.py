"""A set of drawn balls and its patterns, for the tests of what is made of them.

To find the patterns of a whole set takes twenty seconds of processor, so those of the ivory balls are kept,
as a calibration keeps them. ``python -m tests.drivers.patterned`` finds them and writes them.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.camera.balls import IVORY, BallStyle, render
from drivers.reader.laid import Laid
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.network import HIGHEST, Opinion, State
from drivers.reader.patterns import Patterns
from drivers.reader.prints import Print, find_prints
from drivers.reader.reader import Reader
from drivers.reader.samples import Sample, patterns_of
from drivers.reader.seen import PATTERN
from drivers.reader.stakes import Read
from drivers.reader.view import View

Image = npt.NDArray[np.uint8]
READER = Reader()
KEPT: Final = Path(__file__).parents[2] / "fixtures/patterns/ivory.png"
REACH: Final = 0.3166
"""Of the kept patterns, radians."""
_SMALL = 40  # pixels of a pattern that has room for a ring around it


def picture(number: int, seed: int, style: BallStyle = IVORY) -> Image:
    """One of the simulator's pictures of a ball."""
    return _drawn(number, seed, style).copy()


@cache
def _drawn(number: int, seed: int, style: BallStyle) -> Image:
    return render(str(number), np.random.default_rng([900_000 + seed, number]), style)


@cache
def samples(number: int, style: BallStyle = IVORY) -> tuple[Sample, ...]:
    """What two ways of lying of a ball give to make its pattern of."""
    shown = [READER.samples(picture(number, turn, style), number) for turn in range(2)]
    return tuple(replace(each, turn=turn) for turn, found in enumerate(shown) for each in found)


@cache
def patterns() -> Patterns:
    """Those of all ivory balls."""
    return Patterns.from_png(KEPT.read_bytes(), REACH)


def find_patterns(style: BallStyle = IVORY, highest: int = HIGHEST) -> Patterns:
    """Those of all balls of a set, as a calibration finds them."""
    known = patterns_of({number: samples(number, style) for number in range(1, highest + 1)})
    assert known is not None
    return known


def some_patterns(*numbers: int) -> Patterns:
    """Those of some balls alone, and nothing found out about them yet."""
    return Patterns({number: patterns().pictures[number] for number in numbers}, patterns().reach)


def view_of(image: Image) -> View:
    """The ball in a picture."""
    ball = find_ball(thumbnail(quartered(image)), image)
    assert ball is not None
    return View(image, ball)


def laid(view: View, sets: Sequence[Patterns]) -> list[Laid]:
    """The prints of a ball over the patterns of some sets."""
    return [Laid(view, each) for each in sets]


def leaning(view: View, number: int, shown: Print | None = None) -> Read:
    """A print, the one nearest the middle, and networks that are all but sure that it is this number."""
    first = shown or next(find_prints(view))
    states = np.full(5, 0.0, np.float32)
    states[State.UPRIGHT] = states[State.UPSIDE_DOWN] = 0.5
    digits = np.zeros(HIGHEST + 1, np.float32)
    digits[number] = 0.99
    (known,) = READER._network([first.flat])
    return first, Opinion(states, digits, 0.7, "none", known.angle)


DARK, PALE = (30, 30, 34), (140, 165, 215)
"""Colours of fingers, BGR."""


def pointed_at(
    image: Image, shown: Print, off: float, wide: int, colour: tuple[int, int, int] = DARK
) -> Image:
    """A picture with a finger along a line of digits, its tip so many radii off their middle."""
    view, covered = view_of(image), image.copy()
    angle = leaning(view, 0, shown)[1].angle
    along = np.array([np.cos(angle), np.sin(angle)])
    middle = np.array([view.ball.x, view.ball.y]) + view.ball.radius * shown.towards[:2]
    tip = middle + (off * shown.radius * view.ball.radius + wide / 2) * along
    cv2.line(covered, tip.astype(int), (tip + 200 * along).astype(int), colour, wide, cv2.LINE_AA)
    return covered


def side_by_side(left: int, right: int) -> Image:
    """A ball that shows two numbers, left and right of its middle."""
    bare = render(None, np.random.default_rng([900_007, 0]), IVORY)
    ball, both = view_of(bare).ball, bare.astype(np.float32)
    for number, aside in ((left, -0.4), (right, 0.4)):
        ink = _print_of(number)
        at, middle = int(ball.x + aside * ball.radius), int(ball.y)
        half = len(ink) // 2
        both[middle - half : middle + half, at - half : at + half] *= ink
    return np.asarray(np.clip(both, 0, 255), np.uint8)


def _print_of(number: int) -> npt.NDArray[np.float32]:
    """The print of a number as a factor of the paint: 1 where there is no ink."""
    shown = picture(number, 7)
    bare = render(None, np.random.default_rng([900_007, number]), IVORY)
    ball, first = view_of(shown).ball, next(find_prints(view_of(shown)))
    x, y = (int(at) for at in np.array([ball.x, ball.y]) + ball.radius * first.towards[:2])
    reach = int(1.15 * first.radius * ball.radius)
    window = np.s_[y - reach : y + reach, x - reach : x + reach]
    return np.asarray(shown[window] / np.maximum(bare[window], 1).astype(np.float32), np.float32)


@cache
def ringed() -> Patterns:
    """The patterns, smaller, each with a ring around it."""
    pictures = {number: np.maximum(smaller(number), ring(PATTERN, 1.0)) for number in patterns().pictures}
    return Patterns(pictures, patterns().reach * PATTERN / _SMALL)


@cache
def opening() -> Patterns:
    """The same, of a ring that opens below each number."""
    pictures = {number: np.maximum(smaller(number), open_ring(60, 120)) for number in patterns().pictures}
    return Patterns(pictures, patterns().reach * PATTERN / _SMALL)


@cache
def disced() -> Patterns:
    """The same, each on a disc: the ball around it is as dark as one light or another leaves it."""
    known = {number: np.maximum(smaller(number), off_disc(number)) for number in patterns().pictures}
    return Patterns(known, patterns().reach * PATTERN / _SMALL)


def off_disc(number: int) -> npt.NDArray[np.float32]:
    """The ball around the disc of a pattern, whose middle lies up to two pixels off that of the number."""
    drawn = np.full((PATTERN, PATTERN), 0.3 + 0.15 * (number % 4), np.float32)
    middle = PATTERN // 2 + number % 5 - 2, PATTERN // 2 + number % 3 - 1
    cv2.circle(drawn, middle, 22, 0, cv2.FILLED, cv2.LINE_AA)
    return drawn


def smaller(number: int) -> npt.NDArray[np.float32]:
    """A pattern as large as there is room for in a ring."""
    small = cv2.resize(patterns().pictures[number], (_SMALL, _SMALL), interpolation=cv2.INTER_AREA)
    return np.asarray(np.pad(small, (PATTERN - _SMALL) // 2), np.float32)


def ring(side: int, ink: float) -> npt.NDArray[np.float32]:
    """A ring of ink around the middle of a pattern, or of what is seen of a print."""
    drawn = np.zeros((side, side), np.float32)
    cv2.circle(drawn, (side // 2, side // 2), 26, ink, 2)
    return drawn


def open_ring(*gap: int) -> npt.NDArray[np.float32]:
    """A ring around the middle of a pattern that opens between two angles, clockwise from the right."""
    drawn, middle = np.zeros((PATTERN, PATTERN), np.float32), (PATTERN // 2, PATTERN // 2)
    begin, end = gap
    cv2.ellipse(drawn, middle, (26, 26), 0, end, begin + 360, 1.0, 2)
    return drawn


def _write() -> None:
    known = find_patterns()
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_bytes(known.png())
    print(f"{KEPT}, reach {known.reach:.4f}")


if __name__ == "__main__":
    _write()
