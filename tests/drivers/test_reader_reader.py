"""The reader on pictures of the maker, and on what holds no number.

The seeds here were never used to make the model.
"""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera import balls
from drivers.camera.balls import EMPTY, IVORY, render
from drivers.reader.digits import DigitModel, DigitModelError
from drivers.reader.measure import measure, nothing_to_read
from drivers.reader.reader import ImageError, Reader
from drivers.reader.sighting import Reason

Image = npt.NDArray[np.uint8]
READER = Reader()


def generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(500_000 + seed)


def test_all_numbers_are_read_rightly_and_none_falsely() -> None:
    tally = measure(90, first_seed=400_000, reader=READER)
    print(f"{tally.right} right, unsure {dict(tally.unsure)}, median {np.median(tally.times):.1f} ms")
    assert tally.false == []
    assert tally.right >= 88


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


def test_without_its_bar_no_number_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def digits_alone(text: str, face: balls.Face) -> npt.NDArray[np.float32]:
        mask = np.zeros((288, 288), np.float32)
        drawn = np.hstack([balls.glyph(digit, face) for digit in text])
        drawn = cv2.copyMakeBorder(drawn, 0, 0, 4, 4, cv2.BORDER_CONSTANT)
        top, left = (288 - drawn.shape[0]) // 2, (288 - drawn.shape[1]) // 2
        mask[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
        return mask

    monkeypatch.setattr(balls, "_print_mask", digits_alone)
    monkeypatch.setattr(balls, "_print_texture", balls._print_texture.__wrapped__)
    for seed, number in enumerate((1, 6, 9, 10, 11, 17, 66, 71, 68, 89)):
        sighting = READER.read(render(str(number), generator(seed)))
        assert sighting.ball
        assert not sighting.scores


def test_blank_balls_and_empty_exits_hold_no_number_and_are_told_apart() -> None:
    assert nothing_to_read(20, first_seed=400_000) == {"empty exit": 10, "no number on the ball": 10}
    blank, empty = READER.read(render(None, generator(1))), READER.read(render(EMPTY, generator(1)))
    assert (blank.ball, blank.empty) == (True, False)
    assert (empty.ball, empty.empty) == (False, True)


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


def test_a_finger_over_one_digit_never_leaves_the_other_as_the_number() -> None:
    for seed in range(12):
        picture = render("31", generator(seed))
        spot = generator(seed).integers(-34, 35, 2)
        cv2.circle(picture, (320 + int(spot[0]), 240 + int(spot[1])), 24, IVORY.paint, -1)
        assert set(READER.read(picture).scores) <= {31}


def test_print_without_meaning_gives_no_number() -> None:
    for seed, text in enumerate(("0", "07", "91", "99", "123")):
        assert not READER.read(render(text, generator(seed))).scores


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
    ],
)
def test_what_is_no_picture_is_an_error_that_says_so(wrong: Image) -> None:
    with pytest.raises(ImageError, match="picture"):
        READER.read(wrong)


def test_a_larger_picture_is_read_too() -> None:
    large = cv2.resize(render("42", generator(7)), (1280, 960), interpolation=cv2.INTER_CUBIC)
    assert list(READER.read(np.asarray(large, np.uint8)).scores) == [42]


def test_a_damaged_model_file_is_an_error_that_names_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    damaged = tmp_path / "digits.npz"
    damaged.write_bytes(b"PK but no archive")
    for path in (damaged, tmp_path / "none.npz"):
        with pytest.raises(DigitModelError, match=r"\.npz"):
            DigitModel.load(path)


@pytest.mark.parametrize("highest", [8, 100])
def test_a_ball_set_that_cannot_be_is_refused(highest: int) -> None:
    with pytest.raises(ValueError, match="highest"):
        Reader(highest=highest)
