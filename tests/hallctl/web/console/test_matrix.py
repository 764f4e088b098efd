"""The role matrix: every route, every post, every way to come without the right; 100 % as the table says."""

import json
import types
import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from starlette.routing import Mount, Route

from hallctl.games.bingo.rules.tables import STEPS
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.step import Proof
from hallctl.web.access.account import POSTS
from hallctl.web.access.auth import AuthService, Entered, Who
from hallctl.web.access.matrix import ROUTES, Matrix, methods_of, route_of
from hallctl.web.access.matrix import Route as Way
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.sessions import IDLE_MS, LONGEST_MS
from hallctl.web.console.app import make_app
from hallctl.web.console.gate import COOKIE
from tests.hallctl.bingo import STEPS_OF_PEOPLE
from tests.hallctl.web.console.hall import PASSPHRASE, PIN, Hall, Serving
from tests.sampling import sampled, sampled_pairs

DIGEST = "ab" * 32
PATHS = {
    "/static/{path:path}": "/static/desk.css",
    "/fonts/{path:path}": "/fonts/Overpass-ExtraBold.ttf",
    "/pictures/{digest}.jpg": f"/pictures/{DIGEST}.jpg",
    "/ayuda/imagenes/{name}": "/ayuda/imagenes/manual-mesa.png",
    "/ayuda/{name}": "/ayuda/AJ-25",
}
FORM = "application/x-www-form-urlencoded"


class Visitor:
    """Somebody with one post, by cookie as a browser, or by bearer token as a program."""

    def __init__(self, serving: Serving, post: Post) -> None:
        self.serving = serving
        self.person = f"Quien es {post.value}"
        self.post = post
        self.auth: AuthService = serving.hall.auth
        self.entered = self.enter()

    def enter(self) -> Entered:
        entered = self.auth.log_in(self.person, PASSPHRASE, "", "127.0.0.1")
        assert isinstance(entered, Entered)
        self.entered = entered
        return entered

    @property
    def csrf(self) -> str:
        return self.entered.who.session.csrf

    def ask(self, way: Way, **changed: Any) -> httpx.Response:
        """Take a way with all that is right, but for what the test changes."""
        path = PATHS.get(way.path, way.path)
        asked: dict[str, Any] = {"token": self.entered.token, "csrf": self.csrf, "method": way.method}
        asked |= {"origin": self.serving.url, "accept": "*/*", "bearer": False} | changed
        headers = {"Accept": asked["accept"]}
        if asked["token"] is not None and asked["bearer"]:
            headers["Authorization"] = f"Bearer {asked['token']}"
        elif asked["token"] is not None:
            headers["Cookie"] = f"{COOKIE}={asked['token']}"
        content = None
        if asked["method"] in {"POST", "PUT", "PATCH", "DELETE"}:
            api = path.startswith("/api/")
            headers |= {"Origin": asked["origin"], "Content-Type": "application/json" if api else FORM}
            content = asked.get("content", "{}" if api else "x=1")
            if asked["csrf"] is not None and api:
                headers["X-CSRF"] = asked["csrf"]
            elif asked["csrf"] is not None:
                content = f"{content}&csrf={asked['csrf']}"
        self.serving.plain.cookies.clear()
        with self.serving.plain.stream(asked["method"], path, headers=headers, content=content) as answer:
            if "event-stream" not in answer.headers.get("content-type", ""):
                answer.read()
            return answer


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Hall(tmp_path_factory.mktemp("matrix")) as hall:
        people = People(hall.auth, "tests", "máquina")
        for post in POSTS:
            assert people.add(f"Quien es {post.value}", [post], Secrets(PASSPHRASE, PIN)) is None
        hall.far_end.pictures[DIGEST] = b"\xff\xd8 a ball"
        with Serving(hall) as serving:
            yield serving


@pytest.fixture(params=POSTS, ids=str)
def visitor(request: pytest.FixtureRequest, serving: Serving) -> Iterator[Visitor]:
    yield Visitor(serving, request.param)
    serving.hall.slept_ms = 0


