"""The button of the sound test: the jefe hears chime and voice, without one it says so."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from hallctl.web.access.matrix import ACTS_POSTS
from tests.hallctl.web.console.hall import Hall, Serving


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def serving(tmp_path: Path, heard: list[str]) -> Iterator[Serving]:
    with Hall(tmp_path) as hall:
        hall.sound = lambda: heard.append("prueba")
        with Serving(hall) as serving:
            yield serving


@pytest.mark.req("AJ-38")
def test_the_button_stands_beside_the_opening_checks_and_lets_the_test_be_heard(
    serving: Serving, heard: list[str]
) -> None:
    button = 'action="/sonido"'
    assert button not in serving.client.get("/").text, "no session is open: nothing is checked"
    while serving.hall.state.session is None:
        serving.play(serving.desk()["offers"][0]["label"])
    assert button in serving.client.get("/").text
    answer = pressed(serving)
    assert answer.status_code == 200
    assert "Suena la prueba" in answer.text
    assert heard == ["prueba"]


def test_a_hall_without_a_voice_has_no_button_and_says_so(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as serving:
        while hall.state.session is None:
            serving.play(serving.desk()["offers"][0]["label"])
        assert 'action="/sonido"' not in serving.client.get("/").text
        answer = pressed(serving)
        assert (answer.status_code, "no tiene voz propia" in answer.text) == (409, True)


def pressed(serving: Serving) -> httpx.Response:
    """Send the form of the button, with its page's token."""
    token = re.search(r'"X-CSRF": "([^"]+)"', serving.client.get("/").text)
    assert token is not None
    return serving.client.post("/sonido", headers={"X-CSRF": token[1], "Origin": serving.url})


def test_only_who_directs_may_press_it() -> None:
    assert {post.value for post in ACTS_POSTS} == {"director", "jefe"}
