"""Whatever is asked of it, in whatever order, a witness never cosigns two books."""

import sqlite3
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from hallctl.minutes.note import SIGNATURE, Note, NoteError, Verifier
from hallctl.minutes.tree import EMPTY_ROOT
from hallctl.minutes.witness.answers import MAX_REFUSED, Witness
from hallctl.minutes.witness.memory import MEMORY, Memory, MemoryFailedError
from tests.hallctl.minutes.witness.hall import NAME, ORIGIN, VKEY, body, note_of, tree_of

NOW = 1_800_000_000


class Books(RuleBasedStateMachine):
    """Two books that part at some entry, and one witness that is sent both."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.memory = None
        self.leaves = [[b"0"], [b"0"]]
        self.cosigned = []

    @initialize()
    def start(self):
        self.restart()

    def teardown(self):
        self.memory.close()
        self.folder.cleanup()

    @rule()
    def restart(self):
        if self.memory is not None:
            self.memory.close()
        self.memory = Memory.open(Path(self.folder.name), "testigo.example/w1")
        self.witness = Witness(self.memory, [VKEY], lambda: NOW)

    @rule(count=st.integers(1, 9), apart=st.booleans())
    def append(self, count, apart):
        for which, leaves in enumerate(self.leaves):
            at = len(leaves)
            same = not apart and self.leaves[0][:at] == self.leaves[1][:at]
            leaves += [f"{n} {0 if same else which}".encode() for n in range(count)]

    @rule(which=st.sampled_from((0, 1)), data=st.data())
    def post(self, which, data):
        tree = tree_of(self.leaves[which])
        size = data.draw(st.integers(0, tree.size), "size")
        seen = max((one[0] for one in self.cosigned), default=0)
        old = data.draw(st.sampled_from(sorted({0, min(seen, size), size, min(seen + 1, size)})), "old")
        prover = tree_of(self.leaves[data.draw(st.sampled_from((0, 1)), "prover")])
        proof = prover.consistency(old, size) if size <= prover.size else []
        answer = self.witness.add(body(old, proof, note_of(tree, size)))
        if answer.status == 200:
            assert size >= seen
            self.cosigned.append((size, tuple(self.leaves[which][:size])))
            line = Note(note_of(tree, size).text, tuple(answer.body.splitlines()))
            assert line.signed_by(self.memory.verifier)
        elif answer.status == 409:
            assert answer.body == f"{seen}\n"
            assert old != seen

    @invariant()
    def all_that_was_cosigned_is_one_book(self):
        ordered = sorted(self.cosigned)
        assert ordered == self.cosigned
        for (size, smaller), (_, larger) in pairwise(ordered):
            assert larger[:size] == smaller

    @invariant()
    def the_memory_is_what_was_cosigned_last(self):
        if self.memory is None:
            return
        (seen, _) = self.memory.all()
        last = self.cosigned[-1] if self.cosigned else None
        assert [(one.size, one.root) for one in seen] == (
            [(last[0], tree_of(last[1]).root() if last[0] else EMPTY_ROOT)] if last else []
        )


TestBooks = pytest.mark.invariant("I12")(Books.TestCase)
TestBooks.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path, "testigo.example/w1") as opened:
        yield opened


TREE = tree_of([b"a", b"b", b"c"])


def test_a_memory_that_cannot_be_kept_signs_nothing(memory, tmp_path):
    witness = Witness(memory, [VKEY], lambda: NOW)
    assert witness.add(body(0, [], note_of(TREE, 2))).status == 200
    other = sqlite3.connect(tmp_path / MEMORY)
    other.execute("PRAGMA max_page_count = 1")
    other.execute("CREATE TRIGGER full BEFORE INSERT ON seen BEGIN SELECT RAISE(FAIL, 'disk full'); END")
    with pytest.raises(MemoryFailedError, match="disk full"):
        witness.add(body(2, TREE.consistency(2, 3), note_of(TREE, 3)))
    other.execute("DROP TRIGGER full")
    other.close()
    assert [one.size for one in memory.all()[0]] == [2]


def test_evidence_is_bounded_and_each_piece_is_kept_once(memory):
    witness = Witness(memory, [VKEY], lambda: NOW)
    assert witness.add(body(0, [], note_of(TREE, 2))).status == 200
    for turn in range(2 * MAX_REFUSED):
        fork = tree_of([b"a", str(turn // 2).encode()])
        assert witness.add(body(2, [], note_of(fork, 2))).status == 422
    assert memory.all()[1] == MAX_REFUSED


def test_a_new_key_of_the_book_is_trusted_beside_the_old_one(memory):
    new = Verifier(NAME, SIGNATURE, bytes(range(32)))
    witness = Witness(memory, [new, VKEY], lambda: NOW)
    assert witness.add(body(0, [], note_of(TREE, 2))).status == 200


def test_a_book_under_the_name_of_another_is_its_own(memory):
    inner = Verifier(ORIGIN, SIGNATURE, bytes(range(32)))
    witness = Witness(memory, [inner, VKEY], lambda: NOW)
    assert witness.add(body(0, [], note_of(TREE, 2))).status == 200
    assert witness.add(body(0, [], note_of(TREE, 2, f"{ORIGIN}/tomo-0001"))).status == 403


def test_a_witnesss_key_is_no_books(memory):
    with pytest.raises(NoteError, match="witness"):
        Witness(memory, [memory.verifier], lambda: NOW)


def test_two_witnesses_on_one_memory_are_one(tmp_path, memory):
    with Memory.open(tmp_path, "") as second:
        assert second.verifier == memory.verifier
        ask = body(0, [], note_of(TREE, 2))
        assert Witness(memory, [VKEY], lambda: NOW).add(ask).status == 200
        assert Witness(second, [VKEY], lambda: NOW).add(ask).status == 409
