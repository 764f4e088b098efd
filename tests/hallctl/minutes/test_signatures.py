import base64
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes import Draft, Entry, Stamp, seal
from hallctl.minutes.entry import NO_HASH
from hallctl.minutes.opening import Opening
from hallctl.minutes.signatures import SignatureAudit
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.signers import SoftwareSigner
from tests.hallctl.minutes.notary.hall import DIRECTOR, HOLDS, JEFE, MARTA, PEOPLE, STAMP, Hall

HALL = Hall(people=PEOPLE)
MARIA, JUAN = PEOPLE
CLOSED = Draft("GameSigned", {"game": 1}, JEFE)
LATER = Stamp("2029-01-01T00:00:00.000Z", -240, "synchronised", "b-1")


def book(*drafts: Draft, opening: Mapping[str, Any] | None = None) -> list[Entry]:
    """Seal an opening diligence and what follows it."""
    first = HALL.opening(1, None)
    entries = [seal(replace(first, body={**first.body, **(opening or {})}), STAMP, 1, NO_HASH)]
    entries = signed(entries, by=MARTA)
    for draft in drafts:
        entries.append(seal(draft, STAMP, len(entries) + 1, entries[-1].hash))
    return entries


def signed(entries: list[Entry], hall: Hall = HALL, by: str = MARIA, **changes: Any) -> list[Entry]:
    """Put the signature of the last entry after it, with something changed."""
    draft = hall.signature(entries[-1], by, changes.pop("signer", None) or hall.signers[by])
    actor = changes.pop("actor", draft.actor)
    stamp = changes.pop("stamp", STAMP)
    draft = replace(draft, body={**draft.body, **changes}, actor=actor)
    return [*entries, seal(draft, stamp, len(entries) + 1, entries[-1].hash)]


def walked(entries: list[Entry]) -> SignatureAudit:
    audit = SignatureAudit()
    audit.begin(entries[0], Opening.read(entries[0]))
    for entry in entries:
        audit.take(entry)
    audit.finish()
    return audit


def problems(entries: list[Entry]) -> list[tuple[int, str]]:
    audit = walked(entries)
    assert {problem.code for problem in audit.problems} <= {"MIN-SIGN"}
    return [(problem.number, problem.sentence) for problem in audit.problems]


def spoilt(place: int, byte: int) -> bytes:
    """Return María's certificate with one byte of it changed."""
    der = bytearray(HALL.signers[MARIA].certificate)
    der[place % len(der)] ^= byte or 1
    return bytes(der)


def person(name: str, certificate: bytes) -> dict[str, Any]:
    return {"person": name, "posts": ["jefe"], "certificate": base64.b64encode(certificate).decode()}


DIRECTORS = person(MARTA, HALL.signers[MARTA].certificate) | {"posts": ["director"]}


@pytest.mark.req("AJ-42")
def test_a_right_signature_has_no_problem_also_where_none_is_due() -> None:
    assert problems(signed(book(CLOSED))) == []
    assert problems(signed(book(Draft("BallDrawn", {}, JEFE)))) == []


@pytest.mark.req("AJ-42")
def test_a_signature_that_is_due_has_to_follow_at_once() -> None:
    assert problems(book(CLOSED)) == [(3, f"falta la firma de {MARIA}")]
    assert problems(book(CLOSED, Draft("BallDrawn", {}, JEFE))) == [(3, f"falta la firma de {MARIA}")]


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
    assert problems(signed(book(CLOSED), entry=3)) == []
    assert problems(signed(book()[:1], by=MARTA, entry=True))


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
    people = [person(MARIA, HALL.signers[JUAN].certificate), DIRECTORS]
    entries = signed(book(CLOSED, opening={"people": people}), signer=HALL.signers[JUAN])
    assert [number for number, _ in problems(entries)] == [1, 4]


def test_a_certificate_counts_at_the_time_of_what_it_signs() -> None:
    entries = book()
    entries.append(seal(CLOSED, LATER, 3, entries[-1].hash))
    found = problems(signed(entries, stamp=LATER))
    assert [number for number, _ in found] == [4]
    assert "vigente" in found[0][1]


