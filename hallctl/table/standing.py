"""Whether a certificate counts at a moment, by what the open volume names: what its verifiers will ask (I25).

Not responsible for making signatures, nor for the clock's own sense (``reference``).
"""

import base64
import binascii
from datetime import datetime
from typing import Any

from hallctl.minutes.signing.verify import in_force, issued_by, name_of, posts_of, span_of
from hallctl.rules.binding import Signatory
from hallctl.rules.refusals import Refusal, refuse
from hallctl.table.reference import shown


class UnfitError(Exception):
    """A person's signature would not count: nothing is written.

    Attributes:
        refusal: Why; None where the book does not name the certificate, and may.
    """

    def __init__(self, refusal: Refusal | None) -> None:
        super().__init__("" if refusal is None else refusal.code)
        self.refusal = refusal


def counts(authority: str, signatory: Signatory, moment: datetime) -> bool:
    """Return whether a volume with this authority may name a certificate, as its verifiers judge it."""
    held = der_of(signatory.certificate)
    named = name_of(held) == signatory.person and sorted(posts_of(held)) == sorted(signatory.posts)
    return named and not issued_by(der_of(authority), held, moment)


def unfit(authority: str, certificate: bytes, person: str, post: str, moment: datetime) -> Refusal | None:
    """Return why a person's signature would not count; None where it does.

    Args:
        authority: That of the volume, DER in base64.
        certificate: Of the person's key, DER.
        person: Who signs.
        post: In which post.
        moment: When, as the entry has it.
    """
    issuer = der_of(authority)
    if not in_force(issuer, moment):
        return refuse("SIGN-AUTHORITY", now=shown(moment), **_span(issuer))
    if not in_force(certificate, moment):
        return refuse("SIGN-VALIDITY", person=person, now=shown(moment), **_span(certificate))
    if issued_by(issuer, certificate, moment) or name_of(certificate) != person:
        return refuse("SIGN-CERTIFICATE", person=person)
    return None if post in posts_of(certificate) else refuse("SIGN-POST", person=person, post=post)


def der_of(text: str) -> bytes:
    """Return the bytes of a certificate in base64; none where it is not base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _span(certificate: bytes) -> dict[str, Any]:
    span = span_of(certificate)
    first, until = ("?", "?") if span is None else (f"{each:%Y-%m-%d}" for each in span)
    return {"first": first, "until": until}
