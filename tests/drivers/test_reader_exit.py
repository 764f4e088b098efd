"""An exit of any make is learnt, and known as empty in other light; a ball of any size in it never is."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivers.camera.balls import EMPTY, render, scene
from drivers.reader.exit import DIAMETERS, LearntExit, Place, Unlearnt, Unlike, learnt
from drivers.reader.place import WHOLE, cut_to, found_at, measured
from drivers.reader.reader import Reader
from drivers.reader.sighting import Reason
from tests.drivers.exits import Exit, Picture, drawn

HALLS = sorted((Path(__file__).parents[2] / "fixtures/exits").glob("*.jpg"))
LIGHTS = (0.97, 1.0, 1.03)
READER = Reader()


def known(of: Exit) -> LearntExit:
    """Learn an exit from a few pictures of it."""
    found = learnt([of.seen(seed, ball=False, light=LIGHTS[seed % 3]) for seed in range(6)])
    assert isinstance(found, LearntExit)
    return found


def rendered(file: Path) -> tuple[list[Picture], list[Picture], Picture]:
    """Six pictures of an exit of another renderer, two that it drew apart in other light, and a ball."""
    whole = np.asarray(cv2.imread(str(file)), np.uint8)
    tiles = [tile for row in np.split(whole, 3) for tile in np.split(row, 3, axis=1)]
    return tiles[:6], tiles[6:8], tiles[8]


def shifted(picture: Picture, right: float, down: float, larger: float = 1.0) -> Picture:
    """The same by a camera that stands elsewhere; what it had not seen is as the edge."""
    way = np.array([[larger, 0, right], [0, larger, down]], np.float32)
    return np.asarray(cv2.warpAffine(picture, way, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def simulated(seed: int) -> Picture:
    """The simulator's empty exit."""
    return scene(EMPTY, np.random.default_rng(seed))


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 1_000_000),
    diameter=st.floats(*DIAMETERS),
    lights=st.tuples(*[st.floats(0.95, 1.05)] * 3),
)
def test_any_exit_that_was_learnt_is_known_as_empty_and_no_ball_of_any_size_anywhere_is(
    seed: int, diameter: float, lights: tuple[float, float, float]
) -> None:
    there = drawn(seed, diameter)
    empty = known(there)
    assert empty.compared(there.seen(100, ball=False, light=lights[0])).empty
    full = there.seen(101, ball=True, light=lights[1])
    assert not empty.compared(full).empty
    placed = empty.with_place(Place(there.x, there.y, there.diameter))
    assert placed.compared(there.seen(102, ball=False, light=lights[2])).empty
    assert placed.compared(full).stands
    assert not placed.compared(full).empty


@pytest.mark.parametrize("seed", range(0, 8, 2))
def test_size_and_place_of_a_ball_are_measured_by_what_it_changes(seed: int) -> None:
    there = drawn(seed, float(np.linspace(*DIAMETERS, 8)[seed]))
    place = measured(known(there), there.seen(100, ball=True, light=1.04))
    assert place is not None
    assert place.diameter == pytest.approx(there.diameter, rel=0.08)
    assert np.hypot(place.x - there.x, place.y - there.y) < 0.06 * there.diameter
    assert measured(known(there), there.seen(101, ball=False)) is None, "an empty exit holds no ball"


@pytest.mark.parametrize("file", HALLS, ids=lambda file: file.stem)
def test_exits_of_another_renderer_are_known_once_they_were_learnt(file: Path) -> None:
    learnt_from, apart, ball = rendered(file)
    assert len(HALLS) == 4
    empty = learnt(learnt_from)
    assert isinstance(empty, LearntExit)
    place = measured(empty, ball)
    assert place is not None
    reader = Reader(empty=empty.with_place(place))
    assert all(reader.read(picture).empty for picture in apart)
    seen = reader.read(ball)
    assert not seen.empty
    assert seen.reason is not Reason.NOTHING_KNOWN


def test_an_exit_is_kept_as_a_picture_and_is_the_same_afterwards() -> None:
    there = drawn(3)
    empty, place = known(there), Place(there.x, there.y, there.diameter)
    again = LearntExit.from_png(empty.png(), place)
    assert np.abs(again.look - empty.look).max() <= 0.5
    assert again.place == place
    assert again.compared(there.seen(100, ball=False, light=1.04)).empty
    assert not again.compared(there.seen(101, ball=True)).empty
    for wrong in (b"", b"no picture", cv2.imencode(".png", np.zeros((30, 40, 3), np.uint8))[1].tobytes()):
        with pytest.raises(ValueError, match="not the picture of a learnt exit"):
            LearntExit.from_png(wrong, None)