def shut(answer: httpx.Response) -> bool:
    """Return whether an answer lets nobody in."""
    return answer.status_code == 401 or (
        answer.status_code == 303
        and answer.headers["location"] == "/entrar"
        and "set-cookie" not in answer.headers
    )


CLOSED = [way for way in ROUTES if not way.public]
POSTED = [way for way in CLOSED if way.method == "POST"]


def usual(way: Way, bearer: bool) -> bool:
    """Return whether who takes a way usually comes so: programs to the API, browsers to pages."""
    return bearer == way.path.startswith("/api/")


def few(way: Way) -> bool:
    """Return whether a way is one of three."""
    return CLOSED.index(way) % 3 == 0


def named(value: Way | bool) -> str:
    """Return the name of a way, or of how somebody takes it."""
    if isinstance(value, bool):
        return "program" if value else "browser"
    return f"{value.method} {value.path}"


def test_the_table_has_every_route_of_the_application_and_no_other(serving: Serving) -> None:
    found = set()
    hall = serving.hall
    app = make_app(hall, hall.auth, records=hall.records, calibration=hall.calibration)
    for route in app.routes:
        if isinstance(route, Mount):
            found.add(("GET", f"{route.path}/{{path:path}}"))
        elif isinstance(route, Route):
            found |= {(method, route.path) for method in (route.methods or ()) if method != "HEAD"}
        else:
            for each in route.original_router.routes:  # type: ignore[attr-defined]
                found |= {(method, each.path) for method in each.methods}
    assert found == {(way.method, way.path) for way in ROUTES}
    assert len(ROUTES) == len({(way.method, way.path) for way in ROUTES})


@pytest.mark.invariant("I16")
@pytest.mark.parametrize(("way", "bearer"), sampled_pairs(ROUTES, [False, True], usual), ids=named)
def test_a_post_gets_where_the_table_lets_it_and_nowhere_else(
    visitor: Visitor, way: Way, bearer: bool
) -> None:
    answer = visitor.ask(way, bearer=bearer)
    if way.posts is None:
        # What everybody may ask for answers by itself: an empty log-in is a wrong one, and soon has to wait.
        # Without TLS there is no certificate of the hall to fetch.
        shown = {404} if way.path == "/ca.crt" else {200}
        assert answer.status_code in ({200, 303, 401, 422, 429} if way.method == "POST" else shown)
    elif visitor.post in way.posts:
        # A folio or a report that there is not is answered as such, once they are in.
        unknown = answer.status_code == 404 and "con ese nombre" in answer.text
        assert answer.status_code not in {401, 403, 404, 405} or unknown
        assert not shut(answer) or way.path == "/salir"
    else:
        assert answer.status_code == 403
        assert "ACC-PAGE" in answer.text or "no es de su puesto" in answer.text
        entry = visitor.auth.log.entries(1)[0]
        assert (entry.kind, entry.person) == ("refused", visitor.person)
        assert entry.detail == f"ACC-PAGE {way.method} {way.path}"


@pytest.mark.invariant("I16")
@pytest.mark.parametrize(
    ("way", "bearer"),
    sampled_pairs(CLOSED, [False, True], lambda way, bearer: usual(way, bearer) and few(way)),
    ids=named,
)
def test_nobody_gets_in_without_a_session_that_is_open_and_awake(
    visitor: Visitor, way: Way, bearer: bool
) -> None:
    auth, hall = visitor.auth, visitor.serving.hall
    token = visitor.entered.token
    for wrong in (None, "-", "x", token[:-1], token.swapcase(), f"{token}x", visitor.entered.who.session.key):
        assert shut(visitor.ask(way, token=wrong, bearer=bearer)), f"token {wrong!r}"
    hall.slept_ms += IDLE_MS + 1
    assert way.asleep or shut(visitor.ask(way, bearer=bearer)), "asleep"
    hall.slept_ms += LONGEST_MS
    assert shut(visitor.ask(way, bearer=bearer)), "over"
    left = visitor.enter()
    auth.log_out(left.who, "127.0.0.1")
    assert shut(visitor.ask(way, bearer=bearer)), "replayed after the log-out"
    visitor.enter()
    People(auth, "tests", "máquina").disable(visitor.person)
    assert shut(visitor.ask(way, bearer=bearer)), "the account was closed meanwhile"
    People(auth, "tests", "máquina").reset(visitor.person, Secrets(PASSPHRASE, PIN))
    assert shut(visitor.ask(way, bearer=bearer)), "a session of before the new passphrase"


