"""Where the security log ended stands in the book: a tail that was cut and a log written anew are told."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hallctl.__main__ import app
from hallctl.cli.book.reading import log_ends
from hallctl.games.bingo.rules.commands.opening import CountBalls
from hallctl.minutes.reader import read_entries
from hallctl.rules.binding import LogEnd
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.web.access.log import SecurityLog
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, APPOINTMENTS, DAY
from tests.hallctl.table.signed import SignedTable, make_keys
from tests.hallctl.web.console.hall import CONFIG, ROOT


def told() -> datetime:
    return datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def written(path: Path, people: int, source: str = "127.0.0.1") -> None:
    with closing(SecurityLog(path, told)) as log:
        for number in range(people):
            log.write("log-in", f"Persona {number}", source)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hall with a session: its log has three entries at the opening, five at the close, and seven now."""
    folder = tmp_path_factory.mktemp("night") / "sala"
    folder.mkdir()
    path = folder / "seguridad.sqlite"
    with closing(SecurityLog(path, told)) as log:
        table = SignedTable(folder, make_keys(folder.parent / "claves"), security=log.end)
        written(path, 3)
        table.open_session()
        written(path, 2)
        table.close_session()
        written(path, 2)
    table.close()
    assert table.verdict().ok, "and the notary's verifier says the same"
    return folder


@pytest.fixture
def hall(night: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it, and its configuration beside."""
    shutil.copytree(night, tmp_path / "sala")
    text = CONFIG.read_text("utf-8").replace("../../practice", str(tmp_path / "sala"))
    (tmp_path / "hall.toml").write_text(text.replace("../series", str(ROOT / "fixtures/series")), "utf-8")
    yield tmp_path / "sala"


def checked(hall: Path) -> Result:
    return CliRunner().invoke(app, ["people", "log", "--config", str(hall.parent / "hall.toml")])


def test_both_ends_of_a_session_say_where_the_log_ended(hall: Path) -> None:
    with closing(SecurityLog(hall / "seguridad.sqlite", told)) as log:
        entries = log.entries()
    opened, closed = log_ends(hall / "libro")
    assert opened == LogEnd(3, entries[2].hash)
    assert closed == LogEnd(5, entries[4].hash)
    shown = checked(hall)
    assert (shown.exit_code, len(shown.stdout.splitlines()), shown.stderr) == (0, 7, "")


def test_a_tail_that_was_cut_is_told(hall: Path) -> None:
    for left, code in ((5, 0), (4, 1), (2, 1), (0, 1)):
        with closing(sqlite3.connect(hall / "seguridad.sqlite")) as db, db:
            db.execute("DROP TRIGGER IF EXISTS never_deleted")
            db.execute("DELETE FROM entries WHERE number > ?", (left,))
        shown = checked(hall)
        assert shown.exit_code == code, left
        if code:
            seen = 5 if left >= 3 else 3
            assert shown.stderr.startswith(f"ACC-CUT: el libro vio {seen} asientos y quedan {left}")


def test_a_log_that_was_written_anew_is_told(hall: Path) -> None:
    (hall / "seguridad.sqlite").unlink()
    written(hall / "seguridad.sqlite", 9, source="192.168.1.66")
    shown = checked(hall)
    assert (shown.exit_code, len(shown.stdout.splitlines())) == (1, 9)
    assert shown.stderr.startswith("ACC-OTHER: el asiento 3 ")


def test_what_somebody_says_of_the_log_is_not_believed(tmp_path: Path, night: Path) -> None:
    table = SignedTable(tmp_path, make_keys(tmp_path / "claves"))
    table.open_session()
    table.do(CountBalls(ALL_BALLS, ()), CloseSession(security=LogEnd(9, "f" * 64)))
    table.do(OpenSession(APPOINTMENTS, DAY, LogEnd(9, "f" * 64)))
    table.close()
    assert list(log_ends(tmp_path / "libro")) == []
    kinds = [entry.kind for entry in read_entries(tmp_path / "libro/tomo-0001.sqlite")]
    assert (kinds.count("SessionOpened"), kinds.count("SessionClosed")) == (2, 1)


@pytest.mark.parametrize(
    "event", [SessionOpened(1, APPOINTMENTS, DAY), SessionClosed(1, 4, 7, 1)], ids=lambda e: type(e).__name__
)
def test_an_entry_of_before_says_nothing_of_the_log(event: SessionOpened | SessionClosed) -> None:
    body = encode(event)
    assert body.pop("security") is None
    assert decode(type(event), body) == event
