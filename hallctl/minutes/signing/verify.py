"""Whether a signature verifies and who made it: pure, and an answer for any bytes whatever.

Not responsible for whether the person was allowed to sign, nor for revocation: the book records who held
which post when, and names the certificates that counted.
"""

import functools
from datetime import datetime
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, SignatureAlgorithmOID

from hallctl.minutes.signing.extensions import Extensions, read_extensions

ECDSA: Final = "ecdsa-p256-sha256"
RSA: Final = "rsa-pkcs1-sha256"
ED25519: Final = "ed25519"

_CERTIFIED_BY: Final = frozenset(
    {
        SignatureAlgorithmOID.ECDSA_WITH_SHA256,
        SignatureAlgorithmOID.RSA_WITH_SHA256,
        SignatureAlgorithmOID.ED25519,
    }
)
"""The algorithms in which a certificate may be signed (docs/minutes.md): the library knows more."""

SHORTEST_RSA: Final = 2048
"""Bits below which an RSA key counts for nothing."""

_BAD = (
    ValueError,
    TypeError,
    OverflowError,
    UnsupportedAlgorithm,
    InvalidSignature,
    x509.InvalidVersion,
    x509.ExtensionNotFound,
    x509.DuplicateExtension,
    x509.UnsupportedGeneralNameType,
    Warning,  # a doubtful certificate makes the library warn, which is an error where warnings are
)


def algorithm_of(certificate_der: bytes) -> str | None:
    """Name the algorithm with which the certificate's key signs, or None where there is none that counts."""
    key = _key(certificate_der)
    if isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1):
        return ECDSA
    if isinstance(key, rsa.RSAPublicKey) and key.key_size >= SHORTEST_RSA:
        return RSA
    return ED25519 if isinstance(key, ed25519.Ed25519PublicKey) else None


def verifies(certificate_der: bytes, algorithm: str, message: bytes, signature: bytes) -> bool:
    """Return whether the holder of the certificate's key signed exactly these bytes; never raises."""
    if algorithm_of(certificate_der) != algorithm:
        return False
    key = _key(certificate_der)
    try:
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, message, padding.PKCS1v15(), hashes.SHA256())
        elif isinstance(key, ed25519.Ed25519PublicKey):
            key.verify(signature, message)
        else:
            return False
    except _BAD:
        return False
    return True


def is_key_of(certificate_der: bytes, key: ec.EllipticCurvePublicKey) -> bool:
    """Return whether the certificate is about this key; never raises."""
    return _key(certificate_der) == key


def same_key(one_der: bytes, other_der: bytes) -> bool:
    """Return whether two certificates are about one key; never raises."""
    key = _key(one_der)
    return key is not None and key == _key(other_der)


def in_force(certificate_der: bytes, at: datetime) -> bool:
    """Return whether the certificate holds at an aware moment; never raises."""
    certificate = _load(certificate_der)
    return certificate is not None and _valid(certificate, at)


def name_of(certificate_der: bytes) -> str:
    """Give the common name in the certificate, or an empty text where there is none; never raises."""
    names = _subject(certificate_der, NameOID.COMMON_NAME)
    return names[-1] if names else ""


def issuer_of(certificate_der: bytes) -> str:
    """Give the common name of who issued the certificate, or an empty text; never raises."""
    certificate = _load(certificate_der)
    try:
        names = [] if certificate is None else certificate.issuer.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(names[-1].value) if names else ""
    except _BAD:
        return ""


def posts_of(certificate_der: bytes) -> tuple[str, ...]:
    """Give the posts in the certificate, one for each unit; never raises."""
    return _subject(certificate_der, NameOID.ORGANIZATIONAL_UNIT_NAME)


def issued_by(authority_der: bytes, certificate_der: bytes, at: datetime) -> tuple[str, ...]:
    """Return why the certificate is not the authority's, or not good for signing; nothing if it is.

    Args:
        authority_der: The hall's authority, trusted because the opening diligence names it.
        certificate_der: The certificate of a person or seal.
        at: When it was used, aware.

    Returns:
        A Spanish sentence for each problem. Never raises, whatever the bytes.
    """
    authority, certificate = _load(authority_der), _load(certificate_der)
    if authority is None or certificate is None:
        unread = {"la autoridad": authority, "el certificado": certificate}
        return tuple(
            f"{title} no se puede leer como certificado X.509"
            for title, each in unread.items()
            if each is None
        )
    holds = {
        "la autoridad no emitió este certificado": _signed(authority, certificate),
        "la autoridad no es un certificado de autoridad firmado por sí mismo": _may_issue(authority),
        "el certificado no es para firmar documentos": _may_sign(certificate),
        "una extensión está repetida, no tiene su forma, o es crítica y no se conoce": None
        not in (_extensions(authority), _extensions(certificate)),
        f"la autoridad no estaba vigente el {at:%Y-%m-%d}": _valid(authority, at),
        f"el certificado no estaba vigente el {at:%Y-%m-%d}": _valid(certificate, at),
    }
    return tuple(problem for problem, held in holds.items() if not held)


