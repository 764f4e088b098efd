"""Scans a card: a picture of it or the text of a scanner comes in, the answers to its questions go out.

Not responsible for what a code means (``Game.card_codes``), for opening the camera (static/scan.js), for
distinguishing a scanner from a person (static/keyboard_scan.js), nor for taking the step. No picture is kept.
"""

from time import monotonic
from typing import Final

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.card_codes import CardCodes, Scanned
from hallctl.rules.state import State
from hallctl.web.console.language import Languages
from hallctl.web.ports import DeskPort

EVERY_S: Final = 0.1
"""The least time between two pictures, of all tablets together."""

_JPEG: Final = "image/jpeg"
_TEXT: Final = "text/plain"


class ScanLimiter:
    """Lets one picture through at a time, and not too soon after the one before.

    Used by one event loop alone.
    """

    def __init__(self) -> None:
        self._busy = False
        self._free_at = 0.0

    def enter(self, now: float) -> bool:
        """Return whether a picture may pass at this second; who passed has to leave."""
        if self._busy or now < self._free_at:
            return False
        self._busy, self._free_at = True, now + EVERY_S
        return True

    def leave(self) -> None:
        """Make room for the next."""
        self._busy = False


def scanning(desk: DeskPort, codes: CardCodes, languages: Languages) -> APIRouter:
    """Return the route of the tablet's camera and of bar-code scanners."""
    router = APIRouter(include_in_schema=False)
    limiter = ScanLimiter()

    @router.post("/escanear")
    async def scan(request: Request) -> JSONResponse:
        phrases = languages.of(request)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == _TEXT:
            text = (await request.body()).decode("utf-8", "replace")
            return _answer(phrases, answer_to(text, codes, desk.newest().state), 200)
        if kind != _JPEG:
            return _answer(phrases, _said(_("La petición debe ser una imagen JPEG.")), 415)
        picture = await request.body()
        if not limiter.enter(monotonic()):
            return _answer(phrases, _said(_("Todavía se mira la imagen anterior.")), 429)
        try:
            texts = await to_thread.run_sync(desk.codes, picture)
        finally:
            limiter.leave()
        if texts is None:
            return _answer(phrases, _said(_("La imagen no se puede leer.")), 422)
        return _answer(phrases, codes.answers(texts, desk.newest().state), 200)

    return router


def answer_to(text: str, codes: CardCodes, state: State) -> Scanned:
    """Return what a scanner's text means; one that is no card's code, or not all of one, is said to be so."""
    if codes.read(text) is None:
        return _said(_("El código llegó incompleto o no es de un cartón. Páselo otra vez por el lector."))
    return codes.answers((text,), state)


def _said(sentence: Sentence) -> Scanned:
    return Scanned(sentence, {})


def _answer(phrases: Phrasebook, scanned: Scanned, status: int) -> JSONResponse:
    return JSONResponse({"sentence": phrases(scanned.sentence), "fields": dict(scanned.fields)}, status)
