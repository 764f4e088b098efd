"""The measure of a learnt exit counts empty pictures and balls, and says where an exit cannot be learnt."""

import cv2
import pytest

from tests.drivers.exits import drawn
from tools.reader.exits import compared, main


def rendered(folder, seed, balls):
    folder.mkdir(parents=True)
    exit_ = drawn(7, 200.0)
    for number in range(6):
        cv2.imwrite(str(folder / f"empty-{number}.png"), exit_.seen(seed + number, ball=False))
    for number in range(1, balls + 1):
        cv2.imwrite(str(folder / f"{number}-0-0.png"), exit_.seen(seed + 50 + number, ball=True))


def test_empty_pictures_and_balls_are_told_apart(tmp_path, capsys):
    rendered(tmp_path / "first/hall", 1, 0)
    rendered(tmp_path / "second/hall", 100, 3)
    main([str(tmp_path / "first"), str(tmp_path / "second")])
    row = capsys.readouterr().out.splitlines()[-1].split()
    assert row[:7] == ["hall", "6", "of", "6", "0", "of", "3"]


def test_an_exit_that_cannot_be_learnt_is_said(tmp_path):
    (tmp_path / "hall").mkdir()
    with pytest.raises(ValueError, match="too few pictures"):
        compared(tmp_path / "hall", tmp_path / "hall")
