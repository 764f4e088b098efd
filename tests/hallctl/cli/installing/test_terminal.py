"""From nothing to an opened book on a real terminal, killed once on the way."""

import os
import re
import signal
import stat
import sys
from pathlib import Path

import httpx
import pexpect
import pytest

from hallctl.app.practice.processes import Controller, free_port
from hallctl.app.vault import Places
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from tests.hallctl.app.installing.halls import MANUAL
from tests.hallctl.cli.installing.test_init import typed

ROOT = Path(__file__).parents[4]
PATIENCE_S = 60
PROMPT = r"\n   (\[[^\n]*\] )?> "


def technician(folder):
    environment = {**os.environ, "TERM": "dumb", "LANG": "es_BO.UTF-8", "COLUMNS": "200"}
    command = [sys.executable, ["-m", "tests.hallctl.cli.installing.quick", "init", str(folder / "sala")]]
    return pexpect.spawn(
        *command, env=environment, encoding="utf-8", timeout=PATIENCE_S, dimensions=(50, 200)
    )


def answer(terminal, lines):
    for line in lines:
        terminal.expect(PROMPT)
        terminal.sendline(line)


@pytest.mark.req("AJ-39", "AJ-40")
def test_a_technician_comes_from_nothing_to_an_opened_book_at_the_terminal(tmp_path):
    second = tmp_path / "segundo"
    values = {**MANUAL, "second": str(second), "cajero": "Rosa Mamani", "address": "", "printer": ""}
    lines, _ = typed({**values, "screens": ""})
    killed = technician(tmp_path)
    answer(killed, lines[:17])
    killed.expect(PROMPT)
    killed.kill(signal.SIGKILL)
    killed.wait()
    killed.close()
    (draft,) = tmp_path.iterdir()
    assert draft.name == ".sala.respuestas.toml"
    assert stat.S_IMODE(draft.stat().st_mode) == 0o600

    terminal = technician(tmp_path)
    terminal.expect("Seguimos donde quedó: 17 respuestas")
    answer(terminal, lines[17:])
    terminal.expect("Enter hace la sala; [^>]+> ")
    terminal.sendline("")
    terminal.expect(r"Marta Suárez \(director\)\s+(\S+)")
    passphrase = terminal.match[1]
    terminal.expect("se borran de la pantalla > ")
    terminal.sendline("")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0, terminal.before
    assert re.search(r"Abra el libro: Marta Suárez entra en http://127.0.0.1:8000", terminal.before)
    assert [path.name for path in tmp_path.iterdir()] == ["sala"]
    opened(tmp_path, passphrase)
    assert any(second.iterdir())


def opened(folder, passphrase):
    """Start the hall that was made, and have its Director change the first passphrase and open the book."""
    port, config = free_port(), folder / "sala/hall.toml"
    changes = [f"console.port={port}", f"feed.port={free_port()}"]
    controller = Controller(config, port, changes, folder / "hallctl.log")
    try:
        controller.await_ready()
        with httpx.Client(base_url=controller.url, timeout=PATIENCE_S) as client:
            own, entering = "la que eligió Marta", {"person": "Marta Suárez", "passphrase": passphrase}
            client.headers["Origin"] = controller.url
            client.post("/entrar", data=entering)
            csrf = re.search('name="csrf" value="([^"]+)"', client.get("/cuenta").text)
            assert csrf is not None
            change = {"csrf": csrf[1], "secret": passphrase, "passphrase": own}
            assert client.post("/cuenta", data=change).status_code == 303
            entering["passphrase"] = passphrase = own
            token = client.post("/api/session", json=entering).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            client.post("/api/keys", json={"secret": passphrase}).raise_for_status()
            desk = client.get("/api/desk").json()
            offer = next(each for each in desk["offers"] if each["command"] == "OpenBook")
            request = {"request": "r1", "post": offer["post"], "command": "OpenBook", "body": offer["body"]}
            done = client.post("/api/commands", json={**request, "seen": offer["seen"], "heard": desk["now"]})
            assert "done" in done.json(), done.text
    finally:
        assert controller.end() == 0
    kinds = [entry.kind for entry in read_entries(Places(folder / "sala/datos").book / volume_name(1))]
    assert kinds[0] == "BookOpened"
