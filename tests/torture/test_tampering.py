"""A small, complete book changed in every way that there is: both verifiers find it, and agree.

The verifiers are the hall's own (``hallctl.cli.book.verdict``) and the notary's (``hallctl.minutes.notary``),
which share no code. Nothing that changes what a book says is accepted: each ends with 1 (not whole), or with
3 and the stretch that no signature binds.
"""

import functools
import os
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing

import pytest

from hallctl.cli.book.outside import Folios, Paper, Pictures
from hallctl.cli.book.verdict import OutsideKnowledge, inquire, read_key, read_note
from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.verify import verify
from tests.hallctl.minutes.notary.maker import CONTROLLER, BookPen, House, sha256
from tests.torture import beside, insiders
from tests.torture.pages import Pages, keys_of
from tests.torture.tamperings import ALONE, EXPORT, TAMPERINGS, UNBOUND, Bench

TAMPERED = 20_000
A_FEW = 40
EVERYONE = (beside, insiders)
"""What the tamperings are taken in from, beside their own module."""


@pytest.fixture(scope="module", autouse=True)
def remembered():
    """Let the notary's verifier remember the signatures that it saw: each is verified thousands of times."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ed25519_verifies", "ecdsa_verifies"):
            plain = getattr(notary, name).__wrapped__
            patch.setattr(notary, name, functools.lru_cache(maxsize=1 << 16)(plain))
        yield


@pytest.fixture(scope="module", params=[(3, 3, 3), (2, 2, 3)], ids=["3", "2-and-3"])
def small(tmp_path_factory, request):
    return BookPen(House(), tmp_path_factory.mktemp("sala") / "1", request.param).write()


class Answer:
    """What one verifier says: its exit code, the codes of what is wrong, and what is unbound."""

    def __init__(self, status, codes, unbound, text):
        self.status, self.codes, self.unbound, self.text = status, set(codes), unbound, text


def by_hall(kept, *, alone=False):
    house = kept.house
    known = OutsideKnowledge()
    if not alone:
        papers = [Paper.read(text) for text in kept.papers]
        known = OutsideKnowledge(
            (read_key(str(house.verifier)),), (sha256(house.authority_der),), (read_note(kept.note),),
            (*papers, Folios(kept.folios), Pictures(kept.pictures)),
        )  # fmt: skip
    found = inquire(kept.folder, None if alone else kept.second, known)
    problems = [*found.verdict.problems, *found.problems]
    problems += [problem for _, verdict in found.verdict.volumes for problem in verdict.problems]
    unbound = [(each.volume, each.first, each.last) for each in found.unbound]
    return Answer(found.status, (problem.code for problem in problems), unbound, found.describe())


def by_notary(kept, path=None, *, alone=False):
    path = path or kept.folder
    second = None if alone or path == kept.exported else kept.second
    given = notary.Given()
    if not alone:
        given = notary.Given(
            keys=[str(kept.house.verifier)],
            authorities=[sha256(kept.house.authority_der)],
            witnesses=[notary.read_key(str(kept.house.witness_key))] if path == kept.exported else [],
            folios=kept.folios,
            pictures=kept.pictures,
        )
    report = notary.verify(path, second, [] if alone else [kept.note], given, [] if alone else kept.papers)
    codes = (finding.code for finding in report.findings)
    return Answer(report.code, codes, [tuple(each) for each in report.unbound], notary.verdict(report))


def both(kept, *, alone=False):
    """Give what both verifiers say of a book; they agree on whether it is whole and what of it is bound."""
    hall, other = by_hall(kept, alone=alone), by_notary(kept, alone=alone)
    assert hall.status == other.status, (hall.text, other.text)
    if hall.status != 1:
        assert hall.unbound == other.unbound, (hall.text, other.text)
    return hall, other


def content(path):
    """All that a volume says: schema, entries, and checkpoints but for what only witnesses sign."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        database.text_factory = bytes
        try:
            *said, notes = [
                database.execute(query).fetchall()
                for query in (
                    "PRAGMA application_id",
                    "PRAGMA user_version",
                    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name",
                    "SELECT * FROM entries ORDER BY number",
                    "SELECT note, * FROM checkpoints ORDER BY number",
                )
            ]
            return [*said, [(note.split("\n— ".encode())[:2], *row[:-1]) for note, *row in notes]]
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
    for alone in (False, True):
        hall, other = both(small, alone=alone)
        assert hall.status == 0, (hall.text, other.text)
    assert by_notary(small, small.exported).status == 0


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
            assert both(small)[0].status, bit
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
    for path in paths:
        bits = bits_of(path, full) if full else bits_of(path, full)[:4]
        for bit in flips(path, bits):
            assert by_notary(small, small.exported).status, (path.name, bit)


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return Bench.make(tmp_path_factory.mktemp("banco"))


