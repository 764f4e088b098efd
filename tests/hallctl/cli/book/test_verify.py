"""``hallctl book verify`` says plainly what was found, and what it could not look at."""

import json
import shutil
import sqlite3

import pytest

from hallctl.minutes.entry import Draft, Stamp
from hallctl.minutes.note import sign
from hallctl.minutes.reader import Reader
from hallctl.minutes.volumes import Shelf
from tests.hallctl.cli.book.hall import Hall, book, ran

STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "unknown", "boot")


def known(three):
    """The keys as somebody knows them who wrote them down at the opening."""
    said = json.loads(three.verify("--json").stdout)["volumes"][0]
    return said["controller"], said["authority"]


def newest_note(volume, path):
    with Reader(volume) as reader:
        *_, note = reader.notes()
    path.write_text(str(note), "utf-8")
    return path


def test_a_whole_book_of_three_volumes_verifies_and_the_figures_are_said(three):
    result = three.verify()
    assert result.returncode == 0, result.stdout + result.stderr
    assert "tomo-0001.sqlite: 8 asientos" in result.stdout
    assert "3 firmas de personas, 4 puntos de control" in result.stdout
    assert result.stdout.endswith("VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO.\n")
    assert result.stderr == ""


def test_a_program_gets_the_same_as_json(three):
    said = json.loads(three.verify("--json").stdout)
    assert said["whole"]
    assert said["readable"]
    assert [volume["name"] for volume in said["volumes"]] == [f"tomo-000{n}.sqlite" for n in (1, 2, 3)]
    first = said["volumes"][0]
    assert (first["entries"], first["signatures"], first["checkpoints"]) == (8, 3, 4)
    assert first["problems"] == said["problems"] == []


def test_what_was_not_given_is_said_to_be_unchecked(three):
    text = book("verify", three.book).stdout
    assert text.count("No comprobado:") == 3
    for option in ("--second", "--checkpoint", "--key, --authority"):
        assert option in text


def test_what_is_known_from_elsewhere_is_compared(three, tmp_path):
    key, authority = known(three)
    note = newest_note(three.volume(3), tmp_path / "note")
    # As it stands on paper: in groups of four.
    typed = " ".join(key[at : at + 4] for at in range(0, len(key), 4))
    result = three.verify("--key", typed, "--authority", authority.upper(), "--checkpoint", note)
    assert result.returncode == 0
    assert "No comprobado" not in result.stdout


def test_another_key_and_another_authority_than_the_known_ones_are_found(three, tmp_path):
    stranger = Hall.made(tmp_path).open()
    other_key, other_authority = known(stranger)
    for option in (("--key", other_key), ("--authority", other_authority)):
        result = three.verify(*option)
        assert result.returncode == 1
        assert result.stdout.count("MIN-OPEN") == 3


def test_one_volume_by_itself_verifies_and_the_others_are_said_to_be_unchecked(three):
    result = book("verify", three.volume(2), "--second", three.second)
    assert result.returncode == 0, result.stdout
    assert "solo se dio uno" in result.stdout


def test_a_volume_under_the_name_of_another_is_found(three, tmp_path):
    shutil.copy(three.volume(2), tmp_path / "tomo-0005.sqlite")
    result = book("verify", tmp_path / "tomo-0005.sqlite")
    assert result.returncode == 1
    assert "dice ser el tomo 2" in result.stdout


def test_a_changed_entry_is_found(hall):
    with sqlite3.connect(hall.volume()) as connection:
        connection.execute("DROP TRIGGER entries_no_update")
        (sql,) = connection.execute("SELECT body FROM entries WHERE number = 1").fetchone()
        connection.execute("UPDATE entries SET body = ? WHERE number = 1", (sql.replace("Illimani", "X"),))
    connection.close()
    result = hall.verify()
    assert result.returncode == 1
    assert "MIN-SCHEMA" in result.stdout
    assert "VEREDICTO: EL LIBRO NO ESTÁ ÍNTEGRO." in result.stdout


def test_a_second_medium_that_differs_or_holds_a_volume_more_is_found(hall):
    hall.medium(2).write_text("{}\n")
    assert "el segundo soporte tiene tomo-0002.jsonl" in hall.verify().stdout
    hall.medium(2).unlink()
    hall.medium().write_bytes(hall.medium().read_bytes()[:-20])
    result = hall.verify()
    assert result.returncode == 1
    assert "MIN-BEHIND" in result.stdout


@pytest.mark.invariant("I12")
def test_an_older_book_is_found_by_a_checkpoint_from_elsewhere_alone(hall, tmp_path):
    shutil.copytree(hall.book, tmp_path / "older")
    hall.do()
    note = newest_note(hall.volume(), tmp_path / "note")
    assert book("verify", tmp_path / "older").returncode == 0
    result = book("verify", tmp_path / "older", "--checkpoint", note)
    assert result.returncode == 1
    assert "MIN-SHORT" in result.stdout


def test_a_checkpoint_of_another_book_and_one_with_a_wrong_signature_are_found(hall, tmp_path):
    stranger = sign(
        "otra.invalid/sala", hall.keys.controller, "otra.invalid/sala/tomo-0001\n1\n" + "A" * 43 + "=\n"
    )
    (tmp_path / "other").write_text(str(stranger), "utf-8")
    assert "MIN-SHORT" in hall.verify("--checkpoint", tmp_path / "other").stdout
    note = newest_note(hall.volume(), tmp_path / "note")
    content = note.read_text("utf-8")
    line = content.splitlines()[-1]
    note.write_text(
        content.replace(line, line[:-8] + ("AAAA" if line[-8:-4] != "AAAA" else "BBBB") + line[-4:])
    )
    result = hall.verify("--checkpoint", note)
    assert result.returncode == 1
    assert "MIN-NOTE" in result.stdout


def test_entries_after_the_last_checkpoint_are_told_of(hall):
    with Shelf.open(hall.book, hall.second) as shelf:
        shelf.append([Draft("MediumCompleted", {"size": 1}, "controller:hallctl")], STAMP)
    result = hall.verify()
    assert result.returncode == 3
    assert result.stdout.startswith("NO ATADO POR NINGUNA FIRMA: tomo-0001, asientos 4 a 4 (1)")


@pytest.mark.parametrize(
    "options",
    [
        ("nowhere",),
        ("empty",),
        ("book", "--second", "nowhere"),
        ("book", "--key", "no+key"),
        ("book", "--checkpoint", "garbage"),
        ("book", "--checkpoint", "nowhere"),
    ],
)
def test_what_cannot_be_read_ends_with_two_and_a_plain_line(three, tmp_path, options):
    (tmp_path / "empty").mkdir()
    (tmp_path / "garbage").write_bytes(b"\xff")
    places = {name: tmp_path / name for name in ("nowhere", "empty", "garbage")} | {"book": three.book}
    result = book("verify", *(places.get(each, each) for each in options))
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stderr.strip()


def test_a_file_that_is_no_book_does_not_verify(tmp_path):
    (tmp_path / "tomo-0001.sqlite").write_bytes(b"no es una base de datos " * 100)
    result = book("verify", tmp_path)
    assert result.returncode == 1
    assert "MIN-CORRUPT" in result.stdout


def test_the_program_itself_ends_with_zero_one_and_two(hall, tmp_path):
    assert ran("verify", hall.book).returncode == 0
    assert ran("verify", tmp_path / "nowhere").returncode == 2
    hall.volume().write_bytes(b"nada")
    result = ran("verify", hall.book)
    assert result.returncode == 1
    assert "NO ESTÁ ÍNTEGRO" in result.stdout
