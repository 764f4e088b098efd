"""What of a copy nobody reads without its passphrase: keys, accounts, the security log.

AES-256-GCM under a key that scrypt makes of the passphrase. The manifest is authenticated with it, and has
the hash of every other file: a copy that was changed does not open. Not responsible for what is in it.
"""

import hashlib
import io
import os
import tarfile
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from hallctl.cli.book.errors import NOT_WHOLE, BookError

SAFE: Final = "claves"
"""The folder of the keys among them."""

SHORTEST: Final = 8
"""Of a passphrase, in characters."""

_COST: Final = {"n": 2**15, "r": 8, "p": 1}
_MEMORY: Final = 64 << 20


def new_parameters() -> dict[str, Any]:
    """Return how a new copy is sealed: written into its manifest, before it is sealed."""
    salt, nonce = (b64encode(os.urandom(size)).decode() for size in (16, 12))
    return {"cipher": "AES-256-GCM", "kdf": "scrypt", **_COST, "salt": salt, "nonce": nonce}


def sealed(files: Mapping[str, bytes], passphrase: str, parameters: Mapping[str, Any], said: bytes) -> bytes:
    """Return files as one text that only the passphrase opens.

    Args:
        files: By name.
        passphrase: At least ``SHORTEST`` characters.
        parameters: What ``new_parameters`` returned.
        said: What is authenticated with it.

    Raises:
        BookError: The passphrase is too short.
    """
    if len(passphrase) < SHORTEST:
        raise BookError(f"La contraseña de la copia lleva {SHORTEST} caracteres o más.")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o600
            archive.addfile(entry, io.BytesIO(content))
    return _cipher(passphrase, parameters).encrypt(_nonce(parameters), packed.getvalue(), said)


def unsealed(content: bytes, passphrase: str, parameters: Mapping[str, Any], said: bytes) -> dict[str, bytes]:
    """Return the files that ``sealed`` packed.

    Raises:
        BookError: It is another passphrase, or the copy was changed.
    """
    try:
        packed = _cipher(passphrase, parameters).decrypt(_nonce(parameters), content, said)
    except (InvalidTag, ValueError, KeyError) as error:
        sentence = "La contraseña no es la de esta copia, o alguien cambió la copia."
        raise BookError(sentence, NOT_WHOLE) from error
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        return {member.name: _content(archive, member) for member in members}


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    return b"" if file is None else file.read()


def _cipher(passphrase: str, parameters: Mapping[str, Any]) -> AESGCM:
    cost = {name: int(parameters[name]) for name in _COST}
    salt = b64decode(parameters["salt"])
    return AESGCM(hashlib.scrypt(passphrase.encode(), salt=salt, **cost, maxmem=_MEMORY, dklen=32))


def _nonce(parameters: Mapping[str, Any]) -> bytes:
    return b64decode(parameters["nonce"])
