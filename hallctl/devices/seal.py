"""The hall's seal on a folio: a PAdES signature over the file, and the sentence about it on the page.

Not responsible for people's signatures, which are entries of the book, nor for printing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from hallctl.minutes.signing.signers import Signer

if TYPE_CHECKING:
    from hallctl.minutes.signing.timestamps import TimeStamper

_WITHOUT: Final = "PAdES B-B"
_WITH: Final = "PAdES B-T"
_REASON: Final = "Folio del libro de actas"
_SENTENCE: Final = "El archivo de este folio lleva el sello electrónico de la sala ({level})."

SENTENCES: Final = tuple(_SENTENCE.format(level=level) for level in (_WITHOUT, _WITH))
"""What a page can state about its file's signature."""

Typeset = Callable[[str], bytes]
"""Typesets a folio with this sentence about its seal on it."""


@dataclass(frozen=True)
class FolioSeal:
    """Seals folios.

    Attributes:
        signer: The seal's key.
        place: Where the hall is.
        time_stamps: The time-stamp authority, None where the hall uses none.
    """

    signer: Signer
    place: str
    time_stamps: "TimeStamper | None"

    def sealed(self, typeset: Typeset, moment: datetime) -> bytes:
        """Typeset a folio with the sentence about its signature, and sign it.

        An authority that does not answer leaves the folio without its time stamp, and the page states that.

        Raises:
            SigningError: The seal cannot be used.
            OSError: The folio cannot be typeset.
        """
        # pyHanko takes half a second to load: most programs that know of a seal never use it.
        from hallctl.minutes.signing.pades import seal_pdf

        if self.time_stamps is not None:
            pdf = typeset(_SENTENCE.format(level=_WITH))
            stamped = seal_pdf(pdf, self.signer, _REASON, self.place, moment, self.time_stamps)
            if f"PAdES {stamped.level}" == _WITH:
                return stamped.content
        pdf = typeset(_SENTENCE.format(level=_WITHOUT))
        return seal_pdf(pdf, self.signer, _REASON, self.place, moment, None).content
