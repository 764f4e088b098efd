"""A second medium that fails: nothing is acknowledged on one medium only, unless the rules allow it."""

import errno
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.minutes import Draft, MinutesError, Stamp, companion
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.opening import CLOSED, FOLIO
from hallctl.minutes.reader import read_entries
from hallctl.minutes.second_medium import SecondMedium, read_rows
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import Shelf
from hallctl.rules.commands.running import ReportSettings
from hallctl.rules.refusals import Refusal
from hallctl.table.media import RETRY_S
from tests.hallctl.games.bingo.rules.night import RULES, Night
from tests.hallctl.table.virtual import VirtualHall, write_book

pytestmark = [pytest.mark.invariant("I1"), pytest.mark.invariant("I3")]

Back = Callable[[], object]
"""Brings the medium back as it was when it failed."""


class Place:
    """The folders of a book on two media."""

    def __init__(self, folder: Path) -> None:
        self.book, self.second = folder / "libro", folder / "segundo"
        self.away = folder / "retirado"
        self.volume, self.lines = self.book / "tomo-0001.sqlite", self.second / "tomo-0001.jsonl"
        self.book.mkdir()
        self.second.mkdir()
        night = Night()
        night.open_session()
        write_book(self.volume, night.events, self.lines)

    def hall(self, boot: str, setting: str) -> VirtualHall:
        """Start a controller on it."""
        rules = replace(RULES, second_medium=setting)
        return VirtualHall(self.volume, boot, rules=rules, second=self.lines)

    def kinds(self) -> list[str]:
        return [entry.kind for entry in read_entries(self.volume)]

    def demand_whole(self) -> None:
        """See that both media hold the same, and that both verifiers find nothing wrong."""
        rows = [entry.number for entry in read_entries(self.volume)]
        assert [row[0] for row in read_rows(self.lines)] == rows
        verdict = verify_book(self.book, self.second)
        assert verdict.ok, verdict.describe()
        assert notary.verify(self.book, self.second).findings == []


def moved(place: Place, _: pytest.MonkeyPatch) -> Back:
    place.second.rename(place.away)
    return lambda: place.away.rename(place.second)


def emptied(place: Place, _: pytest.MonkeyPatch) -> Back:
    place.second.rename(place.away)
    place.second.mkdir()

    def back() -> None:
        place.second.rmdir()
        place.away.rename(place.second)

    return back


def replaced(place: Place, _: pytest.MonkeyPatch) -> Back:
    place.lines.rename(place.away)
    place.lines.write_bytes(b"{}\n")
    return lambda: place.away.replace(place.lines)


def cut(place: Place, _: pytest.MonkeyPatch) -> Back:
    size = place.lines.stat().st_size
    lost = place.lines.read_bytes()[size - 90 :]
    os.truncate(place.lines, size - 90)

    def back() -> None:
        with place.lines.open("ab") as file:
            file.write(lost)

    return back


