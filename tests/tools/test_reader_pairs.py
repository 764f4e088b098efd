"""What the network for two balls learns from: its truth is true, and a block is made once."""

from pathlib import Path

import numpy as np
import pytest

from drivers.reader.network import GLANCE
from tools.reader import kept
from tools.reader import pairs as module
from tools.reader.fonts import Side
from tools.reader.looks import a_look
from tools.reader.maker import _of_another_set, picture
from tools.reader.pairs import pairs, simulated


def test_of_the_simulators_pictures_those_of_two_balls_show_more_ball(full: bool) -> None:
    count = 60 if full else 24
    lit: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(count):
        image, two = simulated(seed)
        assert image.shape == (480, 640, 3)
        lit[two].append(float((image.max(axis=2) > 100).mean()))
    assert count / 4 < len(lit[True]) < count * 0.6
    assert np.mean(lit[True]) > 1.3 * np.mean(lit[False])


def test_a_block_holds_pictures_as_the_network_sees_them_with_their_truth_and_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "BLOCK", 24)
    first = pairs(1, Side.LEARNT, tmp_path, 1)
    assert first.seen.shape == (24, *GLANCE, 3)
    for at, two in enumerate(first.two):
        seed = 24 + at
        if seed % 8:
            shown = picture(seed, Side.LEARNT, kinds=module._KINDS)
            assert two == (shown.kind == "two")
        else:
            assert two == simulated(seed)[1]
    (file,) = tmp_path.iterdir()
    written = file.stat().st_mtime_ns
    again = pairs(1, Side.LEARNT, tmp_path, 1)
    assert np.array_equal(again.seen, first.seen)
    assert np.array_equal(again.two, first.two)
    assert file.stat().st_mtime_ns == written
    assert len(kept.joined([first, again]).two) == 48


def test_a_second_ball_of_another_set_has_its_colours_and_no_other_print() -> None:
    look = a_look(np.random.default_rng(1), Side.LEARNT)
    other = _of_another_set(look, np.random.default_rng(2))
    assert other.paint != look.paint
    assert (other.face, other.layout, other.marks) == (look.face, look.layout, look.marks)


def test_kinds_of_pictures_come_as_often_as_is_asked_for() -> None:
    assert {picture(seed, kinds={"two": 1.0}).kind for seed in range(5)} == {"two"}
    assert {picture(seed, kinds={"empty": 0.5, "hand": 0.5}).kind for seed in range(12)} == {"empty", "hand"}
