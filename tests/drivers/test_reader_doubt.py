"""What is in doubt is asked further: of a last network, and what it would be if its lights were ink."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.balls import render
from drivers.reader.light import Grey
from drivers.reader.limb import Circle
from drivers.reader.locate import Floats
from drivers.reader.network import STATES, Asked, Calibration, Network, Opinion, State, both_ways, in_cells
from drivers.reader.prints import CROP, SIDE, ends_in_light, find_prints, lights, shone
from drivers.reader.reader import Reader
from drivers.reader.view import View
from tests.drivers.test_reader_others import blurred

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

Image = npt.NDArray[np.uint8]
BALL = Circle(320, 240, 120, 1.0)


def shown(light: tuple[int, int, int] | None = None) -> Image:
    """A ball with two strokes for a number, and a round light: column, row and radius."""
    picture = np.full((480, 640, 3), 30, np.uint8)
    cv2.circle(picture, (320, 240), 120, (150, 170, 190), -1, cv2.LINE_AA)
    for x in (304, 328):
        picture[218:262, x : x + 9] = 15
    if light is not None:
        cv2.circle(picture, light[:2], light[2], (245, 245, 245), -1, cv2.LINE_AA)
    return picture


def glowing(by: int, paint: float = 1.0) -> Image:
    """The same ball, its paint so many times as bright, and brighter by some levels between its strokes."""
    glow = cv2.circle(np.zeros((480, 640, 3), np.uint8), (320, 240), 6, (by, by, by), -1)
    return np.asarray(cv2.add(cv2.convertScaleAbs(shown(), alpha=paint), glow), np.uint8)


def supposed(picture: Image) -> tuple[Grey, list[Grey]]:
    """The print of a picture and its shine, and as if its lights were ink."""
    view = View(picture, BALL)
    (found,) = find_prints(view)
    return shone(view, found), list(lights(view, found))


def test_where_a_light_lies_upon_a_print_there_is_ink_supposed_and_nowhere_else() -> None:
    seen, filled = supposed(shown((320, 240, 4)))
    assert len(filled) == 3
    middle = SIDE // 2
    for each in filled:
        assert (each[middle - 2 : middle + 2, middle - 2 : middle + 2] == 0).all()
        changed = np.argwhere((each != seen).any(axis=2))
        assert np.hypot(*(changed - middle).T).max() < SIDE / 4
    narrow, *wider = (np.count_nonzero(each == 0) for each in filled)
    assert all(more > narrow for more in wider)


def test_a_light_upon_a_print_is_brighter_than_paint_in_its_shine_and_like_paint_in_its_flat() -> None:
    lit, plain = (supposed(shown(light))[0] for light in ((320, 240, 4), None))
    middle = SIDE // 2
    paint = plain[middle, middle]
    assert abs(int(paint[1]) - 128) < 3
    assert abs(int(lit[middle, middle, 0]) - int(paint[0])) < 15
    assert lit[middle, middle, 1] > 1.3 * paint[1]


def test_the_shine_of_dark_paint_is_no_noise_made_large() -> None:
    rng = np.random.default_rng(5)
    picture = np.zeros((480, 640, 3), np.uint8)
    cv2.circle(picture, (320, 240), 120, (4, 4, 190), -1)
    picture = np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    picture[218:262, 304:313] = picture[218:262, 328:337] = 0
    seen, _ = supposed(picture)
    assert seen[..., 1].max() < 128


def test_where_no_light_lies_upon_a_print_nothing_is_supposed() -> None:
    assert supposed(shown())[1] == []
    assert supposed(shown((320, 320, 4)))[1] == []


class Says:
    """A network that takes every print for 15, more or less sure, and what is supposed for another number."""

    calibration = Calibration(least=0.1)

    def __init__(self, sure: float, otherwise: int) -> None:
        self._first, self._otherwise = opinion(15, sure), opinion(otherwise, 0.95)
        self.asked = 0

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        return [self._first] * len(flats)

    def again(self, _: Grey, first: Opinion) -> Opinion:
        return first

    def supposed(self, flats: Sequence[Grey], _: Opinion) -> list[Opinion]:
        self.asked += len(flats)
        return [self._otherwise] * len(flats)

    def company(self, _: Grey) -> float:
        return 0.0


def opinion(number: int, sure: float) -> Opinion:
    digits = np.zeros(91, np.float32)
    digits[number] = sure
    return Opinion(np.zeros(5, np.float32), digits, 1.0, "none")


def stake(network: Says, picture: Image) -> float:
    return Reader(network).read(picture).scores.get(15, 0.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("sure", [0.93, 0.968])
def test_a_number_that_would_be_another_if_its_lights_were_ink_is_not_told(sure: float) -> None:
    lit = shown((320, 240, 3))
    assert stake(Says(sure, 16), lit) == 0
    assert 0 < stake(Says(sure, 15), lit) <= stake(Says(sure, 15), shown())


def test_what_is_sure_or_has_no_light_is_not_asked_what_it_would_be() -> None:
    for sure, picture in ((0.972, shown((320, 240, 3))), (0.93, shown()), (0.2, shown((320, 240, 3)))):
        network = Says(sure, 16)
        stake(network, picture)
        assert network.asked == 0


@pytest.mark.parametrize(("sure", "by", "asked"), [(0.96, 12, False), (0.96, 20, True), (0.94, 12, True)])
def test_shade_makes_no_light_of_a_plain_print_but_may_be_one_of_another(
    sure: float, by: int, asked: bool
) -> None:
    network = Says(sure, 16)
    stake(network, glowing(by))
    assert bool(network.asked) is asked


def test_of_a_single_digit_and_of_a_covered_ball_it_is_asked_what_shade_would_be_as_ink() -> None:
    """A digit is plain later than two are, and of a covered ball less is at stake than its print says."""
    digit = Takes(5, 0.985)
    stake(digit, glowing(12))
    assert digit.asked
    covered = glowing(20)
    covered[340:, :] = 30
    for picture, asked in ((glowing(20), 0), (covered, 2)):
        network = Says(0.98, 16)
        stake(network, picture)
        assert network.asked == asked


def test_a_second_print_without_a_light_vouches_for_one_that_a_light_may_have_made_another() -> None:
    lit, plain = shown((320, 240, 3)), shown()
    lit[150:182, 300:308] = lit[150:182, 320:328] = 15
    plain[150:182, 300:308] = plain[150:182, 320:328] = 15
    alone = stake(Says(0.93, 16), shown((320, 240, 3)))
    assert alone == 0
    assert alone < stake(Says(0.93, 16), lit) < stake(Says(0.93, 16), plain)


class Split(Says):
    """A network that takes the print in the middle for 15, more or less sure, and the one above for 75.

    At another look it takes that one for another number.
    """

    def __init__(self, sure: float, again: int, inked: int) -> None:
        super().__init__(sure, inked)
        self._again = opinion(again, 0.92)

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        return [self._first, opinion(75, 0.92)][: len(flats)]

    def again(self, _: Grey, first: Opinion) -> Opinion:
        return self._again if first.digits[75] else first


@pytest.mark.parametrize(
    ("sure", "again", "inked", "light", "told"),
    [
        (0.99, 75, 75, True, False),
        (0.99, 15, 75, False, True),
        (0.99, 75, 15, True, True),
        (0.99, 75, 15, False, False),
        (0.99, 75, 17, True, False),
        (0.92, 15, 15, True, False),
    ],
)
def test_what_is_against_a_sure_print_is_looked_at_again_and_as_if_its_lights_were_ink(
    sure: float, again: int, inked: int, light: bool, told: bool
) -> None:
    picture = shown()
    picture[150:182, 300:308] = picture[150:182, 320:328] = 15
    if light:
        cv2.circle(picture, (314, 166), 3, (245, 245, 245), -1, cv2.LINE_AA)
    assert (stake(Split(sure, again, inked), picture) > 0.8) is told


@pytest.mark.parametrize(("light", "ends"), [((332, 271, 8), True), ((332, 290, 8), False), (None, False)])
def test_a_stroke_may_go_on_under_a_light_that_touches_it(
    light: tuple[int, int, int] | None, ends: bool
) -> None:
    view = View(shown(light), BALL)
    (found,) = find_prints(view)
    assert ends_in_light(view, found) is ends


@pytest.mark.parametrize(("number", "told"), [(1, False), (4, True)])
def test_a_1_that_ends_in_a_light_may_be_a_7_and_is_not_told(number: int, told: bool) -> None:
    lit, plain = shown((332, 271, 8)), shown((332, 290, 8))
    assert Reader(Takes(number, 0.99)).read(plain).scores  # type: ignore[arg-type]
    assert bool(Reader(Takes(number, 0.99)).read(lit).scores) is told  # type: ignore[arg-type]


class Takes(Says):
    """A network that takes every print for one number and notes that it is asked again."""

    def __init__(self, number: int, sure: float) -> None:
        super().__init__(0.0, 0)
        self._first, self.again_of = opinion(number, sure), 0

    def again(self, _: Grey, first: Opinion) -> Opinion:
        self.again_of += 1
        return first

    def sideways(self, _: Grey, __: Opinion) -> Floats:
        return np.eye(STATES, dtype=np.float32)[State.NOTHING]


@pytest.mark.parametrize(
    ("number", "sure", "light", "asked"),
    [
        (15, 0.96, None, 0),
        (15, 0.93, None, 1),
        (15, 0.96, (320, 240, 3), 1),
        (5, 0.985, None, 1),
        (5, 0.995, None, 0),
    ],
)
def test_what_is_plain_is_not_looked_at_again_and_a_single_digit_must_be_plainer(
    number: int, sure: float, light: tuple[int, int, int] | None, asked: int
) -> None:
    network = Takes(number, sure)
    stake(network, shown(light))
    assert min(network.again_of, 1) == asked


@pytest.mark.parametrize(
    ("sure", "paint", "by", "asked"),
    [
        (0.98, 1.0, 20, False),
        (0.98, 1.0, 40, True),
        (0.98, 0.25, 20, True),
        (0.98, 1.5, 20, True),
        (0.96, 1.0, 10, False),
        (0.96, 1.0, 20, True),
    ],
)
def test_a_light_that_may_hide_ink_is_as_bright_over_paint_as_that_can_be_and_less_of_what_is_less_sure(
    sure: float, paint: float, by: int, asked: bool
) -> None:
    network = Takes(15, sure)
    stake(network, glowing(by, paint))
    assert bool(network.again_of) is asked


def test_where_a_person_says_the_number_what_is_lit_faintly_is_looked_at_again_too() -> None:
    network = Takes(15, 0.98)
    Reader(network).samples(glowing(20), 15)  # type: ignore[arg-type]
    assert network.again_of
    doubted = Says(0.96, 16)
    Reader(doubted).samples(glowing(12), 15)  # type: ignore[arg-type]
    assert doubted.asked, "what it would be if its lights were ink"


class Wavering(Says):
    """A network that sees 15 twice, and at a second look hardly any more where it was surer."""

    def __init__(self, then: tuple[float, float]) -> None:
        super().__init__(0.0, 0)
        self._then, self.again_at = then, []

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        return [opinion(15, sure) for sure in (0.9, 0.8)[: len(flats)]]

    def again(self, _: Grey, first: Opinion) -> Opinion:
        sure = float(first.digits[15])
        self.again_at.append(round(sure, 1))
        return opinion(15, self._then[self.again_at[-1] == 0.8])


@pytest.mark.parametrize(
    ("then", "asked"), [((0.4, 0.99), [0.9, 0.8]), ((0.99, 0.99), [0.9]), ((0.4, 0.4), [0.9, 0.8])]
)
def test_where_the_surest_print_is_none_at_a_second_look_the_next_one_is_looked_at_too(
    then: tuple[float, float], asked: list[float]
) -> None:
    picture = shown()
    picture[150:182, 300:308] = picture[150:182, 320:328] = 15  # another print, farther out
    network = Wavering(then)
    found = stake(network, picture)
    assert network.again_at[:2] == asked
    assert (found > 0.5) == (max(then) > 0.5)


class Blind(Network):
    """The shipped networks, which never suppose that there is ink under a light."""

    def supposed(self, inked: Sequence[Grey], first: Opinion) -> list[Opinion]:
        return [opinion(0, 0.0)] * len(inked)


def lit(number: int, seed: int) -> Image:
    """A drawn number, somewhat blurred, with a light somewhere upon it."""
    rng = np.random.default_rng([seed, number])
    picture = blurred(number, float(rng.uniform(0, 360)), float(rng.uniform(0.8, 2.0)))
    at = 320 + int(rng.integers(-22, 23)), 240 + int(rng.integers(-14, 15))
    light = np.zeros((480, 640), np.float32)
    cv2.circle(light, at, int(rng.integers(3, 6)), float(rng.uniform(200, 255)), -1)
    light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(1.5, 3))).astype(np.float32)
    return np.clip(picture * 0.72 + light[..., None], 0, 255).astype(np.uint8)


def test_a_light_that_opens_an_8_tells_no_3_where_ink_under_it_is_supposed() -> None:
    wary, blind = Reader(), Reader(Blind())
    told = {}
    for name, reader in (("wary", wary), ("blind", blind)):
        told[name] = [reader.read(lit(58, seed)).alone for seed in range(140, 160)]
    assert 53 in told["blind"], "these are the pictures that the supposition is for"
    assert 53 not in told["wary"]
    assert told["wary"].count(58) >= told["blind"].count(58) - 1 > 5


class Counting(Network):
    """The shipped networks, which count how often each reads."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = dict.fromkeys(Asked, 0)

    def logits(self, crops: Sequence[Grey], asked: Asked = Asked.FIRST) -> Floats:
        self.reads[asked] += 1
        return super().logits(crops, asked)


