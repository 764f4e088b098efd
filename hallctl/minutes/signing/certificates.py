"""The hall's own certificate authority, and the certificates it issues: X.509 over ECDSA P-256.

P-256 and not Ed25519, because the programs with which others check a folio (NSS behind pdfsig, most
PDF readers) do not know it. Not responsible for where keys are kept, nor for the clock: validity is given.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from fonts import uncovered
from hallctl.minutes.signing.errors import refused
from hallctl.minutes.signing.verify import ECDSA, RSA, algorithm_of, in_force

COUNTRY: Final = "BO"
LONGEST: Final = 64
"""Bytes of UTF-8 that are safe in a common name, an organisation and a unit: X.520 allows as many letters."""

DOCUMENT_SIGNING: Final = x509.ObjectIdentifier("1.3.6.1.5.5.7.3.36")
"""RFC 9336. Mail protection stands beside it: NSS, and so pdfsig, asks for that of who signs a PDF."""


CONSOLE_DAYS: Final = 397
"""How long a server's certificate holds at most: browsers take no longer ones of public authorities."""

ALWAYS_HERE: Final = ("127.0.0.1", "localhost")
"""By what the machine itself reaches its console, in every certificate of it."""

_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")

PublicKey = ec.EllipticCurvePublicKey | rsa.RSAPublicKey
"""The keys of people: those of the hall are P-256, a token may bring RSA."""


@dataclass(frozen=True, slots=True)
class Validity:
    """From when to when a certificate holds; both aware, in whole seconds, as a certificate has them."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        """Drop the parts of a second: else what ends with its authority would end after it."""
        for name in ("start", "end"):
            object.__setattr__(self, name, getattr(self, name).replace(microsecond=0))


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority with its private key at hand."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def new_key() -> ec.EllipticCurvePrivateKey:
    """Make a P-256 key from the operating system's randomness."""
    return ec.generate_private_key(ec.SECP256R1())


def make_authority(hall: str, company: str, validity: Validity, key: ec.EllipticCurvePrivateKey) -> Authority:
    """Make the hall's authority: self-signed, with no authority below it.

    Raises:
        KeyRefusedError: KEY-NAME, the hall's or the company's name cannot stand in a certificate.
    """
    name = _name(_titled("Autoridad de certificación de", hall), company)
    builder = (
        _builder(name, name, validity, key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(authority=True), critical=True)
    )
    return Authority(builder.sign(key, hashes.SHA256()), key)


def issue_person(
    authority: Authority,
    person: str,
    posts: Iterable[str],
    validity: Validity,
    key: PublicKey,
) -> x509.Certificate:
    """Certify a person's key: the person's name, the company, and a unit for each post.

    Raises:
        KeyRefusedError: KEY-NAME, a name cannot stand in a certificate; KEY-VALIDITY, it would outlive the
            authority's own certificate; KEY-EARLY, it would begin before that.
    """
    return _issue(authority, person, posts, validity, key)


def endorse_person(
    authority: Authority, person: str, posts: Iterable[str], validity: Validity, accredited: bytes
) -> x509.Certificate:
    """Certify the key of a certificate that another authority gave, for no longer than that one holds.

    Args:
        authority: The hall's.
        person: The name as the hall knows it, which need not be that of the other certificate.
        posts: What the person is in the hall.
        validity: From when, and until when at most.
        accredited: The other authority's certificate, DER.

    Raises:
        KeyRefusedError: KEY-ENDORSE, the certificate is not in force or its key does not count; or as
            `issue_person`.
    """
    if algorithm_of(accredited) not in {ECDSA, RSA}:
        raise refused("KEY-ENDORSE", detail="su clave no es P-256 ni RSA de 2048 bits o más")
    if not in_force(accredited, validity.start):
        raise refused("KEY-ENDORSE", detail=f"no está vigente el {validity.start:%Y-%m-%d}")
    given = x509.load_der_x509_certificate(accredited)
    key = given.public_key()
    assert isinstance(key, PublicKey)
    until = min(validity.end, given.not_valid_after_utc)
    return issue_person(authority, person, posts, Validity(validity.start, until), key)


def issue_seal(
    authority: Authority, hall: str, validity: Validity, key: ec.EllipticCurvePublicKey
) -> x509.Certificate:
    """Certify the key with which this controller seals the folios it prints.

    Raises:
        KeyRefusedError: As `issue_person`.
    """
    return _issue(authority, _titled("Sello de", hall), (), validity, key)


