"""The office's own keys: with which it cosigns checkpoints, and with which it enters the message server.

Neither is encrypted: the office works when no person is there. Not responsible for halls' keys.
"""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import COSIGNATURE, Verifier, verifier_of
from hallctl.minutes.signing import pkcs8
from hallctl.minutes.signing.certificates import (
    Validity,
    checked_hosts,
    issue_console,
    make_authority,
    new_key,
)
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.files import pem, write_new
from hallctl.minutes.wire.credentials import make_server_key, read_server_key, server_tls
from hallctl.office.config import OfficeSetting
from hallctl.office.errors import OfficeError

COSIGNING: Final = "office.key"
ENTERING: Final = "nats.key"
AUTHORITY: Final = "authority.crt"

_AUTHORITY_KEY: Final = "authority.key"
SERVER: Final = "nats-server.crt"
SERVER_KEY: Final = "nats-server.key"
_YEARS: Final = 10


@dataclass(frozen=True, slots=True)
class OfficeKeys:
    """The office's keys at hand.

    Attributes:
        name: What its cosignatures call it.
        cosigning: The key that cosigns checkpoints.
        entering: The key with which it enters the message server.
    """

    name: str
    cosigning: Ed25519PrivateKey
    entering: Ed25519PrivateKey

    @property
    def verifier(self) -> Verifier:
        """What checks its cosignatures."""
        return verifier_of(self.name, self.cosigning, COSIGNATURE)


def make_keys(folder: Path) -> None:
    """Make both keys; those that are there stay.

    Raises:
        OSError: The folder cannot be written.
    """
    for name in (COSIGNING, ENTERING):
        if not (folder / name).exists():
            make_server_key(folder / name)


def read_keys(setting: OfficeSetting) -> OfficeKeys:
    """Read both keys.

    Raises:
        OfficeError: One is missing, damaged or open to others.
    """
    cosigning, entering = (_read(setting.folder / name) for name in (COSIGNING, ENTERING))
    return OfficeKeys(setting.config.office.origin, cosigning, entering)


def _read(path: Path) -> Ed25519PrivateKey:
    try:
        return read_server_key(path)
    except SigningError as error:
        raise OfficeError(str(error)) from error


def make_authority_for(folder: Path, name: str, hosts: list[str]) -> None:
    """Make the chain's authority and the certificate of its message server.

    Args:
        folder: The office's.
        name: Of the chain.
        hosts: By what halls reach the server.

    Raises:
        OfficeError: A name or a host cannot stand in a certificate.
        OSError: A file is there already, or the folder cannot be written.
    """
    start = datetime.now(UTC) - timedelta(minutes=5)
    validity = Validity(start, start + timedelta(days=365 * _YEARS))
    try:
        authority = make_authority(name, name, validity, new_key())
        key = new_key()
        server = issue_console(authority, checked_hosts(hosts), validity, key.public_key())
    except SigningError as error:
        raise OfficeError(str(error)) from error
    write_new(folder / _AUTHORITY_KEY, pkcs8.plain(authority.key))
    write_new(folder / AUTHORITY, pem(authority.certificate))
    write_new(folder / SERVER_KEY, pkcs8.plain(key))
    write_new(folder / SERVER, pem(server))


def tls_of(setting: OfficeSetting) -> ssl.SSLContext | None:
    """Return with what the message server is checked; None where the connection stays on this machine.

    Raises:
        OfficeError: The authority cannot be read.
    """
    authority = setting.config.nats.authority
    if authority is None:
        return None
    try:
        return server_tls(setting.beside(authority))
    except SigningError as error:
        raise OfficeError(str(error)) from error
