"""What another implementation of the C2SP forms wrote (``other_tools.py``), ours reads, and writes alike."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import COSIGNATURE, Checkpoint, Note, Verifier, cosign, sign, verifier_of
from hallctl.minutes.tree import Tree, consistent, included, leaf_hash
from tests.hallctl.minutes.witness.hall import KEY, NAME, ORIGIN, VKEY, tree_of

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
LEAVES = [leaf.encode() for leaf in VECTORS["leaves"]]
WITNESS = Ed25519PrivateKey.from_private_bytes(b"\x03" * 32)
SECONDS = 1_800_000_000

each = pytest.mark.parametrize("vector", VECTORS["checkpoints"], ids=lambda vector: str(vector["size"]))


@pytest.fixture(scope="module")
def tree() -> Tree:
    return tree_of(LEAVES)


def steps(proof: list[str]) -> list[bytes]:
    return [bytes.fromhex(step) for step in proof]


@each
def test_the_same_tree_has_the_same_root_and_proofs(tree, vector):
    size, root = vector["size"], bytes.fromhex(vector["root"])
    assert tree.root(size) == root
    for old, proof in vector["consistency"].items():
        assert tree.consistency(int(old), size) == steps(proof)
        assert consistent(int(old), tree.root(int(old)), size, root, steps(proof))
    for index, proof in vector["inclusion"].items():
        assert tree.inclusion(int(index), size) == steps(proof)
        assert included(leaf_hash(LEAVES[int(index)]), int(index), size, steps(proof), root)


@each
def test_the_same_key_signs_the_same_note_and_the_witness_the_same_line(tree, vector):
    text = Checkpoint(ORIGIN, vector["size"], tree.root(vector["size"])).text
    ours = sign(NAME, KEY, text)
    assert str(ours) == vector["note"]
    line = cosign("testigo.example/w1", WITNESS, text, SECONDS)
    assert str(ours.with_lines([line])) == vector["cosigned"]


@each
def test_what_they_cosigned_is_read(vector):
    note = Note.read(vector["cosigned"])
    witness = verifier_of("testigo.example/w1", WITNESS, COSIGNATURE)
    assert note.signed_by(VKEY)
    assert note.signed_by(witness)
    assert note.cosigned_at(witness) == SECONDS


def test_the_key_is_spelled_alike():
    assert Verifier.read(VECTORS["vkey"]) == VKEY
    assert str(VKEY) == VECTORS["vkey"]
