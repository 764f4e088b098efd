"""The program itself under a service manager's socket, and the loop that feeds its watchdog."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from hallctl.app.practice.accounts import prepare_accounts
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.keys import prepare_keys
from hallctl.app.service.notify import LivingBulletin, Manager
from hallctl.app.setting import load
from hallctl.games.bingo.desk.phase import phase
from hallctl.outputs.rounds import GAMES
from hallctl.web.console.app import make_app
from tests.hallctl.app.service.running import ManagerEnd, Running
from tests.hallctl.web.console.hall import Hall, Serving
from tests.sampling import sampled

WATCHDOG_S = 1.0


class Watched(LivingBulletin):
    """A bulletin of a hall that is watched; whatever else is asked of it goes to the hall's own."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bulletin, name)


@pytest.fixture(params=sampled(["path", "abstract"], 2))
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    said = f"@hallctl-tests-{os.getpid()}" if request.param == "abstract" else str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", said)
    monkeypatch.setenv("WATCHDOG_USEC", str(int(WATCHDOG_S * 1e6)))
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    return said


@pytest.mark.invariant("I13")
def test_ready_comes_when_the_console_answers_and_life_stops_with_the_program_stopped(
    address: str, tmp_path: Path
) -> None:
    with ManagerEnd(address) as manager, Running(tmp_path) as running:
        manager.wait_for("READY=1")
        for url in (f"{running.controller.url}/entrar", f"{running.controller.url}/metrics"):
            with urllib.request.urlopen(url, timeout=5) as answer:
                assert answer.status == 200
        manager.told.clear()
        manager.hear(3 * WATCHDOG_S)
        alive = [at for at, said in manager.told if said == "WATCHDOG=1"]
        assert len(alive) >= 6
        assert max(b - a for a, b in pairwise(alive)) <= WATCHDOG_S / 2
        os.kill(running.controller.child.pid, signal.SIGSTOP)
        manager.hear(0.2)
        assert manager.hear(1.5 * WATCHDOG_S) == []
        os.kill(running.controller.child.pid, signal.SIGCONT)
        assert "WATCHDOG=1" in manager.hear(0.5)
        assert running.end() == 0
        assert manager.hear(0.2)[-2:] == ["STOPPING=1", "STATUS=Cerrando la sala."]
        assert running.log.read_text("utf-8") == "", "where nobody asks for a log, stderr is as it was"


@pytest.mark.invariant("I13")
def test_a_loop_that_hangs_feeds_no_watchdog_while_every_other_thread_goes_on(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    hall = Hall(tmp_path)
    manager = Manager(address, WATCHDOG_S)
    hall.bulletin = Watched(hall.bulletin, manager, 8000, phase, GAMES)  # type: ignore[assignment]
    with ManagerEnd(address) as end, hall, Serving(hall) as serving:
        assert end.hear(WATCHDOG_S).count("WATCHDOG=1") >= 2
        hall.turning.clear()
        end.hear(1.2)  # it asks for the free room once a second, and hangs there
        assert end.hear(2 * WATCHDOG_S) == []
        assert serving.plain.get("/entrar").status_code == 200, "the console answers all the same"
        hall.turning.set()
        assert "WATCHDOG=1" in end.hear(0.5)
    manager.close()


@pytest.mark.parametrize("address", ["path"], indirect=True)
def test_a_start_that_fails_is_never_ready_and_says_why_in_a_line_beside_the_sentence(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    with socket.socket() as taken, ManagerEnd(address) as manager, log.open("w") as stream:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = os.fstat(stream.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        options = [*demo_overrides(tmp_path), f"console.port={taken.getsockname()[1]}"]
        prepare_keys(load(CONFIG, options))
        prepare_accounts(load(CONFIG, options))
        command = [sys.executable, "-m", "hallctl", "run", "--config", str(CONFIG)]
        command += [word for option in options for word in ("--set", option)]
        done = subprocess.run(command, stderr=stream, timeout=60, check=False)
        assert done.returncode == 2
        assert "READY=1" not in manager.hear(0.2)
    lines = log.read_text("utf-8").splitlines()
    assert lines[-1].startswith("[Errno 98] la sala no puede usar el puerto")
    told = {json.loads(line.partition(">")[2])["what"]: line for line in lines if line.startswith("<")}
    assert [*told] == ["part-started", "part-stopped", "failed", "ended"], "what was begun has ended"
    assert (json.loads(told["failed"][3:])["error"], told["failed"][:3]) == ("ConsoleError", "<3>")


def test_only_this_machine_reads_the_figures_also_behind_a_proxy(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as serving:
        assert serving.plain.get("/metrics").status_code == 200
        for elsewhere in ("192.168.1.10", "127.0.0.1, 192.168.1.10", "::ffff:10.0.0.1", "someone"):
            answer = serving.plain.get("/metrics", headers={"X-Forwarded-For": elsewhere})
            assert (answer.status_code, answer.text) == (404, "No hay nada aquí."), elsewhere
        assert serving.client.get("/metrics", headers={"X-Forwarded-For": "10.0.0.1"}).status_code == 404, (
            "a session opens it to nobody"
        )


@pytest.mark.parametrize(
    ("client", "status"),
    [
        *(("127.0.0.1", 200), ("127.9.9.9", 200), ("::1", 200), ("localhost", 200)),
        *(("192.168.1.10", 404), ("", 404), ("::", 404)),
    ],
)
def test_the_other_end_of_the_connection_decides_and_not_what_it_says(
    tmp_path: Path, client: str, status: int
) -> None:
    async def ask(hall: Hall) -> int:
        transport = httpx.ASGITransport(make_app(hall, hall.auth), client=(client, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as asking:
            for name, value in (
                ("X-Forwarded-For", "127.0.0.1"),
                ("Forwarded", "for=127.0.0.1"),
                ("Via", "x"),
            ):
                handed_on = await asking.get("/metrics", headers={name: value})
                assert handed_on.status_code == 404, "a proxy may hand on anybody's request"
            return (await asking.get("/metrics")).status_code

    with Hall(tmp_path) as hall:
        assert asyncio.run(ask(hall)) == status
