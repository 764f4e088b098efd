"""What people of the hall may do with the keys that they have, and what nobody needs a key for.

Everything is signed rightly here, by real keys, with a right checkpoint at the end: what is wrong is only
what the format forbids. It has to be found from the book alone.
"""

import random
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from hallctl.minutes.signing.signers import SoftwareSigner
from tests.hallctl.minutes.notary.maker import (
    ANA,
    CONTROLLER,
    FORMATS,
    HOLDS,
    JUAN,
    MARIA,
    POSTS,
    WrittenBook,
    spelled,
)
from tests.torture.pages import BODY, PLACE, Pages, keys_of
from tests.torture.tamperings import UNBOUND, alone


def last(kept: WrittenBook) -> Pages:
    """Give the open volume: nothing after it has to name its end."""
    return Pages(kept, 3)


def signed_by_all(pages: Pages, kept: WrittenBook, code: str) -> str:
    """Seal, sign and note all anew with every key of the hall."""
    pages.resign(keys_of(kept.house))
    pages.note_end(kept.house)
    pages.write(second=True)
    return code


def resigned(pages: Pages, place: int, person: str, post: str) -> None:
    """Let another person sign what is at a place."""
    pages.put(place, actor=f"{post}:{person}")
    pages.put(place + 1, body={**pages.body(place + 1), "certificate": ""})


# ---- people and posts


@alone("MIN-SIGN")
def sign_in_a_post_that_does_not_sign_this(rng, bench, kept):
    pages = last(kept)
    kind, post = rng.choice(
        [("GameSigned", "director"), ("SessionOpened", "director"), ("GameVoided", "jefe"),
         ("BookOpened", "jefe"), ("VoidProposed", "director"), ("SessionOpened", "cajero"),
         ("IncidentApproved", "jefe"), ("SessionOpened", "")]
    )  # fmt: skip
    resigned(pages, pages.of_kind(kind)[0], ANA, post)
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def sign_in_a_post_that_the_certificate_does_not_have(rng, bench, kept):
    pages = last(kept)
    kind, person, post = rng.choice(
        [("GameSigned", JUAN, "jefe"), ("GameVoided", MARIA, "director"), ("BookOpened", MARIA, "director")]
    )
    resigned(pages, pages.of_kind(kind)[0], person, post)
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def sign_what_nobody_has_to_in_a_post_of_somebody_else(rng, bench, kept):
    pages = last(kept)
    place = pages.of_kind("GameSigned")[0] + 2
    person, post = rng.choice([(ANA, "cajero"), (MARIA, "director"), (JUAN, "jefe"), (JUAN, "")])
    pages.insert(place, "PrizePaid", f"{post}:{person}", {"amount": 1})
    pages.insert(place + 1, "EntrySigned", "", {})
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def approve_an_incident_without_a_number(rng, bench, kept):
    pages = last(kept)
    body = rng.choice([{}, {"number": True}, {"number": None}, {"number": "1"}, {"number": [1]}])
    for kind in ("IncidentMinuted", "IncidentApproved"):
        pages.put(pages.of_kind(kind)[0], body=body)
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def be_both_of_two(rng, bench, kept):
    pages = last(kept)
    proposed, approved = rng.choice([("VoidProposed", "GameVoided"), ("IncidentMinuted", "IncidentApproved")])
    resigned(pages, pages.of_kind(proposed)[-1], ANA, "jefe")
    resigned(pages, pages.of_kind(approved)[-1], ANA, "director")
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def approve_what_nobody_proposed(rng, bench, kept):
    pages = last(kept)
    way = rng.randrange(3)
    if way == 0:
        pages.remove("VoidProposed")
    elif way == 1:
        pages.remove("IncidentMinuted")
    else:
        pages.put(pages.of_kind("IncidentApproved")[0], body={"number": rng.choice([2, "1", None, True])})
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def sign_with_a_certificate_that_was_replaced(rng, bench, kept):
    pages = last(kept)
    pages.insert(2, "SignatoryEnrolled", CONTROLLER, kept.house.enrolment(MARIA, kept.house.signers[MARIA]))
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def sign_twice(rng, bench, kept):
    pages = last(kept)
    at = rng.choice(pages.signatures())
    pages.rows.insert(at + 1, list(pages.rows[at]))
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def leave_a_signature_out_that_the_format_demands(rng, bench, kept):
    pages = last(kept)
    del pages.rows[rng.choice(pages.signatures())]
    return signed_by_all(pages, kept, "MIN-SIGN")