@pytest.mark.parametrize(
    ("text", "blur", "judged"), [("47", 0.5, False), ("47", 4.5, True), ("7", 0.5, True)]
)
def test_the_last_network_is_asked_where_two_leave_a_doubt_and_of_every_single_digit(
    text: str, blur: float, judged: bool
) -> None:
    network, ball = Counting(), Circle(320, 240, 130, 1.0)
    picture = cv2.GaussianBlur(render(text, np.random.default_rng(500_047)), (0, 0), blur).astype(np.uint8)
    view = View(picture, ball)
    first = next(find_prints(view))
    (seen,) = network([first.flat])
    network.again(shone(view, first), seen)
    assert network.reads[Asked.DOUBT] == 1
    assert network.reads[Asked.JUDGE] == judged


def test_each_network_sees_a_print_both_ways_up_in_pixels_of_its_own() -> None:
    flat = np.zeros((SIDE, SIDE), np.uint8)
    flat[: SIDE // 2] = 200
    for asked, side in ((Asked.FIRST, CROP), (Asked.DOUBT, CROP), (Asked.JUDGE, SIDE)):
        upright, upside_down = both_ways(flat, 0.0, asked)
        assert upright.shape == upside_down.shape == (side, side)
        assert upright[side // 4, side // 2] == upside_down[3 * side // 4, side // 2] == 200
        assert upright[3 * side // 4, side // 2] == upside_down[side // 4, side // 2] == 0


def test_a_print_is_turned_with_its_shine() -> None:
    shown = np.zeros((SIDE, SIDE, 2), np.uint8)
    shown[: SIDE // 2, :, 0], shown[SIDE // 2 :, :, 1] = 200, 90
    upright, upside_down = both_ways(shown, 0.0, Asked.DOUBT)
    assert upright.shape == upside_down.shape == (CROP, CROP, 2)
    above, below = upright[CROP // 4, CROP // 2], upright[3 * CROP // 4, CROP // 2]
    assert (above == (200, 0)).all()
    assert (below == (0, 90)).all()
    assert (upside_down[CROP // 4, CROP // 2] == below).all()


@pytest.mark.parametrize("depth", [(), (2,), (3,)])
def test_a_cell_holds_the_four_pixels_of_its_place_row_by_row(depth: tuple[int, ...]) -> None:
    pictures = np.random.default_rng(3).integers(0, 256, (2, 6, 8, *depth), dtype=np.uint8)
    cells = in_cells(pictures)
    assert cells.shape == (2, 3, 4, 4 * (depth[0] if depth else 1))
    for row, column in np.ndindex(3, 4):
        four = pictures[:, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        assert (cells[:, row, column] == four.reshape(2, -1)).all()
