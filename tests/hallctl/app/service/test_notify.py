"""What the service manager hears, over a real socket and from the real bulletin."""

import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.app.practice.demo import CONFIG
from hallctl.app.service.notify import LivingBulletin, Manager, standing
from hallctl.app.setting import load
from hallctl.games.bingo.desk.phase import phase
from hallctl.games.bingo.rules.state import Game, Phase, Session, State
from hallctl.outputs.rounds import GAMES, TABLE_ROUNDS
from hallctl.rules.state import Fault
from hallctl.table.snapshot import Bulletin, Snapshot
from tests.hallctl.app.service.running import ManagerEnd

EMPTY = State.empty(load(CONFIG).rules)
OPEN = replace(EMPTY, book=object(), session=Session(2, {}))  # type: ignore[arg-type]


@pytest.mark.parametrize("abstract", [False, True])
def test_a_path_and_an_abstract_name_are_told_alike(tmp_path: Path, abstract: bool) -> None:
    address = f"@{tmp_path}" if abstract else str(tmp_path / "notify")
    with ManagerEnd(address) as end:
        manager = Manager.of({"NOTIFY_SOCKET": address})
        manager.send("READY=1", "STATUS=Sesión abierta.")
        assert end.hear(1) == ["READY=1", "STATUS=Sesión abierta."]
        manager.close()


@pytest.mark.parametrize("address", ["", "relative", "/nowhere/at/all", "@nobody-listens-here"])
def test_where_nobody_listens_nothing_is_said_and_nothing_fails(address: str) -> None:
    manager = Manager.of({"NOTIFY_SOCKET": address})
    manager.send("READY=1")
    manager.close()


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "x"}, None),
    ],
)
def test_the_watchdog_is_fed_where_the_manager_asks_this_process(
    environment: dict[str, str], wanted: float | None
) -> None:
    assert Manager.of(environment, pid=7).watchdog_s == wanted


def test_a_manager_that_does_not_read_holds_up_nobody(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with ManagerEnd(address):
        manager = Manager(address)
        began = time.monotonic()
        for _ in range(5000):
            manager.send("WATCHDOG=1")
        assert time.monotonic() - began < 2
        manager.close()


def test_the_hall_is_ready_with_the_first_turn_and_alive_with_each_third_of_the_time(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with ManagerEnd(address) as end:
        manager = Manager(address, watchdog_s=0.3)
        bulletin = LivingBulletin(Bulletin(Snapshot(0, 0, EMPTY)), manager, 8000, phase, GAMES)
        bulletin.publish(Snapshot(1, 0, EMPTY))
        assert end.hear(0.2) == ["STATUS=El libro no está abierto. Consola en el puerto 8000."]
        for _ in range(20):
            bulletin.beat()
            time.sleep(0.02)
        heard = end.hear(0.1)
        assert heard[0] == "READY=1"
        assert heard.count("READY=1") == 1
        assert 3 <= heard.count("WATCHDOG=1") <= 5
        bulletin.publish(Snapshot(2, 0, EMPTY))
        assert end.hear(0.1) == [], "how it stands is told where it has changed"
        manager.close()


def test_a_halted_book_is_told_in_one_line(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with ManagerEnd(address) as end:
        manager = Manager(address)
        bulletin = LivingBulletin(Bulletin(Snapshot(0, 0, EMPTY)), manager, 8000, phase, GAMES)
        bulletin.publish(Snapshot(1, 0, EMPTY, "MIN-FULL: no queda\nespacio."))
        (line,) = end.hear(0.2)
        assert line.startswith("STATUS=La sala se detiene. MIN-FULL: no queda espacio.")
        manager.close()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (EMPTY, "El libro no está abierto."),
        (replace(OPEN, session=None), "Sin sesión abierta."),
        (OPEN, "Sesión 2, sin partida."),
        (replace(OPEN, game=Game(7, "A-1", 500, 1, Phase.DRAW)), "Sesión 2, partida 7: sorteo."),
        (
            replace(OPEN, game=Game(7, "A-1", 500, 1, Phase.SALE), suspended=True),
            "Sesión 2, partida 7: venta, en pausa hasta «Continuar».",
        ),
        (
            replace(OPEN, faults=(Fault("extractor", "EXT-LOST", "", True),)),
            "Parada por EXT-LOST: falta reconocer.",
        ),
    ],
)
def test_how_the_hall_stands_is_a_sentence(state: State, sentence: str) -> None:
    assert standing(state, phase, GAMES) == sentence
    assert "partida" not in standing(state, phase, TABLE_ROUNDS)


def test_the_socket_is_not_handed_on_to_children(tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "x"))
    assert isinstance(manager._socket, socket.socket)
    assert not manager._socket.get_inheritable()
    manager.close()
