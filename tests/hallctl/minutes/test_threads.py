"""No thread dies unseen: the hall says so, stops, and ends its process (I19)."""

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.threads import STOPPED, EndedError, HallThread, ThreadDiedError, watched
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.table import messages as msg
from hallctl.web.console.app import make_app
from hallctl.web.feed.broadcast import Broadcaster
from hallctl.web.server import ConsoleServer
from tests.hallctl.web.console.hall import JEFE, Hall
from tests.hallctl.web.feed.feeding import Feeding

ROOT = Path(__file__).parents[3]
PATIENCE_S = 20.0


class Deaths:
    """What was told of threads that died, and whether the process was left."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self.left: list[int] = []
        self.changed = threading.Condition()

    def died(self, error: ThreadDiedError, cause: BaseException | None) -> None:
        with self.changed:
            self.told.append((error.sentence.split("»")[0].partition("«")[2], type(cause).__name__))
            self.changed.notify_all()

    def leave(self, status: int) -> None:
        with self.changed:
            self.left.append(status)
            self.changed.notify_all()

    def wait(self, truth: Callable[[], object]) -> None:
        with self.changed:
            assert self.changed.wait_for(truth, PATIENCE_S), (self.told, self.left)


@pytest.fixture
def deaths(monkeypatch: pytest.MonkeyPatch) -> Iterator[Deaths]:
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    deaths = Deaths()
    with watched(deaths.died, deaths.leave, patience_s=0.2):
        yield deaths


def fail() -> None:
    raise OverflowError("timestamp out of range")


@pytest.mark.invariant("I19")
@pytest.mark.parametrize(
    ("thread", "error"),
    [
        (HallThread(fail, "fails", lambda: True), OverflowError),
        (HallThread(lambda: None, "returns", lambda: False), EndedError),
        (HallThread(exit, "exits", lambda: True), SystemExit),
        (threading.Thread(target=fail, name="a driver's"), OverflowError),
    ],
    ids=lambda each: each.name if isinstance(each, threading.Thread) else "",
)
def test_a_thread_that_dies_or_ends_by_itself_is_told_and_the_process_ends_though_something_waits_for_it(
    deaths: Deaths, thread: threading.Thread, error: type[BaseException]
) -> None:
    thread.start()
    deaths.wait(lambda: deaths.left)
    assert deaths.told == [(thread.name, error.__name__)]
    assert deaths.left == [STOPPED]


def test_a_thread_that_was_told_to_end_is_none_that_died(deaths: Deaths) -> None:
    told = threading.Event()
    thread = HallThread(lambda: None if told.wait(PATIENCE_S) else fail(), "told", told.is_set)
    thread.start()
    told.set()
    thread.join(PATIENCE_S)
    assert deaths.told == []


@pytest.mark.invariant("I19")
def test_a_web_server_that_fails_in_its_own_loop_is_a_death_and_one_that_is_stopped_is_none(
    tmp_path: Path, deaths: Deaths
) -> None:
    with Hall(tmp_path) as hall:
        stopped = ConsoleServer(make_app(hall, hall.auth), 0)
        stopped.start()
        stopped.stop()
        assert deaths.told == []
        server = ConsoleServer(make_app(hall, hall.auth), 0)
        server._server.on_tick = fail  # type: ignore[assignment]
        server.start()
        deaths.wait(lambda: deaths.told)
        server.stop()
    assert deaths.told[0] == ("console", "TypeError")


@pytest.mark.invariant("I19")
def test_a_task_that_fails_in_a_server_s_loop_is_a_death_too(
    tmp_path: Path, deaths: Deaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Hall(tmp_path) as hall:
        monkeypatch.setattr(Broadcaster, "_wake", lambda _: fail())
        with Feeding(hall):
            deaths.wait(lambda: deaths.told)
    assert deaths.told[0][1] == "OverflowError"


@pytest.mark.invariant("I19")
def test_the_hall_in_which_a_thread_died_says_so_to_everybody_and_answers_nobody_any_more(
    tmp_path: Path,
) -> None:
    with Hall(tmp_path) as hall:
        before = hall.newest().sequence
        hall.inbox.put(msg.ThreadDied(ThreadDiedError("console", "OverflowError")))
        halted = hall.after(before, PATIENCE_S)
        assert halted is not None
        assert halted.halted.startswith("THREAD-DIED: el hilo «console» terminó por un error (OverflowError)")
        with pytest.raises(MinutesError, match="THREAD-DIED"):
            hall.ask(Issued(DrawBall(), Actor(JEFE, Post.JEFE), "r-1"))


MAKERS = {
    "hallctl/minutes/threads.py": 1,  # the last resort itself
    "hallctl/devices/witness_wire.py": 1,  # the time of one exchange, a cancelled Timer
}
"""Where the hall makes a thread otherwise than as a ``HallThread``."""


def test_the_hall_starts_its_threads_in_one_way() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): len(re.findall(r"\b(?:Thread|Timer)\(", path.read_text("utf-8")))
        for path in (ROOT / "hallctl").rglob("*.py")
    }
    assert {name: count for name, count in found.items() if count} == MAKERS
