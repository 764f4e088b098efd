"""Every folio of a book goes to every outlet once, and again as a copy only when it is asked for."""

import os
import queue
import shutil
import socket
import stat
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO

import pytest
from asn1crypto.x509 import Certificate
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from drivers.printer import PrinterError
from drivers.printer.pdf import render
from hallctl.devices import paper
from hallctl.devices.paper import Archive, CupsOutlet, last_printed, name_of
from hallctl.devices.printing import FolioPrinter
from hallctl.devices.seal import FolioSeal
from hallctl.games.bingo.game import BINGO
from hallctl.minutes.entry import Draft, Stamp
from hallctl.minutes.reader import read_entries
from hallctl.minutes.signing import verify
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.timestamps import TimeStamper
from hallctl.minutes.volumes import Shelf
from hallctl.outputs.folios.frame import stamped
from hallctl.rules.codec import encode
from hallctl.rules.commands.running import StartController, StopController
from hallctl.rules.events.volumes import BookOpened
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox
from tests.hallctl.bingo import documents, folios
from tests.hallctl.devices.printing import print_all
from tests.hallctl.games.bingo.documents.volume import (
    ACTOR,
    LETTERHEAD,
    closed,
    empty,
    following,
    minuted,
    opened,
    played,
    volumes,
)
from tests.hallctl.minutes.signing.authority import stamping
from tests.hallctl.minutes.signing.conftest import DECADE, OFFICE

WHEN = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)
STAMP = Stamp.at(WHEN, "unknown", "b1")
NAMES = [
    "tomo-0001-folio-0001-diligencia-apertura.pdf",
    "tomo-0001-folio-0003-cambio-bolas.pdf",
    "tomo-0001-folio-0004-acta.pdf",
    "tomo-0001-folio-0005-incidencia.pdf",
    "tomo-0001-folio-0006-acta.pdf",
    "tomo-0001-folio-0007-cambio-bolas.pdf",
    "tomo-0001-folio-0008-cambio-bolas.pdf",
    "tomo-0001-folio-0009-acta-sesion.pdf",
]
CLOSING = [
    "tomo-0001-folio-0010-diligencia-cierre.pdf",
    "tomo-0001-libro-reclamos-al-asiento-253.pdf",
    "tomo-0001-registro-premios-al-asiento-253.pdf",
]
SECOND = [
    "tomo-0002-folio-0001-diligencia-apertura.pdf",
    "tomo-0002-folio-0003-acta.pdf",
    "tomo-0002-folio-0004-acta-sesion.pdf",
]

LP = f"""#!{sys.executable}
import json, pathlib, sys
here = pathlib.Path(__file__).parent
if (here / "refuse").exists():
    sys.exit("lp: The printer or class does not exist.")
number = len(list(here.glob("*.arguments"))) + 1
(here / f"{{number}}.arguments").write_text(json.dumps(sys.argv[1:]))
(here / f"{{number}}.document").write_bytes(sys.stdin.buffer.read())
print(f"request id is folios-{{number}} (1 file(s))")
"""


