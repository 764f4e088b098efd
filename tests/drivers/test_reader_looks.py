"""What one look at a ball shows counts in the looks after it, and the rules judge the staked number."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.reader.light import Grey
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.network import Calibration, Opinion, State
from drivers.reader.prints import Print, find_more, find_others, find_prints, within
from drivers.reader.reader import Reader
from drivers.reader.view import View
from tests.drivers.test_reader_others import Says, ball, stroke

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

NOTHING = Opinion(np.eye(5, dtype=np.float32)[State.NOTHING], np.zeros(91, np.float32), 0.0, "none")


def opinion(number: int, digits: float, belief: float, state: State = State.UPRIGHT) -> Opinion:
    likely = np.zeros(91, np.float32)
    likely[number], likely[number + 1] = digits, 1 - digits
    return Opinion(np.eye(5, dtype=np.float32)[state], likely, belief, "bar")


class Knows(Says):
    """A network that has an opinion of some prints, and takes all others for nothing."""

    calibration = Calibration(least=0.02)

    def __init__(self, known: Sequence[tuple[Print, Opinion]]) -> None:
        super().__init__(1)
        self._known = known
        self.supposed_of: list[Opinion] = []

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        return [self._of(flat) for flat in flats]

    def _of(self, flat: Grey) -> Opinion:
        return next((said for each, said in self._known if np.array_equal(each.flat, flat)), NOTHING)

    def supposed(self, inked: Sequence[Grey], first: Opinion) -> list[Opinion]:
        self.supposed_of.append(first)
        return [NOTHING] * len(inked)


def looks(picture: Grey) -> tuple[list[Print], list[Print], list[Print]]:
    """The prints of the three looks at a ball that leaves a doubt."""
    found = find_ball(thumbnail(quartered(picture)), picture)
    assert found is not None
    view = View(picture, found)
    first = list(find_prints(view))
    second = list(find_others(view, first, doubted=True))
    return first, second, list(find_more(view, first + second, []))


def struck(*strokes: tuple[int, int, int]) -> Grey:
    picture = ball()
    for x, y, ink in strokes:
        stroke(picture, x, y, ink)
        cv2.rectangle(picture, (x - 4, y + 16), (x + 12, y + 22), ink, -1)  # edges of either direction
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)


def test_what_the_second_look_contradicts_the_third_does_not_restore() -> None:
    picture = struck((320, 200, 20), (280, 280, 145), (370, 270, 174))
    (first,), (second, *_), third = looks(picture)
    assert third, "there is something to look at a third time"
    sure, contrary = opinion(13, 0.99, 0.95), opinion(12, 0.7, 0.86)
    alone = Reader(Knows([(first, sure)])).read(picture).scores[13]
    doubted = Reader(Knows([(first, sure), (second, contrary)])).read(picture).scores[13]
    assert alone > 0.65
    assert doubted == pytest.approx(alone * (1 - contrary.scores[12]), abs=0.01)


@pytest.mark.parametrize(("ink", "look"), [(145, "second"), (174, "third")])
def test_a_bar_is_no_number_beside_a_whole_print_that_a_later_look_saw_too(ink: int, look: str) -> None:
    picture = struck((360, 290, ink))
    cv2.circle(picture, (290, 215), 60, (145, 145, 145), 4, cv2.LINE_AA)
    first, second, third = looks(picture)
    assert not first
    whole = max(second, key=lambda each: each.radius)
    bar = min({"second": second, "third": third}[look], key=lambda each: each.radius)
    eleven, six = opinion(11, 1.0, 0.99), opinion(6, 0.9, 0.0, State.NO_MARK)
    assert set(Reader(Knows([(bar, eleven)])).read(picture).scores) == {11}
    assert not Reader(Knows([(whole, six), (bar, eleven)])).read(picture).scores


@pytest.mark.parametrize(
    ("number", "mark", "sure", "told"),
    [(19, "ring", 0.96, False), (19, "ring", 0.98, True), (19, "bar", 0.96, True), (69, "ring", 0.96, True)],
)
def test_a_ring_that_only_a_later_look_sees_to_open_may_be_the_outline_of_a_disc(
    number: int, mark: str, sure: float, told: bool
) -> None:
    picture = struck((320, 240, 145))
    first, (later, *_), _ = looks(picture)
    assert not first
    seen = replace(opinion(number, sure, 0.98), mark=mark)
    assert (set(Reader(Knows([(later, seen)])).read(picture).scores) == {number}) == told


def test_lights_are_supposed_to_be_ink_on_the_print_whose_number_is_staked() -> None:
    picture = struck((300, 240, 145), (330, 240, 145))
    picture[230:254, 315:325] = 20
    cv2.circle(picture, (320, 250), 4, (255, 255, 255), -1)
    (digit,), (both, *_), _ = looks(picture)
    assert within(digit, both)
    single, number = opinion(8, 0.97, 0.98), opinion(38, 0.99, 0.92)
    assert single.scores.max() > number.scores.max()
    network = Knows([(digit, single), (both, number)])
    assert set(Reader(network).read(picture).scores) == {38}
    (supposed,) = network.supposed_of
    assert supposed is number
