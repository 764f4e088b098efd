"""The notary's verifier on real books, exports and the command line."""

import ast
import base64
import hashlib
import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from hallctl.cli.book.errors import BookError
from hallctl.cli.book.outside import Paper as HallPaper
from hallctl.minutes import Book, canonical
from hallctl.minutes.canonical import read_canonical
from hallctl.minutes.folio import is_folio
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.note import COSIGNATURE, Note, NoteError, Verifier, cosign, verifier_of
from hallctl.minutes.opening import NAMES
from hallctl.minutes.schema import SCHEMA
from hallctl.minutes.strays import strays
from hallctl.minutes.tree import Frontier, leaf_hash
from tests.hallctl.minutes.notary.hall import Hall, WrittenBook, export
from tests.hallctl.minutes.sample import STAMP, ball, closed_book

SOURCE = Path(notary.__file__)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return WrittenBook.make(tmp_path_factory.mktemp("sala"), Hall())


@pytest.fixture
def kept(whole, tmp_path):
    """A copy of the book that a test may spoil."""
    for name in ("libro", "segundo", "exportado"):
        shutil.copytree(whole.folder.parent / name, tmp_path / name)
    shutil.copy(whole.note, tmp_path)
    return WrittenBook(
        whole.hall, tmp_path / "libro", tmp_path / "segundo", tmp_path / "exportado", tmp_path / "nota.txt",
        whole.notes,
    )  # fmt: skip


def codes(report):
    return [finding.code for finding in report.findings]


def tamper(path, *statements):
    """Change a volume as someone who knows SQLite would, and put the triggers back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        triggers = [name for name in SCHEMA if SCHEMA[name].startswith("CREATE TRIGGER")]
        for name in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
        for name in triggers:
            database.execute(SCHEMA[name])


def run(*arguments, code=0):
    """Run the file as a notary does: alone in a folder, with nothing but the standard library."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout


