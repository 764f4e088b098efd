"""A hall for the witness's tests: real keys, real books, and the witness as a program of its own."""

import base64
import subprocess
import sys
from contextlib import contextmanager

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes import Book
from hallctl.minutes.note import Checkpoint, sign, verifier_of
from hallctl.minutes.tree import Tree, leaf_hash
from tests.hallctl.minutes.notary.hall import Hall
from tests.hallctl.minutes.sample import STAMP, ball

NAME = "sala.example/libro"
KEY = Ed25519PrivateKey.from_private_bytes(b"\x01" * 32)
VKEY = verifier_of(NAME, KEY)
ORIGIN = f"{NAME}/tomo-0001"


class _Keys(Hall):
    """The keys of a hall whose controller has this key under this name."""

    name = NAME

    def __post_init__(self):
        super().__post_init__()
        self.controller = KEY


KEYS = _Keys()


def new_book(folder, entries, volume=1):
    """An open book whose first entry is its opening diligence, and the second the signature under it."""
    book = Book.create(folder / f"tomo-{volume:04d}.sqlite")
    balls = (ball(n) for n in range(3, entries + 1))
    book.append([KEYS.opening(volume, None), *balls], STAMP, KEYS.countersign)
    return book


def more(book, entries):
    first = book.last().number + 1
    book.append([ball(n) for n in range(first, first + entries)], STAMP)


def signed(book, volume=1):
    """Sign a checkpoint of the book as it stands, and keep it."""
    note = sign(NAME, KEY, book.checkpoint(f"{NAME}/tomo-{volume:04d}").text)
    book.keep_note(note)
    return note


def tree_of(leaves):
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf_hash(leaf))
    return tree


def note_of(tree, size=None, origin=ORIGIN, name=NAME, key=KEY):
    size = tree.size if size is None else size
    return sign(name, key, Checkpoint(origin, size, tree.root(size)).text)


def body(old, proof, note):
    lines = [f"old {old}", *(base64.b64encode(step).decode() for step in proof)]
    return ("\n".join(lines) + f"\n\n{note}").encode()


@contextmanager
def witness_program(folder, *extra, log=VKEY, command=("-m", "hallctl", "witness")):
    """Run the witness; give its process and its address."""
    arguments = [
        sys.executable,
        *command,
        "--directory",
        str(folder),
        "--log",
        str(log),
        "--port",
        "0",
        *extra,
    ]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("Escucha en "):
                break
        else:
            raise AssertionError(f"{said} {process.stderr.read()}")
        yield process, line.split()[-1]
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=10)
