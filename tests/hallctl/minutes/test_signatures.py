import base64
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from hallctl.minutes import Draft, Entry, Stamp, seal
from hallctl.minutes.entry import NO_HASH
from hallctl.minutes.signatures import SignatureAudit
from hallctl.signing.certificates import Validity
from tests.hallctl.notary.hall import HOLDS, JEFE, PEOPLE, STAMP, Hall

HALL = Hall(people=PEOPLE)
MARIA, JUAN = PEOPLE
CLOSED = Draft("GameClosed", {"game": 1}, JEFE)
LATER = Stamp("2029-01-01T00:00:00.000Z", -240, "synchronised", "b-1")


def book(*drafts: Draft, opening: Mapping[str, Any] | None = None) -> list[Entry]:
    """Seal an opening diligence and what follows it."""
    first = HALL.opening(1, None)
    entries = [seal(replace(first, body={**first.body, **(opening or {})}), STAMP, 1, NO_HASH)]
    for draft in drafts:
        entries.append(seal(draft, STAMP, len(entries) + 1, entries[-1].hash))
    return entries


def signed(entries: list[Entry], hall: Hall = HALL, by: str = MARIA, **changes: Any) -> list[Entry]:
    """Put the signature of the last entry after it, with something changed."""
    draft = hall.signature(entries[-1], by, changes.pop("signer", None) or hall.signers[by])
    actor = changes.pop("actor", draft.actor)
    draft = replace(draft, body={**draft.body, **changes}, actor=actor)
    return [*entries, seal(draft, STAMP, len(entries) + 1, entries[-1].hash)]


def problems(entries: list[Entry]) -> list[tuple[int, str]]:
    audit = SignatureAudit()
    for entry in entries:
        audit.take(entry)
    audit.finish()
    assert {problem.code for problem in audit.problems} <= {"MIN-SIGN"}
    return [(problem.number, problem.sentence) for problem in audit.problems]


def person(name: str, certificate: bytes) -> dict[str, Any]:
    return {"person": name, "posts": ["jefe"], "certificate": base64.b64encode(certificate).decode()}


@pytest.mark.req("AJ-42")
def test_a_right_signature_has_no_problem_also_where_none_is_due() -> None:
    assert problems(signed(book(CLOSED))) == []
    assert problems(signed(book(Draft("BallDrawn", {}, JEFE)))) == []


@pytest.mark.req("AJ-42")
def test_a_signature_that_is_due_has_to_follow_at_once() -> None:
    assert problems(book(CLOSED)) == [(2, f"falta la firma de {MARIA}")]
    assert problems(book(CLOSED, Draft("BallDrawn", {}, JEFE))) == [(2, f"falta la firma de {MARIA}")]


@pytest.mark.parametrize(
    "changes",
    [
        {"person": JUAN},
        {"person": JUAN, "signer": HALL.signers[JUAN]},
        {"signer": HALL.signers[JUAN]},
        {"actor": f"director:{MARIA}"},
        {"entry": 1},
        {"entry": "2"},
        {"hash": "0" * 64},
        {"certificate": "0" * 64},
        {"algorithm": "ed25519"},
        {"signature": ""},
        {"signature": "ñ"},
        {"more": 1},
        {"person": None},
    ],
)
def test_a_wrong_signature_is_found(changes: dict[str, Any]) -> None:
    assert problems(signed(book(CLOSED), **changes))


def test_a_signature_says_the_number_as_a_number() -> None:
    assert problems(signed(book(), entry=1)) == []
    assert problems(signed(book(), entry=True))


def test_a_signature_has_one_spelling() -> None:
    entries = signed(book(CLOSED))
    spelled = entries[-1].body["signature"]
    tail = spelled.rstrip("=")
    if tail == spelled:  # no unused bits: then any sign more is another spelling
        assert problems(signed(book(CLOSED), signature=spelled + "="))
        return
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    other = tail[:-1] + alphabet[alphabet.index(tail[-1]) + 1] + spelled[len(tail) :]
    assert base64.b64decode(other) == base64.b64decode(spelled)
    assert problems(signed(book(CLOSED), signature=other))


def test_the_name_in_the_certificate_is_the_persons() -> None:
    # Juan's own certificate, under the name of María.
    people = [person(MARIA, HALL.signers[JUAN].certificate)]
    entries = signed(book(CLOSED, opening={"people": people}), signer=HALL.signers[JUAN])
    assert [number for number, _ in problems(entries)] == [1, 3]


def test_a_certificate_counts_at_the_time_of_what_it_signs() -> None:
    entries = book()
    entries.append(seal(CLOSED, LATER, 2, entries[-1].hash))
    found = problems(signed(entries))
    assert [number for number, _ in found] == [3]
    assert "vigente" in found[0][1]


def test_a_certificate_of_another_authority_or_time_does_not_count() -> None:
    stranger = Hall(seed=2, people=PEOPLE)
    assert problems(book(opening={"people": [person(MARIA, stranger.signers[MARIA].certificate)]}))
    over = Validity(HOLDS.start, datetime(2026, 2, 1, tzinfo=UTC))
    expired = HALL.certified(MARIA, ec.derive_private_key(5, ec.SECP256R1()), over)
    assert problems(book(opening={"people": [person(MARIA, expired.certificate)]}))
    assert problems(book(opening={"people": [person(MARIA, b"garbage")]}))
    assert problems(book(opening={"authority": "ñ"}))
    assert problems(signed(book(CLOSED), hall=stranger))


@pytest.mark.req("AJ-54")
def test_who_is_enrolled_later_signs_from_then_on() -> None:
    new = HALL.certified("Ana Rojas", ec.derive_private_key(9, ec.SECP256R1()))
    enrolled = Draft("SignatoryEnrolled", person("Ana Rojas", new.certificate), JEFE)
    hers = Draft("GameClosed", {"game": 1}, "jefe:Ana Rojas")
    assert problems(signed(book(enrolled, hers), by="Ana Rojas", signer=new)) == []
    assert problems(signed(book(hers, enrolled)[:2], by="Ana Rojas", signer=new))
    assert problems(book(Draft("SignatoryEnrolled", {"person": "Ana Rojas"}, JEFE)))