def test_the_file_imports_nothing_but_the_standard_library():
    imported = set()
    for node in ast.walk(ast.parse(SOURCE.read_text("utf-8"), feature_version=(3, 8))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert "sqlite3" in imported
    assert imported <= sys.stdlib_module_names


@pytest.mark.invariant("I10")
def test_the_file_alone_verifies_a_real_book_on_two_media(whole, tmp_path):
    alone = shutil.copy(SOURCE, tmp_path)
    said = run(
        alone, whole.folder, "--segundo", whole.second, "--punto", whole.note,
        "--clave", whole.hall.verifier, "--autoridad", whole.hall.authority_hash, code=3,
    )  # fmt: skip
    first, *_, verdict = said.splitlines()
    assert first.startswith(
        "NO ATADO POR NINGUNA FIRMA: tomo-0003, asientos 6 a 6 (1): quien tenga el archivo"
    )
    assert verdict == "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO, PERO NO TODO ATADO POR FIRMAS."
    assert "3 tomos, 24 asientos; verificadas: 10 firmas de personas, 5 puntos de control" in said
    assert "compárelas" not in said
    report = json.loads(run(alone, whole.folder, "--json", code=3))
    assert (report["whole"], report["findings"], report["entries"]) == (True, [], 24)
    assert report["unbound"] == [{"volume": "tomo-0003", "first": 6, "last": 6}]


def test_the_command_says_what_is_wrong_and_what_it_could_not_read(kept, tmp_path):
    tamper(kept.volume(2), "UPDATE entries SET clock = 'exact' WHERE number = 2")
    said = run(SOURCE, kept.folder, code=1)
    assert "MIN-HASH  tomo-0002.sqlite, asiento 2: su contenido no es el que fue sellado" in said
    assert said.splitlines()[-1].startswith("VEREDICTO: EL LIBRO NO ESTÁ ÍNTEGRO.")
    assert run(SOURCE, tmp_path / "nada", code=2) == ""
    assert run(SOURCE, kept.folder, "--segundo", tmp_path / "nada", code=2) == ""
    assert run(SOURCE, kept.folder, "--testigo", "nadie", code=2) == ""


def test_verifying_leaves_nothing_behind(kept):
    def state():
        return {path: path.stat().st_mtime_ns for path in kept.folder.parent.rglob("*")}

    before = state()
    assert notary.verify(kept.folder, kept.second, [kept.note]).whole
    assert notary.verify(kept.exported).whole
    assert state() == before


def test_a_book_that_is_open_is_read_with_its_log(kept):
    path = kept.volume(3)
    with Book.open(path, kept.second / "tomo-0003.jsonl") as book:
        book.append([ball(1)], STAMP)
        before = sorted(each.name for each in kept.folder.iterdir())
        report = notary.verify(kept.folder, kept.second)
        assert (report.whole, report.entries) == (True, 25)
        assert sorted(each.name for each in kept.folder.iterdir()) == before


def test_a_book_without_keys_verifies_and_the_verdict_says_so(tmp_path):
    with Book.create(tmp_path / "tomo-0001.sqlite") as book:
        body = {"format": NAMES[3], "volume": 1, "hall": "Sala"}
        book.append([_opening(body), ball(1)], STAMP)
    report = notary.verify(tmp_path)
    assert report.whole
    assert report.controllers == report.authorities == []
    assert report.unbound == []
    assert any("sin claves" in text for text in report.unchecked)


def _opening(body):
    draft = ball(1)
    return type(draft)("BookOpened", body, "jefe:x")


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, "volume"),
        ({"volume": True}, "volume"),
        ({"volume": 1, "people": [{}]}, "people"),
        ({"volume": 1, "signed": [1]}, "signed"),
        ({"volume": 1, "previous": {"volume": 0}}, "previous"),
        ({"volume": 1, "controller": "x"}, "clave"),
        ({"volume": 2}, "tomo 2"),
    ],
)
def test_an_opening_diligence_of_another_form_is_found(tmp_path, body, named):
    with Book.create(tmp_path / "tomo-0001.sqlite") as book:
        book.append([_opening(body)], STAMP)
    report = notary.verify(tmp_path)
    assert "MIN-OPEN" in codes(report)
    assert any(named in finding.text for finding in report.findings)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE entries SET body = body || ' ' WHERE number = 2", "MIN-FORM"),
        ("UPDATE entries SET time = '2026-02-30T00:00:00.000Z' WHERE number = 2", "MIN-FORM"),
        ("UPDATE entries SET time = '2026-02-03T24:00:00.000Z' WHERE number = 2", "MIN-FORM"),
        ("UPDATE entries SET offset_minutes = 1 << 60 WHERE number = 2", "MIN-FORM"),
        ("UPDATE entries SET previous = hash WHERE number = 2", "MIN-LINK"),
        ("UPDATE entries SET number = 30 WHERE number = 5", "MIN-NUMBER"),
        ("DELETE FROM entries WHERE number = 5", "MIN-SIGN"),
        ("DELETE FROM entries", "MIN-OPEN"),
        ("UPDATE checkpoints SET peaks = ''", "MIN-NOTE"),
        ("UPDATE checkpoints SET number = 2", "MIN-NOTE"),
        ("UPDATE checkpoints SET size = 1", "MIN-NOTE"),
        ("UPDATE checkpoints SET note = note || '— x AAAAAAA=' || char(10)", None),
        ("UPDATE checkpoints SET note = replace(note, '— ', '— — ')", "MIN-NOTE"),
        ("UPDATE checkpoints SET note = x'ff'", "MIN-NOTE"),
        ("ALTER TABLE entries ADD COLUMN note TEXT", "MIN-SCHEMA"),
        ("CREATE VIEW more AS SELECT 1", "MIN-SCHEMA"),
        ("PRAGMA user_version = 1", "MIN-SCHEMA"),
        ("PRAGMA application_id = 1", "MIN-SCHEMA"),
    ],
)
def test_what_someone_changed_in_a_volume_has_its_code(kept, statement, expected):
    if "x'ff'" in statement:
        statement = "UPDATE checkpoints SET note = CAST(x'ff' AS TEXT)"
    tamper(kept.volume(3), statement)
    found = codes(notary.verify(kept.folder))
    assert (expected in found) if expected else not found


