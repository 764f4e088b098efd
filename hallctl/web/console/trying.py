"""A page to try a bar-code scanner: it shows what came, how it was understood, and "bien" or what to change.

Not responsible for hearing the keys (static/trying.js). Nothing that is tried reaches the hall or the book.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.card_codes import CardCodes
from hallctl.outputs.code128 import QUIET, code128
from hallctl.rules.text import series_name
from hallctl.web.console.markup import Markup
from hallctl.web.ports import DeskPort

PATH: Final = "/lector"

_LONGEST: Final = 200
"""More keys than any code has."""

_PLACE: Final = re.compile(r"(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))", re.ASCII)
_ENDS: Final = {"Enter": "Intro", "Tab": "Tab"}
_SLOW_MS: Final = 250
"""A scanner that takes longer for a character is set to, or its radio is bad."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key as the browser heard it.

    Attributes:
        code: Its place on the keyboard.
        key: What the computer's layout made of it.
        time: When, in milliseconds.
        alt: Whether Alt was held.
    """

    code: str
    key: str
    time: float
    alt: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """What came, and what it comes to.

    Attributes:
        good: Whether the scanner serves as it is.
        verdict: That, for the person.
        seen: What the computer's layout made of the keys.
        understood: What the page made of them.
        slowest: The longest time between two characters, in milliseconds.
        end: The key that it ended with; empty without one.
    """

    good: bool
    verdict: Sentence
    seen: str
    understood: str
    slowest: int
    end: str

    @property
    def alike(self) -> bool:
        """Whether scanner and computer agree about these keys."""
        return self.seen.upper() == self.understood


def trying(desk: DeskPort, codes: CardCodes, markup: Markup) -> APIRouter:
    """Return the routes of the page."""
    router = APIRouter(include_in_schema=False)
    bars = _outline(codes.write(codes.sample))

    @router.get(PATH)
    async def page(request: Request) -> HTMLResponse:
        about = {"hall": desk.hall, "simulated": desk.simulated, "back": PATH, "trying": True}
        return HTMLResponse(markup.render(request, "trying.html", bars=bars, sample=codes.sample, **about))

    @router.post(PATH)
    async def tried(request: Request) -> Response:
        try:
            keys = read_keys(await request.body())
        except ValueError:
            return PlainTextResponse(markup.phrases(request)(_("La petición no se entiende.")), 422)
        return HTMLResponse(markup.render(request, "tried.html", trial=judge(keys, codes)))

    return router


def read_keys(raw: bytes) -> tuple[Pressed, ...]:
    """Return the keys that the page heard.

    Raises:
        ValueError: If it is something else.
    """
    given = json.loads(raw)
    if not isinstance(given, list) or len(given) > _LONGEST:
        raise ValueError
    return tuple(_pressed(each) for each in given)


def _pressed(given: Any) -> Pressed:
    if not isinstance(given, Mapping):
        raise ValueError
    match [given.get(name) for name in ("code", "key", "time", "alt")]:
        case [str(code), str(key), int() | float() as time, bool(alt)] if len(code) + len(key) < _LONGEST:
            return Pressed(code, key, float(time), alt)
    raise ValueError


def judge(keys: Sequence[Pressed], codes: CardCodes) -> Trial:
    """Return what a scanner's keys come to, by the codes that the game's cards have."""
    ended = [key for key in keys if key.key in _ENDS]
    typed = [key for key in keys if key.key not in _ENDS]
    seen = "".join(key.key if len(key.key) == 1 else "·" for key in typed)
    understood = "".join(map(_character, typed))
    slowest = round(max((after.time - before.time for before, after in pairwise(keys)), default=0))
    good, verdict = _verdict(typed, understood, slowest, codes)
    return Trial(good, verdict, seen, understood, slowest, _ENDS[ended[0].key] if ended else "")


def _verdict(
    typed: Sequence[Pressed], understood: str, slowest: int, codes: CardCodes
) -> tuple[bool, Sentence]:
    at = understood.rfind(codes.prefix)
    card = codes.read(understood[at:]) if at >= 0 else None
    if card is not None:
        words = {"card": card.card, "series": series_name(card.series)}
        if slowest > _SLOW_MS:
            return True, _(
                "Bien, pero lento: se leyó el cartón {card} de la serie {series}. Quite el retardo entre "
                "caracteres del lector.",
                **words,
            )
        return True, _("Bien: se leyó el cartón {card} de la serie {series}.", **words)
    if at >= 0:
        return False, _(
            "El código llegó incompleto. Páselo otra vez; si se repite, ponga en el lector un retardo entre "
            "caracteres de 5 a 20 ms."
        )
    if any(key.alt and key.code.startswith("Numpad") for key in typed):
        return False, _("El lector está en modo ALT. Póngalo en modo de teclado normal («USB HID keyboard»).")
    old = codes.read("".join(key.key for key in typed if len(key.key) == 1))
    if old is not None:
        return False, _(
            "Es un cartón impreso antes de que los códigos tuvieran prefijo: se lee solo con el cursor en "
            "«Número de cartón»."
        )
    return False, _(
        "Eso no es el código de un cartón. Si lo es, ponga el lector en sus ajustes de fábrica: "
        "teclado USB, sin prefijos."
    )


def _character(key: Pressed) -> str:
    place = _PLACE.fullmatch(key.code)
    if place is not None and not key.alt:
        return place[1] or place[2]
    return key.key.upper() if not key.code and len(key.key) == 1 and key.key.isalnum() else "·"


def _outline(text: str) -> Mapping[str, Any]:
    """Return the bar code of a text as an outline, in modules."""
    bars, at, path = code128(text), QUIET, ""
    for place, width in enumerate(bars.widths):
        if place % 2 == 0:
            path += f"M{at} 0h{width}v1h-{width}z"
        at += width
    return {"width": bars.modules + 2 * QUIET, "path": path}
