"""What no signature binds, what is beside a book, and what a person holds in the hand beside it."""

import base64
import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.minutes import Draft
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.opening import NAMES
from hallctl.minutes.schema import SCHEMA
from hallctl.minutes.volumes import Shelf
from tests.hallctl.cli.book.hall import Hall as RealHall
from tests.hallctl.cli.book.hall import book
from tests.hallctl.minutes.notary.hall import DIRECTOR, JEFE, STAMP, Hall, WrittenBook

HALL = Hall()
FIRST_LINE = (
    "NO ATADO POR NINGUNA FIRMA: tomo-0003, asientos 6 a 6 (1): quien tenga el archivo pudo escribirlos"
)
ROLLBACK = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, WrittenBook]:
    """The two books that the tests get copies of."""
    folder = tmp_path_factory.mktemp("libros")
    return {bound: WrittenBook.make(folder / str(bound), HALL, bound=bound) for bound in (False, True)}


@pytest.fixture
def kept(made: dict[bool, WrittenBook], tmp_path: Path) -> WrittenBook:
    """A book of three volumes, of which the last has an entry that nothing binds."""
    return copied(made[False], tmp_path)


@pytest.fixture
def bound(made: dict[bool, WrittenBook], tmp_path: Path) -> WrittenBook:
    return copied(made[True], tmp_path)


def copied(kept: WrittenBook, where: Path) -> WrittenBook:
    for folder in (kept.folder, kept.second):
        shutil.copytree(folder, where / folder.name)
    return replace(kept, folder=where / kept.folder.name, second=where / kept.second.name)


def found(kept: WrittenBook, *options: object) -> tuple[int, set[str], str]:
    """Verify a book; return the exit code, the codes of what is wrong, and all that is said."""
    done = book("verify", kept.folder, *options)
    return done.returncode, set(re.findall(r"MIN-[A-Z]+", done.stdout)), done.stdout + done.stderr