def refusing(code: int, share: int) -> Callable[[Place, pytest.MonkeyPatch], Back]:
    """A disk that takes one ``share``-th of what is written, and then refuses."""

    def fail(_: Place, patch: pytest.MonkeyPatch) -> Back:
        whole = SecondMedium._write

        def write(medium: SecondMedium, content: bytes) -> None:
            if share:
                whole(medium, content[: len(content) // share])
            raise OSError(code, os.strerror(code))

        patch.setattr(SecondMedium, "_write", write)
        return lambda: patch.setattr(SecondMedium, "_write", whole)

    return fail


FAILURES = {
    "moved": moved,
    "emptied": emptied,
    "replaced": replaced,
    "cut": cut,
    "full": refusing(errno.ENOSPC, 2),
    "full, nothing written": refusing(errno.ENOSPC, 0),
    "EIO after all was written": refusing(errno.EIO, 1),
    "read-only": refusing(errno.EROFS, 0),
}
every_failure = pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
moments = pytest.mark.parametrize("before", [0, 3], ids=["before a batch", "between batches"])


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr(companion, "CATCH_UP", 5)
    return Place(tmp_path)


def commit(hall: VirtualHall, number: int) -> None:
    """Have something minuted and acknowledged."""
    done = hall.keeper.report(ReportSettings("cámara", f"{number}"))
    assert not isinstance(done, Refusal)


def await_whole(hall: VirtualHall) -> None:
    """Let the hall turn until the medium, which answers in its own time, holds everything again."""
    hall.tick(2 * RETRY_S)
    deadline = time.monotonic() + 60
    while hall.state.medium_lost is not None and time.monotonic() < deadline:
        time.sleep(0.001)
        hall.tick()
    assert hall.state.medium_lost is None


@every_failure
@moments
def test_nothing_is_acknowledged_on_one_medium_where_the_hall_is_to_stop(place, failure, before, monkeypatch):
    hall = place.hall("b1", "stop")
    for number in range(before):
        commit(hall, number)
    acknowledged = hall.keeper.entry
    back = failure(place, monkeypatch)
    with pytest.raises(MinutesError):
        commit(hall, 99)
    assert hall.keeper.entry == acknowledged
    hall.keeper.minute_loss()
    assert place.kinds()[-1] == "MediumLost"
    for _ in range(2):
        with pytest.raises(MinutesError, match="MIN-STOPPED"):
            commit(hall, 100)
    hall.end()
    back()
    hall = place.hall("b2", "stop")
    assert hall.keeper.entry >= acknowledged
    hall.tick()
    assert place.kinds()[-1] == "MediumRestored"
    commit(hall, 101)
    hall.end()
    place.demand_whole()


@pytest.mark.parametrize("failure", [moved, emptied, replaced])
def test_a_hall_that_is_to_stop_does_not_start_without_it(place, failure, monkeypatch):
    hall = place.hall("b1", "stop")
    commit(hall, 1)
    hall.end()
    failure(place, monkeypatch)
    with pytest.raises(MinutesError):
        place.hall("b2", "stop")


@every_failure
@moments
def test_a_hall_that_is_to_go_on_minutes_it_and_completes_it_once_it_is_back(
    place, failure, before, monkeypatch
):
    hall = place.hall("b1", "continue")
    for number in range(before):
        commit(hall, number)
    held = hall.keeper.entry
    back = failure(place, monkeypatch)
    commit(hall, 99)
    hall.tick()
    assert hall.state.medium_lost.entry == held
    assert [each.code for each in hall.state.notices] == ["SECOND-LOST"]
    for number in range(12):
        commit(hall, 1000 + number)
    hall.tick(RETRY_S + 1)
    assert hall.state.medium_lost is not None
    assert 1 <= place.kinds().count("MediumLost") <= 2
    back()
    await_whole(hall)
    assert hall.state.notices == ()
    assert place.kinds().count("MediumRestored") == 1
    commit(hall, 5000)
    hall.end()
    place.demand_whole()


@every_failure
def test_a_hall_that_went_on_and_was_killed_completes_it_at_the_next_start(place, failure, monkeypatch):
    hall = place.hall("b1", "continue")
    back = failure(place, monkeypatch)
    commit(hall, 99)
    hall.tick()
    for number in range(12):
        commit(hall, number)
    hall.end()
    back()
    hall = place.hall("b2", "stop")
    hall.tick()
    assert hall.state.medium_lost is None
    hall.end()
    place.demand_whole()


@every_failure
def test_a_hall_killed_before_its_loop_turned_again_needs_no_repair(place, failure, monkeypatch):
    """The loss is in the book before anything else that the second medium lacks."""
    hall = place.hall("b1", "continue")
    back = failure(place, monkeypatch)
    for number in range(3):
        commit(hall, number)
    assert place.kinds().count("MediumLost") == 1
    hall.end()
    back()
    hall = place.hall("b2", "stop")
    hall.tick()
    assert hall.state.medium_lost is None
    hall.end()
    place.demand_whole()


def test_a_start_without_it_minutes_that_first(place, monkeypatch):
    back = moved(place, monkeypatch)
    before = len(place.kinds())
    hall = place.hall("b1", "continue")
    hall.end()
    assert place.kinds()[before] == "MediumLost"
    back()
    hall = place.hall("b2", "stop")
    hall.tick()
    hall.end()
    place.demand_whole()


def test_a_closed_volume_in_which_no_loss_can_be_minuted_is_not_gone_on_with(place, monkeypatch):
    sealed = {
        "volume": 1,
        "document": "acta",
        "folio": 1,
        "sheets": 1,
        "copy": 0,
        "entry": 1,
        "name": "tomo-0001.pdf",
    }
    folio = [Draft(FOLIO, sealed | {"data": "d" * 64, "pdf": "e" * 64}, "controlador:hallctl")]
    stamp = Stamp("2026-11-21T23:04:37.000Z", -240, "unknown", "b1")
    with Shelf.open(place.book, place.second, None, True) as shelf:
        shelf.append([Draft(CLOSED, {}, "director:Marta")], stamp)
        back = moved(place, monkeypatch)
        with pytest.raises(MinutesError, match="MIN-SECOND"):
            shelf.append(folio, stamp)
    written = place.kinds()
    with (
        Shelf.open(place.book, place.second, None, True) as shelf,
        pytest.raises(MinutesError, match="MIN-SECOND"),
    ):
        shelf.append(folio, stamp)
    assert place.kinds() == written
    back()
    with Shelf.open(place.book, place.second) as shelf:
        shelf.append(folio, stamp)
    assert [row[0] for row in read_rows(place.lines)] == list(range(1, len(written) + 2))


def test_little_room_on_the_second_medium_is_a_notice_that_ends(place):
    hall = place.hall("b1", "stop")
    hall.second_mb = 499
    hall.tick(1.1)
    (notice,) = hall.state.notices
    assert (notice.device, notice.code) == ("segundo soporte", "SECOND-LOW")
    assert "499" in notice.detail
    hall.second_mb = None
    hall.tick(1.1)
    assert hall.state.notices == (notice,)
    hall.second_mb = 501
    for _ in range(5):
        hall.tick(10)
    assert hall.state.notices == ()
    hall.end()
