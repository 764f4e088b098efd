"""The key and the certificate with which the console speaks TLS, in the folder of the hall's keys.

The key is not encrypted: the console listens when nobody is there. Not responsible for the connection, nor
for which certificate is good enough (``hallctl.app.remote``).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec

from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.certificates import Validity, checked_hosts, issue_console, new_key
from hallctl.minutes.signing.errors import SigningError, named_trouble, trouble
from hallctl.minutes.signing.files import (
    demand_private,
    part_of,
    pem,
    read_certificate,
    read_key,
    replace_pair,
    sync,
)
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.verify import is_key_of

_CERTIFICATE: Final = "console.crt"


@dataclass(frozen=True, slots=True)
class ConsolePair:
    """With what the console speaks TLS.

    Attributes:
        certificate: The certificate, DER.
        path: Its file.
        key_path: The file of its key, which is not encrypted.
    """

    certificate: bytes
    path: Path
    key_path: Path


def certify_console(
    store: Keystore, hosts: Iterable[str], authority_passphrase: str, validity: Validity
) -> ConsolePair:
    """Make a key and a certificate for the console's TLS, in the place of those that are there.

    Args:
        store: The hall's keys.
        hosts: The addresses and names by which other machines reach this one.
        authority_passphrase: The authority's.
        validity: Of the certificate, which ends with the authority's if that is sooner.

    Raises:
        SigningError: KEY-HOST, KEY-PASSPHRASE of the authority, KEY-AUTHORITY, or what speaks against the
            folder.
    """
    names = checked_hosts(hosts)
    demand_private(store.folder)
    authority = store.open_authority(authority_passphrase)
    key = new_key()
    certificate = issue_console(authority, names, validity, key.public_key())
    path, key_path = _files(store.folder)
    with named_trouble(store.folder):
        replace_pair(key_path, pkcs8.plain(key), path, pem(certificate))
    return ConsolePair(read_certificate(path), path, key_path)


def console_pair(store: Keystore) -> ConsolePair | None:
    """Return with what the console speaks TLS, None where nobody has made it.

    Raises:
        KeyFileError: KEY-CONSOLE where key and certificate do not belong together, or what speaks against the
            folder.
    """
    demand_private(store.folder)
    path, key_path = _files(store.folder)
    if not (path.exists() or key_path.exists()):
        return None
    if not _fits(path, key_path):
        raise trouble("KEY-CONSOLE", path=path)
    return ConsolePair(read_certificate(path), path, key_path)


def _files(folder: Path) -> tuple[Path, Path]:
    """Name the console's certificate and key, after finishing a renewal that was cut short in between."""
    path = folder / _CERTIFICATE
    key_path, part = path.with_suffix(".key"), part_of(path)
    with named_trouble(folder):
        if part.exists() and _fits(part, key_path):
            part.replace(path)
            sync(folder)
    return path, key_path


def _fits(certificate: Path, key_path: Path) -> bool:
    """Return whether a certificate is there, whole, and of this key."""
    try:
        key = read_key(key_path, None, "")
        return isinstance(key, ec.EllipticCurvePrivateKey) and is_key_of(
            read_certificate(certificate), key.public_key()
        )
    except SigningError as error:
        if error.code in {"KEY-MISSING", "KEY-DAMAGED"}:
            return False
        raise
