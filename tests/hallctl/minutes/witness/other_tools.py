"""What another implementation of the C2SP forms makes of ours; writes ``vectors.json``.

Run by hand in a virtual environment of its own, which has nothing of ours::

    python -m venv /tmp/other && /tmp/other/bin/pip install aics-tlog==0.2.1 aics-witness==0.1.0
    /tmp/other/bin/python tests/hallctl/minutes/witness/other_tools.py BOOK URL WITNESS-VKEY

BOOK is a volume of more than 40 entries with two checkpoints or more, signed with the tests' key; URL is
a running ``hallctl witness`` that trusts that key and never saw the book. The leaves are made as
docs/minutes.md says, not by our code. (aics asks for Python 3.12; ``--ignore-requires-python`` lets it run on
3.11.)
"""

import json
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

from aics_tlog.checkpoint import Checkpoint, checkpoint_from_note, sign_checkpoint
from aics_tlog.cosign import sign_cosignature, verify_cosignature
from aics_tlog.note import format_vkey, parse_note, parse_vkey, verify_note, vkey_from_ed25519
from aics_tlog.tree import MerkleTree, verify_consistency, verify_leaf_inclusion
from aics_witness.feeder import WitnessAhead, WitnessClient, WitnessRejected, merge_cosignatures
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY = Ed25519PrivateKey.from_private_bytes(b"\x01" * 32)
WITNESS = Ed25519PrivateKey.from_private_bytes(b"\x03" * 32)
SECONDS = 1_800_000_000
SIZES = (1, 2, 3, 7, 8, 13, 40)


def leaves_of(path):
    book = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    book.row_factory = sqlite3.Row
    leaves = []
    for row in book.execute("SELECT * FROM entries ORDER BY number"):
        fields = {**row, "body": json.loads(row["body"])}
        del fields["hash"]
        leaves.append(json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode())
    notes = [row["note"] for row in book.execute("SELECT note FROM checkpoints ORDER BY number")]
    book.close()
    return leaves, notes


def check_the_book(leaves, notes):
    tree, log = MerkleTree(leaves), None
    seen = []
    for text in notes:
        said, note = checkpoint_from_note(text)
        name = said.origin.rpartition("/")[0]
        log = vkey_from_ed25519(name, KEY.public_key().public_bytes_raw())
        assert verify_note(note, [log]), "the controller's signature"
        assert tree.root(said.size) == said.root, "the root"
        for old, root in seen:
            proof = tree.consistency_proof(old, said.size)
            assert verify_consistency(old, said.size, root, said.root, proof)
        seen.append((said.size, said.root))
    return tree, log


def talk_to_the_witness(url, vkey, tree, notes):
    key = parse_vkey(vkey)
    with WitnessClient(url, key) as client:
        for text in notes:
            merged = merge_cosignatures(text, client.submit(text, tree.consistency_proof))
            said, note = checkpoint_from_note(merged)
            (line,) = [one for one in note.signatures if one.name == key.name]
            assert verify_cosignature(
                line.signature, key.name, key.public_key, said.origin, said.size, said.root
            )
    with WitnessClient(url, key) as client:
        try:
            client.submit(notes[0], tree.consistency_proof)
            raise AssertionError("an older checkpoint was cosigned")
        except WitnessAhead:
            pass
        said, _ = checkpoint_from_note(notes[-1])
        fork = MerkleTree([*[tree.leaf_data(n) for n in range(said.size - 1)], b"otro"])
        name = said.origin.rpartition("/")[0]
        other = sign_checkpoint(Checkpoint(said.origin, fork.size, fork.root()), KEY, name)
        try:
            client.submit(other.serialise(), fork.consistency_proof)
            raise AssertionError("a fork was cosigned")
        except WitnessRejected as error:
            assert error.status == 422, error


def spelled(proof):
    return [step.hex() for step in proof]


def vectors(tree, log):
    origin = f"{log.name}/tomo-0001"
    found = []
    for size in SIZES:
        root = tree.root(size)
        note = sign_checkpoint(Checkpoint(origin, size, root), KEY, log.name)
        _, line = sign_cosignature(WITNESS, "testigo.example/w1", SECONDS, origin, size, root)
        cosigned = replace(note, signatures=[*note.signatures, line])
        found.append(
            {
                "size": size,
                "root": root.hex(),
                "note": note.serialise(),
                "cosigned": cosigned.serialise(),
                "consistency": {o: spelled(tree.consistency_proof(o, size)) for o in SIZES if o <= size},
                "inclusion": {n: spelled(tree.inclusion_proof(n, size)) for n in range(0, size, 5)},
            }
        )
        for n in range(0, size, 5):
            assert verify_leaf_inclusion(tree.leaf_data(n), n, size, tree.inclusion_proof(n, size), root)
    leaves = [tree.leaf_data(n).decode() for n in range(max(SIZES))]
    return {"made_by": "aics-tlog 0.2.1", "vkey": format_vkey(log), "leaves": leaves, "checkpoints": found}


def main(book, url, vkey):
    leaves, notes = leaves_of(book)
    tree, log = check_the_book(leaves, notes)
    assert parse_note(notes[0]).serialise() == notes[0]
    talk_to_the_witness(url, vkey, tree, notes)
    text = json.dumps(vectors(tree, log), ensure_ascii=False, indent=1)
    Path(__file__).with_name("vectors.json").write_text(f"{text}\n", "utf-8")
    print(f"{len(leaves)} entries, {len(notes)} checkpoints: read, proved and cosigned")


if __name__ == "__main__":
    main(*sys.argv[1:])
