"""Who may do what at the office's pages, and what they say while the database is away."""

import re
from contextlib import closing
from datetime import UTC, datetime

import httpx
import pytest

from hallctl.config.problems import ConfigError
from hallctl.office.config import load_office
from hallctl.office.making import Plan, make_office
from hallctl.office.web.app import make_office_app
from hallctl.office.web.roles import ROLES, ROUTES, Role
from hallctl.office.web.start import find_reached
from hallctl.web.access.people import People, Secrets
from tests.hallctl.office.web.forty import (
    ADMINISTRATOR,
    PASSPHRASE,
    READER,
    SETTLER,
    serving,
)

NOWHERE = "postgresql://office@127.0.0.1:1/nada"
HELD = {READER: Role.READER, SETTLER: Role.SETTLER, ADMINISTRATOR: Role.ADMINISTRATOR}


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("roles"), NOWHERE) as office:
        yield office


def entered(office, person):
    headers = {"Origin": office.url, "Accept": "text/html"}
    client = httpx.Client(base_url=office.url, headers=headers, trust_env=False)
    client.post("/entrar", data={"person": person, "passphrase": PASSPHRASE})
    return client


def filled(path):
    return re.sub(r"\{(\w+)(:path)?\}", lambda found: {"volume": "1", "number": "1"}.get(found[1], "x"), path)


def test_the_table_has_every_route_of_the_pages_and_no_other(office, tmp_path):
    app = make_office_app("Cadena", NOWHERE, office.auth, lambda *_: b"")
    have = set()
    for included in app.routes:
        router = getattr(included, "original_router", None)
        for route in () if router is None else router.routes:
            have |= {(method, route.path) for method in route.methods - {"HEAD"}}
    files = ("/static", "/fonts", "/oficina")
    told = {(route.method, route.path) for route in ROUTES if not route.path.startswith(files)}
    assert have == told


@pytest.mark.parametrize("person", HELD)
def test_each_role_gets_what_the_table_gives_it_and_nothing_else(office, person):
    with closing(entered(office, person)) as client:
        for route in ROUTES:
            if route.public or route.path in {"/events", "/salir", "/cuenta"}:
                continue
            data = {"x": "1"} if route.method == "POST" else None
            answer = client.request(route.method, filled(route.path), data=data)
            if route.method == "POST":
                assert answer.status_code == 403, "no form without its token"
            elif HELD[person] not in (route.posts or ()):
                assert answer.status_code == 403, route
            else:
                assert answer.status_code in {200, 303, 404, 503}, route


def test_nobody_sees_anything_without_entering(office):
    with httpx.Client(base_url=office.url, trust_env=False) as client:
        for route in ROUTES:
            if not route.public and route.method == "GET":
                assert client.get(filled(route.path)).status_code == 401, route


def test_a_database_that_is_away_is_said_in_plain_words(office):
    with closing(entered(office, READER)) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "La base de datos de la oficina no responde" in answer.text


def test_one_who_administers_stays(office):
    people = People(office.auth, "tests", "máquina")
    why = people.set_posts(ADMINISTRATOR, [Role.READER])
    assert why is not None
    assert why.code == "ACC-LAST"
    why = people.add("Otra", ["director"], Secrets(PASSPHRASE))
    assert why is not None
    assert why.code == "ACC-POSTS", "the posts of a hall are none of the office"
    assert ROLES.checked(["alarmas", "consulta"]) == (Role.READER, Role.SETTLER)


def test_pages_for_other_machines_need_a_certificate(tmp_path):
    plan = Plan("Cadena", "cadena/oficina", "postgresql://o@127.0.0.1/o")
    plain = make_office(tmp_path / "a", plan)
    assert find_reached(plain, datetime.now(UTC)).tls is None
    path = plain.path
    path.write_text(path.read_text("utf-8") + '\n[web]\nhost = "10.0.0.7"\n', "utf-8")
    with pytest.raises(ConfigError, match="no hay certificado"):
        find_reached(load_office(path), datetime.now(UTC))
    secure = make_office(tmp_path / "b", Plan("Cadena", "cadena/oficina", plan.database, hosts=("10.0.0.7",)))
    secure.path.write_text(secure.path.read_text("utf-8") + '\n[web]\nhost = "10.0.0.7"\n', "utf-8")
    reached = find_reached(load_office(secure.path), datetime.now(UTC))
    assert reached.tls is not None
    assert "10.0.0.7" in reached.hosts