@alone("MIN-SIGN")
def sign_at_another_moment(rng, bench, kept):
    pages = last(kept)
    pages.resign(keys_of(kept.house))
    at = pages.signatures()[-1]
    name, value = rng.choice(
        [("time", "2026-11-21T01:04:37.121Z"), ("offset_minutes", -180), ("clock", "otro"), ("boot", "b-2"),
         ("request", "otra"), ("digest", "0" * 64)]
    )  # fmt: skip
    pages.put(at, **{name: value})
    for place in range(at, len(pages.rows)):
        pages.put(place, previous=pages.rows[place - 1][PLACE["hash"]])
        pages.seal(place)
    pages.note_end(kept.house)
    pages.write(second=True)
    return "MIN-SIGN"


# ---- certificates


def certificate(
    kept: WrittenBook, rng: random.Random, person: str, *, critical: str = "",
    issuer: SoftwareSigner | None = None, posts: list[str] | None = None,
    more: tuple[str, bytes] | None = None,
) -> SoftwareSigner:  # fmt: skip
    """Make a certificate that the hall's program would not."""
    key = ec.derive_private_key(rng.randrange(1, 2**200), ec.SECP256R1())
    authority = kept.house.authority
    by = x509.load_der_x509_certificate(issuer.certificate) if issuer else authority.certificate
    units = [x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, post) for post in posts or POSTS[person]]
    usage = dict.fromkeys(
        ("key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign", "crl_sign",
         "encipher_only", "decipher_only"), False,
    )  # fmt: skip
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([*units, x509.NameAttribute(NameOID.COMMON_NAME, person)]))
        .issuer_name(by.subject)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(HOLDS.start)
        .not_valid_after(datetime(2027, 12, 1, tzinfo=UTC))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, content_commitment=True, **usage), critical=True)
    )
    if critical:
        strange = x509.UnrecognizedExtension(x509.ObjectIdentifier(critical), b"\x05\x00")
        builder = builder.add_extension(strange, critical=True)
    if more:
        extension = x509.UnrecognizedExtension(x509.ObjectIdentifier(more[0]), more[1])
        builder = builder.add_extension(extension, critical=False)
    made = builder.sign(issuer.key if issuer else authority.key, hashes.SHA256())
    return SoftwareSigner(made.public_bytes(Encoding.DER), key)


def enrolled(kept: WrittenBook, pages: Pages, signer: SoftwareSigner) -> str:
    """Let María be given a certificate after the opening, and sign with it from then on."""
    pages.insert(2, "SignatoryEnrolled", CONTROLLER, kept.house.enrolment(MARIA, signer))
    for place in pages.signatures():
        if pages.body(place)["person"] == MARIA:
            pages.put(place, body={**pages.body(place), "certificate": ""})
    pages.resign({**keys_of(kept.house), MARIA: signer})
    pages.note_end(kept.house)
    pages.write(second=True)
    return "MIN-SIGN"


@alone("MIN-SIGN")
def have_a_certificate_with_an_unknown_critical_extension(rng, bench, kept):
    oid = rng.choice(["1.2.3.4", "2.5.29.36", "2.5.29.30", "2.5.29.54"])
    return enrolled(kept, last(kept), certificate(kept, rng, MARIA, critical=oid))


@alone("MIN-SIGN")
def have_a_certificate_that_a_person_issued(rng, bench, kept):
    return enrolled(kept, last(kept), certificate(kept, rng, MARIA, issuer=kept.house.signers[JUAN]))


@alone("MIN-SIGN")
def have_a_certificate_of_other_posts_than_enrolled(rng, bench, kept):
    posts = rng.choice([["director"], ["jefe", "director"], ["Jefe"]])
    return enrolled(kept, last(kept), certificate(kept, rng, MARIA, posts=posts))


@alone("MIN-SIGN")
def have_an_extension_of_another_form(rng, bench, kept):
    oid, value = rng.choice(
        [("2.5.29.37", "3000"), ("2.5.29.17", "78"), ("2.5.29.14", "78"), ("2.5.29.17", "3000"),
         ("1.2.3.4", "")]
    )  # fmt: skip
    return enrolled(kept, last(kept), certificate(kept, rng, MARIA, more=(oid, bytes.fromhex(value))))


