"""A book that lost entries on both media goes on by two people's decision, in the next volume (I12)."""

import shutil

import pytest

from hallctl.app.replay import replay
from hallctl.app.vault import Places, demand_printed, open_shelf
from hallctl.cli.book.reading import minuted
from hallctl.minutes.errors import MinutesError
from hallctl.rules.events.volumes import BookClosed, ShorterAccepted
from tests.hallctl.cli.book.hall import DIRECTOR, JEFE, Hall
from tests.hallctl.cli.book.test_verify import newest_note

pytestmark = pytest.mark.invariant("I12")


def roll_back(hall):
    """Bring both media back from an older copy; give the checkpoint that saw what is lost."""
    for source in (hall.book, hall.second):
        shutil.copytree(source, hall.folder / "older" / source.name)
    hall.do()
    note = newest_note(hall.volume(), hall.folder / "seen")
    for source in (hall.book, hall.second):
        shutil.rmtree(source)
        shutil.copytree(hall.folder / "older" / source.name, source)
    return note


def accepted(hall):
    (event,) = (each.event for each in minuted(hall.book) if isinstance(each.event, ShorterAccepted))
    return event


def state_of(hall):
    with open_shelf(hall.setting, hall.keys) as shelf:
        return replay(hall.setting, shelf)


def test_what_a_checkpoint_saw_is_accepted_as_lost_and_the_volume_is_closed(hall):
    note = roll_back(hall)
    assert hall.verify("--checkpoint", note).returncode == 1
    result = hall.repair("--accept-shorter", note)
    assert result.returncode == 0, result.stderr
    assert "El tomo queda cerrado" in result.stdout
    event = accepted(hall)
    assert (event.origin, event.size) == ("practica.invalid/illimani/tomo-0001", 5)
    assert (event.person, event.jefe) == (DIRECTOR, JEFE)
    assert state_of(hall).book is None
    assert hall.verify().returncode == 0
    assert hall.verify("--checkpoint", note).returncode == 1  # what is lost stays lost
    hall.open(2)
    assert hall.verify().returncode == 0


def test_what_the_witness_says_that_it_saw_is_enough(hall):
    assert hall.repair("--accept-shorter", "40").returncode == 0
    assert accepted(hall).size == 40
    assert state_of(hall).accepted == 40


def test_no_folio_number_is_printed_twice(hall):
    acts = Places(hall.setting.directory).acts
    acts.mkdir(parents=True)
    (acts / "tomo-0001-folio-0009-acta.pdf").write_bytes(b"%PDF")
    with pytest.raises(MinutesError, match="MIN-SHORT"):
        demand_printed(acts, state_of(hall))
    assert hall.repair("--accept-folio", "1").returncode == 0
    assert accepted(hall).folio == 9
    (closed,) = (each.event for each in minuted(hall.book) if isinstance(each.event, BookClosed))
    assert closed.folio == 10
    demand_printed(acts, state_of(hall))


def test_a_checkpoint_that_is_in_the_book_and_one_of_another_book_are_refused(hall, tmp_path):
    note = newest_note(hall.volume(), tmp_path / "note")
    result = hall.repair("--accept-shorter", note)
    assert result.returncode == 1
    assert "no hay nada que aceptar" in result.stderr
    (tmp_path / "other").mkdir()
    stranger = Hall.made(tmp_path / "other").open()
    foreign = newest_note(stranger.volume(), tmp_path / "foreign")
    assert hall.repair("--accept-shorter", foreign).returncode == 2
    assert "no lleva la firma" in hall.repair("--accept-shorter", foreign).stderr


def test_a_folio_beyond_the_volume_is_refused(hall):
    result = hall.repair("--accept-folio", "200")
    assert result.returncode == 1
    assert "FOLIO-NONE" in result.stderr
