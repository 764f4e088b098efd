"""What docs/minutes.md tells a third person is what the program does."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hallctl.minutes import Book, Draft, canonical, errors, verify
from hallctl.minutes.entry import COLUMNS
from hallctl.minutes.opening import NAMES
from hallctl.minutes.schema import APPLICATION_ID, FORMAT, SCHEMA
from hallctl.minutes.views import VIEWS
from tests.hallctl.minutes.sample import STAMP, closed_book

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "minutes.md").read_text("utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)\n```", DOCUMENT, re.DOTALL)
    return str(found)


def test_the_example_has_the_hash_that_the_document_gives() -> None:
    line = block("json")
    assert canonical(json.loads(line)).decode() == line
    assert hashlib.sha256(line.encode()).hexdigest() == block("text")
    assert set(json.loads(line)) == set(COLUMNS) - {"hash"}


def test_the_schema_in_the_document_is_the_schema() -> None:
    guarded = [statement for name, statement in SCHEMA.items() if name not in VIEWS]
    assert block("sql") == "\n\n".join(f"{statement};" for statement in guarded)
    digests = {name: hashlib.sha256(statement.encode()).hexdigest() for name, statement in VIEWS.items()}
    assert dict(re.findall(r"^\| `(\w+)` \| `([0-9a-f]{64})` \|$", DOCUMENT, re.MULTILINE)) == digests
    assert f"0x{APPLICATION_ID:X}" in DOCUMENT
    assert f"`PRAGMA user_version` is {FORMAT}," in DOCUMENT
    assert f"exactly `{NAMES[FORMAT]}`" in DOCUMENT


def test_every_code_is_explained() -> None:
    explained = set(re.findall(r"^\| `(MIN-[A-Z]+)`", DOCUMENT, re.MULTILINE))
    package = Path(errors.__file__).parents[1]
    sources = [
        each for name in ("minutes", "minutes/notary", "cli/book") for each in (package / name).glob("*.py")
    ]
    used = {code for source in sources for code in re.findall(r'"(MIN-[A-Z]+)"', source.read_text("utf-8"))}
    assert explained == used


@pytest.mark.invariant("I10")
def test_the_verifier_in_the_document_agrees_with_ours(tmp_path: Path) -> None:
    path = closed_book(tmp_path / "book.sqlite", 5)
    with Book.open(path) as book:
        book.append([Draft("Note", {"ñ": [None, True, '\n\x01"\\'], "a": {}}, "x")], STAMP)
    done = run_document_verifier(path)
    verdict = verify(path)
    assert done.stdout.split() == [str(verdict.entries), verdict.root]


@pytest.mark.invariant("I10")
def test_the_verifier_in_the_document_finds_a_changed_entry(tmp_path: Path) -> None:
    path = closed_book(tmp_path / "book.sqlite", 5)
    content = path.read_bytes()
    place = content.index(b'{"ball":3,') + len(b'{"ball":')
    path.write_bytes(content[:place] + b"4" + content[place + 1 :])
    assert "entry 3 was changed" in run_document_verifier(path).stderr


def run_document_verifier(path: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-I", "-c", block("python"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