@pytest.mark.invariant("I16")
@pytest.mark.parametrize("way", sampled(POSTED, 2), ids=named)
def test_no_form_counts_without_the_token_of_its_own_session(visitor: Visitor, way: Way) -> None:
    assert way.posts is not None
    if visitor.post not in way.posts:
        return
    own = visitor.entered
    others = visitor.enter().who.session.csrf
    visitor.entered = own
    another = Visitor(visitor.serving, next(post for post in POSTS if post is not visitor.post)).csrf
    before = visitor.serving.hall.newest().entry, visitor.auth.store.accounts()
    for wrong in (None, "", "x", others, another, own.token):
        answer = visitor.ask(way, csrf=wrong)
        assert answer.status_code == 403, f"token of the form {wrong!r}"
        assert visitor.auth.log.entries(1)[0].detail == f"ACC-FORM POST {way.path}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        assert visitor.ask(way, origin=origin).status_code == 403
    assert (visitor.serving.hall.newest().entry, visitor.auth.store.accounts()) == before
    assert isinstance(visitor.auth.who(own.token), Who), "nobody is thrown out by what another site sends"


@pytest.mark.parametrize("way", sampled(ROUTES, 4), ids=named)
def test_another_method_is_another_route_or_none(serving: Serving, way: Way) -> None:
    visitor = Visitor(serving, Post.DIRECTOR)
    known = methods_of(PATHS.get(way.path, way.path))
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        if method not in known:
            answer = visitor.ask(way, method=method)
            assert (answer.status_code, answer.headers["allow"]) == (405, ", ".join(known))


@pytest.mark.parametrize(
    "path", ["/docs", "/metric", "/metrics/", "/personas/", "/entrar/x", "/api", "/API/desk", "/%65ntrar/"]
)
def test_what_is_not_in_the_table_is_not_there(serving: Serving, path: str) -> None:
    assert route_of("GET", path) is None
    visitor = Visitor(serving, Post.DIRECTOR)
    for token in (None, visitor.entered.token):
        assert visitor.ask(Way("GET", path, POSTS, ""), token=token).status_code == 404


def test_a_person_is_sent_to_the_log_in_and_a_program_told(serving: Serving) -> None:
    visitor = Visitor(serving, Post.JEFE)
    page, desk = Way("GET", "/", POSTS, ""), Way("GET", "/api/desk", POSTS, "")
    sent = visitor.ask(page, token=None, accept="text/html,*/*")
    assert (sent.status_code, sent.headers["location"]) == (303, "/entrar")
    told = visitor.ask(desk, token=None)
    assert (told.status_code, told.headers["www-authenticate"]) == (401, "Bearer")
    assert told.json()["refusal"]["code"] == "ACC-NONE"
    panel = httpx.get(f"{serving.url}/panel", headers={"HX-Request": "true"})
    assert (panel.status_code, panel.headers["hx-redirect"]) == (401, "/entrar")


@pytest.mark.invariant("I16")
def test_every_step_is_refused_to_a_post_that_is_not_hers_and_to_one_that_may_not_take_it(
    serving: Serving,
) -> None:
    visitors = {post: Visitor(serving, post) for post in POSTS}
    way = Way("POST", "/api/commands", POSTS, "")
    before = serving.hall.newest().entry
    checked = 0
    for name, kind in STEPS_OF_PEOPLE.items():
        for said in POSTS:
            asked = {"request": f"{name}-{said}", "post": said, "command": name, "body": _body(kind)}
            if said in STEPS[kind].posts:
                # Who may take it is not asked to here: the night is not to go on.
                intruder = next(post for post in POSTS if post not in STEPS[kind].posts)
                expected = 403, "ACC-POST"
            else:
                intruder, expected = said, (409, "POST")
                if STEPS[kind].wants_proof:
                    assert visitors[said].auth.fresh(visitors[said].entered.who)
            answer = visitors[intruder].ask(way, content=json.dumps(asked))
            assert (answer.status_code, answer.json()["refusal"]["code"]) == expected, (
                name,
                said,
                answer.text,
            )
            checked += 1
    assert checked == len(STEPS_OF_PEOPLE) * len(POSTS)
    assert serving.hall.newest().entry == before