@alone("MIN-SIGN")
def enrol_with_an_accredited_certificate_of_another_type(rng, bench, kept):
    pages = last(kept)
    body = kept.house.enrolment(MARIA, kept.house.renewed)
    pages.insert(
        2, "SignatoryEnrolled", CONTROLLER, {**body, "accredited": rng.choice([None, 7, [], {}, True])}
    )
    return signed_by_all(pages, kept, "MIN-SIGN")


# ---- openings


def reopened(rng: random.Random, kept: WrittenBook, **changes: object) -> str:
    pages = last(kept)
    pages.put(0, body={**pages.body(0), **changes})
    return signed_by_all(pages, kept, "MIN-OPEN")


@alone("MIN-OPEN")
def open_with_another_list_of_what_is_signed(rng, bench, kept):
    signed = Pages(kept, 3).body(0)["signed"]
    return reopened(
        rng, kept, signed=rng.choice([[], signed[1:], signed[::-1], [*signed, "Z"], [*signed, signed[-1]]])
    )


@alone("MIN-OPEN")
def open_with_keys_in_part_or_another_origin(rng, bench, kept):
    body = Pages(kept, 3).body(0)
    change = rng.choice(
        [{"origin": ""}, {"origin": "otra/tomo-0003"}, {"origin": "sala/libro/tomo-3"}, {"controller": ""},
         {"controller": body["controller"].replace("+A", "+B", 1)}, {"controller": "x"}]
    )  # fmt: skip
    return reopened(rng, kept, **change)


@alone("MIN-OPEN")
def open_in_another_form(rng, bench, kept):
    shapeless = [{}, "x", 7, True, [1], [[]], {"a": None}]
    key = rng.choice(["people", "signed", "authority", "controller", "previous", "volume", "origin"])
    pages = last(kept)
    pages.put(0, body={**pages.body(0), key: rng.choice(shapeless)})
    pages.reseal()
    pages.write(second=True)
    return "MIN-OPEN"


@alone("MIN-OPEN")
def open_with_an_accredited_certificate_of_another_type(rng, bench, kept):
    people = Pages(kept, 3).body(0)["people"]
    rng.choice(people)["accredited"] = rng.choice([None, 7, [], {}, False])
    return reopened(rng, kept, people=people)


@alone("MIN-OPEN")
def mark_the_file_as_of_the_other_format(rng, bench, kept):
    pages = last(kept)
    pages.format = 2
    pages.write(second=True)
    return "MIN-OPEN"


@alone("MIN-OPEN")
def go_back_to_format_2(rng, bench, kept):
    pages = last(kept)
    pages.format = 2
    pages.put(0, body={**pages.body(0), "format": FORMATS[2]})
    return signed_by_all(pages, kept, "MIN-OPEN")


# ---- whole volumes written without any key


def without_keys(pages: Pages) -> None:
    """Keep what the opening names, and nothing that a key has made."""
    for place in reversed(pages.signatures()):
        del pages.rows[place]
    pages.put(0, body={**pages.body(0), "signed": []})
    pages.put(pages.of_kind("GameSigned")[0], body={"game": 0, "prize": 1_000_000})
    pages.reseal()
    pages.notes = []


@alone("MIN-OPEN")
def write_the_open_volume_anew_without_any_key(rng, bench, kept):
    pages = last(kept)
    without_keys(pages)
    if rng.random() < 0.5:
        pages.format = 2
        pages.put(0, body={**pages.body(0), "format": FORMATS[2]})
        pages.reseal()
    pages.write(second=True)
    return "MIN-OPEN"


@alone(UNBOUND)
def write_the_only_volume_anew_in_format_2_without_any_key(rng, bench, kept):
    for number in (2, 3):
        kept.volume(number).unlink()
        (kept.second / f"tomo-{number:04d}.jsonl").unlink()
    pages = Pages(kept, 1)
    pages.rows = pages.rows[: pages.of_kind("ClosingProposed")[0]]
    without_keys(pages)
    pages.format = 2
    pages.put(0, body={**pages.body(0), "format": FORMATS[2]})
    pages.reseal()
    pages.write(second=True)
    return ""