def test_what_is_known_from_elsewhere_is_compared(kept):
    stranger = Hall(seed=2)
    given = notary.Given(keys=[str(stranger.verifier)], authorities=["0" * 64])
    assert codes(notary.verify(kept.volume(1), given=given)) == ["MIN-OPEN", "MIN-OPEN"]
    later = kept.folder.parent / "tarde.txt"
    later.write_text(kept.notes[-1], "utf-8")
    tamper(kept.volume(3), "DELETE FROM checkpoints", "DELETE FROM entries WHERE number > 3")
    report = notary.verify(kept.folder, notes=[later])
    assert "MIN-SHORT" in codes(report)
    kept.volume(3).unlink()
    assert codes(notary.verify(kept.folder, kept.second, [later])) == ["MIN-AHEAD", "MIN-SHORT"]
    later.write_text("nada", "utf-8")
    with pytest.raises(notary.NotVerifiableError, match="punto de control"):
        notary.verify(kept.folder, notes=[later])


def test_volumes_have_to_be_all_there_and_in_their_order(kept):
    first, second = kept.volume(1), kept.volume(2)
    swapped = first.with_name("x")
    first.rename(swapped)
    assert "MIN-OPEN" in codes(notary.verify(kept.folder))
    second.rename(first)
    swapped.rename(second)
    assert "MIN-OPEN" in codes(notary.verify(kept.folder))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda content: content[:-1], "MIN-BEHIND"),
        (lambda content: content[: content.rindex(b"{")], "MIN-BEHIND"),
        (lambda content: b"", "MIN-BEHIND"),
        (lambda content: content + b"\0", "MIN-AHEAD"),
        (lambda content: content.replace(b"b-1", b"b-2", 1), "MIN-FORK"),
        (lambda content: b"\xff" * 5000, "MIN-FORK"),
    ],
)
def test_the_second_medium_is_compared_line_by_line(kept, change, expected):
    path = kept.second / "tomo-0003.jsonl"
    path.write_bytes(change(path.read_bytes()))
    assert codes(notary.verify(kept.folder, kept.second)) == [expected]


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("beside", [".new", ".nuevo", ".apartado-12"])
def test_what_a_repair_leaves_beside_a_volume_is_no_stray(kept, beside, ending):
    (kept.folder / f"tomo-0001.sqlite{beside}{ending}").touch()
    assert not list(strays(kept.folder, None))
    assert notary.verify(kept.folder).whole


@pytest.mark.parametrize("ending", [".new", ".nuevo", ".nuevo.new", ".apartado-3"])
def test_what_a_repair_leaves_beside_a_second_medium_is_no_stray(kept, ending):
    (kept.second / f"tomo-0001.jsonl{ending}").touch()
    assert not list(strays(kept.folder, kept.second))
    assert notary.verify(kept.folder, kept.second).whole


@pytest.mark.parametrize(
    "name",
    ["tomo-0001.sqlite.nuevo.new", "tomo-0001.sqlite.lock-wal", "tomo-0001.sqlite.apartado-",
     "tomo-0001.sqlite.nueva", "tomo-0001.jsonl.nuevo"],
)  # fmt: skip
def test_what_no_repair_leaves_is_a_stray(kept, name):
    (kept.folder / name).touch()
    assert [problem.code for problem in strays(kept.folder, None)] == ["MIN-STRAY"]
    assert codes(notary.verify(kept.folder)) == ["MIN-STRAY"]


