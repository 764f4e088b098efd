"""The recogniser on whole pictures: calibrated, saved, loaded, and shown what a hall may show."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.recogniser.calibration import Calibration, CalibrationError, Noticed, Shown, calibrate
from drivers.recogniser.disc import Disc
from drivers.recogniser.recogniser import Recogniser
from drivers.recogniser.recognition import Reason
from drivers.recogniser.surface import Bgr
from tests.drivers.drawn_balls import ball, exit_picture
from tools.recogniser.staging import things, with_another

NUMBERS = (3, 12, 17, 25, 34, 48, 57, 80)
WAYS = ((0.3, 1.0), (-0.35, 4.0))
PLACE = (322, 238, 200)


def shot(text: str, tilt: float, turn: float, place: tuple[int, int, int] = PLACE, seed: int = 0) -> Bgr:
    return exit_picture(int(turn * 100) + seed, (ball(text, tilt, turn, seed), *place))


def shown(labels: Sequence[tuple[int, str]]) -> Iterator[Shown]:
    for number, text in labels:
        for pose, way in enumerate(WAYS):
            yield Shown(number, pose, shot(text, *way, seed=number))


def empties() -> list[Bgr]:
    return [exit_picture(seed) for seed in range(5)]


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Calibration:
    path = tmp_path_factory.mktemp("recogniser") / "hall.npz"
    calibrate(empties(), shown([(each, str(each)) for each in NUMBERS])).save(path)
    return Calibration.load(path)


@pytest.fixture(scope="module")
def recogniser(calibration: Calibration) -> Recogniser:
    return Recogniser(calibration)


def test_a_calibration_knows_its_balls_and_nothing_strange(calibration: Calibration) -> None:
    assert calibration.numbers == NUMBERS
    assert (calibration.pairs, calibration.remarks) == ((), ())


def test_known_balls_are_told_and_never_another(recogniser: Recogniser) -> None:
    looks = [recogniser.look(shot(str(each), 0.2, 2.3)) for each in NUMBERS]
    assert [each.number for each in looks] == list(NUMBERS), looks


def test_a_ball_a_little_aside_is_told(recogniser: Recogniser) -> None:
    look = recogniser.look(shot("57", 0.2, 2.3, (334, 229, 200)))
    assert look.number == 57
    assert look.disc is not None
    assert np.hypot(look.disc.x - 334, look.disc.y - 229) < 1.5


def test_balls_that_are_none_of_the_set_are_not_told(recogniser: Recogniser) -> None:
    for text in ("1", "8", "18", "47", "43", "75", "52", "13"):
        for tilt, turn in ((0.2, 2.3), (-0.4, 0.4)):
            look = recogniser.look(shot(text, tilt, turn))
            assert look.number is None, (text, look)
            assert look.reason in {Reason.UNKNOWN, Reason.UNSURE, Reason.MIRRORED}


def test_mirrored_balls_are_not_told(recogniser: Recogniser) -> None:
    pictures = [np.ascontiguousarray(shot(str(each), 0.2, 2.3)[:, ::-1]) for each in NUMBERS]
    looks = [recogniser.look(each) for each in pictures]
    false = [
        (number, each)
        for number, each in zip(NUMBERS, looks, strict=True)
        if each.number not in {None, number}
    ]
    assert not false
    assert any(each.reason is Reason.MIRRORED for each in looks)


def test_a_ball_upside_down_is_the_same_ball(recogniser: Recogniser) -> None:
    looks = [recogniser.look(shot(str(each), 0.2, 2.3 + np.pi)) for each in NUMBERS]
    assert [each.number for each in looks] == list(NUMBERS), looks


@pytest.mark.parametrize("face", [cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX])
def test_balls_of_another_set_are_never_told_as_another_number(recogniser: Recogniser, face: int) -> None:
    for number in (*NUMBERS, 8, 52, 84, 43, 75, 21):
        other = exit_picture(number, (ball(str(number), 0.2, 2.3, face=face), *PLACE))
        assert recogniser.look(other).number in {None, number}, number


def test_papers_coins_clocks_and_screens_are_never_told(recogniser: Recogniser) -> None:
    x, y, diameter = PLACE
    shown = [
        (name, picture)
        for seed in range(4)
        for name, picture in things(
            exit_picture(seed), Disc(x, y, diameter / 2, 1.0), np.random.default_rng(seed)
        ).items()
    ]
    assert not [name for name, picture in shown if recogniser.look(picture).number is not None]


def test_an_empty_exit_is_empty(recogniser: Recogniser) -> None:
    look = recogniser.look(exit_picture(77))
    assert (look.empty, look.reason, look.number) == (True, Reason.EMPTY, None)


def test_what_is_no_single_whole_ball_has_its_reason(recogniser: Recogniser) -> None:
    one = ball("57", 0.2, 2.3)
    beside = exit_picture(5, (one, *PLACE), (ball("12", 0.2, 1.0), 520, 238, 200))
    above = exit_picture(5, (one, *PLACE), (ball("12", 0.2, 1.0), 322, 42, 200))
    paper = exit_picture(5)
    paper[150:330, 230:420] = 230
    cv2.putText(paper, "57", (250, 280), cv2.FONT_HERSHEY_SIMPLEX, 3, (20, 20, 20), 10)
    hand = shot("57", 0.2, 2.3)
    cv2.line(hand, (330, 230), (600, 470), (120, 150, 220), 70)
    half = exit_picture(5, (one, 40, 240, 200))
    for picture, reasons in (
        (beside, {Reason.TWO_BALLS}),
        (above, {Reason.TWO_BALLS}),
        (paper, {Reason.NO_BALL, Reason.TWO_BALLS, Reason.UNKNOWN, Reason.BARE}),
        (hand, {Reason.TWO_BALLS}),
        (half, {Reason.CUT_OFF, Reason.TWO_BALLS}),
        (exit_picture(5, (ball("57", np.pi, 0), *PLACE)), {Reason.BARE, Reason.UNKNOWN}),
        (np.zeros((480, 640, 3), np.uint8), {Reason.TOO_DARK}),
        (np.full((480, 800, 3), 99, np.uint8), {Reason.OTHER_SHAPE}),
    ):
        look = recogniser.look(picture)
        assert (look.number, look.reason in reasons) == (None, True), look


def test_of_a_ball_with_something_over_its_edge_no_number_is_told(recogniser: Recogniser) -> None:
    """What covers a digit may look like bare paint: 13 without its 1 is a 3."""
    x, y, diameter = PLACE
    for turn in (0.6, 2.4, 4.2):
        picture = shot("12", 0.2, 2.3)
        way = np.array([np.cos(turn), np.sin(turn)]) * diameter / 2
        (x0, y0), (x1, y1) = (np.rint([x, y] + way * far).astype(int).tolist() for far in (0.75, 3.0))
        cv2.line(picture, (x0, y0), (x1, y1), (140, 165, 215), 34, cv2.LINE_AA)
        look = recogniser.look(picture)
        assert (look.number, look.reason) == (None, Reason.TWO_BALLS), look


def test_no_ball_is_told_beside_another_wherever_that_touches_it(recogniser: Recogniser) -> None:
    x, y, diameter = PLACE
    at, other, rng = Disc(x, y, diameter / 2, 1.0), shot("12", 0.2, 1.0), np.random.default_rng(51)
    for _ in range(16):
        (picture,) = with_another([shot("57", 0.2, 2.3)], [at], other, at, rng)
        look = recogniser.look(picture)
        assert look.number is None, look


def test_a_blurred_or_hidden_print_is_told_right_or_not(recogniser: Recogniser) -> None:
    for number in NUMBERS:
        picture = shot(str(number), 0.2, 2.3)
        moving = np.asarray(cv2.blur(picture, (19, 1)), np.uint8)
        covered = picture.copy()
        cv2.circle(covered, (345, 250), 30, (190, 190, 190), -1)
        for each in (moving, covered):
            assert recogniser.look(each).number in {None, number}


def test_balls_that_are_alike_go_to_a_person() -> None:
    known = calibrate(empties(), shown([(each, str(each)) for each in NUMBERS] + [(50, "34")]))
    assert frozenset({34, 50}) in known.pairs
    assert (Noticed.ALIKE, (34, 50)) in {(each.what, each.numbers) for each in known.remarks}
    recogniser = Recogniser(known)
    look = recogniser.look(shot("34", 0.2, 2.3))
    assert (look.number, look.reason) == (None, Reason.ALIKE)
    assert recogniser.look(shot("50", 0.2, 2.3)).number in {None, 50}
    assert recogniser.look(shot("57", 0.2, 2.3)).number == 57


def test_a_ball_that_was_shown_as_another_is_noticed_and_never_told_as_that() -> None:
    wrong = [
        Shown(12, each.pose, each.picture) if (each.number, each.pose) == (25, 1) else each
        for each in shown([(each, str(each)) for each in NUMBERS])
    ]
    known = calibrate(empties(), wrong)
    assert {12, 25} <= {number for each in known.remarks for number in each.numbers}
    for number in (12, 25, 57):
        assert Recogniser(known).look(shot(str(number), 0.2, 2.3)).number in {None, number}


def test_what_does_not_calibrate_is_said_in_a_sentence() -> None:
    some = list(shown([(12, "12")]))
    with pytest.raises(CalibrationError, match="empty exit cannot be learnt"):
        calibrate(empties()[:1], some)
    with pytest.raises(CalibrationError, match="no pictures of balls"):
        calibrate(empties(), [])
    with pytest.raises(CalibrationError, match="No ball is found"):
        calibrate(empties(), [Shown(1, 0, exit_picture(50))])
    with pytest.raises(CalibrationError, match="No whole print"):
        calibrate(empties(), [Shown(1, 0, shot("1", np.pi, 0.0))])
    with pytest.raises(CalibrationError, match="another shape"):
        calibrate(empties(), [Shown(1, 0, np.full((480, 800, 3), 90, np.uint8))])


def test_a_damaged_file_is_refused(calibration: Calibration, tmp_path: Path) -> None:
    path = tmp_path / "hall.npz"
    calibration.save(path)
    whole = path.read_bytes()
    for damaged in (b"", b"no calibration", whole[: len(whole) // 2], whole[:5000] + b"xyz" + whole[5003:]):
        path.write_bytes(damaged)
        with pytest.raises(CalibrationError, match="not a calibration"):
            Calibration.load(path)
