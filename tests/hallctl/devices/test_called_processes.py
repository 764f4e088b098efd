"""The calling hall and one that follows, each a process of its own: claims, kill -9 of either, a cut line."""

import multiprocessing
import subprocess
import sys
import time
from multiprocessing.managers import BaseManager
from pathlib import Path
from typing import Any

import pytest

from hallctl.rules.calls import Lost, Stage
from hallctl.rules.refusals import Refusal
from tests.hallctl.devices.called_hall import CalledHall
from tests.hallctl.devices.test_remote_caller import until
from tests.hallctl.games.bingo.rules.night import MATRIX
from tests.hallctl.office.keys import ENTERING, OTHER, accounts
from tests.hallctl.office.servers import Nats

STEPS = [
    "open",
    "accept",
    "sell",
    "begin",
    "draw",
    "call",
    "claim",
    "settle",
    "void",
    "kinds",
    "look",
    "stop",
    "go_on",
    "woken",
]


ROOT = Path(__file__).parents[3]
PATIENCE_S = 40
"""A hall that was killed is there again before; here others have two cores, too."""


class Halls(BaseManager):
    """A process with one hall."""


Halls.register("hall", CalledHall, exposed=STEPS)


class Process:
    """A hall in a process, which can be killed and started again over the same book."""

    def __init__(self, *made):
        self.made = made
        self.start()

    def start(self):
        self.manager = Halls(ctx=multiprocessing.get_context("spawn"))
        self.manager.start()
        key = self.made[-1].private_bytes_raw()
        made: Any = self.manager
        self.hall = made.hall(*self.made[:-1], key, PATIENCE_S)

    def kill(self):
        process = vars(self.manager)["_process"]
        process.kill()
        process.join()

    def __getattr__(self, name):
        return getattr(self.hall, name)


def drawn_in_both(one, two, balls):
    for ball in balls:
        assert not isinstance(one.draw(ball), Refusal)
        until(lambda ball=ball: two.look()["uncalled"] == ball, 30)
        two.call()


def verified(folder):
    """See that both verifiers find both books whole, and miss no picture of the hall that followed."""
    pictures = folder / "imagenes"
    pictures.mkdir()
    for hall, given in (("sala-1", ()), ("sala-2", (pictures,))):
        book = folder / hall / "libro"
        own = [
            sys.executable,
            "-m",
            "hallctl",
            "book",
            "verify",
            book,
            *(("--pictures", *given) if given else ()),
        ]
        other = [
            sys.executable,
            ROOT / "hallctl/minutes/notary/verificar_libro.py",
            book / "tomo-0001.sqlite",
        ]
        for command in (own, [*other, *(("--imagenes", *given) if given else ())]):
            said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
            assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.campaign
@pytest.mark.req("AJ-86", "I2", "I3", "I4", "I9")
def test_two_processes_play_one_draw_and_each_is_killed(tmp_path):
    server = Nats(tmp_path / "nats", more=accounts())
    one = Process(tmp_path / "sala-1", server.url, "sala-1", ["sala-2"], ENTERING)
    two = Process(tmp_path / "sala-2", server.url, "sala-2", ["sala-1"], OTHER)
    try:
        for each in (one, two):
            each.open()
        two.accept("sala-1")
        one.sell()
        until(lambda: two.look()["heard"], 30)
        two.sell(60, "sala-1")
        two.begin()
        until(lambda: one.look()["halls"].get("sala-2") is Stage.PLAYING, 30)
        one.begin()
        first, second, third = MATRIX.card(1).rows
        drawn_in_both(one, two, first)
        waits = []
        for _ in range(20):
            sung = time.monotonic()
            two.claim("bingo")
            until(lambda: one.look()["halls"]["sala-2"] is Stage.CLAIM, 30)
            waits.append(time.monotonic() - sung)
            two.settle(1, "bingo", good=False)
            until(lambda: one.look()["halls"]["sala-2"] is Stage.PLAYING, 30)
        print("a claim reached the calling hall's book after", sorted(waits)[len(waits) // 2], max(waits))
        for killed, balls in ((one, second[:2]), (two, second[2:])):
            killed.kill()
            killed.start()
            killed.woken()
            drawn_in_both(one, two, balls)
        assert two.look()["drawn"] == one.look()["drawn"] == (*first, *second)
        print("the line took", two.look()["delay"], "ms")
        server.kill()
        until(lambda: two.look()["lost"] is Lost.SILENT, PATIENCE_S + 30)
        until(lambda: one.look()["halls"]["sala-2"] is Stage.OUT, PATIENCE_S + 30)
        assert not isinstance(one.draw(third[0]), Refusal)
        two.void()
        assert two.kinds().count("CallerLost") == two.kinds().count("GameVoided") == 1
        assert max(waits) < 1
        verified(tmp_path)
    finally:
        for each in (one, two):
            each.kill()
        server.stop()
