"""Prints as several pictures show them, each of which hides another part."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.recogniser.certainty import told_of
from drivers.recogniser.joining import Print, Seed, joined
from drivers.recogniser.learning import BallPicture, learn_set
from drivers.recogniser.matching import Matcher
from drivers.recogniser.patterns import View, pattern_of
from drivers.recogniser.reach import best_learnt
from drivers.recogniser.sphere import SIDE, Floats, Patch, frame_at, rotation
from drivers.recogniser.surface import Shading, Surface
from drivers.recogniser.trials import tried
from tests.drivers.drawn_balls import ball

PATCH = Patch(float(np.radians(30)))
WAYS = ((0.3, 1.0), (-0.35, 4.0), (0.2, 2.3))
NONE = -1  # of the poses
EVEN = Shading(np.ones((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32), ink=-1)


def middle(tilt: float, _turn: float) -> Floats:
    """Where the print of a drawn ball is."""
    return np.asarray(rotation([tilt, 0, 0]) @ [0, 0, 1], np.float32)


def surface_of(text: str, way: tuple[float, float], hidden: slice = slice(0)) -> Surface:
    plain = EVEN.surface(ball(text, *way))
    seen = plain.seen.copy()
    seen[:, hidden] = 0
    return Surface(np.where(seen > 0, plain.ink, 0).astype(np.float32), seen, plain.colour)


def prints_of(text: str, surfaces: Sequence[Surface]) -> list[Print]:
    ways = list(zip(surfaces, WAYS, strict=False))
    seeds = [Seed.at(7, pose, each, middle(*way), PATCH) for pose, (each, way) in enumerate(ways)]
    return joined(seeds, {(7, pose): [each] for pose, each in enumerate(surfaces)}, PATCH)


def test_what_one_picture_hides_of_a_print_another_shows() -> None:
    hidden = (slice(84, 96), slice(100, 112), slice(70, 80))
    (print_,) = prints_of("57", [surface_of("57", *each) for each in zip(WAYS, hidden, strict=True)])
    assert [each.pose for each in print_.views] == [0, 1, 2]
    whole = print_.pattern(PATCH, NONE)
    assert whole is not None
    assert float(whole.weight.mean()) > 0.98
    assert all(each.shown(PATCH) < 0.9 for each in print_.views)
    plain = View(0, surface_of("57", WAYS[0]), print_.views[0].place)
    truly = pattern_of(7, [plain], PATCH).ink[0]
    assert float(np.corrcoef(whole.ink[0], truly)[0, 1]) > 0.9


def test_of_two_views_the_one_that_faces_the_camera_says_more() -> None:
    """The other is foreshortened: what it shows is blurred."""
    ones = np.ones((SIDE, SIDE), np.float32)
    faced, aside = frame_at(np.array([0, 0, 1], np.float32)), rotation([np.pi / 3, 0, 0])
    white = np.zeros(2, np.float32)
    views = [View(0, Surface(-ones, ones, white), faced), View(1, Surface(ones, ones, white), aside)]
    ink = pattern_of(7, views, PATCH).ink[0]
    middle_of_it = int(PATCH.grid[:, 2].argmax())
    assert float(ink[middle_of_it]) == pytest.approx((-1 + 0.5) / 1.5, abs=0.03)


def test_what_a_pose_alone_shows_is_not_known_without_it() -> None:
    hidden = (slice(84, 96), slice(84, 96), slice(0))
    (print_,) = prints_of("57", [surface_of("57", *each) for each in zip(WAYS, hidden, strict=True)])
    known = [print_.pattern(PATCH, pose) for pose in range(3)]
    assert [each is not None and bool(each.weight.all()) for each in known] == [True, True, False]


def test_without_its_only_pose_nothing_is_known_of_a_print() -> None:
    (print_,) = prints_of("57", [surface_of("57", WAYS[0])])
    assert print_.pattern(PATCH, 0) is None


def test_another_print_is_not_joined() -> None:
    """A ball may show two: a number and a name."""
    seeds = [
        Seed.at(7, pose, surface_of(text, WAYS[pose]), middle(*WAYS[pose]), PATCH)
        for pose, text in enumerate(("57", "H"))
    ]
    surfaces = {(7, each.view.pose): [each.view.surface] for each in seeds}
    assert [len(each.views) for each in joined(seeds, surfaces, PATCH)] == [1, 1]


def test_a_print_lies_about_the_middle_of_its_ink_wherever_it_was_found() -> None:
    aside = (0.12, -0.15, 0.1)
    surfaces = [surface_of("57", each) for each in WAYS]
    seeds = []
    for pose, (each, way, off) in enumerate(zip(surfaces, WAYS, aside, strict=True)):
        found = frame_at(middle(*way)) @ rotation([off, 0, 0])
        seeds.append(Seed.at(7, pose, each, np.asarray(found[:, 2], np.float32), PATCH))
    (print_,) = joined(seeds, {(7, pose): [each] for pose, each in enumerate(surfaces)}, PATCH)
    for view in print_.views:
        assert float(view.place[:, 2] @ middle(*WAYS[view.pose])) > np.cos(0.06)


@pytest.mark.parametrize("number", [14, 35, 41, 57])
@pytest.mark.parametrize("hidden", [slice(0, SIDE // 2), slice(SIDE // 2, SIDE)])
def test_a_print_is_found_though_the_middle_of_what_is_seen_of_it_is_not_its_own(
    number: int, hidden: slice
) -> None:
    """A 41 of which the 1 hardly showed was told as 4: its own print was not among those compared."""
    pictures = [
        BallPicture(each, pose, ball(str(each), *way, each))
        for each in (14, 35, 41, 57)
        for pose, way in enumerate(WAYS)
    ]
    patterns = learn_set(EVEN, pictures, PATCH.reach).whole.patterns
    half = surface_of(str(number), (0.0, 0.0), hidden)
    match = Matcher(patterns).match(half, patterns.numbers != number)
    assert match is not None
    assert match.likeness > 0.9


def test_a_print_that_one_pose_alone_shows_is_none_beside_one_that_several_show() -> None:
    """A ball looked for at a wrong place shows the edge of the exit, on all balls the same."""
    surfaces = [surface_of("57", WAYS[0]), surface_of("57", WAYS[1]), surface_of("H", WAYS[2])]
    (print_,) = prints_of("57", surfaces)
    assert {each.pose for each in print_.views} == {0, 1}


@pytest.mark.parametrize("draw", [13, 15, 23])
def test_a_print_that_is_nearly_the_same_turned_is_laid_the_right_way(draw: int) -> None:
    rng, patch = np.random.default_rng(draw), Patch(float(np.radians(26)))
    ways = [(float(rng.uniform(-0.7, 0.7)), float(rng.uniform(0, 6.28))) for _ in range(6)]
    soft = [cv2.GaussianBlur(ball("9.", *way), (0, 0), 1.5) for way in ways]
    surfaces = [EVEN.surface(np.asarray(each, np.uint8)) for each in soft]
    aside = frame_at(middle(*ways[0])) @ rotation([0.12, 0.1, 0])
    seed = Seed.at(7, 0, surfaces[0], np.asarray(aside[:, 2], np.float32), patch)
    (print_,) = joined([seed], {(7, pose): [each] for pose, each in enumerate(surfaces)}, patch)
    turned = [rotation([tilt, 0, 0]) @ rotation([0, 0, turn]) for tilt, turn in ways]
    on_ball = [turned[each.pose].T @ each.place for each in print_.views]
    assert len(on_ball) == len(ways)
    for each in on_ball:
        assert float(np.trace(each.T @ on_ball[0])) > 1 + 2 * np.cos(0.15), "more than 0.15 radians off"


def test_a_pose_is_tried_by_what_the_others_show_and_never_by_itself() -> None:
    """What is certain follows from it: a pose that knew itself would be told by anything."""
    pictures = [
        BallPicture(each, pose, ball(str(each), *way, each))
        for each in (14, 35)
        for pose, way in enumerate(WAYS)
    ]
    learnt = learn_set(EVEN, pictures, PATCH.reach)
    for each in pictures:
        shown = ~learnt.barred(each)
        own = learnt.patterns.numbers == each.number
        assert set(learnt.without[shown & own].tolist()) == {each.pose}
        assert set(learnt.without[shown & ~own].tolist()) == {NONE}
        strange = ~learnt.barred_as_stranger(each.number)
        assert (set(learnt.without[strange].tolist()), bool((strange & own).any())) == ({NONE}, False)


def test_a_pose_of_which_the_first_picture_is_covered_is_learnt_from_the_next() -> None:
    """The edge of what covers it is on all balls the same: it is no print."""
    pictures, light = [], replace(EVEN, ink=0)
    for number in (14, 35, 57):
        for pose, way in enumerate(WAYS):
            plain = ball(str(number), *way, number)
            covered = plain.copy()
            covered[:, :130] = 90
            pictures += [BallPicture(number, pose, covered), BallPicture(number, pose, plain)]
    patterns = learn_set(light, pictures, float(np.radians(34))).whole.patterns
    for number in (14, 35, 57):
        match = Matcher(patterns).match(light.surface(ball(str(number), 0.1, 0.4)))
        assert match is not None
        assert (match.number, match.likeness > 0.9) == (number, True)


@pytest.mark.parametrize("numbers", [(14,), (14, 35), (0, 100, 257)])
def test_a_few_balls_are_learnt_though_none_can_be_certain(numbers: tuple[int, ...]) -> None:
    pictures = [
        BallPicture(each, pose, ball(str(each), *way, each))
        for each in numbers
        for pose, way in enumerate(WAYS)
    ]
    learnt = best_learnt(EVEN, pictures)
    assert set(learnt.whole.patterns.numbers.tolist()) == set(numbers)
    assert told_of(tried(learnt, pictures)) < 0.5
