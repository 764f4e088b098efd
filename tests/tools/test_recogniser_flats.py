"""What the recogniser's own networks learn from: drawn prints, and what is said of them."""

import numpy as np
import pytest

from drivers.recogniser.flat import ACROSS
from tools.reader.fonts import Side
from tools.recogniser.flats import DIGITS, MARK, SIDE, Drawing, drawn, own_faces
from tools.recogniser.unrolled import unrolled
from tools.worlds.world import FACES

RNG_SEED = 4


@pytest.fixture(scope="module")
def drawings() -> list[Drawing]:
    rng = np.random.default_rng(RNG_SEED)
    return [drawn(rng) for _ in range(150)]


def wholes(drawings: list[Drawing], turn: float) -> list[int]:
    rng = np.random.default_rng(RNG_SEED)
    return [unrolled(each, None, turn, rng).whole for each in drawings]


def test_no_face_is_learnt_that_a_world_is_printed_with() -> None:
    assert own_faces(Side.LEARNT)
    assert not {each.family for each in own_faces(Side.LEARNT)} & set(FACES)


def test_most_drawings_are_numbers_and_some_are_none(drawings: list[Drawing]) -> None:
    numbers = [each.number for each in drawings]
    assert 0.65 < np.mean([number > 0 for number in numbers]) < 0.97
    assert all(each.tone.shape == (SIDE, SIDE) for each in drawings)
    assert all((each.must == DIGITS).any() == (each.number > 0) for each in drawings)


def test_what_would_be_another_number_upside_down_is_known_by_its_mark_or_letter(
    drawings: list[Drawing],
) -> None:
    marked = [each for each in drawings if (each.must == MARK).any()]
    assert marked
    assert all(set(str(each.number)) <= set("01689") for each in marked)
    assert all(each.way for each in marked)


def test_a_number_that_stands_upright_is_whole_and_aslant_or_upside_down_it_is_not(
    drawings: list[Drawing],
) -> None:
    plain = [each for each in drawings if each.way and each.number > 19 and len(set(str(each.number))) == 2]
    upright, aslant, over = (wholes(plain, turn) for turn in (0.0, np.pi / 2, np.pi))
    assert upright.count(1) > 0.4 * len(plain)
    assert set(aslant) == set(over) == {0}


def test_a_patch_holds_ink_of_one_strength_and_what_is_seen(drawings: list[Drawing]) -> None:
    rng = np.random.default_rng(RNG_SEED)
    for each in drawings:
        ink, seen = unrolled(each, drawings[0], float(rng.uniform(-3, 3)), rng).seen
        assert ink.shape == seen.shape == (ACROSS, ACROSS)
        assert np.abs(ink).max() <= 1.5
        assert not ink[seen == 0].any()
