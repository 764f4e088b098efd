"""The walk leads a whole calibration to its end, and says where one cannot begin."""

import pytest

from hallctl.app.calibrating.calibration import Verdict
from tests.tools.test_reader_exits import rendered
from tools.reader.walk import main, walked


def test_a_calibration_ends_with_each_ball_that_there_is_shown(tmp_path):
    rendered(tmp_path / "first", 1, 0)
    rendered(tmp_path / "second", 100, 2)
    found = walked(tmp_path / "first", tmp_path / "second", turns=1, frames=1)
    assert found.stuck == ""
    assert (found.known, found.empty, found.taken, found.balls) == (6, 6, 0, 2)
    missing = set(found.report.of(Verdict.MISSING))
    assert missing == set(range(3, 10)), "a set of nine is asked for, and two are there"


def test_a_hall_without_pictures_is_said(tmp_path):
    (tmp_path / "hall").mkdir()
    with pytest.raises(ValueError, match="no pictures"):
        main([str(tmp_path), str(tmp_path), "--hall", "hall"])
