"""Verification says no to everything but the very signature, and has an answer for any bytes."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from hypothesis import example, given
from hypothesis import strategies as st

from hallctl.minutes.signing.certificates import issue_person, make_authority, new_key
from hallctl.minutes.signing.verify import (
    ECDSA,
    ED25519,
    RSA,
    algorithm_of,
    issued_by,
    name_of,
    posts_of,
    verifies,
)
from tests.hallctl.minutes.signing.conftest import DECADE, MOMENT, START, YEARS

MESSAGE = b"partida 7: linea, carton 1042"


def der(certificate):
    return certificate.public_bytes(Encoding.DER)


AUTHORITY = make_authority("Sala", "Empresa", DECADE, new_key())
KEY = new_key()
ANA = der(issue_person(AUTHORITY, "Ana", ["jefe", "locutor"], YEARS, KEY.public_key()))
SIGNATURE = KEY.sign(MESSAGE, ec.ECDSA(hashes.SHA256()))
ROOT = der(AUTHORITY.certificate)


def self_signed(key, algorithm=None):
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Otro")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(START).not_valid_after(DECADE.end)
    return der(builder.sign(key, algorithm))


def flips(content):
    for position in range(len(content) * 8):
        changed = bytearray(content)
        changed[position // 8] ^= 1 << position % 8
        yield bytes(changed)


def test_a_signature_verifies_and_no_single_bit_of_it_or_of_the_message_may_change():
    assert verifies(ANA, ECDSA, MESSAGE, SIGNATURE)
    assert not any(verifies(ANA, ECDSA, MESSAGE, changed) for changed in flips(SIGNATURE))
    assert not any(verifies(ANA, ECDSA, changed, SIGNATURE) for changed in flips(MESSAGE))
    assert not verifies(ANA, ECDSA, MESSAGE, SIGNATURE + b"\0")
    assert not verifies(ANA, ECDSA, MESSAGE + b"\0", SIGNATURE)


def test_no_single_bit_of_a_certificate_may_change():
    certificate = ANA
    while certificate[-1] & 1:  # one that ends in an even byte would bear another count of unused bits
        certificate = der(issue_person(AUTHORITY, "Ana", ["jefe"], YEARS, KEY.public_key()))
    assert issued_by(ROOT, certificate, MOMENT) == ()
    assert all(issued_by(ROOT, changed, MOMENT) for changed in flips(certificate))


def test_a_signature_of_another_person_or_algorithm_does_not_verify():
    other = new_key()
    certificate = der(issue_person(AUTHORITY, "Ana", ["jefe", "locutor"], YEARS, other.public_key()))
    assert not verifies(certificate, ECDSA, MESSAGE, SIGNATURE)
    for algorithm in (RSA, ED25519, "", "none"):
        assert not verifies(ANA, algorithm, MESSAGE, SIGNATURE)


def test_rsa_and_ed25519_verify_as_themselves():
    key = rsa.generate_private_key(65537, 2048)
    signature = key.sign(MESSAGE, padding.PKCS1v15(), hashes.SHA256())
    certificate = self_signed(key, hashes.SHA256())
    assert verifies(certificate, RSA, MESSAGE, signature)
    assert not verifies(certificate, RSA, MESSAGE + b".", signature)
    edwards = ed25519.Ed25519PrivateKey.generate()
    assert verifies(self_signed(edwards), ED25519, MESSAGE, edwards.sign(MESSAGE))
    assert not verifies(self_signed(edwards), ED25519, MESSAGE, signature)


@pytest.mark.parametrize(
    "key", [rsa.generate_private_key(65537, 1024), ec.generate_private_key(ec.SECP384R1())]
)
def test_a_weak_or_foreign_key_counts_for_nothing(key):
    certificate = self_signed(key, hashes.SHA256())
    assert algorithm_of(certificate) is None
    for algorithm in (RSA, ECDSA):
        assert not verifies(certificate, algorithm, MESSAGE, SIGNATURE)


def test_the_name_and_posts_are_those_of_the_certificate():
    assert (name_of(ANA), posts_of(ANA)) == ("Ana", ("jefe", "locutor"))
    assert (name_of(b"no"), posts_of(b"no")) == ("", ())


def test_each_thing_that_speaks_against_a_certificate_is_said():
    def said(authority, certificate, at=MOMENT):
        return " ".join(issued_by(authority, certificate, at))

    stranger = der(make_authority("Sala", "Empresa", DECADE, new_key()).certificate)
    assert "no emitió" in said(stranger, ANA)
    assert "no es para firmar documentos" in said(ROOT, ROOT)
    assert "autoridad firmado por sí mismo" in said(ANA, ANA)
    assert "el certificado no estaba vigente" in said(ROOT, ANA, YEARS.end + timedelta(seconds=1))
    assert "la autoridad no estaba vigente" in said(ROOT, ANA, DECADE.end + timedelta(seconds=1))
    assert "vigente" not in said(ROOT, ANA, YEARS.end)
    assert "no estaba vigente" in said(ROOT, ANA, START - timedelta(seconds=1))
    assert "no se puede leer" in said(b"", ANA)
    assert "no se puede leer" in said(ROOT, b"")


@pytest.mark.parametrize("weak", [x509.BasicConstraints, x509.KeyUsage, None])
def test_an_authority_says_that_it_is_one_and_signs_itself(weak):
    own = AUTHORITY.certificate
    builder = x509.CertificateBuilder().subject_name(own.subject).issuer_name(own.subject)
    builder = builder.public_key(own.public_key()).serial_number(5)
    builder = builder.not_valid_before(START).not_valid_after(DECADE.end)
    person = x509.load_der_x509_certificate(ANA).extensions
    for each in own.extensions:
        put = person.get_extension_for_class(weak) if weak and isinstance(each.value, weak) else each
        builder = builder.add_extension(put.value, put.critical)
    signed = builder.sign(AUTHORITY.key if weak else new_key(), hashes.SHA256())
    problems = issued_by(der(signed), ANA, MOMENT)
    assert problems == ("la autoridad no es un certificado de autoridad firmado por sí mismo",)


def issued(by, key, algorithm, rsa_padding=None):
    """Ana's certificate, signed anew by an authority's key in an algorithm."""
    own = x509.load_der_x509_certificate(ANA)
    builder = x509.CertificateBuilder().subject_name(own.subject).issuer_name(by.subject)
    builder = builder.public_key(own.public_key()).serial_number(9)
    builder = builder.not_valid_before(YEARS.start).not_valid_after(YEARS.end)
    for each in own.extensions:
        builder = builder.add_extension(each.value, each.critical)
    return der(builder.sign(key, algorithm, rsa_padding=rsa_padding))


@pytest.mark.parametrize("algorithm", [hashes.SHA256(), hashes.SHA384(), hashes.SHA512()])
def test_a_certificate_is_signed_in_an_algorithm_of_the_page(algorithm):
    signed = issued(AUTHORITY.certificate, AUTHORITY.key, algorithm)
    as_the_page_says = isinstance(algorithm, hashes.SHA256)
    assert (issued_by(ROOT, signed, MOMENT) == ()) is as_the_page_says
    assert as_the_page_says or issued_by(ROOT, signed, MOMENT) == ("la autoridad no emitió este certificado",)


@pytest.mark.parametrize(
    ("algorithm", "filled"),
    [
        (hashes.SHA256(), padding.PKCS1v15()),
        (hashes.SHA512(), padding.PKCS1v15()),
        (hashes.SHA256(), padding.PSS(padding.MGF1(hashes.SHA256()), 32)),
    ],
)
def test_an_rsa_authority_signs_with_sha_256_and_the_old_padding(algorithm, filled):
    key = rsa.generate_private_key(65537, 2048)
    own = AUTHORITY.certificate
    builder = x509.CertificateBuilder().subject_name(own.subject).issuer_name(own.subject)
    builder = builder.public_key(key.public_key()).serial_number(5)
    builder = builder.not_valid_before(START).not_valid_after(DECADE.end)
    basic = own.extensions.get_extension_for_class(x509.BasicConstraints)
    usage = own.extensions.get_extension_for_class(x509.KeyUsage)
    for each in (basic, usage):
        builder = builder.add_extension(each.value, each.critical)
    authority = builder.sign(key, hashes.SHA256())
    signed = issued(authority, key, algorithm, filled)
    as_the_page_says = isinstance(algorithm, hashes.SHA256) and isinstance(filled, padding.PKCS1v15)
    assert (issued_by(der(authority), signed, MOMENT) == ()) is as_the_page_says


def test_an_authority_that_a_person_made_of_their_own_certificate_issues_nothing():
    """Who holds a person's key must not make certificates that the hall's authority seems to vouch for."""
    forged = issue_person(
        type(AUTHORITY)(x509.load_der_x509_certificate(ANA), KEY),
        "Luis",
        ["director"],
        YEARS,
        KEY.public_key(),
    )
    assert issued_by(ROOT, der(forged), MOMENT)
    assert issued_by(ANA, der(forged), MOMENT)


MUTATED = st.builds(
    lambda content, cuts: bytes(byte for place, byte in enumerate(content) if place % 997 not in cuts),
    st.sampled_from([ANA, ROOT]),
    st.sets(st.integers(0, 996), max_size=3),
)
PATCHED = st.builds(
    lambda content, place, patch: content[:place] + patch + content[place + len(patch) :],
    st.sampled_from([ANA, ROOT]),
    st.integers(0, len(ANA)),
    st.binary(min_size=1, max_size=4),
)


@given(
    certificate=st.one_of(st.binary(max_size=300), MUTATED, PATCHED),
    algorithm=st.one_of(st.sampled_from([ECDSA, RSA, ED25519]), st.text(max_size=5)),
    message=st.binary(max_size=40),
    signature=st.one_of(st.binary(max_size=100), st.just(SIGNATURE)),
)
@example(certificate=b"0\x80", algorithm=ECDSA, message=b"", signature=b"")
def test_any_bytes_get_an_answer_and_never_a_yes(certificate, algorithm, message, signature):
    assert verifies(certificate, algorithm, message, signature) is False
    assert isinstance(name_of(certificate), str)
    assert isinstance(posts_of(certificate), tuple)
    now = datetime(2026, 6, 1, tzinfo=UTC)
    for authority in (ROOT, certificate):
        problems = issued_by(authority, certificate, now)
        assert all(isinstance(problem, str) for problem in problems)
        assert problems or certificate == ANA
