"""What a calibration saw of a ball is kept as its pattern where it is alike, and where it is its own."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST
from drivers.reader.patterns import Patterns
from drivers.reader.samples import Sample, patterns_of, samples_of
from drivers.reader.seen import PATTERN
from drivers.reader.view import View
from tests.drivers.patterned import REACH, READER, find_patterns, leaning, patterns, picture, samples, view_of


def test_two_ways_of_lying_give_every_ball_a_pattern_that_stands_upright() -> None:
    known = patterns()
    assert list(known.pictures) == list(range(1, HIGHEST + 1))
    assert all(each.shape == (PATTERN, PATTERN) for each in known.pictures.values())
    seven = known.pictures[7] > 0.5
    assert seven[: PATTERN // 2].sum() > 1.3 * seven[PATTERN // 2 :].sum(), "the bar of a 7 is above"


@pytest.mark.campaign
def test_the_patterns_that_are_kept_for_the_tests_are_those_that_are_found() -> None:
    """To a level of their picture; `python -m tests.drivers.patterned` writes them anew."""
    known = find_patterns()
    assert round(known.reach, 4) == REACH
    assert known.pictures.keys() == patterns().pictures.keys()
    for number, ink in known.pictures.items():
        np.testing.assert_allclose(patterns().pictures[number], ink, atol=1 / 255)


def test_samples_that_differ_and_a_single_one_in_doubt_make_no_pattern() -> None:
    one, other = samples(42), samples(47)
    mixed = (replace(one[0], turn=0, sure=0.9), replace(other[0], turn=1, sure=0.9))
    assert patterns_of({41: samples(41), 42: mixed}).pictures.keys() == {41}
    single = [replace(each, sure=0.9) for each in one if each.turn == 0]
    assert patterns_of({41: samples(41), 42: single}).pictures.keys() == {41}
    assert patterns_of({}) is None
    assert patterns_of({42: ()}) is None


def test_three_ways_of_lying_that_are_alike_make_a_pattern_though_no_print_is_surely_the_number() -> None:
    """The face may make its 5 much like a 6; a person says that it is a 5. Each is to be rather like it."""
    one = samples(42)[0]
    for likely, made in (((0.75, 0.3, 0.5), True), ((0.25, 0.3, 0.22), True), ((0.75, 0.15, 0.5), False)):
        for leads in (True, False):
            turns = [
                replace(one, turn=turn, likely=each, sure=0.0, leads=leads)
                for turn, each in enumerate(likely)
            ]
            assert (42 in patterns_of({41: samples(41), 42: turns}).pictures) is made
            assert 42 not in patterns_of({41: samples(41), 42: turns[:2]}).pictures


def test_what_another_number_is_likelier_of_is_no_part_of_a_pattern_that_others_make() -> None:
    two = [replace(each, leads=False, likely=0.3) for each in samples(47)]
    for some in (samples(42), samples(42)[:0]):
        made = patterns_of({41: samples(41), 42: (*some, *two)}).pictures
        alone = patterns_of({41: samples(41), 42: some}).pictures
        assert made.keys() == alone.keys()
        assert 42 not in made or np.array_equal(made[42], alone[42])


def test_a_print_that_is_rather_another_number_is_a_sample_of_what_a_person_says_it_is() -> None:
    """If it is as likely as one in five; a print that is no such number at all is none."""
    view = view_of(picture(42, 7))
    shown, opinion = leaning(view, 47)
    for likely, count in ((0.3, 1), (0.15, 0)):
        digits = opinion.digits * 0.5
        digits[42] = likely
        found = samples_of(view, both := [(shown, replace(opinion, digits=digits))], both, 42, HIGHEST, 0.0)
        assert len(found) == count
        assert not any(each.leads for each in found)


def test_a_1_that_looks_like_a_7_and_a_7_like_a_1_give_samples_for_a_person_says_which_it_is() -> None:
    view = view_of(picture(7, 7))
    for laid, looks, count in ((1, 7, 1), (7, 1, 1), (1, 4, 0), (4, 7, 0)):
        assert len(samples_of(view, both := [leaning(view, looks)], both, laid, HIGHEST, 0.0)) == count


def test_a_picture_of_another_number_or_of_no_ball_gives_no_sample() -> None:
    assert READER.samples(picture(42, 7), 17) == []
    assert READER.samples(np.full((480, 640, 3), 40, np.uint8), 17) == []


def test_a_print_is_as_likely_the_number_as_its_ink_is_in_any_way_it_is_seen() -> None:
    view = view_of(picture(42, 7))
    whole, opinion = leaning(view, 42)
    faint = opinion.digits * 0.5
    read, digits_alone = (
        (whole, replace(opinion, digits=faint)),
        (replace(whole, radius=0.5 * whole.radius), opinion),
    )
    elsewhere = replace(whole, towards=-whole.towards), opinion
    for looked, likely in (([read], 0.5), ([read, elsewhere], 0.5), ([read, digits_alone], 0.99)):
        (sample,) = samples_of(view, [read], looked, 42, HIGHEST, 0.0)
        assert sample.likely == pytest.approx(likely, abs=0.01)
        assert sample.shown is whole


NUMBERS = (12, 26, 34, 43, 58, 61, 79, 85)
RING = 0.45  # radii of the ball from the middle of a print


def ringed_samples(number: int, aside: float) -> list[Sample]:
    """A ball whose number has a ring, its prints found so many radii beside their middle."""
    return [ringed(each, aside) for each in samples(number) if each.shown.towards[2] > 0.9]


def ringed(sample: Sample, aside: float) -> Sample:
    """What a ball would have given, had its number a ring, and been found so many radii beside its middle."""
    view, shown = sample.view, sample.shown
    picture, ball = view.picture.copy(), view.ball
    x, y = np.array([ball.x, ball.y]) + ball.radius * shown.towards[:2]
    cv2.circle(picture, (int(x), int(y)), int(RING * ball.radius), (30, 30, 34), 5, cv2.LINE_AA)
    towards = shown.towards + np.array([aside * shown.radius, 0, 0], np.float32)
    towards = np.asarray(towards / np.linalg.norm(towards), np.float32)
    return replace(
        sample,
        view=View(picture, ball),
        shown=replace(shown, towards=towards, radius=1.15 * RING),
        sure=1.0,
    )


def ringed_patterns(aside: float) -> Patterns:
    """Those of a set whose 43 is found so far beside its middle, and no other ball is."""
    known = patterns_of({number: ringed_samples(number, aside * (number == 43)) for number in NUMBERS})
    assert known is not None
    return known


def test_a_print_that_was_found_beside_its_middle_makes_the_pattern_that_it_makes_in_it() -> None:
    """A shade that hangs together with a ring or a disc moves what is thought to be its middle."""

    def differ(one: Floats, other: Floats) -> float:
        return float(((one - other) ** 2).mean())

    straight = ringed_patterns(0.0)
    assert straight.frame.is_there
    for aside in (-0.25, 0.25):
        moved = ringed_patterns(aside)
        assert (
            differ(moved.pictures[43], straight.pictures[43])
            < 0.01
            < differ(np.roll(moved.pictures[43], 3, axis=1), straight.pictures[43])
        )


def test_ink_beside_a_light_that_is_in_every_picture_is_in_the_pattern() -> None:
    """What a light brightens around it is not known, but a hole in a number makes it one that no ball has."""

    def ink(sample: Sample) -> float:
        known = patterns_of({42: [replace(sample, sure=1.0)]})
        assert known is not None
        return float(known.pictures[42].sum())

    sample = samples(42)[0]
    view, shown = sample.view, sample.shown
    middle, reach = np.array([view.ball.x, view.ball.y]), view.ball.radius * shown.radius
    x, y = middle + view.ball.radius * shown.towards[:2]
    for right, down in ((-0.3, 0.3), (0.0, -0.3), (0.5, -0.3)):
        at = int(x + right * reach), int(y + down * reach)
        lit = cv2.circle(view.picture.copy(), at, 3, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
        assert 0.95 < ink(replace(sample, view=View(np.asarray(lit, np.uint8), view.ball))) / ink(sample) < 1
