"""Scans a card: a picture of it or the text of a scanner comes in, the answers to its questions go out.

Not responsible for opening the camera (static/scan.js), nor for distinguishing a scanner from a person
(static/recogniser.js), nor for taking the step. No picture is kept.
"""

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from hallctl.games.bingo.cards.code import read_code
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _
from hallctl.i18n.words import series_name
from hallctl.rules.state import Game, Phase
from hallctl.rules.written import WrittenCard
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


def scanning(desk: DeskPort, languages: Languages) -> APIRouter:
    """Return the route of the tablet's camera and of bar-code scanners."""
    router = APIRouter(include_in_schema=False)
    limiter = ScanLimiter()

    @router.post("/escanear")
    async def scan(request: Request) -> JSONResponse:
        phrases = languages.of(request)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == _TEXT:
            text = (await request.body()).decode("utf-8", "replace")
            return _said(phrases, answer_to(text, desk.newest().state.game), 200)
        if kind != _JPEG:
            return _said(phrases, _found(_("La petición debe ser una imagen JPEG.")), 415)
        picture = await request.body()
        if not limiter.enter(monotonic()):
            return _said(phrases, _found(_("Todavía se mira la imagen anterior.")), 429)
        try:
            texts = await to_thread.run_sync(desk.codes, picture)
        finally:
            limiter.leave()
        if texts is None:
            return _said(phrases, _found(_("La imagen no se puede leer.")), 422)
        return _said(phrases, answers(texts, desk.newest().state.game), 200)

    return router


def answers(texts: Sequence[str], game: Game | None) -> dict[str, Any]:
    """Return the answers from a picture to the step that verifies a card, and a sentence.

    Args:
        texts: Those of the bar codes in the picture.
        game: The game that is played.
    """
    cards = [card for card in map(read_code, texts) if card is not None]
    if not texts:
        return _found(Sentence(""))
    if game is None or game.phase is not Phase.CLAIM:
        return _found(_("Ahora no se comprueba ningún cartón."))
    if not cards:
        return _found(_("Ese código de barras no es de un cartón."))
    if len(cards) > 1:
        return _found(_("Se ven varios cartones. Acerque uno solo."))
    return _card(cards[0], game)


def answer_to(text: str, game: Game | None) -> dict[str, Any]:
    """Return the answers from a scanner's text to the step that verifies a card."""
    if read_code(text) is None:
        return _found(_("El código llegó incompleto o no es de un cartón. Páselo otra vez por el lector."))
    return answers((text,), game)


def _card(code: WrittenCard, game: Game) -> dict[str, Any]:
    """Fill in the number alone where the series is the game's."""
    words = {"card": code.card, "series": series_name(code.series)}
    if code.series in {game.series, game.second}:
        found = _("Cartón {card} de la serie {series}.", **words)
    else:
        found = _("Cartón {card} de la serie {series}, que no se juega en esta partida.", **words)
    if game.second is not None:
        return _found(found, series=code.series, card=str(code.card))
    return _found(found, card=str(code.card) if code.series == game.series else str(code))


def _found(sentence: Sentence, **fields: str) -> dict[str, Any]:
    return {"sentence": sentence, "fields": fields}


def _said(phrases: Phrasebook, found: dict[str, Any], status: int) -> JSONResponse:
    return JSONResponse(found | {"sentence": phrases(found["sentence"])}, status)
