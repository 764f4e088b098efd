"""What a calibration saw of a set's prints: each is known again, and no other is believed in its place."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.balls import IVORY, RED, BallStyle, render
from drivers.reader.known import Known, compared
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.network import HIGHEST, Opinion, State
from drivers.reader.patterns import PATTERN, Patterns, seen_at
from drivers.reader.prints import find_prints
from drivers.reader.reader import Reader
from drivers.reader.samples import Sample, patterns_of
from drivers.reader.sighting import Reason
from drivers.reader.stakes import Read
from drivers.reader.view import View

Image = npt.NDArray[np.uint8]
READER = Reader()


def picture(number: int, seed: int, style: BallStyle = IVORY) -> Image:
    return render(str(number), np.random.default_rng([900_000 + seed, number]), style)


@cache
def samples(number: int, style: BallStyle = IVORY) -> tuple[Sample, ...]:
    shown = [READER.samples(picture(number, turn, style), number) for turn in range(2)]
    return tuple(replace(each, turn=turn) for turn, found in enumerate(shown) for each in found)


@cache
def patterns(style: BallStyle = IVORY, highest: int = HIGHEST) -> Patterns:
    known = patterns_of({number: samples(number, style) for number in range(1, highest + 1)})
    assert known is not None
    return known


def view_of(image: Image) -> View:
    ball = find_ball(thumbnail(quartered(image)), image)
    assert ball is not None
    return View(image, ball)


def leaning(view: View, number: int) -> Read:
    """The print nearest the middle, and networks that are all but sure that it is this number."""
    first = next(find_prints(view))
    states = np.full(5, 0.0, np.float32)
    states[State.UPRIGHT] = states[State.UPSIDE_DOWN] = 0.5
    digits = np.zeros(HIGHEST + 1, np.float32)
    digits[number] = 0.99
    (known,) = READER._network([first.flat])
    return first, Opinion(states, digits, 0.7, "none", known.angle)


def said_of(image: Image, number: int, known: Patterns) -> Known:
    view = view_of(image)
    return compared(view, [leaning(view, number)], number, known, HIGHEST, sure=False)


def test_two_ways_of_lying_give_every_ball_a_pattern_that_stands_upright() -> None:
    known = patterns()
    assert list(known.pictures) == list(range(1, HIGHEST + 1))
    assert all(each.shape == (PATTERN, PATTERN) for each in known.pictures.values())
    seven = known.pictures[7] > 0.5
    assert seven[: PATTERN // 2].sum() > 1.3 * seven[PATTERN // 2 :].sum(), "the bar of a 7 is above"


def test_the_picture_of_the_patterns_holds_them_all() -> None:
    known = patterns()
    back = Patterns.from_png(known.png(), known.reach)
    assert list(back.pictures) == list(known.pictures)
    for number, ink in known.pictures.items():
        np.testing.assert_allclose(back.pictures[number], np.clip(ink, 0, 1), atol=1 / 255)
    some = Patterns({number: known.pictures[number] for number in (3, 88)}, known.reach)
    assert list(Patterns.from_png(some.png(), some.reach).pictures) == [3, 88]


@pytest.mark.parametrize(
    "content", [b"", b"no picture", bytes(cv2.imencode(".png", np.zeros((58, 57), np.uint8))[1])]
)
def test_what_holds_no_patterns_is_said_so(content: bytes) -> None:
    with pytest.raises(ValueError, match="holds no patterns; calibrate the set again"):
        Patterns.from_png(content, 0.4)


@pytest.mark.parametrize(("style", "highest"), [(IVORY, HIGHEST), (RED, 30)])
def test_a_print_is_most_like_the_pattern_of_its_own_number(style: BallStyle, highest: int) -> None:
    known = patterns(style, highest)
    for number in range(1, highest + 1, 4):
        view = view_of(picture(number, 7, style))
        shown, opinion = leaning(view, number)
        if shown.towards[2] < 0.8:
            continue  # it lies on the limb
        found = known.likenesses(seen_at(view, shown, known.reach), opinion.angle, ())
        assert min(found, key=lambda each: found[each].left) == number


def test_who_knows_the_patterns_reads_no_picture_otherwise_and_more_of_the_blurred_ones() -> None:
    known, told, more = Reader(patterns=[patterns()]), 0, 0
    for number in range(1, HIGHEST + 1, 3):
        blurred = np.asarray(cv2.GaussianBlur(picture(number, 8), (0, 0), 4.8), np.uint8)
        without, with_patterns = READER.read(blurred).alone, known.read(blurred).alone
        assert with_patterns in (number, None)
        assert without in (with_patterns, None)
        told, more = told + (without is not None), more + (with_patterns is not None)
    print(f"told {told} without patterns, {more} with them, of 30")
    assert more > told


def test_a_print_that_is_plainly_another_of_the_set_is_refused_however_sure_the_networks_are() -> None:
    known = patterns()
    swapped = {**known.pictures, 42: known.pictures[47], 47: known.pictures[42]}
    wary = Reader(patterns=[Patterns(swapped, known.reach)])
    assert READER.read(picture(42, 7)).alone == 42
    assert wary.read(picture(42, 7)).reason is Reason.ANOTHER_PRINT
    either = Reader(patterns=[Patterns(swapped, known.reach), known])
    assert either.read(picture(42, 7)).alone == 42, "it may be of the other set"


@pytest.mark.parametrize(
    ("number", "other"), [(89, 39), (86, 85), (18, 16), (64, 54), (36, 35), (73, 13), (74, 4), (47, 4)]
)
def test_a_stroke_under_a_light_makes_no_print_another_number_however_sure_the_networks_are(
    number: int, other: int
) -> None:
    """A light of any size, anywhere on the digits: the patterns never say that it is the other one."""
    image = picture(number, 7)
    view = view_of(image)
    middle = next(find_prints(view))
    x, y = (
        view.ball.x + view.ball.radius * middle.towards[0],
        view.ball.y + view.ball.radius * middle.towards[1],
    )
    rng = np.random.default_rng(number)
    assert said_of(image, number, patterns()) is Known.THE_SAME
    for _ in range(40):
        lit = image.copy()
        right, down = rng.uniform(-0.25, 0.25, 2) * view.ball.radius
        cv2.circle(
            lit, (int(x + right), int(y + down)), int(rng.integers(6, 26)), (255, 255, 255), -1, cv2.LINE_AA
        )
        soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), 1.5), np.uint8)
        assert said_of(soft, other, patterns()) is not Known.THE_SAME


def test_nothing_is_known_where_the_pattern_of_what_it_may_be_is_missing() -> None:
    known = patterns()
    assert known.complete_for(39, 90)
    lacking = Patterns({number: each for number, each in known.pictures.items() if number != 89}, known.reach)
    assert not lacking.complete_for(39, 90)
    assert not lacking.complete_for(68, 90)
    assert lacking.complete_for(12, 90)
    assert lacking.complete_for(7, 75)
    assert said_of(picture(39, 7), 39, known) is Known.THE_SAME
    assert said_of(picture(39, 7), 39, lacking) is Known.UNTOLD
    nine = Patterns({number: each for number, each in known.pictures.items() if number != 9}, known.reach)
    assert not nine.complete_for(6, 90), "a 6 is a 9 upside down"


def test_samples_that_differ_and_a_single_one_in_doubt_make_no_pattern() -> None:
    one, other = samples(42), samples(47)
    mixed = (replace(one[0], turn=0, sure=0.9), replace(other[0], turn=1, sure=0.9))
    assert patterns_of({41: samples(41), 42: mixed}).pictures.keys() == {41}
    single = [replace(each, sure=0.9) for each in one if each.turn == 0]
    assert patterns_of({41: samples(41), 42: single}).pictures.keys() == {41}
    assert patterns_of({}) is None
    assert patterns_of({42: ()}) is None


def test_a_picture_of_another_number_or_of_no_ball_gives_no_sample() -> None:
    assert READER.samples(picture(42, 7), 17) == []
    assert READER.samples(np.full((480, 640, 3), 40, np.uint8), 17) == []