def test_a_certificate_of_another_authority_or_time_does_not_count() -> None:
    stranger = Hall(seed=2, people=PEOPLE)
    assert problems(book(opening={"people": [person(MARIA, stranger.signers[MARIA].certificate)]}))
    over = Validity(HOLDS.start, datetime(2026, 2, 1, tzinfo=UTC))
    expired = HALL.certified(MARIA, ec.derive_private_key(5, ec.SECP256R1()), over)
    assert problems(book(opening={"people": [person(MARIA, expired.certificate)]}))
    assert problems(book(opening={"people": [person(MARIA, b"garbage")]}))
    assert problems(signed(book(CLOSED), hall=stranger))


@pytest.mark.req("AJ-54")
def test_who_is_enrolled_later_signs_from_then_on() -> None:
    new = HALL.certified("Ana Rojas", ec.derive_private_key(9, ec.SECP256R1()))
    enrolled = Draft("SignatoryEnrolled", person("Ana Rojas", new.certificate), JEFE)
    closed = Draft("GameClosed", {"game": 1}, "jefe:Ana Rojas")
    assert problems(signed(book(enrolled, closed), by="Ana Rojas", signer=new)) == []
    assert problems(signed(book(closed, enrolled)[:2], by="Ana Rojas", signer=new))
    assert problems(book(Draft("SignatoryEnrolled", {"person": "Ana Rojas"}, JEFE)))


TWO = [("VoidProposed", "GameVoided", {}), ("IncidentMinuted", "IncidentApproved", {"number": 4})]


def decided(*steps: tuple[str, dict[str, Any], str], hall: Hall = HALL) -> list[Entry]:
    """Seal a book in which people take these steps, each signed by who took it."""
    entries = book()
    for kind, body, actor in steps:
        entries.append(seal(Draft(kind, body, actor), STAMP, len(entries) + 1, entries[-1].hash))
        entries = signed(entries, hall, actor.partition(":")[2])
    return entries


@pytest.mark.invariant("I16")
@pytest.mark.parametrize(("proposed", "decision", "body"), TWO)
def test_two_people_decide(proposed: str, decision: str, body: dict[str, Any]) -> None:
    first, second = (proposed, body, JEFE), (decision, body, DIRECTOR)
    assert problems(decided(first, second)) == []
    assert problems(decided(second)), "nobody proposed it"
    assert problems(decided(second, first)), "it was proposed afterwards"
    assert problems(decided(first, (decision, body, f"jefe:{JUAN}"))), "no jefe decides it"
    assert problems(decided(first, (decision, body, f"director:{JUAN}"))), "his certificate has no such post"


@pytest.mark.invariant("I16")
def test_what_was_withdrawn_is_decided_only_once_it_is_proposed_again() -> None:
    proposed, decided_on = ("VoidProposed", {}, JEFE), ("GameVoided", {}, DIRECTOR)
    withdrawn = Draft("ProposalWithdrawn", {"proposal": "VoidProposed"}, JEFE)
    entries = decided(proposed)
    entries.append(seal(withdrawn, STAMP, len(entries) + 1, entries[-1].hash))
    for step, number in ((decided_on, 1), (proposed, 1), (decided_on, 1)):
        entries.append(seal(Draft(*step), STAMP, len(entries) + 1, entries[-1].hash))
        entries = signed(entries, HALL, step[2].partition(":")[2])
        assert len(problems(entries)) == number


@pytest.mark.invariant("I16")
def test_one_person_is_never_both_of_two() -> None:
    both = HALL.certified(MARTA, ec.derive_private_key(77, ec.SECP256R1()), posts=["jefe", "director"])
    hall = replace_signer(both)
    people = [person(MARTA, both.certificate) | {"posts": ["director", "jefe"]}]
    entries = signed(book(opening={"people": people})[:1], hall, MARTA)
    for kind, actor in (("VoidProposed", f"jefe:{MARTA}"), ("GameVoided", DIRECTOR)):
        entries.append(seal(Draft(kind, {}, actor), STAMP, len(entries) + 1, entries[-1].hash))
        entries = signed(entries, hall, MARTA)
    assert problems(entries) == [(5, f"{MARTA} decide lo que propuso")]


def replace_signer(signer: SoftwareSigner) -> Hall:
    hall = Hall(people=PEOPLE)
    hall.signers[MARTA] = signer
    return hall


