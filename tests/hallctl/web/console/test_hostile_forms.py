"""Whatever is sent to a form's address is answered: a misfit is told, and nothing is a 500."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.rules.commands.base import Post
from hallctl.web.access.account import POSTS
from hallctl.web.access.auth import Entered, Who
from hallctl.web.access.sessions import IDLE_MS
from hallctl.web.console.gate import COOKIE
from tests.hallctl.bingo import STEPS_OF_PEOPLE
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, PASSPHRASE, PIN, Hall, Serving

SHORT, LONG = 15, 1000
"""How many forms are made up for each address."""

FORM = "application/x-www-form-urlencoded"
NASTY = st.sampled_from(
    ["", "0", "-1", "9" * 30, "\0", "\ud800", "%", "&=", "ñ" * 400, "{}", "[]", '{"a":', "[" * 3000]
)
TEXT = st.text(st.characters(), max_size=40) | NASTY
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def steps(draw: st.DrawFn) -> str:
    """Make up the form of a step, of which some parts are right."""
    name = draw(st.sampled_from(sorted(STEPS_OF_PEOPLE)))
    known = [each.name for each in fields(STEPS_OF_PEOPLE[name])] or ["x"]
    body = draw(st.dictionaries(st.sampled_from(known) | TEXT, VALUES, max_size=6) | VALUES)
    sent: list[tuple[str, str]] = [
        ("request", draw(TEXT)),
        ("post", draw(st.sampled_from([*POSTS, Post.CONTROLLER]) | TEXT)),
        ("command", draw(st.just(name) | TEXT)),
        ("body", json.dumps(body) if draw(st.booleans()) else draw(TEXT)),
    ]
    for field in draw(st.lists(st.sampled_from(known), max_size=3)):
        sent += [("ask", field), (f"q.{field}", draw(TEXT))]
    return encoded(sent)


def encoded(sent: list[tuple[str, str]]) -> str:
    return urlencode(sent, errors="surrogatepass")


def pairs(*names: str) -> st.SearchStrategy[str]:
    """Make up a form with these fields, some of them right, some twice, some missing."""
    right = st.sampled_from([PASSPHRASE, PIN, JEFE, "add", "reset", "disable", "posts", "cajero"])
    return st.lists(st.tuples(st.sampled_from(names) | TEXT, TEXT | right), max_size=8).map(encoded)


def waiting() -> st.SearchStrategy[str]:
    """Make up the form of a secret with a step that waits for it."""
    secrets = TEXT | st.sampled_from([PASSPHRASE, PIN])
    return st.tuples(secrets, steps()).map(lambda both: encoded([("secret", both[0]), ("step", both[1])]))


FORMS = {
    "/entrar": pairs("person", "passphrase", "code"),
    "/pin": pairs("pin"),
    "/steps": steps(),
    "/keys": waiting(),
    "/confirmar": waiting(),
    "/cuenta": pairs("secret", "passphrase", "pin"),
    "/personas": pairs("secret", "action", "name", "post", "passphrase", "pin"),
    "/salir": pairs("x"),
}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Hall(tmp_path_factory.mktemp("forms"), range(1, 91)) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        yield serving


class Browser:
    """A person's browser, that enters again whenever its session has ended, and sends what nobody typed."""

    def __init__(self, serving: Serving, person: str) -> None:
        self._serving = serving
        self._person = person
        self._entered: Entered | None = None

    def send(self, path: str, body: bytes, kind: str = FORM) -> int:
        hall, headers = self._serving.hall, {"Origin": self._serving.url, "Content-Type": kind}
        if self._entered is None or not isinstance(hall.auth.who(self._entered.token), Who):
            entered = hall.auth.log_in(self._person, PASSPHRASE, "", "máquina")
            assert isinstance(entered, Entered), entered
            self._entered = entered
        headers |= {"Cookie": f"{COOKIE}={self._entered.token}", "X-CSRF": self._entered.who.session.csrf}
        if path == "/pin":
            hall.slept_ms += IDLE_MS + 1
        self._serving.plain.cookies.clear()
        return self._serving.plain.post(path, content=body, headers=headers).status_code


@pytest.mark.parametrize("path", FORMS)
def test_no_form_is_a_500(serving: Serving, path: str, full: bool) -> None:
    people = (DIRECTOR,) if path == "/personas" else (JEFE, LOCUTOR, CAJERO)
    browsers = [Browser(serving, person) for person in people]
    answered: Counter[int] = Counter()

    @settings(max_examples=LONG if full else SHORT, derandomize=not full, database=None)
    @given(st.sampled_from(browsers), FORMS[path].map(str.encode) | st.binary(max_size=200))
    def tried(browser: Browser, body: bytes) -> None:
        status = browser.send(path, body)
        answered[status] += 1
        assert status < 500, body

    tried()
    if path in {"/entrar", "/pin"}:
        assert answered.keys() & {401, 429}, answered
    else:
        assert 401 not in answered, "it was asked, and not only its session"
