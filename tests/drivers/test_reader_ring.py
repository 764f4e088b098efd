"""Which way a ring opens is measured, and nothing is said where something else may have opened it."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, radians, remainder, sin, tau

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.reader.disc import any_ring
from drivers.reader.light import Grey
from drivers.reader.network import OUTPUTS, STATES, Heat, Opinion, State, opinions
from drivers.reader.prints import Print, facing, find_prints
from drivers.reader.reader import Reader
from drivers.reader.ring import Ring, may_be_closed, ring_around
from drivers.reader.sighting import Reason
from tests.drivers.test_reader_others import Says, ball, seen, stroke

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

MIDDLE = (320, 240)


def rounded(picture: Grey, opens: float, wide: float, *, radius: float = 0.4, aslant: float = 0.0) -> None:
    """Draw a ring on the ball that opens so many degrees at an angle, seen so far aslant, in radians."""
    frame = facing(np.array([sin(aslant), 0, cos(aslant)], np.float32))
    ways = np.radians(np.arange(opens + wide / 2, opens + 360 - wide / 2 + 1))
    local = np.stack(
        [np.sin(radius) * np.cos(ways), np.sin(radius) * np.sin(ways), np.full(len(ways), cos(radius))]
    )
    points = np.round((np.array(MIDDLE) + 120 * (frame @ local)[:2].T) * 16).astype(np.int32)
    cv2.polylines(picture, [points], False, 20, 4, cv2.LINE_AA, shift=4)


def ringed(opens: float, wide: float, *, aslant: float = 0.0, radius: float = 0.4) -> Grey:
    picture = ball()
    rounded(picture, opens, wide, radius=radius, aslant=aslant)
    x = round(320 + 120 * sin(aslant))
    for stroked in (x - 9, x + 9):
        stroke(picture, stroked, 240)
    return picture


def nearest(picture: Grey) -> Print:
    return next(find_prints(seen(picture)))


def found(picture: Grey) -> Ring | None:
    return ring_around(seen(picture), nearest(picture))


def opens_at(ring: Ring | None, opens: float, wide: float) -> Ring:
    """The ring, if there is one that opens so many degrees there."""
    assert ring is not None
    assert abs(remainder(ring.opens - radians(opens), tau)) < radians(8)
    assert ring.wide == pytest.approx(wide, abs=20)
    return ring


@pytest.mark.parametrize("aslant", [0.0, 0.4])
@pytest.mark.parametrize("wide", [55, 100, 160])
@pytest.mark.parametrize("opens", [0, 90, 163, 200, 275, 358])
def test_a_ring_tells_where_it_opens_and_how_far(opens: float, wide: float, aslant: float) -> None:
    ring = opens_at(found(ringed(opens, wide, aslant=aslant)), opens, wide)
    assert ring.radius == pytest.approx(0.4, abs=0.04)


@pytest.mark.parametrize("radius", [0.45, 0.5])
def test_a_ring_is_found_around_digits_that_stand_far_from_it(radius: float) -> None:
    picture = ringed(90, 120, radius=radius)
    alone = min(find_prints(seen(picture)), key=lambda each: each.radius)
    assert alone.radius < 0.25
    ring = ring_around(seen(picture), alone)
    assert ring is not None
    assert ring.radius == pytest.approx(radius, abs=0.05)
    assert ring.opens == pytest.approx(pi / 2, abs=0.15)


@pytest.mark.parametrize(("opens", "wide", "aslant", "radius"), [(163, 120, 0.6, 0.5), (163, 80, 0.6, 0.5)])
def test_a_ring_that_the_last_pixel_hides_is_measured_a_little_nearer_or_farther(
    opens: float, wide: float, aslant: float, radius: float
) -> None:
    view = seen(ringed(opens, wide, aslant=aslant, radius=radius))
    missed = [each for each in find_prints(view) if ring_around(view, each) is None]
    rings = [any_ring(view, each) for each in missed]
    measured = [opens_at(each, opens, wide) for each in rings if each is not None]
    assert measured


def test_digits_alone_and_a_closed_ring_open_nowhere() -> None:
    picture = ball()
    for x in (311, 329):
        stroke(picture, x, 240)
    assert found(picture) is None
    assert found(ringed(90, 0)) is None


def test_a_ring_that_opens_no_farther_than_a_light_may_take_of_it_says_nothing() -> None:
    assert found(ringed(90, 25)) is None


def test_of_two_gaps_nobody_knows_which_was_printed() -> None:
    picture = ringed(90, 60)
    cv2.circle(picture, (320, 193), 14, 220, -1)
    assert found(picture) is None


@pytest.mark.parametrize("level", [250, 150])
def test_what_is_lighter_or_darker_than_the_paint_may_hide_the_rest_of_a_ring(level: int) -> None:
    picture = ringed(90, 0)
    cv2.ellipse(picture, (320, 287), (30, 14), 0, 0, 360, level, -1)
    assert found(picture) is None


def test_a_stroke_that_only_fades_has_no_gap() -> None:
    picture = ringed(90, 100)
    cv2.ellipse(picture, MIDDLE, (47, 47), 90, -50, 50, 150, 4, cv2.LINE_AA)
    assert found(picture) is None


@pytest.mark.parametrize(
    ("paint", "light", "closed"), [(200, 200, False), (200, 235, True), (252, 252, True)]
)
@pytest.mark.parametrize("wide", [14, 26])
def test_a_narrow_gap_that_is_lit_may_be_none(paint: int, light: int, closed: bool, wide: int) -> None:
    picture = ringed(90, 0)
    picture[picture == 220] = paint
    cv2.ellipse(picture, (320, 287), (wide, 9), 0, 0, 360, light, -1)
    assert may_be_closed(seen(picture), nearest(picture)) is closed
    assert not may_be_closed(seen(ringed(90, 100)), nearest(ringed(90, 100))), "no light opens it so far"


def test_a_narrow_gap_in_which_no_bare_paint_tells_how_bright_it_is_may_be_none() -> None:
    picture = ringed(90, 30)
    found = nearest(picture)
    grey = replace(found, flat=np.where(found.flat > 140, np.uint8(180), found.flat))
    assert not may_be_closed(seen(picture), found)
    assert may_be_closed(seen(picture), grey)


class Ringed(Says):
    """A network that takes every print for a number whose ring alone tells it from another."""

    def __init__(self) -> None:
        super().__init__(68)
        self._opinion = replace(self._opinion, mark="ring")


@pytest.mark.parametrize(("light", "told"), [(220, {68}), (250, set())])
def test_a_number_that_a_lit_gap_tells_from_another_is_for_a_person(light: int, told: set[int]) -> None:
    picture = ringed(90, 0)
    cv2.ellipse(picture, (320, 287), (14, 9), 0, 0, 360, light, -1)
    found = Reader(Ringed()).read(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    assert set(found.scores) == told
    assert told or found.reason == Reason.NO_MARK


def test_a_ring_that_reaches_behind_the_limb_says_nothing() -> None:
    assert found(ringed(90, 80, aslant=1.05)) is None


@given(angle=st.floats(0, pi), way=st.integers(0, 1), off=st.floats(-0.44, 0.44))
def test_a_number_stands_on_the_gap_of_its_ring(angle: float, way: int, off: float) -> None:
    assert Ring(0.4, angle + pi / 2 + way * pi + off, 90.0).stands(angle) == (angle, way)


@given(angle=st.floats(0, pi), way=st.integers(0, 1), off=st.floats(0.46, pi - 0.46))
def test_digits_that_seem_to_lie_askew_to_it_lie_as_the_gap_says(angle: float, way: int, off: float) -> None:
    opens = angle + pi / 2 + way * pi + off
    assert Ring(0.4, opens, 90.0).stands(angle) == (opens - pi / 2, 0)


class Unmarked(Says):
    """A network that takes every print for a 68 without a mark until it is told how it stands."""

    def __init__(self, angle: float, belief: float) -> None:
        super().__init__(68)
        lacking = np.eye(STATES, dtype=np.float32)[State.NO_MARK]
        self._known = replace(self._opinion, belief=belief)
        self._opinion = replace(self._opinion, states=lacking, belief=0.1, angle=angle)
        self.stood: list[tuple[float, int]] = []

    def settled(self, _: Grey, angle: float, way: int) -> Opinion:
        self.stood.append((angle, way))
        return self._known


@pytest.mark.parametrize(
    ("angle", "belief", "stands", "told"),
    [
        (0.1, 1.0, (0.1, 0), {68}),
        (3.0, 1.0, (3.0, 1), {68}),
        (1.4, 1.0, (0.0, 0), {68}),
        (1.4, 0.05, (0.0, 0), set()),
    ],
)
def test_a_print_without_a_mark_is_looked_at_as_its_ring_says_and_believed_if_it_fits(
    angle: float, belief: float, stands: tuple[float, int], told: set[int]
) -> None:
    network = Unmarked(angle, belief)
    found = Reader(network).read(cv2.cvtColor(ringed(90, 100), cv2.COLOR_GRAY2BGR))
    assert network.stood[0] == (pytest.approx(stands[0], abs=0.1), stands[1])
    assert set(found.scores) == told


def test_digits_that_no_ring_makes_a_number_tell_none_but_do_not_lack_a_mark() -> None:
    network = Unmarked(0.1, 1.0)
    digits = np.zeros_like(network._known.digits)
    digits[[68, 88]] = 0.5
    network._known = replace(network._known, digits=digits)
    found = Reader(network).read(cv2.cvtColor(ringed(90, 100), cv2.COLOR_GRAY2BGR))
    assert network.stood, "the ring was seen"
    assert not found.scores
    assert found.reason != Reason.NO_MARK
    assert max(each.score for each in found.prints) < 0.2, "nor are they against another print"


class Twice(Says):
    """A network for which one of two prints lacks a mark until it is looked at again."""

    def __init__(self, *, relents: bool) -> None:
        super().__init__(68)
        lacking = np.eye(STATES, dtype=np.float32)[State.NO_MARK]
        self._marked = replace(self._opinion, mark="ring")
        self._lacking = replace(self._opinion, states=lacking, belief=0.1)
        self._relents, self._sights = relents, 0

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        self._sights += 1
        first = [self._marked, *[self._lacking] * len(flats)]
        return first[: len(flats)] if self._sights == 1 else [self._lacking] * len(flats)

    def settled(self, _: Grey, angle: float, way: int) -> Opinion:
        relents = self._relents and self._sights > 1
        return replace(self._marked, way=way) if relents else replace(self._lacking, belief=0.0)


@pytest.mark.parametrize(("relents", "told"), [(True, {68}), (False, set())])
def test_a_print_lacks_a_mark_only_if_its_digits_alone_do_too(relents: bool, told: set[int]) -> None:
    picture = ball()
    for aslant in (-0.55, 0.55):
        rounded(picture, 90, 100, radius=0.42, aslant=aslant)
        for x in (-9, 9):
            stroke(picture, round(320 + 120 * sin(aslant)) + x, 240)
    found = Reader(Twice(relents=relents)).read(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    assert set(found.scores) == told
    assert found.reason == (Reason.NONE if told else Reason.NO_MARK)


def logits(*states: State) -> np.ndarray:
    rows = np.zeros((2, OUTPUTS), np.float32)
    for row, state in zip(rows, states, strict=True):
        row[state] = 9.0
        row[STATES + 6] = row[STATES + 10 + 8] = 9.0
    rows[1, STATES:] = 0
    return rows


def test_what_lacks_a_mark_stands_as_it_is_seen_to_stand_and_nothing_else_changes() -> None:
    lacking = logits(State.NO_MARK, State.NO_MARK)
    (unknown,) = opinions(lacking, Heat(1, 1), [0.0])
    assert unknown.belief < 0.01
    (upright,) = opinions(lacking, Heat(1, 1), [0.0], 0)
    assert (int(upright.scores.argmax()), upright.mark) == (68, "ring")
    assert upright.belief > 0.99
    (part,) = opinions(logits(State.PARTIAL, State.PARTIAL), Heat(1, 1), [0.0], 0)
    assert part.belief < 0.01


def printed(text: str, wide: float, turn: float) -> Grey:
    """A ball with a number in a ring that opens so far below it, all turned by some degrees."""
    picture = np.full((480, 640, 3), 40, np.uint8)
    cv2.circle(picture, MIDDLE, 120, (205, 215, 220), -1, cv2.LINE_AA)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.3, 4)
    place = (320 - width // 2, 240 + height // 2)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 1.3, (25, 25, 25), 4, cv2.LINE_AA)
    cv2.ellipse(picture, MIDDLE, (52, 52), 90, wide / 2, 360 - wide / 2, (25, 25, 25), 4, cv2.LINE_AA)
    turned = cv2.getRotationMatrix2D(MIDDLE, turn, 1.0)
    return np.asarray(cv2.warpAffine(picture, turned, (640, 480), borderValue=(40, 40, 40)), np.uint8)


def test_a_ring_that_opens_farther_than_any_that_was_learnt_tells_68_from_89() -> None:
    reader = Reader()
    told = [
        (int(text), reader.read(printed(text, 170, turn)).scores)
        for text in ("68", "89")
        for turn in range(0, 360, 30)
    ]
    assert all(set(scores) <= {number} for number, scores in told)
    assert sum(bool(scores) for _, scores in told) >= len(told) - 2


def test_a_68_in_a_closed_ring_is_for_a_person() -> None:
    reader = Reader()
    found = [reader.read(printed("68", 0, turn)) for turn in range(0, 360, 60)]
    assert {(tuple(each.scores), each.reason) for each in found} == {((), Reason.NO_MARK)}
