"""The reader on pictures of the simulator's maker, and on what holds no number.

These pictures are not of the held-out side: `test_reader_held_out` reads those.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera import balls
from drivers.camera.balls import EMPTY, IVORY, STYLES, render
from drivers.reader.known import DOUBTED
from drivers.reader.network import FOLDER, Calibration, ModelError, Network, Opinion
from drivers.reader.picture import ImageError
from drivers.reader.reader import Reader
from drivers.reader.sighting import ALONE, Reason, Sighting

Image = npt.NDArray[np.uint8]
READER = Reader()
BALLS = Path(__file__).parents[2] / "fixtures" / "balls"


def generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(500_000 + seed)


def test_all_numbers_are_read_rightly_and_none_falsely() -> None:
    refused = []
    for number in range(1, 91):
        sighting = READER.read(render(str(number), generator(number), STYLES[number % len(STYLES)]))
        assert set(sighting.scores) <= {number}
        if not sighting.scores:
            refused.append((number, str(sighting.reason)))
    print(f"refused: {refused}")
    assert len(refused) <= 9


@pytest.mark.parametrize("style", [IVORY, balls.RED])
def test_numbers_that_are_another_number_upside_down_are_told_apart(style: balls.BallStyle) -> None:
    for seed, number in enumerate((6, 9, 16, 18, 19, 61, 66, 68, 81, 86, 89)):
        scores = READER.read(render(str(number), generator(seed), style)).scores
        assert set(scores) <= {number}


def test_a_turned_picture_gives_the_same_number() -> None:
    picture = render("69", generator(3))
    for quarter in range(4):
        turned = np.ascontiguousarray(np.rot90(picture[:, 80:560], quarter))
        assert max(READER.read(turned).scores) == 69


def test_the_same_picture_gives_the_same_sighting_to_the_last_bit() -> None:
    picture = render("42", generator(42))
    first = READER.read(picture)
    assert all(READER.read(picture) == first for _ in range(3))
    assert Reader().read(picture) == first


def test_every_print_that_was_looked_at_is_told_with_its_place() -> None:
    sighting = READER.read(render("42", generator(42)))
    first = sighting.prints[0]
    assert (first.number, first.mark) == (42, "bar")
    assert abs(first.x - 320) < 60
    assert abs(first.y - 240) < 60
    assert first.score > 0.5
    assert len(sighting.prints) >= 2


@pytest.fixture
def unmarked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Balls without the bar under their numbers."""

    def digits_alone(text: str, face: balls.Face) -> npt.NDArray[np.float32]:
        mask = np.zeros((288, 288), np.float32)
        drawn = np.hstack(balls._spaced([balls.glyph(digit, face) for digit in text]))
        top, left = (288 - drawn.shape[0]) // 2, (288 - drawn.shape[1]) // 2
        mask[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
        return mask

    monkeypatch.setattr(balls, "_print_mask", digits_alone)
    monkeypatch.setattr(balls, "_print_texture", balls._print_texture.__wrapped__)


@pytest.mark.usefixtures("unmarked")
def test_without_its_mark_a_number_that_is_another_upside_down_is_not_guessed() -> None:
    reasons = []
    for seed, number in enumerate((6, 9, 68, 89) * 4):
        sighting = READER.read(render(str(number), generator(seed)))
        assert sighting.ball
        assert not sighting.scores
        reasons.append(sighting.reason)
    assert reasons.count(Reason.NO_MARK) > len(reasons) / 2


@pytest.mark.usefixtures("unmarked")
def test_a_number_that_is_none_upside_down_needs_no_mark() -> None:
    seen = [
        (number, READER.read(render(str(number), generator(number))).scores)
        for number in (23, 37, 44, 52, 75)
    ]
    assert all(set(scores) <= {number} for number, scores in seen)
    assert sum(bool(scores) for _, scores in seen) >= 4


def test_blank_balls_and_empty_exits_hold_no_number_and_are_told_apart() -> None:
    for seed in range(10):
        blank, empty = READER.read(render(None, generator(seed))), READER.read(render(EMPTY, generator(seed)))
        assert (blank.ball, blank.empty, blank.reason) == (True, False, Reason.NO_NUMBER)
        assert (empty.ball, empty.empty, empty.reason) == (False, True, Reason.EMPTY_EXIT)
        assert not blank.scores
        assert not empty.scores


def covered(level: int) -> Callable[[], Image]:
    return lambda: np.full((480, 640, 3), level, np.uint8)


def grain() -> Image:
    return generator(1).integers(0, 256, (480, 640, 3)).astype(np.uint8)


def blotches() -> Image:
    return (
        cv2.GaussianBlur(generator(2).normal(128, 4000, (480, 640, 3)), (0, 0), 25)
        .clip(0, 255)
        .astype(np.uint8)
    )


def hand() -> Image:
    picture = render("42", generator(4))
    skin = (120, 150, 205)
    cv2.ellipse(picture, (330, 330), (150, 110), 20, 0, 360, skin, -1)
    for finger in range(4):
        cv2.ellipse(picture, (230 + 55 * finger, 180), (24, 120), 8 * finger - 12, 0, 360, skin, -1)
    return cv2.GaussianBlur(picture, (0, 0), 2).astype(np.uint8)


def half_ball() -> Image:
    picture, empty = render("42", generator(5)), render(EMPTY, generator(5))
    picture[:, 320:] = empty[:, 320:]
    return picture


def ball_at_the_border() -> Image:
    picture = render("42", generator(6))
    return np.roll(picture, 260, axis=1)


@pytest.mark.parametrize(
    "picture", [covered(0), covered(90), covered(255), grain, blotches, hand, half_ball, ball_at_the_border]
)
def test_what_is_no_whole_ball_gives_no_number_and_is_no_empty_exit(picture: Callable[[], Image]) -> None:
    sighting = READER.read(picture())
    assert not sighting.scores
    assert not sighting.ball
    assert not sighting.empty
    assert sighting.reason in (Reason.TOO_DARK, Reason.NOTHING_KNOWN, Reason.BALL_CUT_OFF)


def test_two_balls_are_none() -> None:
    for seed in range(6):
        picture, other = render("42", generator(seed)), render("17", generator(seed + 50))
        picture[:, 400:] = other[:, 160:400]
        picture[:, :160] = render(EMPTY, generator(seed))[:, :160]
        sighting = READER.read(np.roll(picture, -100, axis=1))
        assert not sighting.scores
        assert sighting.reason in (Reason.TWO_BALLS, Reason.BALL_CUT_OFF)


def test_two_whole_balls_side_by_side_are_told_as_two() -> None:
    first, second = (
        np.roll(render(text, generator(7)), by, axis=1) for text, by in (("42", -140), ("17", 140))
    )
    picture = np.ascontiguousarray(np.hstack([first[:, :320], second[:, 320:]]))
    assert READER.read(picture).reason == Reason.TWO_BALLS


def test_a_ball_in_motion_is_none() -> None:
    streak = np.zeros((61, 61), np.float32)
    streak[30] = 1 / 61
    for seed in range(6):
        sighting = READER.read(np.asarray(cv2.filter2D(render("42", generator(seed)), -1, streak), np.uint8))
        assert not sighting.scores
        assert sighting.reason in (Reason.MOVING, Reason.NOTHING_KNOWN, Reason.BALL_CUT_OFF)


def test_glare_over_the_prints_is_named() -> None:
    reasons = []
    for seed in range(8):
        picture, sighting = render("42", generator(seed)), READER.read(render("42", generator(seed)))
        while sighting.scores:
            assert set(sighting.scores) == {42}
            spot = np.zeros(picture.shape[:2], np.uint8)
            for printed in sighting.prints:
                cv2.circle(spot, (round(printed.x), round(printed.y)), 20, 255, -1)
            picture = np.maximum(picture, cv2.GaussianBlur(spot, (0, 0), 3)[..., None])
            sighting = READER.read(picture)
        reasons.append(sighting.reason)
    assert Reason.GLARE in reasons


def test_a_print_that_the_limb_cuts_is_never_read_for_what_is_left_of_it() -> None:
    for seed in range(12):
        picture = render("31", generator(seed))
        cv2.rectangle(picture, (320 + 6 * (seed - 6), 0), (640, 480), (40, 42, 44), -1)
        assert not READER.read(picture).scores


def test_a_finger_over_one_digit_never_leaves_the_other_as_the_number() -> None:
    for seed in range(12):
        picture = render("31", generator(seed))
        spot = generator(seed).integers(-34, 35, 2)
        cv2.circle(picture, (320 + int(spot[0]), 240 + int(spot[1])), 24, IVORY.paint, -1)
        assert set(READER.read(picture).scores) <= {31}


def test_print_without_meaning_gives_no_number() -> None:
    for seed, text in enumerate(("0", "07", "91", "95", "99")):
        assert not READER.read(render(text, generator(seed))).scores


def test_a_number_beyond_the_set_is_refused_and_not_bent_into_one_of_it() -> None:
    assert not Reader(highest=75).read(render("88", generator(8))).scores


@cache
def sharp(number: int) -> Image:
    return render(str(number), generator(number))


@pytest.mark.parametrize("blur", [1.5, 3, 5, 8])
def test_a_blurred_ball_is_read_rightly_or_not_at_all(blur: float) -> None:
    for number in range(3, 91, 11):
        picture = cv2.GaussianBlur(sharp(number), (0, 0), blur).astype(np.uint8)
        assert set(READER.read(picture).scores) <= {number}


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros((480, 640), np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((480, 640, 3), np.float32),
        np.zeros((480, 4000, 3), np.uint8),
        np.zeros((8660, 11547, 3), np.uint8),
    ],
)
def test_what_is_no_picture_is_an_error_that_says_so(wrong: Image) -> None:
    with pytest.raises(ImageError, match="picture"):
        READER.read(wrong)