def test_an_incident_is_approved_by_its_number() -> None:
    minuted, approved = (
        ("IncidentMinuted", {"number": 1}, JEFE),
        ("IncidentApproved", {"number": 2}, DIRECTOR),
    )
    assert problems(decided(minuted, approved))
    odd: dict[str, Any] = {"number": [1]}
    assert problems(decided(("IncidentMinuted", odd, JEFE), ("IncidentApproved", {"number": 2}, DIRECTOR)))


@pytest.mark.invariant("I10")
def test_a_certificate_that_was_replaced_signs_no_more() -> None:
    new = HALL.certified(MARIA, ec.derive_private_key(9, ec.SECP256R1()))
    enrolled = Draft("SignatoryEnrolled", person(MARIA, new.certificate), "controller:hallctl")
    assert problems(signed(book(enrolled, CLOSED), signer=new)) == []
    assert problems(signed(book(enrolled, CLOSED))) == [
        (4, f"el certificado de {MARIA} ya fue sustituido por otro")
    ]
    before = signed(book(CLOSED))
    before.append(seal(enrolled, STAMP, len(before) + 1, before[-1].hash))
    assert problems(before) == [], "what it signed before stays signed"


def test_the_posts_that_the_book_gives_are_those_of_the_certificate() -> None:
    for posts in (["jefe", "director"], [], ["director"]):
        assert problems(
            book(
                opening={
                    "people": [person(MARIA, HALL.signers[MARIA].certificate) | {"posts": posts}, DIRECTORS]
                }
            )
        )


@pytest.mark.invariant("I10")
def test_nothing_is_signed_twice_and_no_signature_is_signed() -> None:
    entries = signed(book(CLOSED))
    again = replace_entry(entries[-1], len(entries) + 1, entries[-1].hash)
    assert problems([*entries, again])
    assert problems(signed(entries))


def replace_entry(entry: Entry, number: int, previous: str) -> Entry:
    draft = Draft(entry.kind, entry.body, entry.actor, entry.request, entry.digest)
    return seal(draft, STAMP, number, previous)


def test_a_signature_shares_all_but_its_body_with_what_it_signs() -> None:
    for stamp in (
        replace(STAMP, boot="b-2"),
        replace(STAMP, clock="?"),
        replace(STAMP, offset_minutes=0),
        LATER,
    ):
        assert problems(signed(book(CLOSED), stamp=stamp))


def test_a_right_signature_binds_itself_and_all_before_it() -> None:
    assert walked(signed(book(CLOSED))).bound == 4
    assert walked(book(Draft("BallDrawn", {}, JEFE))).bound == 2
    assert walked(signed(book(CLOSED), signature="")).bound == 2


@pytest.mark.parametrize(
    "criticals", [x509.ObjectIdentifier("1.2.3.4.5"), x509.ObjectIdentifier("2.5.29.54")]
)
def test_a_critical_extension_that_nobody_knows_spoils_a_certificate(
    criticals: x509.ObjectIdentifier,
) -> None:
    key = ec.derive_private_key(31, ec.SECP256R1())
    given = x509.load_der_x509_certificate(HALL.certified(MARIA, key).certificate)
    builder = x509.CertificateBuilder(
        given.issuer, given.subject, given.public_key(), given.serial_number,
        given.not_valid_before_utc, given.not_valid_after_utc,
    )  # fmt: skip
    for extension in given.extensions:
        builder = builder.add_extension(extension.value, extension.critical)
    builder = builder.add_extension(x509.UnrecognizedExtension(criticals, b"\x05\x00"), critical=True)
    made = builder.sign(HALL.authority.key, hashes.SHA256())
    people = [person(MARIA, made.public_bytes(Encoding.DER)), DIRECTORS]
    (found,) = problems(book(opening={"people": people}))
    assert "es crítica y no se conoce" in found[1]


@given(st.binary(max_size=400) | st.builds(spoilt, st.integers(0, 600), st.integers(0, 255)))
def test_no_bytes_in_the_place_of_a_certificate_are_more_than_a_problem(der: bytes) -> None:
    people = [person(MARIA, der), DIRECTORS]
    assert problems(signed(book(CLOSED, opening={"people": people})))
