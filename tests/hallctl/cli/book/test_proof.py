"""A third person checks that an entry is in the book, without the book."""

import json
import re
import subprocess
import sys

import pytest

from hallctl.minutes.note import verifier_of
from hallctl.minutes.reader import read_entries
from tests.hallctl.cli.book.hall import ROOT, book


@pytest.fixture
def key(three):
    return verifier_of(three.keys.origin, three.keys.controller)


@pytest.fixture
def proof(three, tmp_path):
    path = tmp_path / "proof.json"
    path.write_text(book("prove", three.book, 5, "--volume", 1).stdout, "utf-8")
    return path


def test_every_entry_of_a_volume_is_proven(three, key, tmp_path):
    for entry in read_entries(three.volume(2)):
        proven = book("prove", three.book, entry.number, "--volume", 2)
        assert proven.returncode == 0, proven.stderr
        path = tmp_path / f"{entry.number}.json"
        path.write_text(proven.stdout, "utf-8")
        checked = book("check-proof", path, "--key", key)
        assert checked.returncode == 0, checked.stdout
        assert f"PRUEBA: el asiento {entry.number} ({entry.kind})" in checked.stdout
        assert json.loads(proven.stdout)["hash"] == entry.hash


def test_without_a_volume_the_newest_is_meant_and_a_file_is_itself(three):
    newest = book("prove", three.book, 1)
    assert newest.stdout == book("prove", three.volume(3), 1).stdout
    assert '\\"volume\\":3' in newest.stdout


def test_what_the_book_says_to_a_third_person_checks_it(proof):
    """The program of docs/minutes.md, as it stands there."""
    page = (ROOT / "docs/minutes.md").read_text("utf-8").partition("## A proof of one entry")[2]
    program = re.search(r"```py\n(.*?)```", page, re.DOTALL)[1]  # type: ignore[index]
    command = [sys.executable, "-c", program, str(proof)]
    right = subprocess.run(command, capture_output=True, text=True, check=False)
    assert right.returncode == 0, right.stderr
    assert right.stdout.startswith("5 ")
    said = json.loads(proof.read_text("utf-8"))
    said["entry"] = said["entry"].replace("2026", "2025", 1)
    proof.write_text(json.dumps(said), "utf-8")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_another_key_proves_nothing(proof, hall):
    other = verifier_of(hall.keys.origin, hall.keys.controller)
    result = book("check-proof", proof, "--key", other)
    assert result.returncode == 1
    assert "no lleva la firma" in result.stdout


def _changed(said, name):
    value = said[name]
    if name == "proof":
        return [value[1], value[0], *value[2:]]
    if name == "checkpoint":
        return value.replace("\n8\n", "\n9\n")
    if name in {"hash", "leaf"}:
        return ("1" if value[0] == "0" else "0") + value[1:]
    return value.replace('"number":5', '"number":6')


@pytest.mark.parametrize("name", ["entry", "hash", "leaf", "proof", "checkpoint"])
def test_whatever_is_changed_in_a_proof_it_proves_no_more(proof, key, name):
    said = json.loads(proof.read_text("utf-8"))
    changed = _changed(said, name)
    assert changed != said[name]
    proof.write_text(json.dumps(said | {name: changed}), "utf-8")
    assert book("check-proof", proof, "--key", key).returncode in {1, 2}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"form": 1}', "[" * 100_000, "\udcff"])
def test_what_is_no_proof_cannot_be_read(tmp_path, key, content):
    path = tmp_path / "proof.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    result = book("check-proof", path, "--key", key)
    assert result.returncode == 2
    assert "no es la prueba de un asiento" in result.stderr


def test_an_entry_that_is_not_there_and_one_after_the_last_checkpoint_are_not_proven(three):
    result = book("prove", three.book, 9, "--volume", 1)
    assert result.returncode == 1
    assert "los puntos de control llegan al 8" in result.stderr
    assert book("prove", three.book, 1, "--volume", 4).returncode == 2
