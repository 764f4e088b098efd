"""A small, complete book changed in every way that there is: both verifiers find it, and agree.

The verifiers are the hall's own (``hallctl.minutes.verify``) and the notary's (``hallctl.notary``), which
share no code. They are given the second medium and the newest checkpoint, as it is kept elsewhere.
"""

import os
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from hallctl.minutes.note import Checkpoint
from hallctl.minutes.verify import verify, verify_book
from hallctl.notary import verificar_libro as notary
from tests.hallctl.notary.hall import Hall, Kept, shrunk
from tests.torture.tamperings import TAMPERINGS, Bench

TAMPERED = 2000
A_FEW = 120


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return Kept.make(tmp_path_factory.mktemp("sala"), Hall(), shrunk)


def seen(kept):
    return [Checkpoint.read(kept.notes[-1].partition("\n\n")[0] + "\n")]


def verdicts(kept):
    """What both verifiers say of the whole book."""
    hall = verify_book(kept.folder, kept.second, seen(kept))
    other = notary.verify(kept.folder, kept.second, [kept.note])
    return hall, other


def content(path):
    """All that a volume says; its entries, its checkpoints and its schema."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        database.text_factory = bytes
        try:
            return [
                database.execute(query).fetchall()
                for query in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name",
                    "SELECT * FROM entries ORDER BY number",
                    "SELECT * FROM checkpoints ORDER BY number",
                )
            ]
        except sqlite3.Error as error:
            return [str(error)]


def flips(path, bits):
    """Flip one bit of a file after another, and give each while it is flipped."""
    original = path.read_bytes()
    file = os.open(path, os.O_RDWR)
    try:
        for bit in bits:
            place, byte = bit // 8, original[bit // 8]
            os.pwrite(file, bytes([byte ^ 1 << bit % 8]), place)
            yield bit
            os.pwrite(file, bytes([byte]), place)
    finally:
        os.close(file)
    assert path.read_bytes() == original


def bits_of(path, full):
    bits = range(path.stat().st_size * 8)
    return bits if full else sorted(random.Random(str(path.name)).sample(bits, A_FEW))


def test_the_book_itself_is_whole(small):
    hall, other = verdicts(small)
    assert hall.ok, hall.describe()
    assert other.whole, notary.verdict(other)
    assert notary.verify(small.exported, small.second, [small.note]).whole


@pytest.mark.timeout(10_800)
@pytest.mark.invariant("I10")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_flipped_bit_of_a_volume_is_found_by_both_or_changes_nothing(small, number, full):
    path = small.volume(number)
    genuine = content(path)
    harmless = found = 0
    for bit in flips(path, bits_of(path, full)):
        # What is wrong with a volume is wrong with its book, and a volume that says the same leaves it whole;
        # the rest is asked of the whole book.
        hall, other = verify(path).ok, notary.verify(path).whole
        same = hall and other and content(path) == genuine
        if (hall or other) and not same:
            judged = verdicts(small)
            assert not judged[0].ok, bit
            assert not judged[1].whole, bit
        harmless, found = harmless + same, found + (not same)
    assert harmless
    assert found > harmless


@pytest.mark.timeout(10_800)
@pytest.mark.invariant("I10")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_flipped_bit_of_the_second_medium_is_found_by_both(small, number, full):
    path = small.second / f"tomo-{number:04d}.jsonl"
    for bit in flips(path, bits_of(path, full)):
        assert not verify(small.volume(number), path).ok, bit
        assert not notary.verify(small.volume(number), small.second).whole, bit


@pytest.mark.timeout(10_800)
@pytest.mark.invariant("I10")
def test_a_flipped_bit_of_the_export_is_found(small, full):
    paths = [path for path in sorted(small.exported.rglob("*")) if path.is_file()]
    assert len(paths) == 12
    for path in paths:
        bits = bits_of(path, full) if full else bits_of(path, full)[:20]
        volume = path.with_suffix(".jsonl") if path.parent == small.exported else small.exported
        for bit in flips(path, bits):
            assert not notary.verify(volume).whole, (path.name, bit)


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return Bench.make(tmp_path_factory.mktemp("banco"))


@pytest.mark.timeout(10_800)
@pytest.mark.invariant("I10", "I11", "I12")
def test_every_tampering_is_found_by_both(bench, tmp_path, full):
    rng = random.Random(1990)
    names = sorted(TAMPERINGS)
    done = Counter()
    for turn in range(TAMPERED if full else 4 * len(names)):
        name = names[turn % len(names)]
        kept = bench.copy(tmp_path / "libro-tocado")
        expected = TAMPERINGS[name](rng, bench, kept)
        hall, other = verdicts(kept)
        assert not hall.ok, (turn, name, notary.verdict(other))
        assert not other.whole, (turn, name, hall.describe())
        if expected:
            codes = {problem.code for _, verdict in hall.volumes for problem in verdict.problems}
            codes |= {problem.code for problem in hall.problems}
            assert expected in codes, (turn, name, hall.describe())
            assert expected in {finding.code for finding in other.findings}, (
                turn,
                name,
                notary.verdict(other),
            )
        done[name] += 1
        shutil.rmtree(tmp_path / "libro-tocado")
    assert len(done) == len(names) >= 25


def test_replacing_an_entry_from_another_connection_is_refused_while_the_triggers_stand(bench, tmp_path):
    kept = bench.copy(tmp_path / "libro")
    with closing(sqlite3.connect(kept.volume(1), isolation_level=None)) as other:
        row = list(other.execute("SELECT * FROM entries WHERE number = 2").fetchone())
        row[5] = "jefe:nadie"
        for recursive in ("OFF", "ON"):
            other.execute(f"PRAGMA recursive_triggers = {recursive}")
            with pytest.raises(sqlite3.IntegrityError, match="no sigue"):
                other.execute(f"INSERT OR REPLACE INTO entries VALUES ({','.join('?' * 12)})", row)
    hall, judged = verdicts(kept)
    assert hall.ok
    assert judged.whole
