"""Private keys as PKCS#8, under a passphrase that costs a guesser time.

PBES2 with PBKDF2-HMAC-SHA-256 and AES-256-CBC: OpenSSL and every other tool opens it. Written here because
the library offers no other count of rounds than 2048, which is too few for what a person can remember.
Not responsible for files.
"""

import secrets
import unicodedata
from hashlib import pbkdf2_hmac
from typing import Final

from asn1crypto import algos, keys, pem
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from hallctl.minutes.signing.errors import refused

ROUNDS: Final = 600_000
"""PBKDF2 rounds: what OWASP asks of HMAC-SHA-256; a fraction of a second on a desk's computer."""

SHORTEST: Final = 8
"""Characters that a passphrase has at least."""

PrivateKey = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey


class WrongPassphraseError(ValueError):
    """The passphrase does not open the key."""


def plain(key: PrivateKey) -> bytes:
    """Give the key as unencrypted PKCS#8, PEM."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def encrypted(key: PrivateKey, passphrase: str, rounds: int = ROUNDS) -> bytes:
    """Give the key as PKCS#8 encrypted under the passphrase, PEM.

    Raises:
        KeyRefusedError: KEY-SHORT, the passphrase has fewer than eight characters.
    """
    if len(passphrase) < SHORTEST:
        raise refused("KEY-SHORT", least=SHORTEST)
    salt, start = secrets.token_bytes(16), secrets.token_bytes(16)
    padder = PKCS7(128).padder()
    content = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    padded = padder.update(content) + padder.finalize()
    encryptor = Cipher(AES(_stretch(passphrase, salt, rounds)), CBC(start)).encryptor()
    scheme = {
        "key_derivation_func": {
            "algorithm": "pbkdf2",
            "parameters": {
                "salt": algos.Pbkdf2Salt("specified", salt),
                "iteration_count": rounds,
                "prf": {"algorithm": "sha256"},
            },
        },
        "encryption_scheme": {"algorithm": "aes256_cbc", "parameters": start},
    }
    info = keys.EncryptedPrivateKeyInfo(
        {
            "encryption_algorithm": {"algorithm": "pbes2", "parameters": scheme},
            "encrypted_data": encryptor.update(padded) + encryptor.finalize(),
        }
    )
    armoured: bytes = pem.armor("ENCRYPTED PRIVATE KEY", info.dump())
    return armoured


def opened(content: bytes, passphrase: str | None = None) -> PrivateKey:
    """Read a key that `plain` or, with its passphrase, `encrypted` wrote.

    Raises:
        WrongPassphraseError: The file is an encrypted key, and the passphrase does not open it.
        ValueError: The file is not such a key.
    """
    try:
        key = load_pem_private_key(content, None if passphrase is None else _bytes(passphrase))
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        if passphrase is not None and _is_encrypted(content):
            raise WrongPassphraseError("the passphrase does not open the key") from error
        raise ValueError("no such key, or encrypted where it should not be") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey):
        raise ValueError("a key of another kind")
    return key


def _stretch(passphrase: str, salt: bytes, rounds: int) -> bytes:
    return pbkdf2_hmac("sha256", _bytes(passphrase), salt, rounds, 32)


def _bytes(passphrase: str) -> bytes:
    # One keyboard types «é» as one character, another as two: both are the same passphrase.
    return unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")


def _is_encrypted(content: bytes) -> bool:
    try:
        _, _, der = pem.unarmor(content)
        info = keys.EncryptedPrivateKeyInfo.load(der, strict=True)
        return bool(info["encryption_algorithm"]["algorithm"].native == "pbes2") and bool(
            info["encrypted_data"].native
        )
    except (ValueError, TypeError):
        return False