@pytest.mark.parametrize("name", ["tomo-0001.jsonl.new.new", "tomo-0001.jsonl.apartado-3.new"])
def test_what_no_repair_leaves_beside_a_second_medium_is_a_stray(kept, name):
    (kept.second / name).touch()
    assert [problem.code for problem in strays(kept.folder, kept.second)] == ["MIN-STRAY"]
    assert codes(notary.verify(kept.folder, kept.second)) == ["MIN-STRAY"]


PAPER = f"hallctl:folio:1;sala/tomo-0001;1;2;{'ab' * 32};3;{'cd' * 32}"


@pytest.mark.parametrize(
    "text",
    [
        PAPER.replace("ab", "AB", 1),
        PAPER.replace("cd", "CD"),
        PAPER.replace("hallctl", "HALLCTL"),
        PAPER.replace(";1;2;", ";01;2;"),
        PAPER.replace(";1;2;", ";1;02;"),
        PAPER.replace(";3;", ";003;"),
        PAPER.replace(";3;", ";;"),
        PAPER + ";",
    ],
)
def test_the_text_of_a_folio_has_one_form(text):
    assert notary.Paper(PAPER).entry == HallPaper.read(PAPER).entry == 3
    with pytest.raises(ValueError, match="código de un folio"):
        notary.Paper(text)
    with pytest.raises(BookError, match="código de un folio"):
        HallPaper.read(text)


def test_a_second_medium_that_is_not_there_is_found(kept):
    (kept.second / "tomo-0002.jsonl").unlink()
    assert codes(notary.verify(kept.folder, kept.second)) == ["MIN-SECOND"]


def test_a_witness_is_believed_only_with_its_key_and_its_right_line(kept):
    hall = kept.hall
    key = Hall(seed=3).controller
    witness = notary.read_key(str(verifier_of("testigo", key, COSIGNATURE)))
    text = kept.notes[-1].split("\n\n")[0] + "\n"
    lines = cosign("testigo", key, text, 1_800_000_000)
    note = kept.notes[-1] + lines + "\n"
    read = notary.read_note(note)
    assert read.signed_by(witness) is True
    assert read.signed_by(notary.read_key(str(hall.verifier))) is True
    assert notary.read_note(kept.notes[-1]).signed_by(witness) is None
    forged = notary.read_note(
        note.replace("\n5\n", "\n6\n").replace(f"\n{read.size}\n", f"\n{read.size + 1}\n")
    )
    assert forged.signed_by(witness) is False
    kept.note.write_text(note, "utf-8")
    report = notary.verify(kept.folder, notes=[kept.note], given=notary.Given(witnesses=[witness]))
    assert (report.whole, report.cosignatures) == (True, 1)


def test_the_example_of_the_signed_note_of_go_verifies():
    # golang.org/x/mod/sumdb/note, from which c2sp.org/signed-note was written.
    key = notary.read_key("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    text = "If you think cryptography is the answer to your problem,\n"
    text += "then you don't know what your problem is.\n"
    data = base64.b64decode(
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    )
    line = ("PeterNeumann", data[:4], data[4:])
    assert notary.Note(text.encode(), "", 0, b"", "", (line,)).signed_by(key)
    assert not notary.Note(text.encode() + b"!", "", 0, b"", "", (line,)).signed_by(key)


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("tomo-0001.puntos", lambda content: content[:-1], "MIN-FORM"),
        ("tomo-0001.puntos", lambda content: content.replace(b'"number":1', b'"number":2'), "MIN-NOTE"),
        ("tomo-0001.punto", lambda content: content + b"\n", "MIN-NOTE"),
        ("tomo-0001.jsonl", lambda content: content.replace(b"\n", b" \n", 1), "MIN-FORM"),
        ("tomo-0001.jsonl", lambda content: content.replace(b"b-1", b"b-2"), "MIN-HASH"),
        ("tomo-0001.jsonl", lambda content: content.replace(b'"body":{}', b'"body":[]'), "MIN-FORM"),
        ("tomo-0001.jsonl", lambda content: b"[" * 100_000 + b"\n", "MIN-FORM"),
    ],
)
def test_what_someone_changed_in_an_export_is_found(kept, name, change, expected):
    path = kept.exported / name
    path.write_bytes(change(path.read_bytes()))
    assert expected in codes(notary.verify(kept.exported))


