"""A folio is a file, then an entry, then paper; whatever fails on the way keeps no other folio waiting."""

import hashlib
import multiprocessing
import os
import signal
from concurrent.futures import Future
from dataclasses import replace

import pytest

from drivers.printer import PrinterError
from drivers.printer.pdf import render
from hallctl.devices import printing
from hallctl.devices.paper import Archive, CupsOutlet, FolderOutlet, name_of
from hallctl.devices.printing import FolioPrinter
from hallctl.devices.seal import FolioSeal
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.tables import fold
from hallctl.minutes.reader import read_entries
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.timestamps import TimeStamper
from hallctl.minutes.volumes import volume_name
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.printing import PrintPending
from hallctl.rules.commands.running import ReportNotice
from hallctl.rules.events.printing import FolioSealed
from hallctl.rules.folios import PENDING, PRINTING, QUEUE
from hallctl.table import messages as msg
from hallctl.table.keeper import CONTROLLER
from hallctl.table.snapshot import Snapshot
from tests.hallctl.bingo import event_of
from tests.hallctl.devices.cups import StandIn, until
from tests.hallctl.devices.printing import Desk, plainly, print_all
from tests.hallctl.devices.test_paper import NAMES, write
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, closed, empty, opened, played
from tests.hallctl.minutes.signing.authority import stamping
from tests.hallctl.minutes.signing.conftest import DECADE, OFFICE

FORMAT_3 = "libro de actas, formato 3 (docs/minutes.md)"


def in_format_3(night):
    first, *rest = night.events
    return [replace(first, format=FORMAT_3), *rest]


@pytest.fixture
def book(tmp_path):
    """A volume of format 3 with two folios."""
    return write(tmp_path / "libro", in_format_3(opened()))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seal") / "claves"
    return Keystore.create(folder, "Bingo Illimani", "Juegos SRL", OFFICE, DECADE, rounds=1000)


def records(book, volume=1):
    events = (event_of(entry) for entry in read_entries(book / volume_name(volume)))
    return [event for event in events if isinstance(event, FolioSealed)]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def details(said):
    return [message.detail for message in said if isinstance(message, msg.Trouble)]


class Witnessing(FolderOutlet):
    """A printer that looks into the book whenever a folio arrives."""

    def __init__(self, folder, book):
        super().__init__(folder)
        self.book, self.lacking = book, []

    def put(self, name, content):
        recorded = {each.name: each.pdf for each in records(self.book)}
        if recorded.get(name) != hashlib.sha256(content).hexdigest():
            self.lacking.append(name)
        super().put(name, content)


class Refusing(FolderOutlet):
    """A printer that is out of order."""

    def put(self, name, content):
        raise PrinterError("no hay papel")


@pytest.mark.req("AJ-39", "AJ-41")
def test_every_folio_is_in_the_book_with_its_hashes_before_it_is_printed(book, tmp_path):
    printer = Witnessing(tmp_path / "papel", book)
    assert not details(print_all(book, Archive(tmp_path / "actas"), printer))
    sealed = records(book)
    assert [each.name for each in sealed] == NAMES[:2]
    assert printer.lacking == []
    for each in sealed:
        assert each.pdf == digest(tmp_path / "actas" / each.name) == digest(tmp_path / "papel" / each.name)
        assert each.data == digest(tmp_path / "actas/datos" / each.name.replace(".pdf", ".json"))
    print_all(book, Archive(tmp_path / "actas"), printer)
    assert records(book) == sealed


@pytest.mark.req("AJ-39", "AJ-55", "AJ-56")
def test_the_folios_of_a_closing_and_the_registers_are_recorded_after_it(tmp_path):
    book = write(tmp_path / "libro", in_format_3(closed(played())))
    print_all(book, Archive(tmp_path / "actas"))
    sealed = {each.document: each for each in records(book)}
    assert {each.name for each in records(book)} == {path.name for path in (tmp_path / "actas").glob("*.pdf")}
    assert sealed["diligencia-cierre"].folio == 10
    assert sealed["registro-premios"].folio == sealed["libro-reclamos"].folio == 0
    kinds = [entry.kind for entry in read_entries(book / volume_name(1))]
    assert "FolioSealed" in kinds[kinds.index("BookClosed") :]


def until_the_file(book, acts):
    """Print as the hall does, and die once the first folio is a file and no entry yet."""

    def die(*_):
        os.kill(os.getpid(), signal.SIGKILL)

    printing.FolioPrinter._record = die  # type: ignore[method-assign]
    print_all(book, Archive(acts))


@pytest.mark.invariant("I3")
def test_killed_between_file_and_entry_the_file_that_is_there_is_recorded(book, tmp_path):
    acts = tmp_path / "actas"
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=until_the_file, args=(book, acts), daemon=True)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert [path.name for path in acts.glob("*.pdf")] == NAMES[:1]
    assert records(book) == []
    there = (acts / NAMES[0]).stat()
    assert not details(print_all(book, Archive(acts)))
    after = (acts / NAMES[0]).stat()
    assert (after.st_ino, after.st_mtime_ns) == (there.st_ino, there.st_mtime_ns)
    assert [each.pdf for each in records(book)] == [digest(acts / name) for name in NAMES[:2]]


@pytest.mark.invariant("I27")
def test_with_a_time_stamp_that_is_never_the_same_the_file_that_is_there_is_recorded(
    book, tmp_path, store, monkeypatch
):
    acts = tmp_path / "actas"
    with stamping(tmp_path) as (url, authority):
        seal = FolioSeal(store.seal(), "La Paz", TimeStamper(url, anchors=[authority.root]))
        monkeypatch.setattr(printing.FolioPrinter, "_record", lambda *_: False)
        assert not details(print_all(book, Archive(acts), seal=seal, heard=False))
        monkeypatch.undo()
        there = [digest(acts / name) for name in NAMES[:2]]
        assert not details(print_all(book, Archive(acts), seal=seal))
    assert [each.pdf for each in records(book)] == there


