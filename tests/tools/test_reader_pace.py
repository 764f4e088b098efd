"""Two readers are timed on the same frames in turn, each of its own checkout."""

from pathlib import Path

import numpy as np
import pytest

from tools.reader.pace import CheckoutError, Pace, main, paced, show

_SLOW = """
import time

class Reader:
    def read(self, image):
        assert image.shape == (480, 640, 3)
        time.sleep(0.5)
"""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A checkout whose reader takes half a second of each frame."""
    room = tmp_path / "drivers" / "reader"
    room.mkdir(parents=True)
    (room / "reader.py").write_text(_SLOW)
    for each in (room, room.parent):
        (each / "__init__.py").touch()
    return tmp_path


def test_each_checkouts_own_reader_is_timed_on_every_frame(slow: Path, monkeypatch) -> None:
    monkeypatch.setattr("tools.reader.pace._WARM", 1)
    pace = paced(slow, [np.zeros((480, 640, 3), np.uint8)] * 3)
    assert len(pace.other) == len(pace.this) == 2, "the first is not counted"
    assert all(each >= 500 for each in pace.other)
    assert all(0 < each < 500 for each in pace.this)


def test_what_is_no_checkout_is_said_to_have_no_reader_and_is_not_taken_for_this_one(tmp_path: Path) -> None:
    with pytest.raises(CheckoutError, match="no reader of its own"):
        paced(tmp_path, [])


def test_how_two_readers_compare_is_told_frame_by_frame_and_over_all(capsys) -> None:
    show(Pace([10.0, 20.0, 40.0], [5.0, 20.0, 60.0]))
    told = capsys.readouterr().out
    assert "the other 20.0 ms, this one 20.0 ms" in told
    assert "1.000 times as long of the middle frame, 1.214 times of all" in told


def test_a_machine_without_the_fonts_is_told_how_they_are_installed(monkeypatch, capsys, tmp_path) -> None:
    monkeypatch.setattr("tools.reader.fonts.faces", lambda side: ())
    monkeypatch.setattr("sys.argv", ["pace", str(tmp_path)])
    assert main() == 2
    assert "no held-out fonts here: apt-get install $(python -m" in capsys.readouterr().err