def hosts_of(certificate_der: bytes) -> tuple[str, ...]:
    """Give the names and addresses of the machine that a certificate is for, in order; never raises."""
    certificate = _load(certificate_der)
    try:
        extensions = () if certificate is None else certificate.extensions
        held = [each.value for each in extensions if isinstance(each.value, x509.SubjectAlternativeName)]
        return tuple(str(name.value) for names in held for name in names)
    except _BAD:
        return ()


def span_of(certificate_der: bytes) -> tuple[datetime, datetime] | None:
    """Give from when until when the certificate holds, None where it cannot be read; never raises."""
    certificate = _load(certificate_der)
    try:
        return (
            None
            if certificate is None
            else (certificate.not_valid_before_utc, certificate.not_valid_after_utc)
        )
    except _BAD:
        return None


def serves(authority_der: bytes, certificate_der: bytes, at: datetime) -> tuple[str, ...]:
    """Return what speaks against a server's certificate of this authority; nothing if a client accepts it.

    Args:
        authority_der: The hall's authority, which the client trusts.
        certificate_der: The server's.
        at: When it is used, aware.

    Returns:
        A Spanish sentence for each problem, without what the client asked for by name. Never raises.
    """
    authority, certificate, held = _load(authority_der), _load(certificate_der), span_of(certificate_der)
    if authority is None or certificate is None or held is None:
        return ("el certificado o el de la autoridad no se puede leer como X.509",)
    holds = {
        "no lo emitió la autoridad de esta carpeta": _signed(authority, certificate),
        "no es para un servidor": _may_serve(certificate),
        f"no vale antes del {held[0]:%Y-%m-%d}: revise el reloj": held[0] <= at,
        f"caducó el {held[1]:%Y-%m-%d}": at <= held[1],
    }
    return tuple(problem for problem, good in holds.items() if not good)


@functools.lru_cache(maxsize=256)
def _load(der: bytes) -> x509.Certificate | None:
    try:
        certificate = x509.load_der_x509_certificate(der)
    except _BAD:
        return None
    # The signature is a bit string, and the count of its unused bits is all that nobody signs.
    return certificate if der.endswith(b"\0" + certificate.signature) else None


def _key(der: bytes) -> object:
    certificate = _load(der)
    try:
        return None if certificate is None else certificate.public_key()
    except _BAD:
        return None


def _subject(der: bytes, attribute: x509.ObjectIdentifier) -> tuple[str, ...]:
    certificate = _load(der)
    try:
        found = () if certificate is None else certificate.subject.get_attributes_for_oid(attribute)
        return tuple(str(each.value) for each in found)
    except _BAD:
        return ()


@functools.lru_cache(maxsize=256)
def _signed(authority: x509.Certificate, certificate: x509.Certificate) -> bool:
    """Return whether the authority signed the certificate, in one of the algorithms of the page."""
    if certificate.signature_algorithm_oid not in _CERTIFIED_BY:
        return False
    try:
        certificate.verify_directly_issued_by(authority)
    except _BAD:
        return False
    return True


def _may_issue(authority: x509.Certificate) -> bool:
    extensions = _extensions(authority)
    return bool(extensions and extensions.authority and extensions.certifies) and _signed(
        authority, authority
    )


def _may_sign(certificate: x509.Certificate) -> bool:
    extensions = _extensions(certificate)
    return bool(extensions and not extensions.authority and extensions.signs)


@functools.lru_cache(maxsize=256)
def _extensions(certificate: x509.Certificate) -> Extensions | None:
    return read_extensions(certificate.tbs_certificate_bytes)


def _may_serve(certificate: x509.Certificate) -> bool:
    try:
        purposes = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except _BAD:
        return False
    return ExtendedKeyUsageOID.SERVER_AUTH in purposes


def _valid(certificate: x509.Certificate, at: datetime) -> bool:
    try:
        return certificate.not_valid_before_utc <= at <= certificate.not_valid_after_utc
    except _BAD:
        return False
