"""A set of drawn balls and its patterns, for the tests of what is made of them."""

from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from drivers.camera.balls import IVORY, BallStyle, render
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.network import HIGHEST, Opinion, State
from drivers.reader.patterns import Patterns
from drivers.reader.prints import Print, find_prints
from drivers.reader.reader import Reader
from drivers.reader.samples import Sample, patterns_of
from drivers.reader.stakes import Read
from drivers.reader.view import View

Image = npt.NDArray[np.uint8]
READER = Reader()


def picture(number: int, seed: int, style: BallStyle = IVORY) -> Image:
    """One of the simulator's pictures of a ball."""
    return render(str(number), np.random.default_rng([900_000 + seed, number]), style)


@cache
def samples(number: int, style: BallStyle = IVORY) -> tuple[Sample, ...]:
    """What two ways of lying of a ball give to make its pattern of."""
    shown = [READER.samples(picture(number, turn, style), number) for turn in range(2)]
    return tuple(replace(each, turn=turn) for turn, found in enumerate(shown) for each in found)


@cache
def patterns(style: BallStyle = IVORY, highest: int = HIGHEST) -> Patterns:
    """Those of all balls."""
    known = patterns_of({number: samples(number, style) for number in range(1, highest + 1)})
    assert known is not None
    return known


def view_of(image: Image) -> View:
    """The ball in a picture."""
    ball = find_ball(thumbnail(quartered(image)), image)
    assert ball is not None
    return View(image, ball)


def leaning(view: View, number: int, shown: Print | None = None) -> Read:
    """A print, the one nearest the middle, and networks that are all but sure that it is this number."""
    first = shown or next(find_prints(view))
    states = np.full(5, 0.0, np.float32)
    states[State.UPRIGHT] = states[State.UPSIDE_DOWN] = 0.5
    digits = np.zeros(HIGHEST + 1, np.float32)
    digits[number] = 0.99
    (known,) = READER._network([first.flat])
    return first, Opinion(states, digits, 0.7, "none", known.angle)
