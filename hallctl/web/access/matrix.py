"""The role matrix of the console: every route, and who may use it. What is not in the table is not served.

Not responsible for steps: the rules of the house and of its game decide who may take those. docs/roles.csv is
written from both.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hallctl.rules.commands.base import Post
from hallctl.web.access.account import POSTS


@dataclass(frozen=True, slots=True)
class Route:
    """One way into the console.

    Attributes:
        method: Of HTTP; HEAD is GET.
        path: As the application writes it.
        posts: Who may use it once logged in; None: anybody at all, also without a session.
        what: What it is for.
        does: Whether using it is something that a person does, and keeps their session awake; what a page
            fetches by itself is not.
        asleep: Whether a session that sleeps may use it too: it shows the ball then, and only stops.
        local: Whether only this machine itself may use it.
        initial: Whether who has still to change their first passphrase may use it; of the steps, they stop.
    """

    method: str
    path: str
    posts: tuple[StrEnum, ...] | None
    what: str
    does: bool = False
    asleep: bool = False
    local: bool = False
    initial: bool = False

    @property
    def public(self) -> bool:
        """Whether no session is needed."""
        return self.posts is None


_ALL: Final = POSTS
_DIRECTOR: Final = (Post.DIRECTOR,)
ACTS_POSTS: Final = (Post.DIRECTOR, Post.JEFE)
"""Who looks at the book's folios."""
REPORT_POSTS: Final = (*ACTS_POSTS, Post.CAJERO)
"""Who reads reports; each report says who reads it."""

ROUTES: Final = (
    Route("GET", "/entrar", None, "the log-in"),
    Route("POST", "/entrar", None, "log in"),
    Route("POST", "/pin", None, "go on after a pause, by PIN"),
    Route("POST", "/idioma", None, "choose the language of one's pages"),
    Route("GET", "/static/{path:path}", None, "styles and scripts of the pages"),
    Route("GET", "/fonts/{path:path}", None, "their fonts"),
    Route("GET", "/ayuda", None, "the manual"),
    Route("GET", "/ayuda/imagenes/{name}", None, "its pictures"),
    Route("GET", "/ayuda/reglamento", None, "the regulation"),
    Route("GET", "/ayuda/reglamento-pt", None, "that of Portugal"),
    Route("GET", "/ayuda/reglamento-ro", None, "that of Portugal for roulette"),
    Route("GET", "/ayuda/reglamento-ba", None, "that of Macau for baccarat"),
    Route("GET", "/ayuda/teclas", None, "the keys of the steps, to print"),
    Route("GET", "/ayuda/{name}", None, "what stands behind a rule's ID, with its article"),
    Route("GET", "/lector", None, "a page to try a bar-code scanner"),
    Route("POST", "/lector", None, "what a scanner's keys come to; nothing is kept"),
    Route("GET", "/ca.crt", None, "the certificate of the hall's authority, where the console speaks TLS"),
    Route("GET", "/metrics", None, "figures for a scraper of this machine", local=True),
    Route("GET", "/", _ALL, "the desk", does=True, asleep=True),
    Route("GET", "/panel", _ALL, "its live part, which fetches itself", asleep=True),
    Route("GET", "/events", _ALL, "the news that something changed", asleep=True),
    Route("GET", "/pictures/{digest}.jpg", _ALL, "the picture of a ball"),
    Route("POST", "/steps", _ALL, "take a step, in one of their posts", does=True, asleep=True, initial=True),
    Route("POST", "/keys", _ALL, "unlock their own key, and take the step that waits for it", does=True),
    Route("POST", "/confirmar", _ALL, "authenticate again, and take the step that waits for it", does=True),
    Route(
        "POST",
        "/escanear",
        (Post.JEFE,),
        "read a card's bar code, from a picture or a scanner",
    ),
    Route("POST", "/sonido", ACTS_POSTS, "let the sound test be heard", does=True),
    Route("POST", "/salir", _ALL, "log out", does=True, initial=True),
    Route("GET", "/cuenta", _ALL, "their own account", does=True, initial=True),
    Route("POST", "/cuenta", _ALL, "change their own passphrase or PIN", does=True, initial=True),
    Route("GET", "/personas", _DIRECTOR, "the accounts, and the newest of the security log", does=True),
    Route("GET", "/figuras", _DIRECTOR, "draws a pattern, which changes nothing", does=True),
    Route("GET", "/calibrar", _DIRECTOR, "has the camera learn a set of balls", does=True),
    Route("GET", "/calibrar/estado", _DIRECTOR, "how far that is"),
    Route("GET", "/calibrar/imagen", _DIRECTOR, "what the camera sees meanwhile"),
    Route("POST", "/calibrar", _DIRECTOR, "begin with a set of balls, or go on with it", does=True),
    Route("POST", "/calibrar/respuesta", _DIRECTOR, "answer what the calibration asks", does=True),
    Route("POST", "/personas", _DIRECTOR, "make, change and close accounts", does=True),
    Route("GET", "/actas", ACTS_POSTS, "the book's folios, newest first", does=True),
    Route("GET", "/actas/ultima", ACTS_POSTS, "the act of the newest game", does=True),
    Route("GET", "/actas/{name}.pdf", ACTS_POSTS, "the file of a folio", does=True),
    Route("GET", "/actas/{name}.png", ACTS_POSTS, "a page of it as a picture"),
    Route("GET", "/actas/{name}", ACTS_POSTS, "one folio", does=True),
    Route("GET", "/informes", REPORT_POSTS, "the first of their reports", does=True),
    Route("GET", "/informes/{name}.pdf", REPORT_POSTS, "a report as PDF", does=True),
    Route("GET", "/informes/{name}.csv", REPORT_POSTS, "a report as a table", does=True),
    Route(
        "GET", "/informes/{name}", REPORT_POSTS, "a report; to a cashier those of cash and prizes", does=True
    ),
    Route("POST", "/api/session", None, "log in, for a bearer token"),
    Route("GET", "/api/session", _ALL, "who this is"),
    Route("POST", "/api/log-out", _ALL, "log out", does=True, initial=True),
    Route("POST", "/api/proof", _ALL, "authenticate again", does=True),
    Route("GET", "/api/desk", _ALL, "where the hall stands, and every step"),
    Route("POST", "/api/commands", _ALL, "take a step, in one of their posts", does=True, initial=True),
    Route("POST", "/api/keys", _ALL, "unlock their own key", does=True),
    Route("GET", "/api/events", _ALL, "the news that something changed, for programs"),
    Route("GET", "/api/openapi.json", _ALL, "the description of the API"),
)
"""Every route of the console with who may use it."""


class Matrix:
    """Which route a request takes."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._patterns = {route: re.compile(_pattern(route.path)) for route in routes}

    def route_of(self, method: str, path: str) -> Route | None:
        """Return the route that a request takes, None where there is none."""
        asked = "GET" if method == "HEAD" else method
        return next((r for r, p in self._patterns.items() if r.method == asked and p.fullmatch(path)), None)

    def methods_of(self, path: str) -> tuple[str, ...]:
        """Return the methods that a path has."""
        return tuple(route.method for route, pattern in self._patterns.items() if pattern.fullmatch(path))


def _pattern(path: str) -> str:
    parts = re.split(r"(\{[a-z:]+\})", path)
    kinds = {"path}": ".*"}
    return "".join(
        kinds.get(part.rpartition(":")[2], "[^/]+") if part.startswith("{") else re.escape(part)
        for part in parts
    )


CONSOLE: Final = Matrix(ROUTES)
"""The matrix of the console."""

route_of: Final = CONSOLE.route_of
methods_of: Final = CONSOLE.methods_of
