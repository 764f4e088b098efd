"""One-time codes from a clock (RFC 6238): SHA-1, six digits, thirty seconds, as every telephone has it.

Not responsible for remembering which code was used: ``store`` keeps the step.
"""

import base64
import hmac
import secrets
import struct
from hashlib import sha1
from typing import Final
from urllib.parse import quote

STEP_S: Final = 30
_DIGITS: Final = 6
_AROUND: Final = (0, -1, 1)
"""The steps around now that are taken: clocks differ, and people type slowly."""


def new_secret() -> str:
    """Return a new secret of 160 bits, in base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode("ascii")


def code_at(secret: str, step: int) -> str:
    """Return the code of a time step."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", step), sha1).digest()
    offset = digest[-1] & 0xF
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFF_FFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}}"


def step_of(secret: str, code: str, seconds: int) -> int | None:
    """Return the time step whose code this is, None where it is that of no step around now.

    Args:
        secret: In base32.
        code: As typed; spaces do not count.
        seconds: Since 1970.
    """
    typed = code.replace(" ", "").encode()
    now = seconds // STEP_S
    for step in (now + each for each in _AROUND):
        if step >= 0 and hmac.compare_digest(code_at(secret, step).encode(), typed):
            return step
    return None


def uri(secret: str, hall: str, person: str) -> str:
    """Return what a telephone scans."""
    return f"otpauth://totp/{quote(hall)}:{quote(person)}?secret={secret}&issuer={quote(hall)}"
