"""The notary's verifier and certificates: those that the hall makes, and those that it must not accept."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from hallctl.minutes.notary import verificar_libro as notary
from hallctl.minutes.signing.certificates import Validity, issue_seal
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.verify import issued_by
from tests.hallctl.minutes.notary.hall import HOLDS, Hall

NOW = "2026-11-21T01:04:37.120Z"
PERSON = "María Quispe"


@pytest.fixture(scope="module")
def hall():
    return Hall()


def der(certificate):
    return certificate.public_bytes(Encoding.DER)


def against(hall, certificate, person=PERSON, time=NOW):
    """What both verifiers say; they have to agree."""
    authority = der(hall.authority.certificate)
    said = notary.speaks_against(authority, certificate, person, time)
    if notary.read_certificate(certificate) is None or notary.read_certificate(certificate).name == person:
        assert bool(said) == bool(issued_by(authority, certificate, datetime.fromisoformat(time)))
    return said


def made(hall, key=None, signer=None, **changes):
    """A person's certificate with something changed."""
    key = (key or ec.generate_private_key(ec.SECP256R1())).public_key()
    wanted = {"ca": False, "usage": True, "name": PERSON, "issuer": hall.authority.certificate.subject}
    wanted.update(changes)
    usage = dict.fromkeys(
        ("key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign", "crl_sign",
         "encipher_only", "decipher_only"), False,
    )  # fmt: skip
    return der(
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, wanted["name"])]))
        .issuer_name(wanted["issuer"])
        .public_key(key)
        .serial_number(7)
        .not_valid_before(HOLDS.start)
        .not_valid_after(wanted.get("end", HOLDS.end))
        .add_extension(x509.BasicConstraints(ca=wanted["ca"], path_length=None), critical=True)
        .add_extension(
            x509.KeyUsage(digital_signature=True, content_commitment=wanted["usage"], **usage), critical=True
        )
        .sign(signer or hall.authority.key, hashes.SHA256())
    )


def test_what_is_needed_of_a_certificate_is_read_as_it_was_written(hall):
    signer = hall.signers[PERSON]
    found = notary.read_certificate(signer.certificate)
    assert (found.name, found.start, found.end) == (
        PERSON,
        "2026-01-01T00:00:00.000Z",
        "2028-01-01T00:00:00.000Z",
    )
    assert not found.authority
    assert found.usage & 0xC0 == 0xC0
    assert found.key.verifies(signer.algorithm, b"acta", signer.sign(b"acta"))
    assert not found.key.verifies("ed25519", b"acta", signer.sign(b"acta"))
    assert not found.key.verifies("", b"acta", signer.sign(b"acta"))
    authority = notary.read_certificate(der(hall.authority.certificate))
    assert authority.authority
    assert authority.issued(authority)  # type: ignore[arg-type]
    assert authority.issued(found)  # type: ignore[arg-type]


def test_the_certificates_of_a_keystore_count(tmp_path):
    store = Keystore.create(tmp_path / "claves", "Sala", "Bingo SA", "clave-de-ca", HOLDS, rounds=1000)
    store.enrol(PERSON, ["jefe", "director"], "clave-de-ella", "clave-de-ca", HOLDS)
    signer = store.unlock(PERSON, "clave-de-ella")
    assert notary.speaks_against(store.authority, signer.certificate, PERSON, NOW) == ""
    assert notary.read_certificate(signer.certificate).key.verifies(signer.algorithm, b"x", signer.sign(b"x"))


@pytest.mark.parametrize(
    ("time", "counts"),
    [
        ("2026-01-01T00:00:00.000Z", True),
        ("2025-12-31T23:59:59.999Z", False),
        ("2028-01-01T00:00:00.000Z", True),
        ("2028-01-01T00:00:00.001Z", False),
    ],
)
def test_validity_includes_both_its_ends(hall, time, counts):
    assert (against(hall, hall.signers[PERSON].certificate, time=time) == "") is counts


def test_a_time_beyond_2049_is_read(hall):
    assert notary.read_certificate(made(hall, end=datetime(2051, 2, 3, tzinfo=UTC))).end[:10] == "2051-02-03"


@pytest.mark.parametrize(
    "key", [ed25519.Ed25519PrivateKey.generate, lambda: rsa.generate_private_key(65537, 2048)]
)
def test_keys_of_the_other_algorithms_are_read(hall, key):
    private = key()
    certificate = made(hall, key=private)
    assert against(hall, certificate) == ""
    read = notary.read_certificate(certificate).key
    if read.algorithm == "ed25519":
        assert read.verifies("ed25519", b"acta", private.sign(b"acta"))
    else:
        assert (read.algorithm, read.modulus) == ("rsa-pkcs1-sha256", private.public_key().public_numbers().n)