@pytest.mark.invariant("I27")
def test_a_file_that_somebody_put_there_before_is_never_recorded_as_the_folio(book, tmp_path):
    acts = tmp_path / "actas"
    acts.mkdir()
    (acts / NAMES[0]).write_bytes(b"%PDF-1.7 forged")
    (detail,) = details(print_all(book, Archive(acts)))[:1]
    assert NAMES[0] in detail
    assert "otro archivo con su nombre" in detail
    assert [each.name for each in records(book)] == NAMES[1:2]
    (acts / NAMES[0]).unlink()
    assert not details(print_all(book, Archive(acts)))
    assert {each.name for each in records(book)} == set(NAMES[:2])


def test_a_file_that_is_not_the_recorded_one_goes_to_no_printer(book, tmp_path):
    acts, printer = tmp_path / "actas", FolderOutlet(tmp_path / "papel")
    print_all(book, Archive(acts))
    with (acts / NAMES[0]).open("ab") as file:
        file.write(b"\n")
    assert NAMES[0] in details(print_all(book, Archive(acts), printer))[0]
    assert [path.name for path in (tmp_path / "papel").iterdir()] == NAMES[1:2]


@pytest.mark.invariant("I21", "I24")
def test_a_folio_that_cannot_be_typeset_is_named_and_the_ones_after_it_are_printed(
    book, tmp_path, monkeypatch
):
    def typeset(folio, render, seal):
        if name_of(folio) == NAMES[0]:
            raise PrinterError("no cabe en su folio")
        return real(folio, render, seal)

    real, printer = printing.typeset, FolderOutlet(tmp_path / "papel")  # type: ignore[attr-defined]
    monkeypatch.setattr(printing, "typeset", typeset)
    assert details(print_all(book, Archive(tmp_path / "actas"), printer))[0].startswith(
        f"{NAMES[0]}: no cabe"
    )
    assert [path.name for path in (tmp_path / "papel").iterdir()] == NAMES[1:2]
    monkeypatch.undo()
    assert not details(print_all(book, Archive(tmp_path / "actas"), printer))
    assert {path.name for path in (tmp_path / "papel").iterdir()} == set(NAMES[:2])


@pytest.mark.invariant("I21", "I24")
def test_a_printer_out_of_order_keeps_no_folio_from_the_archive_the_book_and_other_printers(book, tmp_path):
    other = FolderOutlet(tmp_path / "papel")
    broken = Refusing(tmp_path / "averiada")
    (detail,) = details(print_all(book, Archive(tmp_path / "actas"), other, broken))[:1]
    assert "no hay papel" in detail
    assert {path.name for path in (tmp_path / "papel").iterdir()} == set(NAMES[:2])
    assert {each.name for each in records(book)} == set(NAMES[:2])


@pytest.mark.invariant("I14", "I21")
def test_a_queue_s_troubles_are_notices_and_the_director_s_word_prints_what_was_lost(
    book, tmp_path, monkeypatch
):
    def told(notice):
        return [each.detail for each in desk.told if (each.device, each.code) == notice and is_trouble(each)]

    def is_trouble(message):
        return isinstance(message, msg.Trouble)

    def heard(part):
        until(lambda: any(part in each.detail for each in desk.told if is_trouble(each)))

    def ask(command, actor):
        reply = Future()
        desk.inbox.put(msg.Asked(Issued(command, actor, ""), reply))
        outcome = reply.result(30)
        assert isinstance(outcome, msg.Done), outcome
        events.extend(outcome.events)

    monkeypatch.setattr(printing, "_QUEUES_S", 0.05)
    service, events = StandIn(tmp_path / "servicio", monkeypatch), []
    service.stop()
    queue = CupsOutlet("folios", tmp_path / "impresos")
    with Desk(plainly(book)) as desk:
        machine = FolioPrinter(
            book,
            Archive(tmp_path / "actas"),
            [queue],
            render,
            BINGO,
            empty(),
            LETTERHEAD,
            desk.bulletin,
            desk.inbox,
        )
        machine.start()
        heard("está parada")
        until(lambda: len(service.jobs) == 2)
        service.cancel(1)
        heard(f"{NAMES[0]}: se anuló en la cola")
        service.resume()
        ask(ReportNotice(*PENDING, told(PENDING)[-1]), CONTROLLER)
        ask(PrintPending(), Actor("Marta Choque Rojas", Post.DIRECTOR))
        last = list(read_entries(book / volume_name(1)))[-1].number
        desk.bulletin.publish(Snapshot(1, last, fold(desk.bulletin.newest().state, events)))
        until(lambda: msg.Recovered(*PENDING) in desk.told and msg.Recovered(*QUEUE) in desk.told)
        machine.stop()
        assert told(PRINTING) == []
    service.end()
    contents = sorted(path.read_bytes() for path in service.paper.iterdir())
    assert contents == sorted((tmp_path / "actas" / name).read_bytes() for name in NAMES[:2])


@pytest.mark.invariant("I21")
def test_a_fault_of_this_program_in_a_document_is_told_and_kills_no_thread(book, tmp_path, monkeypatch):
    def raising(*_):
        raise KeyError("somebody")

    monkeypatch.setattr("hallctl.games.bingo.documents.acts.ball_change", raising)
    (detail,) = details(print_all(book, Archive(tmp_path / "actas")))[:1]
    assert "no da su folio: KeyError('somebody')" in detail
    assert [each.name for each in records(book)] == NAMES[:1]