@pytest.fixture
def lp(tmp_path, monkeypatch):
    """A program in the place of ``lp`` that keeps what it is given."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "lp"
    program.write_text(LP)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


@pytest.fixture
def book(tmp_path):
    """The folder of a book with one volume."""
    return write(tmp_path / "libro", played().events)


def write(folder, events):
    """Append events to the book in a folder, as the hall does."""
    with Shelf.open(folder) as shelf:
        append(shelf, events)
    return folder


def draft(event, actor):
    if isinstance(event, BookOpened):
        # What the scripted volume calls certificates are none: on disk it is a book of a hall without keys.
        event = replace(event, people=(), authority="", controller="", origin="", signed=())
    return Draft(type(event).__name__, encode(event), actor)


def append(book, events):
    entries = ()
    for part in volumes(events):
        entries = book.append([draft(one.event, one.actor) for one in minuted(part)], STAMP)
    return entries


def troubles(said):
    return [message.detail for message in said if isinstance(message, msg.Trouble)]


@pytest.mark.req("AJ-39", "AJ-41")
def test_every_folio_of_a_book_is_in_the_folder_under_its_number(book, tmp_path):
    folder = tmp_path / "actas"
    print_all(book, Archive(folder))
    assert names(folder) == NAMES
    assert all(path.read_bytes().startswith(b"%PDF-1.7") for path in folder.glob("*.pdf"))


def test_a_queue_gets_each_folio_once_over_two_starts(book, tmp_path, lp):
    folder = tmp_path / "actas"
    for _ in range(2):
        print_all(book, Archive(folder), CupsOutlet("folios", tmp_path / "cola"))
    jobs = sorted(lp.glob("*.arguments"), key=lambda path: int(path.stem))
    assert len(jobs) == len(NAMES)
    for job, name in zip(jobs, NAMES, strict=True):
        arguments = job.read_text()
        assert '"-d", "folios", "-t"' in arguments
        assert name in arguments
        assert '"sides=one-sided"' in arguments
        assert job.with_suffix(".document").read_bytes() == (folder / name).read_bytes()


def test_a_queue_that_refuses_is_a_fault_and_the_folios_wait(book, tmp_path, lp):
    (lp / "refuse").touch()
    queue, archive = CupsOutlet("folios", tmp_path / "cola"), Archive(tmp_path / "actas")
    (detail,) = troubles(print_all(book, archive, queue))[:1]
    assert "The printer or class does not exist" in detail
    assert not queue.has(NAMES[0])
    assert names(tmp_path / "actas") == NAMES
    (lp / "refuse").unlink()
    assert not troubles(print_all(book, archive, queue))
    assert all(queue.has(name) for name in NAMES)


def test_without_the_program_of_cups_the_message_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PrinterError, match="instale cups-client"):
        CupsOutlet("folios", tmp_path / "cola").put("a.pdf", b"%PDF")


def test_a_folio_is_printed_as_soon_as_its_entry_is_durable(tmp_path):
    path, folder, night, inbox = tmp_path / "libro", tmp_path / "actas", opened(), Inbox()
    with Shelf.open(path) as book:
        number = append(book, night.events)[-1].number
        bulletin = Bulletin(Snapshot(0, number, night.state))
        machine = FolioPrinter(path, Archive(folder), [], render, BINGO, empty(), LETTERHEAD, bulletin, inbox)
        machine.start()
        known = len(night.events)
        night.finished(147).settled()
        number = book.append([draft(event, ACTOR) for event in night.events[known:]], STAMP)[-1].number
        bulletin.publish(Snapshot(1, number, night.state))
        until = time.monotonic() + 20
        while not (folder / NAMES[2]).exists() and time.monotonic() < until:
            with suppress(queue.Empty):
                message = inbox.get(timeout=0.02)
                if isinstance(message, msg.Asked):
                    message.reply.set_result(msg.Done(None))
        assert names(folder) == NAMES[:3]
        machine.stop()


def test_a_copy_is_the_same_folio_and_says_that_it_is_a_copy(book, tmp_path):
    folio = list(documents(empty(), read_entries(book / "tomo-0001.sqlite"), LETTERHEAD))[2]
    copy = stamped(folio, 2)
    assert name_of(copy) == "tomo-0001-folio-0004-acta-copia-2.pdf"
    assert copy.hash == folio.hash
    assert paper.typeset(copy, render) != paper.typeset(folio, render)
    assert name_of(folio) == NAMES[2]


def names(folder):
    return sorted(path.name for path in folder.glob("*.pdf"))


@pytest.mark.req("AJ-39", "AJ-55", "AJ-56")
def test_a_closed_volume_is_whole_on_paper_with_its_two_annex_books(tmp_path):
    night, folder = closed(played()), tmp_path / "actas"
    print_all(write(tmp_path / "libro", night.events), Archive(folder))
    assert names(folder) == sorted([*NAMES, *CLOSING])


@pytest.mark.req("AJ-39", "AJ-40")
def test_a_book_of_two_volumes_is_printed_once_over_a_restart(tmp_path):
    folder, outlet = tmp_path / "actas", Archive(tmp_path / "actas")
    night = closed(played())
    book = write(tmp_path / "libro", night.events)
    print_all(book, outlet)
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.glob("*.pdf")}
    night.do(StopController(), StartController("b2", "test", "order"))
    known = len(night.events)
    with Shelf.open(book) as shelf:
        late = [
            Draft(type(event).__name__, encode(event), "controller:hallctl") for event in night.events[253:]
        ]
        shelf.append(late, Stamp.at(WHEN, "unknown", "b2"))
    print_all(book, outlet)
    assert set(before) == set(names(folder))
    following(night)
    write(book, night.events[known:])
    for _ in range(2):
        print_all(book, outlet)
    assert names(folder) == sorted([*NAMES, *CLOSING, *SECOND])
    assert before == {
        name: ((folder / name).stat().st_mtime_ns, (folder / name).read_bytes()) for name in before
    }
    assert (last_printed(folder, 1), last_printed(folder, 2), last_printed(folder, 3)) == (10, 4, 0)


def test_only_originals_of_the_volume_count_as_the_last_that_was_printed(tmp_path):
    for name in (
        "tomo-0001-folio-0042-acta.pdf",
        "tomo-0001-folio-0043-acta-copia-1.pdf",
        "tomo-0001-libro-reclamos-al-asiento-99.pdf",
        "tomo-0002-folio-0099-acta.pdf",
        "tomo-0001-folio-0044-acta.new",
    ):
        (tmp_path / name).touch()
    assert last_printed(tmp_path, 1) == 42


@pytest.fixture(scope="module")
def act():
    night = played()
    return next(folio for folio in folios(empty(), minuted(night.events), LETTERHEAD) if folio.kind == "acta")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seal") / "claves"
    return Keystore.create(folder, "Bingo Illimani", "Juegos SRL", OFFICE, DECADE, rounds=1000)


def words(document):
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (apt-get install poppler-utils)")
    done = subprocess.run(["pdftotext", "-", "-"], input=document, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def pdfsig(document, tmp_path):
    if shutil.which("pdfsig") is None:
        pytest.skip("pdfsig is not installed (apt-get install poppler-utils)")
    path = tmp_path / "folio.pdf"
    path.write_bytes(document)
    done = subprocess.run(["pdfsig", "-nocert", str(path)], capture_output=True, text=True, check=False)
    return done.stdout


def test_a_sealed_folio_says_its_level_is_valid_for_others_and_comes_out_the_same_again(act, store, tmp_path):
    seal = FolioSeal(store.seal(), "La Paz", None)
    sealed = paper.typeset(act, render, seal)
    assert sealed == paper.typeset(act, render, FolioSeal(store.seal(), "La Paz", None))
    assert "El archivo de este folio lleva el sello electrónico de la sala (PAdES B-B)." in words(sealed)
    said = pdfsig(sealed, tmp_path)
    assert "Signature is Valid." in said
    assert "Total document signed" in said
    at = sealed.index(b"Acta de la partida") if b"Acta de la partida" in sealed else 2000
    broken = bytes([*sealed[:at], sealed[at] ^ 1, *sealed[at + 1 :]])
    assert "Signature is Valid." not in pdfsig(broken, tmp_path)


def test_the_seal_of_a_folio_is_a_certificate_of_the_halls_authority(act, store):
    sealed = paper.typeset(act, render, FolioSeal(store.seal(), "La Paz", None))
    (signature,) = PdfFileReader(BytesIO(sealed)).embedded_signatures
    certificate = signature.signer_cert.dump()
    assert verify.issued_by(store.authority, certificate, act.moment) == ()
    attributes = signature.signer_info["signed_attrs"].untag().dump()
    value = signature.signer_info["signature"].native
    algorithm = verify.algorithm_of(certificate)
    assert algorithm is not None
    assert verify.verifies(certificate, algorithm, attributes, value)
    root = Certificate.load(store.authority)
    status = validate_pdf_signature(signature, ValidationContext(trust_roots=[root], moment=act.moment))
    assert status.intact
    assert status.valid
    assert status.trusted


def test_with_a_time_stamp_the_page_says_so(act, store, tmp_path):
    with stamping(tmp_path) as (url, authority):
        stamper = TimeStamper(url, anchors=[authority.root])
        sealed = paper.typeset(act, render, FolioSeal(store.seal(), "La Paz", stamper))
    assert "sello electrónico de la sala (PAdES B-T)." in words(sealed)


def test_an_authority_that_does_not_answer_costs_the_stamp_and_the_page_says_so(act, store):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        stamper = TimeStamper(f"http://127.0.0.1:{nobody.getsockname()[1]}/", timeout_s=1)
        sealed = paper.typeset(act, render, FolioSeal(store.seal(), "La Paz", stamper))
    assert sealed == paper.typeset(act, render, FolioSeal(store.seal(), "La Paz", None))


def test_the_printer_seals_what_it_prints(tmp_path, store):
    night, folder = opened(), tmp_path / "actas"
    seal = FolioSeal(store.seal(), "La Paz", None)
    print_all(write(tmp_path / "libro", night.events), Archive(folder), seal=seal)
    assert len(names(folder)) == 2
    for path in folder.glob("*.pdf"):
        assert path.read_bytes().count(b"/ByteRange") == 1
        assert "PAdES B-B" in words(path.read_bytes())
