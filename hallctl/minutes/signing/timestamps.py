"""Time stamps of an authority (RFC 3161 over HTTP), checked before anything relies on them.

Not responsible for what happens without one: whoever asks decides, and the hall goes on.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from asn1crypto import cms, x509
from pyhanko.sign.timestamps import HTTPTimeStamper
from pyhanko.sign.timestamps.api import TimeStamper as PyHankoTimeStamper
from pyhanko.sign.validation.errors import SignatureValidationError
from pyhanko.sign.validation.generic_cms import validate_tst_signed_data
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.errors import PathError, ValidationError

LONGEST_TOKEN: Final = 12_000
"""Bytes that a token may have: room for three certificates."""

_BAD = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,  # what pyHanko makes of an answer without the parts it looks for
    AssertionError,
    SignatureValidationError,
    ValidationError,
    PathError,
)


class TimeStampError(OSError):
    """The time-stamp authority does not answer in time, refuses, or answers with what is no good stamp."""


class TimeStamper(PyHankoTimeStamper):
    """A time-stamp authority at an address."""

    def __init__(self, url: str, timeout_s: float = 5.0, anchors: Sequence[bytes] = ()) -> None:
        """Know the authority; nothing is asked of it yet.

        Args:
            url: Where it answers, ``http://`` or ``https://``.
            timeout_s: How long one stamp may take, seconds, from name look-up to the last byte.
            anchors: Certificates (DER) one of which must vouch for the stamp; without any, only that the
                stamp is whole and fits is checked, and the reader of the document decides on trust.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        self.url = url
        self._client = HTTPTimeStamper(url, timeout=timeout_s)
        self._anchors = [x509.Certificate.load(anchor) for anchor in anchors]

    async def async_timestamp(self, message_digest: bytes, md_algorithm: str) -> cms.ContentInfo:
        """Get a stamp over a digest.

        Raises:
            TimeStampError: There is none, whatever the reason, which is in the message.
        """
        try:
            token = await self._client.async_timestamp(message_digest, md_algorithm)
            await self._check(token, message_digest)
        except _BAD as error:
            raise TimeStampError(f"{self.url}: {error or type(error).__name__}") from error
        return token

    async def _check(self, token: cms.ContentInfo, digest: bytes) -> None:
        if len(token.dump()) > LONGEST_TOKEN:
            raise ValueError("the stamp is too long")
        context = ValidationContext(trust_roots=self._anchors, allow_fetching=False)
        try:
            status = await validate_tst_signed_data(token["content"], context, lambda _: digest)
        finally:
            await context.aclose()  # type: ignore[no-untyped-call]
        if not (status["intact"] and status["valid"]):
            raise ValueError("the stamp is not over this signature")
        if self._anchors and status.get("trust_problem_indic") is not None:
            raise ValueError("no known certificate vouches for the stamp")


def digest_of(signature: bytes) -> bytes:
    """Give what an authority stamps for a signature."""
    return sha256(signature).digest()
