"""What a hall has of its chain: the key with which it enters the message server, and the servers' authority.

Not responsible for what goes over the line (``hallctl.devices.office_line``).
"""

import ssl
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.config.chain import KEY, ChainSection
from hallctl.config.hall import Setting
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.wire.credentials import read_server_key, server_tls


def key_path(setting: Setting) -> Path:
    """Return where the hall's key for the message server is, or will be made."""
    chain = setting.config.chain
    return setting.beside(KEY if chain is None else chain.key)


def credentials(setting: Setting, chain: ChainSection) -> tuple[Ed25519PrivateKey, ssl.SSLContext | None]:
    """Return the hall's key, and with what the servers are checked; None where they are on this machine.

    Raises:
        SigningError: A file is missing, damaged or open to others.
    """
    tls = None
    if chain.encrypted and chain.authority is not None:
        tls = server_tls(setting.beside(chain.authority))
    return read_server_key(key_path(setting)), tls


def chain_problems(setting: Setting) -> Iterator[str]:
    """Yield what is wrong with the files that ``[chain]`` names."""
    chain = setting.config.chain
    if chain is None:
        return
    if not key_path(setting).exists():
        yield f"{setting.path}: [chain] key: no existe {key_path(setting)}; la hace «hallctl chain key»"
        return
    try:
        credentials(setting, chain)
    except SigningError as error:
        yield f"{setting.path}: [chain]: {error.sentence}"