@pytest.mark.invariant("I16")
def test_the_person_of_a_step_is_who_the_session_says(serving: Serving) -> None:
    visitor = Visitor(serving, Post.DIRECTOR)
    said = {"request": "r", "post": "director", "command": "OpenBook", "body": {}}
    way = Way("POST", "/api/commands", POSTS, "")
    answer = visitor.ask(way, content=json.dumps(said | {"person": "Marta Suárez"}))
    assert answer.status_code == 422
    assert answer.json()["problems"][0].startswith("body.person: ")


@pytest.mark.invariant("I16")
@pytest.mark.parametrize("path", ["/steps", "/confirmar", "/keys"])
def test_no_form_takes_a_step_in_a_post_that_is_not_hers(serving: Serving, path: str) -> None:
    visitor, desk = Visitor(serving, Post.VENDEDOR), Way("GET", "/api/desk", POSTS, "")
    offer = next(o for o in visitor.ask(desk).json()["offers"] if o["command"] == "OpenBook")
    step = urlencode(
        {"request": "r", "command": "OpenBook", "post": "director", "person": "Marta Suárez"}
        | {"body": json.dumps(offer["body"])}
    )
    serving.hall.passphrases[visitor.person] = PASSPHRASE
    content = step if path == "/steps" else urlencode({"secret": PASSPHRASE, "step": step})
    answer = visitor.ask(Way("POST", path, POSTS, ""), content=content)
    assert answer.status_code == 403
    assert "Su puesto no permite este paso" in answer.text
    assert visitor.auth.log.entries(1)[0].detail == "ACC-POST OpenBook director"
    assert visitor.ask(desk).json()["phase"] == "book"


@pytest.mark.invariant("I16", "I17")
def test_the_same_form_twice_has_one_effect(serving: Serving) -> None:
    director = Visitor(serving, Post.DIRECTOR)
    people = Way("POST", "/personas", (Post.DIRECTOR,), "")
    made = urlencode({"action": "add", "name": "Eva", "post": "cajero", "passphrase": PASSPHRASE})
    first, second = (director.ask(people, content=made) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 409)
    assert "Ya hay una cuenta de Eva" in second.text
    leave = Way("POST", "/salir", POSTS, "")
    assert director.ask(leave).headers["location"] == "/entrar"
    assert shut(director.ask(leave))
    assert shut(director.ask(people, content=made))


def test_payments_and_what_two_decide_want_a_fresh_authentication() -> None:
    paying = {k.__name__ for k, step in STEPS.items() if step.button and step.button.proof is Proof.PAYMENT}
    assert paying == {"PayPrize", "PayPrizes", "PayRefunds", "RefundMissing"}
    approvals = {kind for kind in STEPS if kind.__name__.startswith(("Approve", "Propose", "Pay"))}
    assert [kind for kind in approvals if not STEPS[kind].wants_proof] == []


def _body(kind: type[Command]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {each.name: _value(hints[each.name]) for each in fields(kind)}


def _value(hint: Any) -> Any:
    """Return the least JSON value of a type."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _value(typing.get_args(hint)[0])
    if origin is tuple:
        return []
    if is_dataclass(hint):
        return _body(hint)  # type: ignore[arg-type]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint)).value
    return {int: 0, str: "x", bool: True}[hint]


def test_a_route_of_a_folder_takes_what_lies_deeper_and_another_route_does_not():
    matrix = Matrix([Way("GET", "/static/{path:path}", None, "x"), Way("GET", "/acta/{number}", None, "x")])
    assert matrix.route_of("GET", "/static/a/b.css") is not None
    assert matrix.route_of("GET", "/acta/1/2") is None
