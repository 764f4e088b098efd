"""A step that needs a signature asks for the passphrase, and is taken with it."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from hallctl.rules.commands.base import Issued
from hallctl.rules.refusals import refuse
from hallctl.table import messages as msg
from hallctl.table.press import Press
from tests.hallctl.web.console.hall import DIRECTOR, Hall, Serving


class SigningHall(Hall):
    """A hall that takes no step of a person whose key is locked."""

    def ask(self, issued: Issued, press: Press | None = None) -> msg.Outcome:
        person = issued.actor.person
        if person in self.passphrases and person not in self.unlocked:
            return refuse("SIGN-LOCKED", person=person)
        return super().ask(issued, press)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with SigningHall(tmp_path) as hall:
        hall.passphrases[DIRECTOR] = "una contraseña"
        with Serving(hall) as serving:
            yield serving


def opening(serving: Serving) -> str:
    """Return the form of the opening diligence as the page sends it."""
    offer = next(o for o in serving.desk()["offers"] if o["command"] == "OpenBook")
    fields = {"request": "r-1", "command": "OpenBook", "post": offer["post"]}
    return urlencode({**fields, **serving.hall.pressed("OpenBook"), "body": json.dumps(offer["body"])})


def post(serving: Serving, path: str, content: str) -> str:
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": serving.url}
    return serving.client.post(path, content=content, headers=headers).text


@pytest.mark.req("AJ-42")
def test_a_step_under_a_locked_key_asks_for_the_passphrase_and_is_taken_with_it(serving: Serving) -> None:
    step = opening(serving)
    asked = post(serving, "/steps", step)
    assert "escriba su contraseña" in asked
    assert 'type="password"' in asked
    assert serving.desk()["phase"] == "book"
    wrong = post(serving, "/keys", urlencode({"secret": "otra", "step": step}))
    assert "La contraseña no es correcta" in wrong
    assert 'type="password"' in wrong
    right = {"secret": "una contraseña", "step": step, "heard": serving.hall.now()}
    assert "Hecho" in post(serving, "/keys", urlencode(right))
    assert serving.desk()["phase"] == "hall"


def test_the_passphrase_is_in_no_answer(serving: Serving) -> None:
    wrong = {"secret": "secreto-de-otra", "step": opening(serving)}
    assert "secreto-de-otra" not in post(serving, "/keys", urlencode(wrong))


@pytest.mark.parametrize("fields", [{}, {"secret": "x"}, {"secret": "x", "step": "a=b"}])
def test_a_form_that_is_none_unlocks_nothing(serving: Serving, fields: dict[str, str]) -> None:
    assert "no se entiende" in post(serving, "/keys", urlencode(fields))
    assert serving.desk()["signers"] == [{"person": DIRECTOR, "unlocked": False}]


def test_a_program_unlocks_a_key_over_the_api(serving: Serving) -> None:
    said = {"secret": "otra"}
    refused = serving.client.post("/api/keys", json=said)
    assert (refused.status_code, refused.json()["refusal"]["code"]) == (403, "KEY-PASSPHRASE")
    said["secret"] = "una contraseña"
    assert serving.client.post("/api/keys", json=said).json() == {"unlocked": DIRECTOR}
    assert serving.desk()["signers"] == [{"person": DIRECTOR, "unlocked": True}]


def test_another_site_cannot_have_a_key_unlocked(serving: Serving) -> None:
    body = urlencode({"secret": "una contraseña", "step": opening(serving)})
    answer = serving.client.post("/keys", content=body, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert serving.desk()["signers"] == [{"person": DIRECTOR, "unlocked": False}]