def turns(registry, times):
    names = sorted(registry)
    return [(turn, names[turn % len(names)]) for turn in range(times * len(names))]


def expect(answer, expected, turn, name):
    assert answer.status, (turn, name, answer.text)
    if expected == UNBOUND:
        assert answer.status == 3, (turn, name, answer.text)
    elif expected:
        assert expected in answer.codes, (turn, name, answer.text)


@pytest.mark.timeout(20_000)
@pytest.mark.invariant("I10", "I11", "I12")
def test_every_tampering_is_found_by_both(bench, tmp_path, full, tell):
    rng = random.Random(1990)
    done = Counter()
    turned = turns(TAMPERINGS, TAMPERED // len(TAMPERINGS) + 1 if full else 1)
    for turn, name in turned if full else turned[::3]:
        kept = bench.copy(tmp_path / "tocado")
        expected = TAMPERINGS[name](rng, bench, kept)
        for answer in both(kept):
            expect(answer, expected, turn, name)
        if name in ALONE:
            for answer in both(kept, alone=True):
                expect(answer, ALONE[name], turn, name)
        done[name] += 1
        shutil.rmtree(tmp_path / "tocado")
    tell(f"{done.total()} tamperings of {len(done)} kinds, all found by both")


@pytest.mark.timeout(10_800)
@pytest.mark.invariant("I10")
def test_every_tampering_of_an_export_is_found(bench, tmp_path, full, tell):
    rng = random.Random(1991)
    done = Counter()
    for turn, name in turns(EXPORT, 250 if full else 1):
        kept = bench.copy(tmp_path / "tocado")
        expected = EXPORT[name](rng, bench, kept)
        expect(by_notary(kept, kept.exported), expected, turn, name)
        done[name] += 1
        shutil.rmtree(tmp_path / "tocado")
    tell(f"{done.total()} tamperings of an export of {len(done)} kinds, all found")


NO_PROPOSALS = [
    "IncidentMinuted",
    "IncidentMinuted 0",
    "IncidentMinuted 1",
    "GameVoided",
    "nada",
    7,
    None,
    [],
]


@pytest.mark.invariant("I11")
@pytest.mark.parametrize("proposal", NO_PROPOSALS)
def test_what_is_no_proposal_is_not_taken_back(bench, tmp_path, proposal):
    kept = bench.copy(tmp_path / "libro")
    pages = Pages(kept, 3)
    number = 0 if proposal != "IncidentMinuted 1" else 1
    for kind in ("IncidentMinuted", "IncidentApproved"):
        pages.put(pages.of_kind(kind)[0], body={"number": number})
    place = pages.of_kind("IncidentApproved")[0]
    pages.insert(place, "ProposalWithdrawn", CONTROLLER, {"proposal": proposal})
    pages.resign(keys_of(kept.house))
    pages.note_end(kept.house)
    pages.write(second=True)
    assert both(kept, alone=True)[0].status == 0


@pytest.mark.invariant("I10")
def test_random_bytes_in_the_log_and_its_index_change_no_verdict(bench, tmp_path, full):
    rng = random.Random(1992)
    kept = bench.copy(tmp_path / "tocado")
    for turn in range(1000 if full else 12):
        path = kept.volume(rng.randint(1, 3))
        beside = [path.with_name(f"{path.name}{ending}") for ending in ("-wal", "-shm")]
        for each in rng.sample(beside, rng.randint(1, 2)):
            each.write_bytes(rng.randbytes(rng.choice([1, 32, 4096, 32768])))
        assert both(kept)[0].status == 0, turn
        for each in beside:
            each.unlink(missing_ok=True)


def test_replacing_an_entry_from_another_connection_is_refused_while_the_triggers_stand(bench, tmp_path):
    kept = bench.copy(tmp_path / "libro")
    with closing(sqlite3.connect(kept.volume(1), isolation_level=None)) as other:
        row = list(other.execute("SELECT * FROM entries WHERE number = 2").fetchone())
        row[5] = "jefe:nadie"
        for recursive in ("OFF", "ON"):
            other.execute(f"PRAGMA recursive_triggers = {recursive}")
            with pytest.raises(sqlite3.IntegrityError, match="no sigue"):
                other.execute(f"INSERT OR REPLACE INTO entries VALUES ({','.join('?' * 12)})", row)
    assert both(kept)[0].status == 0
