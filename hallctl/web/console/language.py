"""In which language somebody's pages come: their browser keeps it, and nothing else on the machine does.

Not responsible for the translations (``hallctl.i18n``), nor for the walls, which the configuration decides.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.refusals import FOLDER, LANGUAGES
from hallctl.web.console.asking import read_fields

COOKIE: Final = "idioma"
NAMES: Final = {"es": "Español", "pt": "Português", "en": "English"}
"""Each language in its own words: who looks for theirs reads no other."""

TAGS: Final = {"es": "es-BO", "pt": "pt-PT", "en": "en"}
"""The language tag of a page."""

ENTRY: Final = "/entrar"
_CHOSEN_AT: Final = frozenset({ENTRY, "/cuenta", "/lector"})
_YEAR_S: Final = 31_536_000


class Languages:
    """The phrasebook of whoever an answer is for."""

    def __init__(self, halls: str = LANGUAGES[0], folder: Path = FOLDER) -> None:
        """Open every language.

        Args:
            halls: That of pages whose reader has chosen none.
            folder: Where the catalogues are.
        """
        self._books = {language: Phrasebook(language, folder) for language in LANGUAGES}
        self._halls = halls

    def __iter__(self) -> Iterator[Phrasebook]:
        """Every language, the code's own first."""
        return iter(self._books.values())

    def of(self, request: Request) -> Phrasebook:
        """Return a browser's by what its person chose, a program's by its Accept-Language."""
        # Not by its URL: that of a request whose Host is none cannot be read, and it too is answered.
        if request.scope["path"].startswith("/api/"):
            return self._books[_accepted(request.headers.get("accept-language", ""))]
        chosen = request.cookies.get(COOKIE, "")
        return self._books[chosen if chosen in self._books else self._halls]


def _accepted(header: str) -> str:
    """Return the language of ours that a program would rather have; Spanish where it names none."""
    best, chosen = 0.0, LANGUAGES[0]
    for part in header.replace(" ", "").lower().split(","):
        tag, _, quality = part.partition(";q=")
        language = tag.partition("-")[0]
        if language in LANGUAGES and _weight(quality) > best:
            best, chosen = _weight(quality), language
    return chosen


def _weight(quality: str) -> float:
    try:
        return float(quality or 1)
    except ValueError:
        return 0.0


def choices() -> APIRouter:
    """Return the route by which a person chooses."""
    router = APIRouter(include_in_schema=False)

    @router.post("/idioma")
    async def choose(request: Request) -> Response:
        try:
            fields = read_fields(await request.body())
        except ValueError:
            fields = {}
        language, back = (fields.get(name, [""])[0] for name in ("language", "back"))
        answer = RedirectResponse(_back(back), 303)
        if language in LANGUAGES:
            secure = request.url.scheme == "https"
            answer.set_cookie(
                COOKIE, language, _YEAR_S, path="/", secure=secure, httponly=True, samesite="strict"
            )
        return answer

    return router


def _back(asked: str) -> str:
    """Return the page where they chose: no field of a form leads elsewhere."""
    return asked if asked.partition("?")[0] in _CHOSEN_AT else ENTRY