def tamper(path: Path, *statements: str) -> None:
    """Change a volume and put its triggers back, letter by letter."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = [name for name in SCHEMA if SCHEMA[name].startswith("CREATE TRIGGER")]
        for statement in (*(f"DROP TRIGGER {name}" for name in triggers), *statements):
            connection.execute(statement)
        for name in triggers:
            connection.execute(SCHEMA[name])
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.invariant("I10")
@pytest.mark.parametrize("form", [2, 3])
def test_what_nothing_binds_is_said_first_and_has_its_own_exit_code(tmp_path, form):
    kept = WrittenBook.make(tmp_path, Hall(form=form))
    code, codes, said = found(kept, "--second", kept.second)
    assert (code, codes) == (3, set()), said
    assert said.startswith(FIRST_LINE)
    assert "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO, PERO NO TODO ATADO POR FIRMAS." in said
    told = json.loads(found(kept, "--json")[2])
    assert told["unbound"] == [{"volume": "tomo-0003", "first": 6, "last": 6}]


def test_a_book_that_ends_bound_is_whole_and_nothing_more(bound):
    code, _, said = found(bound, "--second", bound.second)
    assert code == 0
    assert "ATADO" not in said
    assert json.loads(found(bound, "--json")[2])["unbound"] == []


def test_what_is_wrong_weighs_more_than_what_is_unbound(kept):
    tamper(kept.volume(3), "UPDATE entries SET clock = 'exact' WHERE number = 6")
    code, codes, said = found(kept)
    assert (code, codes) == (1, {"MIN-HASH"})
    assert "ATADO" not in said, "what follows what, such a volume does not say"


CHAINS = {
    "UPDATE entries SET clock = 'exact' WHERE number = 3": "MIN-HASH",
    "UPDATE entries SET previous = hash WHERE number = 3": "MIN-LINK",
    "UPDATE entries SET number = 9 WHERE number = 6": "MIN-NUMBER",
    "UPDATE entries SET body = body || ' ' WHERE number = 3": "MIN-FORM",
    "CREATE VIEW more AS SELECT 1": "MIN-SCHEMA",
}


@pytest.mark.invariant("I10")
@pytest.mark.parametrize("statement", CHAINS)
def test_of_a_volume_without_form_numbering_or_chain_nothing_is_said_of_what_is_bound(kept, statement):
    tamper(kept.volume(3), statement)
    report = notary.verify(kept.folder)
    assert CHAINS[statement] in {each.code for each in report.findings}
    told = json.loads(found(kept, "--json")[2])
    assert CHAINS[statement] in {each["code"] for each in told["volumes"][2]["problems"]}
    assert told["unbound"] == report.unbound == []


def test_of_a_volume_whose_checkpoint_is_wrong_it_is_said(kept):
    tamper(kept.volume(3), "UPDATE checkpoints SET peaks = ''")
    code, codes, said = found(kept)
    assert (code, codes) == (1, {"MIN-NOTE"})
    assert said.startswith("NO ATADO POR NINGUNA FIRMA: tomo-0003")
    assert [each.volume for each in notary.verify(kept.folder).unbound] == ["tomo-0003"]


def test_a_person_s_signature_binds_as_a_checkpoint_does(kept):
    with Shelf.open(kept.folder, kept.second) as shelf:
        shelf.append([Draft("GameSigned", {"game": 2}, JEFE)], STAMP, HALL.countersign)
    assert found(kept)[0] == 0


def test_a_checkpoint_from_outside_binds_if_the_controller_signed_it(kept, tmp_path):
    with Shelf.open(kept.folder, kept.second) as shelf:
        note = tmp_path / "fuera"
        shutil.copytree(kept.folder, tmp_path / "antes")
        note.write_text(HALL.checkpoint(shelf), "utf-8")
    shutil.rmtree(kept.folder)
    shutil.copytree(tmp_path / "antes", kept.folder)
    assert found(kept)[0] == 3
    assert found(kept, "--checkpoint", note)[0] == 0
    other = note.read_text("utf-8").partition("\n\n")[0] + "\n\n— otra AAAAAAAA\n"
    note.write_text(other, "utf-8")
    assert found(kept, "--checkpoint", note)[0] == 3


@pytest.mark.invariant("I10")
@pytest.mark.parametrize("number", [-1, 0, 2**62])
def test_a_row_that_stands_outside_of_1_to_n_is_found(kept, number):
    columns = "time, offset_minutes, clock, boot, actor, request, digest, kind, body, previous, hash"
    invented = f"INSERT INTO entries SELECT {number}, {columns} FROM entries WHERE number = 3"
    tamper(kept.volume(1), invented)
    code, codes, _ = found(kept)
    assert code == 1
    assert "MIN-NUMBER" in codes
    tamper(
        kept.volume(2), f"INSERT INTO checkpoints SELECT {number}, size, peaks, note FROM checkpoints LIMIT 1"
    )
    assert "MIN-NOTE" in found(kept)[1]


OPENINGS = [
    {"signed": []},
    {"signed": ["GameSigned"]},
    {"people": []},
    {"people": {}},
    {"signed": "x"},
    {"authority": "x"},
    {"authority": base64.b64encode(b"x" * 80).decode()},
    {"authority": ""},
    {"controller": ""},
    {"controller": "x"},
    {"controller": 1},
    {"origin": "otra/tomo-0001"},
    {"format": "libro de actas, formato 2 (docs/minutes.md)"},
    {"volume": "1"},
    {"volume": True},
    {"previous": {}},
    {"previous": {"volume": 0}},
]


@pytest.mark.invariant("I10")
@pytest.mark.parametrize("changes", OPENINGS)
def test_an_opening_that_the_format_does_not_allow_is_found(tmp_path, changes):
    """Whoever has the file writes the open volume anew, hashes included, and no key (the first of them)."""
    with Shelf.open(tmp_path / "libro", tmp_path / "segundo") as shelf:
        opening = HALL.opening(1, None)
        shelf.append([Draft(opening.kind, {**opening.body, **changes}, DIRECTOR)], STAMP)
    done = book("verify", tmp_path / "libro", "--second", tmp_path / "segundo")
    assert done.returncode == 1
    assert "MIN-OPEN" in done.stdout


def test_an_opening_is_signed(tmp_path):
    with Shelf.open(tmp_path / "libro", tmp_path / "segundo") as shelf:
        shelf.append([HALL.opening(1, None)], STAMP)
    done = book("verify", tmp_path / "libro")
    assert done.returncode == 1
    assert "MIN-SIGN" in done.stdout


def test_keys_once_named_are_named_for_ever_and_no_format_comes_back(tmp_path):
    with HALL.opened(tmp_path / "libro", tmp_path / "segundo", 1) as shelf:
        HALL.close(shelf)
        HALL.checkpoint(shelf)
        end = shelf.ending()
        previous = {"volume": 1, "entries": end.entries, "root": end.root, "hash": end.hash}
        body = {"format": NAMES[3], "volume": 2, "signed": [], "previous": previous}
        shelf.append([Draft("BookOpened", body, DIRECTOR)], STAMP)
    done = book("verify", tmp_path / "libro")
    assert done.returncode == 1
    assert "no nombra claves, y el anterior sí" in done.stdout


def test_a_volume_of_format_2_never_follows_one_of_format_3(tmp_path):
    places = tmp_path / "libro", tmp_path / "segundo"
    with HALL.opened(*places, 1) as shelf:
        HALL.close(shelf)
        HALL.checkpoint(shelf)
    Hall(form=2).opened(*places, 2).close()
    done = book("verify", places[0])
    assert done.returncode == 1
    assert "es del formato 2, y el anterior del 3" in done.stdout


@pytest.mark.invariant("I12")
@pytest.mark.parametrize("form", [2, 3])
def test_a_rollback_journal_beside_a_volume_is_refused(tmp_path, form):
    kept = WrittenBook.make(tmp_path, Hall(form=form))
    journal = kept.folder / "tomo-0002.sqlite-journal"
    journal.write_bytes(ROLLBACK)
    before = kept.volume(2).read_bytes()
    code, codes, _ = found(kept)
    assert code == 1
    assert "MIN-JOURNAL" in codes
    assert kept.volume(2).read_bytes() == before, "it was not played back"
    journal.write_bytes(b"")
    assert found(kept)[0] == 3


STRAYS = ["tomo-3.sqlite", "tomo-0003 (copia).jsonl", "tomo-0003.jsonl", "tomo-00003.sqlite", "tomo-.x"]


@pytest.mark.parametrize("name", STRAYS)
def test_what_could_be_taken_for_a_volume_is_found(kept, name):
    (kept.folder / name).write_bytes(b"x")
    assert found(kept, "--second", kept.second)[:2] == (1, {"MIN-STRAY"})
    (kept.folder / name).rename(kept.second / f"{name}.más")
    assert found(kept, "--second", kept.second)[:2] == (1, {"MIN-STRAY"})


def test_a_volume_that_is_a_folder_is_none(kept):
    (kept.folder / "tomo-0004.sqlite").mkdir()
    assert found(kept)[:2] == (1, {"MIN-STRAY"})


def codes_of_notary(path: Path) -> set[str]:
    return {each.code for each in notary.verify(path).findings}


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_a_folder_in_the_place_of_what_sqlite_lays_beside_a_volume_is_a_verdict(bound, ending, alone):
    path = bound.volume(1) if alone else bound.folder
    bound.volume(1).with_name(f"tomo-0001.sqlite{ending}").mkdir()
    done = book("verify", path)
    assert (done.returncode, "MIN-STRAY" in done.stdout) == (1, True), done.stdout
    assert "MIN-STRAY" in codes_of_notary(path)


def test_a_book_of_folders_alone_is_a_book_that_is_not_whole(tmp_path):
    (tmp_path / "tomo-0001.sqlite").mkdir()
    done = book("verify", tmp_path)
    assert (done.returncode, re.findall(r"MIN-[A-Z]+", done.stdout)) == (1, ["MIN-STRAY"])
    assert codes_of_notary(tmp_path) == {"MIN-STRAY"}
    (tmp_path / "tomo-0001.sqlite").rmdir()
    assert book("verify", tmp_path).returncode == 2


BESIDE = [".lock", ".new", ".new-journal", ".nuevo", ".apartado-1", ".apartado-12-wal", "-shm"]


def test_what_the_hall_itself_leaves_beside_a_volume_is_no_stray(kept):
    for ending in BESIDE:
        (kept.folder / f"tomo-0002.sqlite{ending}").write_bytes(b"")
    for ending in (".new", ".apartado-3", ".nuevo"):
        (kept.second / f"tomo-0002.jsonl{ending}").write_bytes(b"")
    (kept.folder / "notas.txt").write_text("x", "utf-8")
    assert found(kept, "--second", kept.second)[:2] == (3, set())


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_random_bytes_in_the_log_or_its_index_change_nothing(bound, ending):
    """A log that SQLite does not know is no log; its index is made anew and never believed."""
    for number in (1, 3):
        (bound.folder / f"tomo-{number:04d}.sqlite{ending}").write_bytes(bytes(range(256)) * 200)
    assert found(bound, "--second", bound.second)[:2] == (0, set())


def test_one_fingerprint_is_the_same_however_it_is_written(bound):
    digest = HALL.authority_hash
    pairs = ":".join(digest[at : at + 2].upper() for at in range(0, 64, 2))
    groups = " ".join(digest[at : at + 4] for at in range(0, 64, 4))
    for spelled in (digest, pairs, groups, f" {digest}\n"):
        assert found(bound, "--authority", spelled)[0] == 0, spelled
    assert found(bound, "--authority", "0" * 64)[:2] == (1, {"MIN-OPEN"})


WRONG = [
    ("--key", "mal"),
    ("--authority", "mal"),
    ("--authority", "ab" * 31),
    ("--folio", "hallctl:folio:2;x"),
    ("--folio", ""),
    ("--folios", "nowhere"),
    ("--pictures", "nowhere"),
    ("--second", "nowhere"),
]


@pytest.mark.parametrize("option", WRONG)
def test_a_wrong_argument_is_no_verdict(bound, option):
    done = book("verify", bound.folder, *option)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip()


def paper(kept: WrittenBook, number: int, of: int = 3, **changes: object) -> str:
    """Return the text of the code of a folio that prints up to an entry."""
    with closing(sqlite3.connect(kept.volume(of))) as connection:
        (hash_,) = connection.execute("SELECT hash FROM entries WHERE number = ?", (number,)).fetchone()
    said = {"origin": HALL.origin(of), "volume": of, "folio": 0, "data": "ab" * 32}
    said |= {"entry": number, "hash": hash_, **changes}
    return ";".join(("hallctl:folio:1", *map(str, said.values())))


@pytest.mark.invariant("I12")
def test_paper_is_evidence_as_a_checkpoint_is(kept):
    code, _, said = found(kept, "--folio", paper(kept, 6))
    assert code == 3, "paper has no key, and binds nothing"
    assert "si falta el final" not in said
    typed = re.sub("(.{30})", "\\1 \n", paper(kept, 2, 1))
    assert found(kept, "--folio", typed)[0] == 3
    for changes in ({"hash": "cd" * 32}, {"entry": 99}, {"origin": "otra/tomo-0003"}, {"volume": 9}):
        assert found(kept, "--folio", paper(kept, 6, **changes))[:2] == (1, {"MIN-SHORT"})


def test_the_newest_entries_cut_off_on_both_media_are_found_by_paper(kept):
    text = paper(kept, 6)
    tamper(kept.volume(3), "DELETE FROM entries WHERE number = 6")
    medium = kept.second / "tomo-0003.jsonl"
    medium.write_bytes(b"".join(medium.read_bytes().splitlines(keepends=True)[:-1]))
    assert found(kept, "--second", kept.second)[0] == 0, "nothing in the book says so"
    assert found(kept, "--second", kept.second, "--folio", text)[:2] == (1, {"MIN-SHORT"})


def said_by_both(kept: WrittenBook, text: str, path: Path | None = None) -> set[str]:
    """Return the codes that both verifiers give of a paper."""
    path = path or kept.folder
    hall = book("verify", path, "--folio", text)
    codes = set(re.findall(r"MIN-[A-Z]+", hall.stdout))
    assert codes == {each.code for each in notary.verify(path, papers=[text]).findings}
    return codes


def seal(kept: WrittenBook, **changes: object) -> None:
    """Record a folio of two sheets, 6 and 7, in the open volume."""
    body = {"volume": 3, "document": "acta", "folio": 6, "sheets": 2, "copy": 0, "entry": 5}
    body |= {"data": "ab" * 32, "pdf": "cd" * 32, "name": "tomo-0003-folio-0006-acta.pdf", **changes}
    with Shelf.open(kept.folder, kept.second) as shelf:
        shelf.append([Draft("FolioSealed", body, "controller:hallctl")], STAMP)


@pytest.mark.invariant("I12")
def test_paper_whose_folio_the_book_records_has_the_data_that_it_records(kept):
    seal(kept)
    for folio in (6, 7):
        assert said_by_both(kept, paper(kept, 6, folio=folio)) == set()
        assert said_by_both(kept, paper(kept, 6, folio=folio, data="ef" * 32)) == {"MIN-SHORT"}
    seal(kept, copy=1, data="ef" * 32, name="tomo-0003-folio-0006-acta-copia-1.pdf")
    assert said_by_both(kept, paper(kept, 6, folio=6)) == set()
    assert said_by_both(kept, paper(kept, 6, folio=7, data="ef" * 32)) == set(), "as the copy prints it"


@pytest.mark.invariant("I12")
def test_paper_of_a_folio_that_the_book_never_recorded_shows_that_its_end_is_missing(kept):
    """A folio is printed after what records it is durable (decision 65); a register is no folio."""
    text = paper(kept, 6, folio=77)
    assert said_by_both(kept, text) == {"MIN-SHORT"}
    assert said_by_both(kept, text, kept.volume(3)) == set(), "a later volume may hold the record"
    assert said_by_both(kept, paper(kept, 6, folio=0)) == set()
    seal(kept, folio=77, volume=2)
    assert said_by_both(kept, text) == {"MIN-SHORT"}, "that is folio 77 of another volume"


def test_a_volume_of_format_2_may_have_no_record_of_what_was_printed(tmp_path):
    old = WrittenBook.make(tmp_path, Hall(form=2))
    assert said_by_both(old, paper(old, 6, folio=77)) == set()
    seal(old, copy=1, data="ef" * 32)
    assert said_by_both(old, paper(old, 6, folio=6)) == set(), "the original, of which nothing is recorded"
    seal(old, data="ef" * 32)
    assert said_by_both(old, paper(old, 6, folio=6)) == {"MIN-SHORT"}


def test_folios_and_pictures_at_hand_are_compared(kept, tmp_path):
    shelves = tmp_path / "folios", tmp_path / "imágenes"
    for folder in shelves:
        folder.mkdir()
    options = ("--folios", shelves[0], "--pictures", shelves[1])
    assert found(kept, *options)[:2] == (3, set())
    (shelves[0] / "tomo-0003-folio-0001-acta.pdf").write_bytes(b"x")
    assert found(kept, *options)[:2] == (1, {"MIN-FOLIO"})


@pytest.mark.invariant("I10")
def test_folios_and_nothing_else_may_follow_the_closing(tmp_path):
    places = tmp_path / "libro", tmp_path / "segundo"
    record = {"volume": 1, "document": "diligencia-cierre", "folio": 9, "sheets": 1, "copy": 0, "entry": 5}
    record |= {"data": "a" * 64, "pdf": "b" * 64, "name": "tomo-0001-folio-0009-cierre.pdf"}
    sealed = Draft("FolioSealed", record, "controller:hallctl")
    with HALL.opened(*places, 1) as shelf:
        HALL.close(shelf)
        shelf.append([sealed, sealed], STAMP)
        HALL.checkpoint(shelf)
    HALL.opened(*places, 2).close()
    assert book("verify", places[0]).returncode == 0
    old = tmp_path / "viejo", tmp_path / "otro"
    with Hall(form=2).opened(*old, 1) as shelf:
        HALL.close(shelf)
        shelf.append([sealed], STAMP)
    assert "después de la diligencia de cierre" in book("verify", old[0]).stdout


def test_a_record_of_a_folio_has_exactly_its_form(tmp_path):
    with HALL.opened(tmp_path / "libro", tmp_path / "segundo", 1) as shelf:
        shelf.append([Draft("FolioSealed", {"name": "tomo-0001-x.pdf"}, "controller:hallctl")], STAMP)
        HALL.checkpoint(shelf)
    result = book("verify", tmp_path / "libro")
    assert result.returncode == 1
    assert "MIN-FORM" in result.stdout


def test_a_hall_signs_a_checkpoint_of_its_start_and_ends_bound(tmp_path):
    hall = RealHall.made(tmp_path).open()
    assert hall.verify().returncode == 0
