"""A ball set is calibrated from the console: what is wrong is said, and it goes on where it stood."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.reader.patterns import Patterns
from hallctl.app.calibrating import guide
from hallctl.config.reader import Calibration
from tests.hallctl.app.calibrating.bench import HIGHEST, Bench


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(guide, "PICTURES", 8)
    bench = Bench(tmp_path)
    yield bench
    bench.desk.close()


@pytest.mark.req("AJ-24")
def test_it_is_broken_off_goes_on_where_it_stood_and_writes_what_the_command_writes(bench: Bench) -> None:
    desk = bench.desk
    assert [(each.written, each.begun) for each in desk.sets()] == [(False, False)] * 3
    assert "letras" in str(desk.start(" ", again=False))
    assert desk.start("J-01", again=False) is None
    assert "siga con él" in str(desk.start("J-02", again=False))
    bench.set_up()
    bench.shows(1)
    bench.shows(2, ink="8")
    wrong = bench.sees(lambda now: now.ball == 3)
    assert [ball.words for ball in wrong.balls[:3]] == ["clara", "ambigua", ""]
    assert "puede leerse 8" in wrong.told[0].text
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
    bench.leaves(3)
    done = bench.sees(lambda now: now.over)
    assert done.written
    found = Calibration(**tomllib.loads((bench.folder / "bolas-J-01.toml").read_text("utf-8")))
    assert (found.ball_set, found.always_ask) == ("J-01", list(range(3, HIGHEST + 1)))
    known = Patterns.from_png((bench.folder / found.patterns.file).read_bytes(), found.patterns.reach)
    assert list(known.pictures) == [1, 2]

    before = (bench.folder / "bolas-J-01.toml").read_bytes()
    assert "ya está calibrado" in str(desk.start("J-01", again=False))
    assert desk.start("J-01", again=True) is None
    desk.close()
    assert (bench.folder / "bolas-J-01.toml").read_bytes() == before


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