def test_a_larger_picture_is_read_too() -> None:
    large = cv2.resize(render("42", generator(7)), (1280, 960), interpolation=cv2.INTER_CUBIC)
    assert list(READER.read(np.asarray(large, np.uint8)).scores) == [42]


FILES = ("pose.onnx", "ball.onnx", "doubt.onnx", "judge.onnx", "company.onnx", "ball.json")


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_or_missing_model_file_is_an_error_that_says_so(tmp_path: Path, name: str) -> None:
    for each in FILES:
        (tmp_path / each).write_bytes((FOLDER / each).read_bytes())
    (tmp_path / name).write_bytes(b"no model")
    with pytest.raises(ModelError, match="install the package again"):
        Network(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(ModelError, match=name):
        Network(tmp_path)


@pytest.mark.parametrize(("slope", "least"), [(1, 0), (1, 1.1), (0, 0.9), (-1, 0.9)])
def test_a_calibration_that_would_believe_too_much_is_refused(
    tmp_path: Path, slope: float, least: float
) -> None:
    path = tmp_path / "ball.json"
    names = (
        "states",
        "digits",
        "doubted_states",
        "doubted_digits",
        "judged_states",
        "judged_digits",
    )
    rest = ", ".join(f'"{name}": 1' for name in names) + ', "offset": 0, "single": 0'
    path.write_text(f'{{{rest}, "slope": {slope}, "least": {least}}}')
    with pytest.raises(ModelError, match="the least up to 1"):
        Calibration.load(path)


@pytest.mark.parametrize("highest", [8, 91])
def test_a_ball_set_that_cannot_be_is_refused(highest: int) -> None:
    with pytest.raises(ValueError, match="highest"):
        Reader(highest=highest)


def contrary() -> Sighting:
    """A ball with 42 in front and a small print of another number beside it."""
    first, second = render("42", generator(42)), render("17", generator(42))
    seen = READER.read(first)
    beside = seen.prints[1]
    mask = np.zeros(first.shape[:2], np.uint8)
    cv2.circle(mask, (round(beside.x), round(beside.y)), round(beside.radius * 1.1), 255, -1)
    return READER.read(np.where(mask[..., None] > 0, second, first))


def test_prints_that_contradict_each_other_give_no_number() -> None:
    assert not contrary().scores


def test_a_number_of_one_digit_is_believed_no_sooner_than_one_of_two() -> None:
    shipped = Calibration.load(FOLDER / "ball.json").probability(np.full(91, 0.6, np.float32))
    assert shipped[1] == shipped[9] <= shipped[10] == shipped[90]
    warier = Calibration(offset=6.0, single=5.0).probability(np.full(91, 0.6, np.float32))
    assert warier[1] == warier[9] < warier[10] == warier[90]


def test_no_picture_is_believed_whose_second_print_shows_nothing_of_what_the_first_looks_like() -> None:
    """Two thick bars that run together: one 11 looks like an 8, and the other like no number."""
    picture = cv2.imread(str(BALLS / "129002476-small.jpg"))
    sighting = READER.read(np.asarray(picture, np.uint8))
    assert sighting.alone is None
    assert sighting.scores.get(8, 0.0) == pytest.approx(DOUBTED), "nor is a vote settled by such"


def test_one_picture_alone_tells_what_is_sure_and_only_leans_towards_what_is_not() -> None:
    for scores, told in (
        ({}, None),
        ({42: 0.95}, None),
        ({42: ALONE, 43: 0.01}, 42),
        ({6: 0.5, 9: 0.5}, None),
    ):
        assert Sighting(True, False, scores, Reason.NONE).alone == told


class Counting(Network):
    """The shipped network, which counts how often it is asked again about a print."""

    asked = 0

    def again(self, shone: npt.NDArray[np.uint8], first: Opinion) -> Opinion:
        self.asked += 1
        return super().again(shone, first)


def test_a_plain_print_is_looked_at_once_and_again_where_a_light_touches_it() -> None:
    network = Counting()
    reader = Reader(network)
    for number in range(20, 40):
        picture = render(str(number), generator(number))
        before, sighting = network.asked, reader.read(picture)
        if network.asked > before:
            continue
        shone = np.zeros_like(picture)
        for seen in sighting.prints:  # either may be the one that decides
            at = round(seen.x + seen.radius / 2), round(seen.y)
            cv2.circle(shone, at, 5, (255, 255, 255), -1)
        reader.read(cv2.add(picture, cv2.GaussianBlur(shone, (0, 0), 2)))  # type: ignore[arg-type]
        assert network.asked > before
        return
    raise AssertionError("no print is plain")
