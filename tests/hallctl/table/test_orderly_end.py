"""An orderly end waits for the folios that are still being made, and takes nobody's step meanwhile."""

from concurrent.futures import Future

import pytest

from hallctl.games.bingo.rules.commands.opening import AnnounceLastGame
from hallctl.minutes.reader import read_entries
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.printing import SealFolio
from hallctl.table import messages as msg
from hallctl.table.keeper import CONTROLLER
from hallctl.table.table import LAST_FOLIOS_S
from tests.hallctl.games.bingo.rules.night import PEOPLE, Night
from tests.hallctl.table.virtual import VirtualHall, write_book

PDF = "tomo-0001-folio-0002-acta-sesion.pdf"
SEAL = SealFolio(1, "acta-sesion", 2, 1, 0, 9, data="a" * 64, pdf="b" * 64, name=PDF)


class PrintingHall(VirtualHall):
    """A hall that still prints, until a test says that it has printed."""

    printed = False

    def __init__(self, path, boot):
        super().__init__(path, boot, settled=lambda: self.printed)


@pytest.fixture
def hall(tmp_path):
    night = Night()
    night.open_session()
    path = tmp_path / "libro.sqlite"
    write_book(path, night.events)
    hall = PrintingHall(path, "b2")
    yield hall
    hall.end()


def kinds(hall):
    return [entry.kind for entry in read_entries(hall.book._path)]


def put(hall, message):
    hall.inbox.put(message)
    return hall.table._turn()


@pytest.mark.invariant("I10")
def test_the_last_folios_are_recorded_before_the_end(hall):
    assert put(hall, msg.Quit())
    reply: Future = Future()
    assert put(hall, msg.Asked(Issued(SEAL, CONTROLLER, ""), reply))
    hall.printed = True
    assert not hall.table._turn()
    assert kinds(hall)[-2:] == ["FolioSealed", "ControllerStopped"]


def test_nobody_takes_a_step_while_the_hall_ends(hall):
    put(hall, msg.Quit())
    before = kinds(hall)
    reply: Future = Future()
    put(hall, msg.Asked(Issued(AnnounceLastGame(), Actor(PEOPLE[Post.JEFE], Post.JEFE), ""), reply))
    assert kinds(hall) == before
    assert not reply.done()


def test_a_printer_that_never_ends_does_not_keep_the_hall_from_ending(hall):
    assert put(hall, msg.Quit())
    hall.clock.seconds += LAST_FOLIOS_S
    assert not hall.table._turn()


def test_who_asks_twice_does_not_wait(hall):
    assert put(hall, msg.Quit())
    assert not put(hall, msg.Quit())