@pytest.mark.parametrize("line", [0, -1])
def test_a_line_of_checkpoints_that_cannot_be_read_hides_no_entry(kept, line):
    path = kept.exported / "tomo-0001.puntos"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b",", b", ", 1)
    path.write_bytes(b"".join(lines))
    report = notary.verify(kept.exported)
    assert report.entries == 24
    last = ["MIN-NOTE", "MIN-NOTE"] if line == -1 else []  # of the end, and .punto has another last one
    assert codes(report) == ["MIN-FORM", *last]


@pytest.mark.parametrize("line", range(9))
def test_a_line_of_entries_that_cannot_be_read_hides_none_after_it(kept, line):
    path = kept.exported / "tomo-0001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b",", b", ", 1)
    path.write_bytes(b"".join(lines))
    report = notary.verify(kept.exported)
    assert report.entries == 24
    assert report.findings[0].code == "MIN-FORM"
    assert "tomo-0001" not in {each.volume for each in report.unbound}
    assert "MIN-LINK" not in codes(report)


def test_an_export_without_its_checkpoints_or_certificates_is_not_whole(kept):
    certificate = next((kept.exported / "certificados").iterdir())
    content = certificate.read_bytes()
    certificate.unlink()
    assert codes(notary.verify(kept.exported)) == ["MIN-SIGN"]
    certificate.write_bytes(content)
    (kept.exported / "tomo-0002.puntos").unlink()
    assert codes(notary.verify(kept.exported)) == ["MIN-MISSING", "MIN-NOTE", "MIN-NOTE"]


def test_a_book_without_checkpoints_is_exported_and_verified(tmp_path):
    book, second, out = tmp_path / "libro", tmp_path / "segundo", tmp_path / "fuera"
    book.mkdir()
    second.mkdir()
    with Book.create(book / "tomo-0001.sqlite", second / "tomo-0001.jsonl") as opened:
        opened.append([_opening({"volume": 1}), ball(1)], STAMP)
    export(book, second, out, [])
    assert notary.verify(out).whole


@pytest.mark.parametrize("content", [b"", b"x" * 5000, b"SQLite format 3\0"])
def test_a_file_of_another_kind_is_a_finding(tmp_path, content):
    path = tmp_path / "tomo-0001.sqlite"
    path.write_bytes(content)
    assert not notary.verify(path).whole


def test_a_long_verdict_is_cut_short(tmp_path):
    path = closed_book(tmp_path / "tomo-0001.sqlite", 130)
    tamper(path, "UPDATE entries SET actor = 'nadie'")
    report = notary.verify(path)
    assert len(report.findings) == 131
    assert "… y 31 hallazgos más." in notary.verdict(report)