def test_what_keeps_an_exit_from_being_learnt_is_said() -> None:
    there = drawn(3)
    still = [there.seen(seed, ball=False) for seed in range(8)]
    assert learnt(still[:4]) is Unlearnt.TOO_FEW
    assert learnt([*still, still[0][:400]]) is Unlearnt.SIZES
    assert learnt([each // 60 for each in still]) is Unlearnt.TOO_DARK
    assert learnt([np.full_like(each, 255) for each in still]) is Unlearnt.TOO_BRIGHT
    lamp = [there.seen(seed, ball=False, light=(0.6, 1.0)[seed % 2]) for seed in range(8)]
    assert learnt(lamp) is Unlearnt.FLICKERS
    rows = 1 + 0.1 * np.sin(np.arange(480) / 30)[:, None, None]
    mains = [np.clip(each * rows ** (-1) ** at, 0, 255).astype(np.uint8) for at, each in enumerate(still)]
    assert learnt(mains) is Unlearnt.FLICKERS
    hand = [
        cv2.circle(each.copy(), (60 + 60 * at, 200), 45, (90, 120, 200), -1) for at, each in enumerate(still)
    ]
    assert learnt([np.asarray(each, np.uint8) for each in hand]) is Unlearnt.MOVES


def test_what_keeps_a_learnt_exit_from_being_known_is_said() -> None:
    there = drawn(3)
    empty = known(there).with_place(Place(there.x, there.y, there.diameter))
    away = [shifted(there.seen(9, ball=False), *by) for by in ((30, 0), (-16, 22))]
    for picture, off in zip(away, (30, 27), strict=True):
        found = empty.explained(picture)
        assert (found.unlike, found.empty) == (Unlike.MOVED, False)
        assert found.moved == pytest.approx(off, abs=3)
    dark = empty.explained(there.seen(9, ball=False, light=0.4))
    assert dark.unlike is Unlike.LIGHT
    assert 0.5 < dark.light < 0.8
    assert empty.explained(there.seen(9, ball=True)).unlike is Unlike.CHANGED
    assert empty.explained(np.zeros((480, 800, 3), np.uint8)).unlike is Unlike.SIZE
    reader = Reader(empty=empty)
    assert reader.read(away[0]).reason is Reason.CAMERA_MOVED
    assert reader.read(there.seen(9, ball=False, light=0.4)).reason is Reason.ANOTHER_LIGHT


def test_a_camera_that_trembles_still_knows_its_exit() -> None:
    there = drawn(3)
    empty = known(there)
    for at, by in enumerate(((0.8, 0), (0, -0.8), (0.6, 0.6))):
        assert empty.compared(shifted(there.seen(at, ball=False), *by)).empty


def test_a_hall_that_learnt_its_exit_knows_no_other_one_and_one_that_did_not_reads_as_before() -> None:
    there = drawn(3)
    assert READER.read(simulated(1)).empty
    assert not Reader(empty=known(there)).read(simulated(1)).empty, "it is another exit"
    own = learnt([simulated(seed) for seed in range(6)])
    assert isinstance(own, LearntExit)
    assert Reader(empty=own).read(simulated(9)).empty


@pytest.mark.parametrize(("diameter", "x", "y"), [(120, 80, 390), (170, 540, 110), (320, 200, 270)])
def test_a_small_or_a_large_ball_far_off_the_middle_is_read_at_the_place_that_was_learnt(
    diameter: int, x: int, y: int
) -> None:
    usual = found_at(render("42", np.random.default_rng(5)), Place(320, 240, 250))
    assert usual is not None
    larger = diameter / usual.diameter

    def moved(picture: Picture) -> Picture:
        soft = cv2.GaussianBlur(picture, (0, 0), max(0.1, 0.4 / larger))  # what a smaller picture averages
        return shifted(np.asarray(soft, np.uint8), x - larger * usual.x, y - larger * usual.y, larger)

    empty = learnt([moved(simulated(seed)) for seed in range(6)])
    assert isinstance(empty, LearntExit)
    first = measured(empty, moved(render("42", np.random.default_rng(5))))
    assert first is not None
    reader = Reader(empty=empty.with_place(first))
    seen = [reader.read(moved(render(number, np.random.default_rng(11)))) for number in ("42", "17", "80")]
    print([(max(each.scores, default=None), each.reason) for each in seen])
    assert [max(each.scores, default=0) for each in seen] == [42, 17, 80]
    for each in seen:
        for shown in each.prints:
            assert np.hypot(shown.x - first.x, shown.y - first.y) < first.diameter / 2, "in the whole picture"
    assert not READER.read(moved(render("42", np.random.default_rng(11)))).ball, "without its place"


def test_a_ball_that_lies_where_the_reader_looks_is_left_as_it_is() -> None:
    picture = render("42", np.random.default_rng(5))
    same, window = cut_to(picture, picture, Place(330, 250, 262))
    assert same is picture
    assert window is WHOLE
    near, window = cut_to(picture, picture, Place(10, 470, 80))
    assert near.shape == (480, 640, 3)
    assert window.back(319.5, 239.5) == pytest.approx((10, 470), abs=1)
