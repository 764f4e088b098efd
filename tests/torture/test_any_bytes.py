"""Any bytes where a verifier reads a form: both end with a verdict, and with the same one.

Random JSON in the opening diligence and in signatures, certificates with bytes changed in their DER, and
checkpoints with letters changed. The books are those of ``tamperings``; all is sealed anew, as nobody needs a
key for that.
"""

import base64
import functools
import random
import shutil
from collections.abc import Callable

import pytest

from hallctl.minutes.notary import verificar_libro as notary
from tests.hallctl.minutes.notary.maker import spelled
from tests.torture.pages import Pages
from tests.torture.tamperings import Bench
from tests.torture.test_tampering import both

TURNS = 6000
LETTERS = ["", "\n", "— ", "A", "=", "+", " ", "\x7f", "\x85", "\u00a0", "\u2028", "\ufeff", "0"]
TEXTS = ["", "x", "ñ", "\x00", "/", "sala/libro/tomo-0003", "AAAA", "AAAAA", "++", "+00000000+AQ==", "a+b+c"]
KEYS = ["person", "posts", "certificate", "volume", "a"]


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return Bench.make(tmp_path_factory.mktemp("banco"))


@pytest.fixture(autouse=True)
def remembered(monkeypatch):
    for name in ("ed25519_verifies", "ecdsa_verifies"):
        plain = getattr(notary, name).__wrapped__
        monkeypatch.setattr(notary, name, functools.lru_cache(maxsize=1 << 12)(plain))


def anything(rng, levels=2):
    """Give any JSON that the book can hold."""
    way = rng.randrange(6 if levels else 4)
    if way == 4:
        return [anything(rng, levels - 1) for _ in range(rng.randrange(3))]
    if way == 5:
        return {rng.choice(KEYS): anything(rng, levels - 1) for _ in range(rng.randrange(4))}
    return [None, True, rng.choice([0, 1, -1, 3, 2**53 - 1]), rng.choice(TEXTS)][way]


def foul(rng, der):
    content = bytearray(der)
    for _ in range(rng.randint(1, 3)):
        at, length = rng.randrange(len(content)), rng.randrange(3)
        content[at : at + length] = rng.randbytes(rng.randint(0, 3))
    return bytes(content)


def opening(rng, pages):
    body = pages.body(0)
    for _ in range(rng.randint(1, 2)):
        body[rng.choice(sorted(body))] = anything(rng)
    if rng.random() < 0.3:
        body.pop(rng.choice(sorted(body)))
    pages.put(0, body=body)
    pages.reseal()


def certificate(rng, pages):
    body = pages.body(0)
    holder, key = rng.choice([(body, "authority"), *((person, "certificate") for person in body["people"])])
    holder[key] = spelled(foul(rng, base64.b64decode(holder[key])))
    pages.put(0, body=body)
    pages.reseal()


def checkpoint(rng, pages):
    note = rng.choice(pages.notes)
    letters = list(note[3])
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters))
        letters[at : at + rng.randrange(2)] = rng.choice(LETTERS)
    note[3] = "".join(letters)


def signature(rng, pages):
    place = rng.choice(pages.signatures())
    body = pages.body(place)
    body[rng.choice(sorted(body))] = anything(rng)
    pages.put(place, body=body)
    pages.reseal()


@pytest.mark.timeout(10_800)
@pytest.mark.invariant("I10")
@pytest.mark.parametrize("change", [opening, certificate, checkpoint, signature])
def test_any_bytes_end_with_a_verdict_and_both_give_the_same(
    bench, tmp_path, full, change: Callable[[random.Random, Pages], None]
):
    rng = random.Random(change.__name__)
    for _turn in range(TURNS if full else 4):
        kept = bench.copy(tmp_path / "tocado")
        pages = Pages(kept, 3)
        change(rng, pages)
        pages.write(second=True)
        assert both(kept, alone=True)[0].status in {0, 1, 3}
        shutil.rmtree(tmp_path / "tocado")
