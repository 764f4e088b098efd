"""Volumes of format 2 stay readable and verifiable for ever: a book that the program of then wrote."""

import base64
import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing

import pytest

from hallctl.app.setting import load
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import EVENTS, evolve
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.notary.verificar_libro import read_certificate
from hallctl.minutes.note import COSIGNATURE, Checkpoint, Note, Verifier
from hallctl.minutes.reader import Reader, read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volumes_in
from tests.hallctl.bingo import event_of
from tests.hallctl.minutes.format_2 import Format2

ENTRIES = {"tomo-0001": 167, "tomo-0002": 432, "tomo-0003": 128}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return Format2.unpacked(tmp_path_factory.mktemp("kept"))


@pytest.fixture
def hall(tmp_path):
    """A copy that a test may spoil."""
    return Format2.unpacked(tmp_path)


def ours(hall, *notes):
    return verify_book(
        hall.book, hall.second, [Checkpoint.read(Note.read(n.read_text()).text) for n in notes]
    )


def codes_of(verdict):
    return [p.code for p in (*verdict.problems, *(p for _, v in verdict.volumes for p in v.problems))]


def theirs(hall, *notes):
    arguments = [str(hall.book), "--segundo", str(hall.second), "--clave", hall.outside("clave")]
    arguments += ["--autoridad", hall.outside("autoridad"), "--testigo", hall.outside("testigo"), "--json"]
    arguments += [part for note in notes for part in ("--punto", str(note))]
    command = [sys.executable, "-I", verificar_libro.__file__, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, json.loads(done.stdout)


@pytest.mark.invariant("I10", "I11")
def test_both_verifiers_find_the_kept_book_whole_with_all_that_is_known_from_elsewhere(kept):
    verdict = ours(kept, *kept.notes)
    assert verdict.ok, verdict.describe()
    assert {name.removesuffix(".sqlite"): v.entries for name, v in verdict.volumes} == ENTRIES
    code, said = theirs(kept, *kept.notes)
    assert code in (0, 3), said  # its last entries are after the last signature: the power was cut
    assert said["findings"] == []
    assert kept.counts["volumes"] == ENTRIES


def test_every_kind_of_entry_of_that_time_occurs_and_is_understood(kept):
    setting = load(kept.config)
    found = Counter()
    for volume in volumes_in(kept.book):
        state = State.empty(setting.rules, setting.material)
        for entry in read_entries(volume):
            found[entry.kind] += 1
            state = evolve(state, event_of(entry))
    assert dict(found) == kept.counts["kinds"]
    assert len(found) == 76
    assert set(found) <= set(EVENTS)
    assert state.session is not None
    assert state.game is not None
    assert state.game.called == 5


def test_it_holds_signatures_by_tokens_accredited_certificates_and_cosigned_checkpoints(kept):
    said = [e.body for v in volumes_in(kept.book) for e in read_entries(v) if e.kind == "EntrySigned"]
    assert Counter(each["algorithm"] for each in said) == {"ecdsa-p256-sha256": 43, "rsa-pkcs1-sha256": 7}
    (enrolled,) = [
        e.body for v in volumes_in(kept.book) for e in read_entries(v) if e.kind == "SignatoryEnrolled"
    ]
    assert read_certificate(base64.b64decode(enrolled["accredited"])).name == "ANA QUISPE MAMANI"
    witness = Verifier.read(kept.outside("testigo"))
    assert witness.kind == COSIGNATURE
    cosigned = 0
    for volume in volumes_in(kept.book):
        with Reader(volume) as reader:
            cosigned += sum(bool(note.signed_by(witness)) for note in reader.notes())
    assert cosigned == 19


@pytest.mark.invariant("I12")
def test_a_checkpoint_that_saw_what_the_hall_lost_is_contradicted(kept):
    assert codes_of(ours(kept, kept.lost)) == ["MIN-SHORT"]
    code, said = theirs(kept, kept.lost)
    assert code == 1
    assert [finding["code"] for finding in said["findings"]] == ["MIN-SHORT"]


def test_its_export_verifies_with_the_verifier_of_then_and_with_that_of_today(kept):
    for verifier in (kept.exported / "verificar_libro.py", verificar_libro.__file__):
        command = [sys.executable, "-I", str(verifier), str(kept.exported), "--clave", kept.outside("clave")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode in (0, 3), done.stdout + done.stderr
        assert "EL LIBRO ESTÁ ÍNTEGRO" in done.stdout


def test_the_codes_of_its_folios_name_entries_that_it_has(kept):
    form = re.compile(
        r"hallctl:folio:1;sala\.example/libro/(tomo-\d{4});(\d+);(\d+);([0-9a-f]{64});(\d+);([0-9a-f]{64})"
    )
    hashes = {(v.stem, e.number): e.hash for v in volumes_in(kept.book) for e in read_entries(v)}
    texts = [text for each in kept.codes.values() for text in each]
    assert len(texts) > 20
    for text in texts:
        volume, _, _, _, number, entry_hash = form.fullmatch(text).groups()
        assert hashes[volume, int(number)] == entry_hash


def put(path, statement):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)
        for _, sql in guards:
            connection.execute(sql)


@pytest.mark.invariant("I10")
@pytest.mark.parametrize("volume", [1, 2, 3])
def test_a_changed_word_is_found_by_both(hall, volume):
    path = hall.book / f"tomo-{volume:04d}.sqlite"
    put(path, "UPDATE entries SET actor = 'jefe:Otra' WHERE number = 30")
    verdict = ours(hall)
    assert not verdict.ok
    assert set(codes_of(verdict)) >= {"MIN-HASH"}
    code, said = theirs(hall)
    assert code == 1
    assert {finding["code"] for finding in said["findings"]} >= {"MIN-HASH"}
