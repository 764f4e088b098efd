"""A ball set is calibrated from the console: what is wrong is said, and it goes on where it stood."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.reader.patterns import Patterns
from hallctl.app.calibrating import guide
from hallctl.app.calibrating.calibration import SetReport
from hallctl.app.calibrating.folder import BallFolder
from hallctl.config.reader import Calibration
from hallctl.table.messages import Calibrated
from tests.hallctl.app.calibrating.bench import HIGHEST, Bench


class Learning:
    """A recogniser that knows the whole set once it was shown the first ball again."""

    highest, whole, asked = HIGHEST, True, frozenset[int]()

    def __init__(self) -> None:
        self.poses: list[dict[int, int]] = []

    def __call__(self, path: Path, highest: int, stopped: Callable[[], bool]) -> Any:
        self.poses.append(dict(Counter(number for number, _pose in BallFolder.at(path).poses())))
        return self

    @property
    def lacking(self) -> frozenset[int]:
        return frozenset({1}) if len(self.poses) == 1 else frozenset()

    def reads_better(self, _: SetReport) -> bool:
        return True

    def content(self) -> bytes:
        return b"knows nine balls"


@pytest.fixture
def learning() -> Learning:
    return Learning()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learning: Learning) -> Iterator[Bench]:
    monkeypatch.setattr(guide, "PICTURES", 8)
    bench = Bench(tmp_path, learn=learning)
    yield bench
    bench.desk.close()


@pytest.mark.req("AJ-24")
def test_it_is_broken_off_goes_on_where_it_stood_and_counts_when_it_is_finished(
    bench: Bench, learning: Learning
) -> None:
    desk = bench.desk
    assert [(each.written, each.begun) for each in desk.sets()] == [(False, False)] * 3
    assert "letras" in str(desk.start(" ", again=False))
    assert desk.start("J-01", again=False) is None
    assert "siga con él" in str(desk.start("J-02", again=False))
    bench.set_up()
    bench.shows(1)
    bench.shows(8, asked=2)  # as they come
    bench.shows(2, ink="1")
    wrong = bench.sees(lambda now: now.ball == 3)
    assert [ball.words for ball in wrong.balls[:3]] == ["clara", "ambigua", ""]
    assert wrong.balls[7].words == "clara"
    assert "puede leerse 1" in wrong.told[0].text
    desk.answer("q")
    left = bench.sees(lambda now: now.over)
    assert (left.written, left.keys) == (False, ())
    assert not list(bench.folder.glob("*.toml"))
    assert next((each.written, each.begun) for each in desk.sets()) == (False, True)

    assert desk.start("J-01", again=False) is None
    bench.lifts()
    bench.set_up()
    again = bench.sees(lambda now: now.ball == 2)  # the clear one is known, the other is shown anew
    assert again.balls[0].words == "clara"
    bench.shows(2)
    bench.leaves(3, but=8)
    bench.sees(lambda now: now.ball == 1)
    seen = np.asarray(cv2.imdecode(np.frombuffer(desk.picture() or b"", np.uint8), cv2.IMREAD_COLOR))
    corner, other = seen[-60:, -60:].mean(), seen[-60:, :60].mean()
    assert abs(corner - other) > 10, "it is asked for by its picture"
    bench.shows(1)  # the recogniser lacks it
    done = bench.sees(lambda now: now.over)
    assert done.written, done.told
    assert learning.poses == [{1: 1, 2: 1, 8: 1}, {1: 2, 2: 1, 8: 1}], "the wrong ball's picture is gone"
    found = Calibration(**tomllib.loads((bench.folder / "bolas-J-01.toml").read_text("utf-8")))
    assert (found.ball_set, found.always_ask) == ("J-01", [3, 4, 5, 6, 7, 9])
    known = Patterns.from_png((bench.folder / found.patterns.file).read_bytes(), found.patterns.reach)
    assert list(known.pictures) == [1, 2, 8]
    assert (bench.folder / found.recogniser.file).read_bytes() == b"knows nine balls"
    newly = bench.inbox.get(timeout=1)
    assert isinstance(newly, Calibrated)
    assert newly.vote.always_ask == {3, 4, 5, 6, 7, 9}
    assert [(about.name, about.in_use) for about in desk.sets() if about.made_on] == [("J-01", False)]
    newly.take()
    assert next(about.in_use for about in desk.sets())

    before = (bench.folder / "bolas-J-01.toml").read_bytes()
    assert "ya está calibrado" in str(desk.start("J-01", again=False))
    bench.retired = frozenset({"J-01"})
    assert "retirado" in str(desk.start("J-01", again=True))
    bench.retired = frozenset()
    assert desk.start("J-01", again=True) is None
    desk.close()
    assert (bench.folder / "bolas-J-01.toml").read_bytes() == before
    assert sorted(each.name.partition("-")[0] for each in bench.folder.iterdir()) == [
        *("bolas", "calibracion", "calibracion", "hechas", "patrones", "reconocedor", "salida", "vueltas")
    ]


def test_no_game_is_disturbed(tmp_path: Path) -> None:
    playing = [True]
    bench = Bench(tmp_path, lambda: playing[0])
    assert "partida" in str(bench.desk.start("J-01", again=False))
    playing[0] = False
    assert bench.desk.start("J-01", again=False) is None
    bench.sees(lambda now: now.keys)
    playing[0] = True
    over = bench.sees(lambda now: now.over)
    assert any("Empezó una partida" in told.text for told in over.told)
    bench.desk.close()
