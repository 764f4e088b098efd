"""The button of the sound test: chime and voice are heard as loud as in a draw (AJ-38).

Not responsible for sound; whether it was heard everywhere, a person says in the opening checks.
"""

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import escape

from hallctl.i18n.sentences import _
from hallctl.web.console.language import Languages

_HEARD = _(
    "Suena la prueba: la campana y la voz, con el volumen del sorteo. Escuche desde el último asiento."
)
_NO_VOICE = _("Esta sala no tiene voz propia: el locutor prueba su megafonía.")


def sound_test(sound: Callable[[], None] | None, languages: Languages) -> APIRouter:
    """Return the route of the button.

    Args:
        sound: Lets the test be heard; None in a hall without a voice.
        languages: In which it is answered.
    """
    router = APIRouter(include_in_schema=False)

    @router.post("/sonido")
    async def test(request: Request) -> HTMLResponse:
        phrases = languages.of(request)
        if sound is None:
            return HTMLResponse(f'<p class="refused">{escape(phrases(_NO_VOICE))}</p>', 409)
        sound()
        return HTMLResponse(f'<p class="done">{escape(phrases(_HEARD))}</p>')

    return router
