"""docs/api.md says what is so: its commands are run as they stand against a console, plainly and over TLS."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallctl.minutes.signing.console import certify_console
from hallctl.minutes.signing.keystore import Keystore
from tests.hallctl.web.console.hall import Hall, Serving
from tests.hallctl.web.console.test_tls import OFFICE, YEARS, entrance_of

PAGE = (Path(__file__).parents[4] / "docs/api.md").read_text("utf-8")
BLOCKS = re.findall(r"^( *)```(sh|json|text)\n(.*?)^ *```$", PAGE, re.DOTALL | re.MULTILINE)
MARK = "@@@"


@pytest.fixture(params=["plainly", "over TLS"])
def serving(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    entrance = None
    if request.param == "over TLS":
        store = Keystore.create(tmp_path / "keys", "Bingo Illimani", "Juegos SRL", OFFICE, YEARS, rounds=1000)
        certify_console(store, ["sala.local"], OFFICE, YEARS)
        entrance = entrance_of(store)
    with Hall(tmp_path) as hall, Serving(hall, entrance=entrance) as serving:
        serving.play_until("Vender cartones")
        yield serving


def alike(said: Any, answer: Any) -> bool:
    """Return whether an answer is what the page says; it may hold more, and has its own entries."""
    if isinstance(said, dict):
        own = {"sequence", "now", "entry", "entries", "seen"}
        return all(key in answer and (key in own or alike(each, answer[key])) for key, each in said.items())
    if isinstance(said, list):
        return all(any(alike(each, found) for found in answer) for each in said)
    return bool(said == answer)


def read(text: str) -> tuple[Any, str]:
    """Return the JSON of an answer and its status."""
    body, _, status = text.strip().rpartition(" ")
    return json.loads(body), status


def test_every_example_of_the_page_is_answered_as_it_says(serving: Serving, tmp_path: Path) -> None:
    script = f"\necho {MARK}\n".join(
        re.sub(rf"^{indent}", "", text, flags=re.MULTILINE) for indent, kind, text in BLOCKS if kind == "sh"
    )
    assert "HALL=http://127.0.0.1:8000" in script
    script = script.replace("HALL=http://127.0.0.1:8000", f"HALL={serving.url}")
    ran = subprocess.run(
        ["bash", "-u", "-c", script],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={"PATH": "/usr/bin:/bin", "CURL_CA_BUNDLE": str(tmp_path / "keys/ca.crt"), "LC_ALL": "C.UTF-8"},
    )
    _, *outputs = ran.stdout.split(f"{MARK}\n")
    answers = [(kind, text) for _, kind, text in BLOCKS if kind != "sh"]
    assert len(outputs) == len(answers) == 7, ran.stderr
    for (kind, said), output in zip(answers, outputs, strict=True):
        if kind == "json":
            (body, status), (answer, answered) = read(said), read(output)
            assert status == answered, output
            assert alike(body, answer), output
        else:
            assert re.sub(r"\d+", "0", output.replace("\r", "")) == re.sub(r"\d+", "0", said)
    repeated = [json.loads(output.rpartition(" ")[0])["done"] for output in outputs if '"done"' in output]
    assert repeated[0] == repeated[1]
    assert serving.client.get("/api/desk").json()["game"]["cards"] == 12


def test_the_table_has_every_status_that_the_description_has(serving: Serving) -> None:
    description = serving.client.get("/api/openapi.json").json()
    operations = [operation for path in description["paths"].values() for operation in path.values()]
    statuses = {status for operation in operations for status in operation["responses"]}
    assert set(re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE)) == statuses | {"405"}
