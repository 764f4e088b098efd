"""What no request gets past."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hallctl.web.console.hall import Hall, Serving


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder: Path = tmp_path_factory.mktemp("guard")
    with Hall(folder) as hall, Serving(hall) as serving:
        yield serving


FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost:x", "127.0.0.2", ""])
@pytest.mark.parametrize("path", ["/", "/api/desk", "/events", "/static/desk.css"])
def test_another_name_for_this_machine_is_refused(serving: Serving, host: str, path: str) -> None:
    assert serving.client.get(path, headers={"host": host}).status_code in {400, 403}


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "localhost:8000", "[::1]:8000"])
def test_the_machine_itself_is_served(serving: Serving, host: str) -> None:
    assert serving.client.get("/api/desk", headers={"host": host}).status_code == 200


@pytest.mark.invariant("I16")
@pytest.mark.parametrize(
    "headers",
    [
        FORM,
        FORM | {"origin": "null"},
        FORM | {"origin": "http://evil.example"},
        FORM | {"origin": "http://127.0.0.1:1"},
        FORM | {"origin": "https://{host}"},
        FORM | {"origin": "http://{host}", "sec-fetch-site": "cross-site"},
        FORM | {"origin": "http://{host}", "sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_site_is_refused(serving: Serving, headers: dict[str, str]) -> None:
    host = serving.url.removeprefix("http://")
    sent = {name: value.format(host=host) for name, value in headers.items()}
    answer = serving.client.post("/steps", content=b"x=1", headers=sent)
    assert answer.status_code == 403
    assert serving.desk()["entry"] == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (FORM, 415),
        ({"content-type": "text/plain"}, 415),
        ({}, 415),
        (JSON | {"origin": "http://evil.example"}, 403),
        (JSON | {"sec-fetch-site": "cross-site"}, 403),
        (JSON, 422),
        ({"content-type": "application/json; charset=utf-8"}, 422),
    ],
)
def test_the_api_takes_json_of_our_own_only(serving: Serving, headers: dict[str, str], status: int) -> None:
    assert serving.client.post("/api/commands", content=b"{}", headers=headers).status_code == status


def test_a_body_has_a_measure(serving: Serving) -> None:
    big = serving.client.post("/api/commands", content=b" " * 70_000, headers=JSON)
    assert big.status_code == 413
    unmeasured = serving.client.post("/api/commands", content=iter([b"{}"]), headers=JSON)
    assert unmeasured.status_code == 411


def test_every_answer_carries_the_safe_headers(serving: Serving) -> None:
    for path in ("/", "/panel", "/api/desk", "/static/desk.js", "/nothing"):
        headers = serving.client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "camera=(self)" in headers["permissions-policy"]
        assert "microphone=()" in headers["permissions-policy"]
        assert "access-control-allow-origin" not in headers


def test_nothing_of_the_page_comes_from_elsewhere(serving: Serving) -> None:
    for path in ("/", "/static/desk.css", "/static/desk.js"):
        text = serving.client.get(path).text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
    assert serving.client.get("/docs").status_code == 404
    for font in ("Overpass-ExtraBold", "BarlowSemiCondensed-SemiBold", "BarlowSemiCondensed-Bold"):
        assert serving.client.get(f"/fonts/{font}.ttf").status_code == 200
