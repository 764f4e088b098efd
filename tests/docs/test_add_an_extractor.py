"""The driver on the page about adding an extractor is whole: it draws balls from a machine of these tests."""

import os
import pty
import re
import select
import threading
import time
import tty
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.extractor import events
from drivers.extractor.interface import ExtractorDriver
from hallctl.devices.extractor import ExtractorLine
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

PAGE = (Path(__file__).parents[2] / "docs/add-an-extractor.md").read_text("utf-8")
EXAMPLE = Path(__file__).parents[2] / "docs/examples/tombola.py"
PATIENCE_S = 20.0


@pytest.fixture(scope="module")
def tombola() -> types.ModuleType:
    """The page's example, as a module."""
    module = types.ModuleType("tombola")
    exec(compile(EXAMPLE.read_text("utf-8"), str(EXAMPLE), "exec"), module.__dict__)
    return module


class Simulators:
    """A Tómbola 3000: answers lines on a pty; its balls come at once, its cable can be out."""

    def __init__(self, seal, words_of, link: Path) -> None:
        self._seal, self._words_of, self._link = seal, words_of, link
        self.boot = 7
        self.order = self.event = self.goes = self.draws = self.deaf = 0
        self.latched = False
        self.refuses = 0
        self.waiting: list[str] = []
        self._done: tuple[str, str] = ("", "")
        self._ended = threading.Event()
        self._plugged = threading.Lock()
        self.plug()
        self._thread = threading.Thread(target=self._run, name="tombola of the test")
        self._thread.start()

    def plug(self) -> None:
        with self._plugged:
            self.master, self.slave = pty.openpty()
            tty.setraw(self.slave)
            self._link.symlink_to(os.ttyname(self.slave))

    def unplug(self) -> None:
        with self._plugged:
            self._link.unlink()
            os.close(self.master)
            os.close(self.slave)
            self.master = -1

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        if self.master >= 0:
            self.unplug()

    def _run(self) -> None:
        rest, again_at = b"", 0.0
        while not self._ended.is_set():
            with self._plugged:
                heard = b""
                if self.master >= 0 and select.select([self.master], [], [], 0.005)[0]:
                    heard = os.read(self.master, 4096)
                *lines, rest = (rest + heard).split(b"\n")
                for line in lines:
                    self._obey(self._words_of(line))
                if self.waiting and time.monotonic() > again_at:
                    again_at = time.monotonic() + 0.25
                    self._say(self.waiting[0])
            time.sleep(0.002)

    def _say(self, text: str) -> None:
        if self.master >= 0:
            os.write(self.master, b"#?" * (self.goes % 5 == 0) + b"\n" + self._seal(text))

    def _obey(self, words: list[str]) -> None:
        match words:
            case ["HELLO"]:
                self._done = "", ""
                self._say("HELLO T3000-0042")
                self._state()
            case ["GO"]:
                self.goes += 1
                self._state()
            case ["ACK", event]:
                self.waiting = [each for each in self.waiting if each.split()[1] != event]
            case [what, number, *order]:
                if self.deaf:
                    self.deaf -= 1
                    return
                if self._done[0] != number:
                    self._done = number, self._do(what, *map(int, order))
                self._say(f"DID {number} {self._done[1]}")

    def _do(self, what: str, order: int = 0) -> str:
        if self.refuses:
            return str(self.refuses)
        if what in {"STOP", "RESET"}:
            self.latched = what == "STOP"
        elif what == "LOAD":
            self.order = 0
            self._raise("LOADED")
        else:
            self.draws += order != self.order
            self.order = order
            self._raise("BALL", str(order))
        return "0"

    def _raise(self, what: str, *detail: str) -> None:
        self.event += 1
        self.waiting.append(" ".join((what, str(self.event), *detail)))

    def fault(self, code: int) -> None:
        with self._plugged:
            self.latched = True
            self._raise("FAULT", str(code))

    def _state(self) -> None:
        exit_ = int(self.order > 0)
        self._say(f"STATE {self.boot} {exit_} 0 0 0 {int(self.latched)} 0 {self.order} {self.event}")