@alone("MIN-OPEN")
def write_the_open_volume_anew_of_a_hall_without_keys(rng, bench, kept):
    pages = last(kept)
    without_keys(pages)
    pages.put(0, body={**pages.body(0), "origin": "", "controller": "", "authority": "", "people": []})
    pages.remove("SignatoryEnrolled")
    pages.reseal()
    pages.write(second=True)
    return "MIN-OPEN"


@alone(UNBOUND)
def go_on_without_any_key(rng, bench, kept):
    pages = last(kept)
    for _ in range(rng.randint(1, 5)):
        pages.insert(len(pages.rows), "PrizePaid", "cajero:nadie", {"amount": rng.randrange(10**9)})
    pages.reseal()
    pages.write(second=True)
    return UNBOUND


@alone(UNBOUND)
def change_what_only_a_left_out_checkpoint_bound(rng, bench, kept):
    pages = last(kept)
    after = pages.signatures()[-1] + 1
    pages.notes = [note for note in pages.notes if note[1] < after]
    pages.insert(after, "PrizePaid", "cajero:nadie", {"amount": 1})
    pages.reseal()
    pages.write(second=True)
    return ""


# ---- forms, and what follows the closing


@alone("MIN-FORM")
def write_a_field_in_another_form(rng, bench, kept):
    pages = last(kept)
    signatures = pages.signatures()  # which are written as what they sign
    place = rng.choice([each for each in range(1, len(pages.rows)) if each not in signatures])
    change = rng.choice(
        [{"offset_minutes": 1440}, {"offset_minutes": -1440}, {"offset_minutes": 2**53},
         {"digest": "x" * 64},
         {"digest": "A" * 64, "request": "r"}, {"digest": "", "request": "r"},
         {"digest": "0" * 64, "request": ""},
         {"time": "0000-01-01T00:00:00.000Z"}, {"time": "2026-11-21T01:04:60.120Z"},
         {"time": "2026-11-21T24:00:00.000Z"}, {"time": "2026-11-31T01:04:00.120Z"},
         {"time": "2026-11-21T01:04:37.12Z"}, {"time": "2026-11-21 01:04:37.120Z"}]
    )  # fmt: skip
    pages.put(place, **change)
    pages.rows[place][PLACE["offset_minutes"]] = min(pages.rows[place][PLACE["offset_minutes"]], 2**53 - 1)
    return signed_by_all(pages, kept, "MIN-FORM")


@alone("MIN-OPEN")
def go_on_after_the_closing(rng, bench, kept):
    kept.volume(3).unlink()
    (kept.second / "tomo-0003.jsonl").unlink()
    pages = Pages(kept, 2)
    place = rng.choice([len(pages.rows), pages.of_kind("BookClosed")[0] + 2])
    way = rng.randrange(3)
    if way == 0:
        pages.insert(place, "PrizePaid", "cajero:nadie", {})
    elif way == 1:
        game = pages.of_kind("GameSigned")[0]
        pages.rows[place:place] = [list(row) for row in pages.rows[game : game + 2]]
    else:
        closing = pages.of_kind("BookClosed")[0]
        pages.rows.append(list(pages.rows[closing]))
        pages.rows.append(list(pages.rows[closing + 1]))
    return signed_by_all(pages, kept, "MIN-OPEN")


@alone("MIN-FORM")
def write_a_body_in_another_spelling(rng, bench, kept):
    pages = last(kept)
    place = pages.of_kind("BallReported")[0]
    text = pages.rows[place][BODY]
    pages.rows[place][BODY] = rng.choice(
        [text.replace(":", ": ", 1), text.replace('"ball"', '"b\\u0061ll"'), text + " ", f"[{text}]",
         text.replace("}", ',"z":1.5}'), text.replace("}", ',"a":1}'), "[" * 40 + "]" * 40, ""]
    )  # fmt: skip
    pages.reseal()
    pages.write(second=rng.random() < 0.5)
    return "MIN-FORM"


@alone("MIN-SIGN")
def name_a_certificate_that_is_none(rng, bench, kept):
    pages = last(kept)
    body = pages.body(0)
    person = rng.choice(body["people"])
    person["certificate"] = rng.choice(["", "x", spelled(b""), spelled(b"0"), spelled(rng.randbytes(40))])
    pages.put(0, body=body)
    pages.reseal()
    pages.write(second=True)
    return "MIN-SIGN"