def _value(rng, depth):
    kind = rng.randrange(7 if depth else 5)
    if kind == 5:
        return [_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 6:
        return {_text(rng): _value(rng, depth - 1) for _ in range(rng.randrange(5))}
    return [None, True, rng.randint(-(2**53) + 1, 2**53 - 1), _text(rng), ""][kind]


def _text(rng):
    return "".join(
        chr(rng.choice([rng.randrange(128), 0xE9, 0xFFFF, 0xE000, 0x1F3B1])) for _ in range(rng.randrange(4))
    )


def test_both_verifiers_read_the_same_canonical_json():
    rng = random.Random(5)
    for _ in range(2000):
        text = canonical(_value(rng, 3)).decode()
        assert notary.parse_canonical(text, 32) == json.loads(text)
        broken = list(text)
        broken[rng.randrange(len(broken))] = chr(rng.randrange(32, 127))
        _agree("".join(broken))


@pytest.mark.parametrize(
    "text",
    [
        "1.0", "1e2", "-0", "01", "NaN", "9007199254740992", "9007199254740991", '{"a":1,"a":2}',
        '{"b":1,"a":2}',
        '{"a": 1}', ' 1', "1 ", '"\\u00e9"', '"\\/"', '"\\u001F"', '"\\u001f"', '"\\ud800"', '"\x7f"', "[]x",
        "",
        "[" * 32 + "]" * 32, "[" * 33 + "]" * 33, "[" * 90_000, '{"\ue000":1,"🎱":2}', '{"🎱":2,"\ue000":1}',
        "9" * 5000,
    ],
)  # fmt: skip
def test_both_verifiers_refuse_the_same_spellings(text):
    _agree(text)


def _agree(text):
    answers = []
    for read in (lambda: notary.parse_canonical(text, 32), lambda: read_canonical(text)):
        try:
            answers.append(repr(read()))
        except ValueError:
            answers.append("refused")
    assert answers[0] == answers[1], text


def test_both_trees_have_the_same_root_and_peaks_at_every_size():
    tree, frontier = notary.Tree(), Frontier()
    for number in range(70):
        assert (tree.root(), [value for _, value in tree.peaks]) == (frontier.root(), list(frontier.peaks))
        leaf = str(number).encode()
        tree.grow(leaf)
        frontier.add(leaf_hash(leaf))


def test_the_schema_is_the_one_of_the_document():
    page = (Path(__file__).parents[4] / "docs/minutes.md").read_text("utf-8")
    statements = page.partition("```sql\n")[2].partition("```")[0].strip().rstrip(";").split(";\n\n")
    assert sorted(statements) == notary._SCHEMA
    views = re.findall(r"^\| `(\w+)` \| `([0-9a-f]{64})` \|$", page, re.MULTILINE)
    assert dict(views) == notary._VIEWS


def test_a_part_of_the_schema_that_is_missing_more_or_another_is_found():
    rows = [notary._schema_row(statement) for statement in SCHEMA.values()]
    assert list(notary._schema_problems(rows)) == []
    for place in range(len(rows)):
        assert len(list(notary._schema_problems(rows[:place] + rows[place + 1 :]))) == 2
        kind, name, table, statement = rows[place]
        assert list(notary._schema_problems([*rows, (kind, name + "2", table, statement)]))
        rows[place] = (kind, name, table, statement + " ")
        assert len(list(notary._schema_problems(rows))) == 1
        rows[place] = (kind, name, table, statement)


@pytest.mark.parametrize("character", ["\x00", "\x1f", "\x7f", "\x85", "\x9f", "\ud800"])
def test_both_verifiers_refuse_the_same_control_characters(kept, character):
    note = kept.notes[-1].replace("sala", f"sa{character}la")
    with pytest.raises(ValueError, match=r"control|signature line"):
        Note.read(note)
    with pytest.raises(ValueError, match=r"nota|surrogates"):
        notary.read_note(note)
    if character != "\ud800":  # which no canonical JSON has
        folio = {"volume": 1, "document": "acta", "folio": 1, "sheets": 1, "copy": 0, "entry": 1}
        folio |= {"data": "a" * 64, "pdf": "b" * 64, "name": "tomo-é\xa0.pdf"}
        assert is_folio(folio)
        assert notary._is_folio(folio)
        folio["name"] = f"tomo-{character}.pdf"
        assert not is_folio(folio)
        assert not notary._is_folio(folio)
        with pytest.raises(NoteError, match="control characters"):
            Verifier(f"sala{character}", 1, bytes(32))
        data = b"\x01" + bytes(32)
        digest = hashlib.sha256(f"sala{character}\n".encode() + data).hexdigest()[:8]
        with pytest.raises(ValueError, match="no es una clave"):
            notary.read_key(f"sala{character}+{digest}+{base64.b64encode(data).decode()}")