def test_a_certificate_that_does_not_count_is_refused(hall):
    stranger = Hall(seed=2)
    other = ec.generate_private_key(ec.SECP256R1())
    assert against(hall, made(hall)) == ""
    assert "Juan" in against(hall, made(hall, name="Juan Mamani"))
    for bad in (
        stranger.signers[PERSON].certificate,
        made(hall, signer=other),
        made(hall, issuer=x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Otra")])),
        made(hall, ca=True),
        made(hall, usage=False),
        b"",
        b"garbage",
        hall.signers[PERSON].certificate + b"\0",
        hall.signers[PERSON].certificate[:-1],
    ):
        assert against(hall, bad)


def test_an_authority_that_is_none_gives_no_certificate_that_counts(hall):
    person = hall.signers[PERSON]
    assert notary.speaks_against(person.certificate, person.certificate, PERSON, NOW)
    assert notary.speaks_against(b"", person.certificate, PERSON, NOW)
    soon = Validity(HOLDS.start, HOLDS.start + timedelta(days=1))
    seal = der(issue_seal(hall.authority, "Sala", soon, person.key.public_key()))
    assert "vigente" in notary.speaks_against(der(hall.authority.certificate), seal, "Sello de Sala", NOW)


def test_no_flipped_bit_of_a_certificate_leaves_it_counting(hall):
    certificate, authority = hall.signers[PERSON].certificate, der(hall.authority.certificate)
    for position in range(0, len(certificate) * 8, 7):
        flipped = bytearray(certificate)
        flipped[position // 8] ^= 1 << position % 8
        # Not compared with the library, which lets the count of unused bits before the signature vary.
        assert notary.speaks_against(authority, bytes(flipped), PERSON, NOW), position


BASIC, USAGE, PURPOSES, NAMES = "2.5.29.19", "2.5.29.15", "2.5.29.37", "2.5.29.17"


def extended(hall, values, critical=()):
    """A person's certificate with these values of extensions, in hexadecimal, by their identifiers."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, PERSON)]))
        .issuer_name(hall.authority.certificate.subject)
        .public_key(hall.signers[PERSON].key.public_key())
        .serial_number(7)
        .not_valid_before(HOLDS.start)
        .not_valid_after(HOLDS.end)
    )
    for oid, value in {BASIC: "3000", USAGE: "030206c0", **values}.items():
        extension = x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), bytes.fromhex(value))
        builder = builder.add_extension(extension, critical=oid in critical)
    return der(builder.sign(hall.authority.key, hashes.SHA256()))


@pytest.mark.parametrize(
    ("oid", "value", "counts"),
    [
        (BASIC, "30030101ff", False),  # an authority
        (BASIC, "3003020100", True),
        (BASIC, "3003010100", False),  # false, which DER leaves out
        (BASIC, "300302" + "01ff", False),
        (BASIC, "30040202" + "0001", False),
        (BASIC, "3006020100020100", False),
        (BASIC, "0500", False),
        (BASIC, "30800000", False),
        (USAGE, "030200c0", True),
        (USAGE, "030206c1", False),
        (USAGE, "030208c0", False),
        (USAGE, "0300", False),
        (USAGE, "030101", False),
        (USAGE, "0402" + "06c0", False),
        (USAGE, "030206c000", False),
        (PURPOSES, "300a06082b06010505070301", True),
        (PURPOSES, "3000", False),
        (PURPOSES, "0500", False),
        (PURPOSES, "30020600", False),
        (PURPOSES, "3004" + "06022a80", False),
        (PURPOSES, "3005" + "06032a8001", False),
        (NAMES, "3003820161", True),
        (NAMES, "3002" + "8700", True),
        (NAMES, "3004" + "88022a03", True),
        (NAMES, "3004" + "a4023000", True),
        (NAMES, "3000", False),
        (NAMES, "78", False),
        (NAMES, "30038201e9", False),
        (NAMES, "3003890161", False),
        (NAMES, "3003a40130", False),
        (NAMES, "30028800", False),
        ("2.5.29.14", "78", False),  # a subject key identifier that is no DER
        ("2.5.29.14", "", False),
        ("2.5.29.14", "0500", True),  # nor one by its form: nobody looks at that
        ("2.5.29.31", "04020000", True),
        ("1.2.3.4", "0401", False),
        ("1.2.3.4", "05000500", False),
        ("1.2.3.4", "0481020000", False),
    ],
)
def test_an_extension_is_der_and_four_of_them_have_their_form(hall, oid, value, counts):
    assert (against(hall, extended(hall, {oid: value})) == "") is counts
    known = oid in {BASIC, USAGE, PURPOSES, NAMES}
    assert (against(hall, extended(hall, {oid: value}, {oid})) == "") is (counts and known)


def test_both_verifiers_read_the_same_extensions(hall):
    rng = random.Random(6)
    said = set()
    for _ in range(150):
        oid, *values = rng.choice(
            [(BASIC, "3000", "3003020100"), (USAGE, "030206c0", "030200c0"),
             (PURPOSES, "300a06082b06010505070301"), (NAMES, "3003820161", "3004a4023000", "300488022a03")]
        )  # fmt: skip
        value = bytearray.fromhex(rng.choice(values))
        for _ in range(rng.randint(0, 2)):
            value[rng.randrange(len(value))] = rng.choice([0, 1, 2, 3, 5, 6, 0x30, 0x7F, 0x80, 0x81, 0xFF])
        said.add(against(hall, extended(hall, {oid: value.hex()})) == "")
    assert said == {True, False}