def issue_console(
    authority: Authority, hosts: Iterable[str], validity: Validity, key: ec.EllipticCurvePublicKey
) -> x509.Certificate:
    """Certify the key with which the console speaks TLS: good for that, and for no signature.

    Args:
        authority: The hall's.
        hosts: By what the console is reached, as `checked_hosts` gives it.
        validity: From when, and until when at most: no longer than `CONSOLE_DAYS`, nor than the authority.
        key: The console's.

    Raises:
        KeyRefusedError: KEY-AUTHORITY, the authority's own certificate has run out.
    """
    latest = validity.start + timedelta(days=CONSOLE_DAYS)
    end = min(validity.end, latest, authority.certificate.not_valid_after_utc)
    if end <= validity.start:
        raise refused("KEY-AUTHORITY", until=f"{end:%Y-%m-%d}")
    names = x509.SubjectAlternativeName([_general(host) for host in hosts])
    builder = (
        _leaf(authority, "Consola de la sala", (), Validity(validity.start, end), key)
        .add_extension(_usage(authority=False, content=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(names, critical=False)
    )
    return builder.sign(authority.key, hashes.SHA256())


def checked_hosts(hosts: Iterable[str]) -> tuple[str, ...]:
    """Give the addresses and names of a machine as a certificate has them, and those it always has.

    Raises:
        KeyRefusedError: KEY-HOST, one is neither an IPv4 address nor a name.
    """
    return tuple(dict.fromkeys([*map(_checked_host, hosts), *ALWAYS_HERE]))


def _checked_host(text: str) -> str:
    host = text.strip().lower()
    labels = host.split(".")
    named = all(map(_LABEL.fullmatch, labels)) and len(host) <= 253
    # What ends in figures is meant as an address, and browsers read it as one.
    if labels[-1].isdigit():
        named = _is_address(host) and host != "0.0.0.0"
    if not named:
        raise refused("KEY-HOST", name=text)
    return host


def _is_address(host: str) -> bool:
    try:
        IPv4Address(host)
    except ValueError:
        return False
    return True


def _general(host: str) -> x509.GeneralName:
    return x509.IPAddress(IPv4Address(host)) if _is_address(host) else x509.DNSName(host)


def checked_name(text: str) -> str:
    """Give ``text`` back, composed (NFC), if it can stand in a certificate.

    Raises:
        KeyRefusedError: KEY-NAME, it is empty, too long, or has stray spaces or what no folio can print.
    """
    text = unicodedata.normalize("NFC", text)
    shown = text.isprintable() and not uncovered(text)
    if not 0 < _length(text) <= LONGEST or not shown or text != " ".join(text.split()):
        raise refused("KEY-NAME", name=text)
    return text


def _titled(title: str, hall: str) -> str:
    """Put the title before the hall's name; a long hall's name is cut, with an ellipsis."""
    whole = f"{title} {checked_name(hall)}"
    cut = whole
    while _length(cut) > LONGEST:
        cut = f"{cut.removesuffix('…')[:-1].rstrip()}…"
    return cut


def _length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _issue(
    authority: Authority,
    subject: str,
    posts: Iterable[str],
    validity: Validity,
    key: PublicKey,
) -> x509.Certificate:
    if validity.start < authority.certificate.not_valid_before_utc:
        raise refused("KEY-EARLY", since=f"{authority.certificate.not_valid_before_utc:%Y-%m-%d %H:%M}")
    purposes = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION, DOCUMENT_SIGNING])
    builder = (
        _leaf(authority, subject, posts, validity, key)
        .add_extension(_usage(authority=False), critical=True)
        .add_extension(purposes, critical=False)
    )
    return builder.sign(authority.key, hashes.SHA256())


def _leaf(
    authority: Authority, subject: str, posts: Iterable[str], validity: Validity, key: PublicKey
) -> x509.CertificateBuilder:
    """Begin a certificate below the authority; its purpose is still to be added."""
    issuer = authority.certificate
    if validity.end > issuer.not_valid_after_utc:
        raise refused("KEY-VALIDITY", until=f"{issuer.not_valid_after_utc:%Y-%m-%d}")
    (company,) = issuer.subject.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    issuer_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    return (
        _builder(_name(subject, str(company.value), posts), issuer.subject, validity, key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(issuer_key, critical=False)
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, validity: Validity, key: PublicKey
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(secrets.randbits(127) | 1 << 126)
        .not_valid_before(validity.start)
        .not_valid_after(validity.end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _name(common: str, company: str, posts: Iterable[str] = ()) -> x509.Name:
    units = [x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, checked_name(post)) for post in posts]
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COUNTRY_NAME, COUNTRY),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, checked_name(company)),
            *units,
            x509.NameAttribute(NameOID.COMMON_NAME, checked_name(common)),
        ]
    )


def _usage(*, authority: bool, content: bool = True) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not authority,
        content_commitment=content and not authority,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
    )
