"""Seals a folio: a PAdES signature appended to the PDF, whose bytes stay as they were before it.

Not responsible for the folio's layout, which carries the words about the signature, nor for who seals.
"""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from typing import Final, Literal

from asn1crypto import x509
from pyhanko.pdf_utils.generic import ArrayObject, ByteStringObject
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.sign.fields import SigSeedSubFilter
from pyhanko.sign.general import SigningError as PyHankoError
from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigObjSetup
from pyhanko.sign.signers.pdf_byterange import SignatureObject
from pyhanko.sign.signers.pdf_cms import Signer as PyHankoSigner

from hallctl.minutes.signing.errors import refused
from hallctl.minutes.signing.signers import Signer
from hallctl.minutes.signing.timestamps import TimeStamper, TimeStampError

Level = Literal["B-B", "B-T"]

FIELD: Final = "Sello"
ROOM: Final = {"B-B": 4096, "B-T": 16_384}
"""Bytes kept for the signature; fixed, so that the same folio always has the same length."""

_NOT_A_PDF = (PdfError, PyHankoError, ValueError, TypeError, LookupError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True)
class SealedPdf:
    """A sealed folio.

    Attributes:
        content: The file; it begins with the bytes of the file that was sealed.
        level: The PAdES level: B-B, or B-T with the stamp of a time-stamp authority.
        trouble: Why there is no time stamp although one was wanted; empty otherwise.
    """

    content: bytes
    level: Level
    trouble: str = ""


def seal_pdf(
    pdf: bytes,
    signer: Signer,
    reason: str,
    location: str,
    moment: datetime,
    tsa: TimeStamper | None = None,
    field: str = FIELD,
) -> SealedPdf:
    """Seal a PDF; without a time stamp, the same input always gives the same bytes.

    Must not be called from a running event loop.

    Args:
        pdf: The file, which stays as it is at the beginning of the sealed one.
        signer: Who seals. Only a software key makes the same signature twice.
        reason: Why, for the reader of the document.
        location: Where.
        moment: When, aware; whole seconds count.
        tsa: A time-stamp authority. One that does not answer costs its time-out and the level.
        field: The name of the signature's field, one for each signature in a file; it is invisible.

    Raises:
        SigningError: KEY-PDF, the file is no PDF that can be sealed, or the moment is naive; or the
            error of the signer's key.
    """
    trouble = ""
    if moment.utcoffset() is None:
        raise refused("KEY-PDF", detail=f"la fecha no tiene zona horaria: {moment.isoformat()}")
    if tsa is not None:
        try:
            return SealedPdf(_sealed(pdf, signer, reason, location, moment, tsa, field), "B-T")
        except TimeStampError as error:
            trouble = str(error)
    return SealedPdf(_sealed(pdf, signer, reason, location, moment, None, field), "B-B", trouble)


class _AppendingWriter(IncrementalPdfFileWriter):
    """Appends to a PDF without chance or clock: the library would put both into identifier and metadata.

    The metadata stay as the folio has them, so that its PDF/A identification does too.
    """

    def __init__(self, pdf: bytes, identifier: bytes) -> None:
        super().__init__(BytesIO(pdf))
        first = self._document_id[0] if "/ID" in self.prev.trailer else ByteStringObject(identifier)
        self._document_id = ArrayObject([first, ByteStringObject(identifier)])

    def _update_meta(self) -> None:
        """Leave the metadata alone."""


class _Bridge(PyHankoSigner):
    """One of our signers as the library wants it."""

    def __init__(self, signer: Signer) -> None:
        super().__init__(signing_cert=x509.Certificate.load(signer.certificate))
        self._ours = signer

    async def async_sign_raw(self, data: bytes, digest_algorithm: str, dry_run: bool = False) -> bytes:
        """Sign the bytes."""
        assert digest_algorithm == "sha256"
        assert not dry_run
        return self._ours.sign(data)


def _sealed(
    pdf: bytes,
    signer: Signer,
    reason: str,
    location: str,
    moment: datetime,
    tsa: TimeStamper | None,
    field: str,
) -> bytes:
    moment = moment.astimezone(UTC).replace(microsecond=0)
    about = "\0".join((field, reason, location, moment.isoformat(), signer.fingerprint)).encode("utf-8")
    identifier = sha256(about + pdf).digest()[:16]
    signature = SignatureObject(
        timestamp=moment,
        reason=reason,
        location=location,
        subfilter=SigSeedSubFilter.PADES,
        bytes_reserved=2 * ROOM["B-B" if tsa is None else "B-T"],
    )
    try:
        steps = PdfCMSEmbedder().write_cms(field, _AppendingWriter(pdf, identifier))
        next(steps)
        steps.send(SigObjSetup(sig_placeholder=signature))
        prepared, output = steps.send(SigIOSetup(md_algorithm="sha256"))
    except _NOT_A_PDF as error:
        raise refused("KEY-PDF", detail=str(error) or type(error).__name__) from error
    signed = asyncio.run(
        _Bridge(signer).async_sign(prepared.document_digest, "sha256", use_pades=True, timestamper=tsa)
    )
    try:
        prepared.fill_with_cms(output, signed)
    except PyHankoError as error:
        raise refused("KEY-PDF", detail=f"{signer.fingerprint}: {error}") from error
    content: bytes = output.getvalue()
    return content