class Loop:
    """What the deciding loop does with a line: takes messages in their order, and permits."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.extractor = None

    def next(self, kind):
        give_up = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up:
            if self.extractor is not None:
                self.extractor.permit()
            if not self.inbox.empty():
                message = self.inbox.get()
                assert isinstance(message, kind), message
                return message
            time.sleep(0.02)
        raise AssertionError(f"no {kind.__name__} came")

    def draw(self, order: int) -> int:
        self.extractor.draw(order)  # type: ignore[attr-defined]
        ball = self.next(msg.BallArrived)
        assert ball.serial == order
        self.extractor.acknowledge(ball.event)  # type: ignore[attr-defined]
        return ball.event


@pytest.fixture
def far(tombola, tmp_path) -> Iterator[Simulators]:
    far = Simulators(tombola.sealed, tombola.words_of, tmp_path / "tombola")
    yield far
    far.close()


@pytest.fixture
def loop(tombola, far, tmp_path) -> Iterator[Loop]:
    inbox = Inbox()
    line = ExtractorLine(str(tmp_path / "tombola"), inbox, tombola.Tombola)
    loop = Loop(inbox)
    line.start()
    loop.extractor = loop.next(msg.ExtractorUp).extractor
    yield loop
    line.stop()


def test_the_pages_driver_draws_balls_through_the_halls_own_line(far, loop):
    assert [loop.draw(order) for order in range(1, 11)] == list(range(1, 11))
    assert (far.draws, far.order) == (10, 10)
    assert loop.draw(10) == 11, "the last order again reports its ball again"
    assert far.draws == 10
    assert loop.extractor.holds(10)
    loop.extractor.reload()
    loop.extractor.acknowledge(loop.next(msg.DrumLoaded).event)
    loop.draw(1)


def test_the_pages_driver_says_an_order_again_and_tells_a_refusal_and_a_fault(far, loop):
    far.deaf = 2
    loop.draw(1)
    assert far.draws == 1
    far.refuses = 7
    loop.extractor.draw(2)
    failed = loop.next(msg.OrderFailed)
    assert (failed.order, failed.busy) == ("draw", False)
    assert "bombo" in failed.reason
    far.fault(1)
    jam = loop.next(msg.MachineFailed)
    assert jam.code == "EXT-JAM"
    loop.extractor.acknowledge(jam.event)


@pytest.mark.invariant("I13")
def test_the_pages_driver_permits_nothing_by_itself(far, loop):
    loop.draw(1)
    time.sleep(0.1)
    goes = far.goes
    loop.extractor.draw(2)  # the thread has work, and nobody permits
    time.sleep(0.4)
    assert far.goes == goes
    assert far.draws == 2


def test_a_cable_out_and_in_again_is_two_messages_and_the_balls_go_on(far, loop):
    loop.draw(1)
    while far.waiting:
        time.sleep(0.01)
    far.unplug()
    down = loop.next(msg.ExtractorDown)
    assert "cable" in down.reason
    loop.extractor = None
    assert "no existe ese puerto" in loop.next(msg.ExtractorDown).reason
    far.plug()
    loop.extractor = loop.next(msg.ExtractorUp).extractor
    loop.draw(2)
    assert far.draws == 2


def test_another_boot_is_a_lost_line(far, loop):
    loop.draw(1)
    far.boot = 8
    assert "se reinició" in loop.next(msg.ExtractorDown).reason


def test_the_page_names_every_call_and_every_event():
    calls = set(
        re.findall(r"^\| `(\w+)` \|", PAGE.partition("| call |")[2].partition("\n\n")[0], re.MULTILINE)
    )
    assert calls == {name for name in vars(ExtractorDriver) if not name.startswith("_")}
    told = set(
        re.findall(r"^\| `(\w+)` \|", PAGE.partition("| event |")[2].partition("\n\n")[0], re.MULTILINE)
    )
    assert told == {each.__name__ for each in events.ExtractorEvent.__args__}


@pytest.mark.parametrize("path", re.findall(r"`((?:hallctl|drivers|tests)/[\w/]+\.py)", PAGE))
def test_every_file_that_the_page_names_is_there(path):
    assert (Path(__file__).parents[2] / path).is_file()
