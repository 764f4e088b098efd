"""Accounts changed by one program while another authenticates: in force at once, and not lost by SIGKILL."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.hallctl.web.access.doors import ANA, DESK, LUIS, PASSPHRASE, Time, door_at, furnish
from tests.hallctl.web.console.hall import CONFIG, ROOT


class Keeper:
    """An authentication service in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, *said: str) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(said) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


@contextmanager
def keeper(folder: Path) -> Iterator[Keeper]:
    command = [sys.executable, "-m", "tests.hallctl.web.access.keeper", str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, cwd=ROOT) as process:  # type: ignore[call-overload]
        assert process.stdout.readline() == '"ready"\n'
        try:
            yield Keeper(process)
        finally:
            process.kill()


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """A hall whose accounts are in ``sala``; returns its configuration."""
    text = CONFIG.read_text("utf-8").replace("../../practice", "sala")
    path = tmp_path / "hall.toml"
    path.write_text(text.replace("../series", str(ROOT / "fixtures/series")), "utf-8")
    (tmp_path / "sala").mkdir()
    with door_at(tmp_path / "sala", Time()) as auth:
        furnish(auth)
    return path


def people(config: Path, *said: str) -> None:
    """Run ``hallctl people`` as another person does, as a program of its own."""
    command = [sys.executable, "-m", "hallctl", "people", *said, "--config", str(config)]
    subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=ROOT)


@pytest.mark.invariant("I29")
def test_a_change_by_another_program_ends_the_sessions_of_the_account_at_their_next_request(
    hall: Path,
) -> None:
    folder = hall.parent / "sala"
    with keeper(folder) as console, keeper(folder) as other:
        ana, luis = console.ask("log-in", ANA), console.ask("log-in", LUIS)
        assert (console.ask("who", ana), console.ask("who", luis)) == (["jefe"], ["locutor", "vendedor"])
        people(hall, "disable", ANA)
        assert console.ask("who", ana) == "ACC-NONE"
        assert console.ask("log-in", ANA) == "ACC-WRONG"
        assert other.ask("posts", LUIS, "locutor") == ""
        assert console.ask("who", luis) == "ACC-NONE"
        luis = console.ask("log-in", LUIS)
        assert console.ask("who", luis) == ["locutor"]
        assert other.ask("reset", LUIS, "otra contraseña") == ""
        assert console.ask("who", luis) == "ACC-NONE"
        assert console.ask("log-in", LUIS) == "ACC-WRONG"


@pytest.mark.invariant("I29")
def test_what_the_console_acknowledged_survives_its_sigkill_after_others_used_the_files(hall: Path) -> None:
    folder = hall.parent / "sala"
    with keeper(folder) as console:
        people(hall, "list")
        assert console.ask("disable", ANA) == ""
        console.kill()
    with door_at(folder, Time()) as auth:
        account = auth.store.account(ANA)
        assert account is not None
        assert not account.enabled
        assert auth.log_in(ANA, PASSPHRASE, "", DESK).code == "ACC-WRONG"
        assert "account-disabled" in [entry.kind for entry in auth.log.entries()]
        assert auth.log.broken() is None


@pytest.mark.invariant("I29")
def test_what_a_program_acknowledged_survives_the_sigkill_of_the_console(hall: Path) -> None:
    folder = hall.parent / "sala"
    with keeper(folder) as console, keeper(folder) as other:
        token = console.ask("log-in", ANA)
        assert other.ask("disable", LUIS) == ""
        other.kill()
        assert console.ask("log-in", LUIS) == "ACC-WRONG"
        assert console.ask("who", token) == ["jefe"]
        console.kill()
    with door_at(folder, Time()) as auth:
        account = auth.store.account(LUIS)
        assert account is not None
        assert not account.enabled
