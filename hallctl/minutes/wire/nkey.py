"""NKeys, by which NATS knows who enters: an Ed25519 key that signs what the server asks.

The text of a key is base 32 of a prefix, its 32 bytes and a CRC-16, as nats-io/nkeys has it; of the prefixes
only that of a user is here. Not responsible for keeping keys.
"""

import base64
import binascii
from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_USER: Final = 20 << 3
_SIZE: Final = 35


def public_nkey(key: Ed25519PrivateKey) -> str:
    """Return the public key as a user of NATS: 56 characters that begin with U."""
    content = bytes([_USER]) + key.public_key().public_bytes_raw()
    # XMODEM's CRC, the low byte first.
    return base64.b32encode(content + binascii.crc_hqx(content, 0).to_bytes(2, "little")).decode()


def is_public_nkey(text: str) -> bool:
    """Return whether a text is the public key of a user, its checksum right."""
    try:
        content = base64.b32decode(text)
    except (binascii.Error, ValueError):
        return False
    crc = int.from_bytes(content[-2:], "little")
    return len(content) == _SIZE and content[0] == _USER and binascii.crc_hqx(content[:-2], 0) == crc


def signer(key: Ed25519PrivateKey) -> Callable[[str], bytes]:
    """Return what answers the nonce of a server, for nats-py's ``signature_cb``."""
    return lambda nonce: base64.b64encode(key.sign(nonce.encode()))
