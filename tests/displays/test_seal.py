"""What a screen believes: every way in which an envelope can be wrong is refused."""

import json
from base64 import b64encode
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from displays.seal import HELLO, LATEST, VIEW, Gate, SealError, read_key

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(32))


def sealed(purpose: bytes = VIEW, key: Ed25519PrivateKey = KEY, **changed: Any) -> bytes:
    said = {"version": 1, "start": 5, "boot": "b", "sequence": 10, "time": 1000, "screen": "auto"}
    content = {"view": {"view": "x"}} if purpose == VIEW else {"nonce": "n1"}
    text = json.dumps(said | content | changed).encode()
    return b64encode(key.sign(purpose + text)) + b" " + text


def greeted(now: float = 100.0) -> Gate:
    gate = Gate(KEY.public_key(), "auto")
    gate.ask("n1", now)
    gate.hello(sealed(HELLO, sequence=9))
    return gate


def test_a_signed_fresh_envelope_is_let_through_once() -> None:
    gate = greeted()
    assert gate.view(sealed(), 100.1) == {"view": "x"}
    with pytest.raises(SealError, match="older or a replay"):
        gate.view(sealed(), 100.2)
    assert gate.view(sealed(sequence=12), 100.3) == {"view": "x"}
    with pytest.raises(SealError, match="older or a replay"):
        gate.view(sealed(sequence=11), 100.4)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (sealed(key=STRANGER), "not signed"),
        (sealed(HELLO), "not signed"),
        (b"- " + sealed().partition(b" ")[2], "not signed"),
        (sealed().partition(b" ")[2], "not signed"),
        (sealed().replace(b'"x"', b'"y"'), "not signed"),
        (b"\xff\xff \xff", "not signed"),
        (b"", "not signed"),
        (sealed(version=2), "version"),
        (sealed(sequence="10"), "malformed"),
        (sealed(sequence=True), "malformed"),
        (sealed(boot=None), "malformed"),
        (sealed(time=-1), "malformed"),
        (sealed(start=4), "another start"),
        (sealed(start=6), "another start"),
        (sealed(boot="c"), "another start"),
        (sealed(screen="cctv"), "for the screen"),
        (sealed(sequence=9), "older or a replay"),
    ],
)
def test_what_is_wrong_is_refused_and_says_why(data: bytes, why: str) -> None:
    gate = greeted()
    with pytest.raises(SealError, match=why):
        gate.view(data, 100.1)
    assert gate.view(sealed(), 100.2) == {"view": "x"}, "a bad envelope did harm"


def test_nothing_is_shown_before_the_hello() -> None:
    gate = greeted()
    gate.ask("n2", 101.0)
    with pytest.raises(SealError, match="hello"):
        gate.view(sealed(), 101.0)


def test_a_recording_cannot_answer_a_new_random_number() -> None:
    gate = Gate(KEY.public_key(), "auto")
    gate.ask("n2", 0.0)
    with pytest.raises(SealError, match="replay"):
        gate.hello(sealed(HELLO))


@pytest.mark.parametrize("changed", [{"start": 4}, {"boot": "c"}])
def test_an_earlier_or_a_doubled_start_is_refused(changed: dict[str, Any]) -> None:
    gate = greeted()
    gate.ask("n1", 101.0)
    with pytest.raises(SealError, match="earlier start"):
        gate.hello(sealed(HELLO, **changed))


def test_a_newer_start_begins_again_at_its_own_numbers() -> None:
    gate = greeted()
    gate.view(sealed(sequence=500), 100.1)
    gate.ask("n1", 101.0)
    gate.hello(sealed(HELLO, start=6, boot="c", sequence=0, time=0))
    assert gate.view(sealed(start=6, boot="c", sequence=1, time=10), 101.1) == {"view": "x"}


def test_an_envelope_that_was_held_back_is_not_shown() -> None:
    gate = greeted(100.0)
    assert gate.view(sealed(time=2000), 101.0 + LATEST - 0.01)
    with pytest.raises(SealError, match="held back"):
        gate.view(sealed(time=2000, sequence=11), 101.0 + LATEST + 0.05)


@given(st.binary(max_size=200))
def test_garbage_is_refused(garbage: bytes) -> None:
    for gate in (greeted(), Gate(None, "auto")):
        with pytest.raises(SealError):
            gate.view(garbage, 100.0)
        with pytest.raises(SealError):
            gate.hello(garbage)


@pytest.mark.parametrize("text", ["", "a+b", "a+b+c", "a+00000000+AQ==", "a+00000000+" + "A" * 44])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(SealError, match="not a controller's key"):
        read_key(text)
