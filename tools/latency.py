"""How long from the sensor's byte to the committed entry, beside the bare line: ``python -m tools.latency``.

A far end, a program of its own, says that a ball stands at its exit, and takes the time until the hall has
acknowledged it, which the hall does after the commit: the whole way there and back. Between two balls it
says the very same bytes to a program that only answers, over a pseudo-terminal of the same kind: what remains
is the hall's. The table, rules, driver and book are the hall's own, the book is on two media; the camera has
seen the ball already when the sensor speaks, so that nothing else is waited for. Not responsible for the
camera's time.
"""

import argparse
import json
import os
import platform
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from drivers.extractor import wire
from hallctl.devices.extractor import ExtractorLine
from hallctl.games.bingo.machine import BINGO_MACHINE
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall
from hallctl.games.bingo.rules.state import Game, State
from hallctl.games.bingo.rules.tables import BINGO_RULES, STEPS, fold
from hallctl.minutes.book import Book
from hallctl.rules import state as house
from hallctl.rules.commands.base import Actor, Command, Issued
from hallctl.rules.commands.running import AcknowledgeFault, ContinuePlay, StartController
from hallctl.table import messages as msg
from hallctl.table.clock import SystemClock
from hallctl.table.keeper import Keeper, event_of
from hallctl.table.machine import Limits
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Table
from tests.hallctl.games.bingo.rules.night import PEOPLE, RULES, Night
from tests.hallctl.table.virtual import PictureStore, Sight, empty, write_book

BALLS = 90
TRAVEL_S = 0.03
PATIENCE_S = 30.0
QUICK = replace(RULES, minimum_interval_ms=0)


class TimedMachine:
    """A machine that brings a ball for every order, and times the answers; in a program of its own."""

    def __init__(self, line: int, bare: int) -> None:
        self._line = line
        self._bare = bare
        self._event = 0
        self._order = 0
        self._due = float("inf")
        self._said_at = 0.0
        self.hall: list[float] = []
        self.echo: list[float] = []

    def serve(self) -> None:
        """Answer until nobody needs it any more: its standard input ends."""
        decoder = wire.Decoder()
        while True:
            wait = max(0.0, min(1.0, self._due - time.perf_counter()))
            ready, _, _ = select.select([self._line, 0], [], [], wait)
            if self._line in ready:
                for frame in decoder.feed(os.read(self._line, 4096)):
                    self._answer(wire.parse(frame), frame.seq)
            if 0 in ready:
                return
            if time.perf_counter() >= self._due:
                self._bring()

    def _answer(self, message: wire.Message, seq: int) -> None:
        match message:
            case wire.Identify(session):
                self._say(wire.Identity(session, 1, 1, wire.PROTOCOL_VERSION, (1, 0, 0), "MEDIDA"), seq)
            case wire.Query() | wire.Permit():
                truths = (False,) * 5
                self._say(wire.MachineState(1, *truths, 0, self._order, self._event), seq)
            case wire.EventAck():
                self.hall.append(time.perf_counter() - self._said_at)
                self._time_bare_line()
            case wire.Draw(order):
                self._order, self._due = order, time.perf_counter() + TRAVEL_S
                self._say(wire.Ack(), seq)
            case _:
                self._say(wire.Ack(), seq)

    def _bring(self) -> None:
        self._due = float("inf")
        self._event += 1
        self._said_at = time.perf_counter()
        self._say(wire.Ball(self._event, self._order), self._event & 0xFFFF)

    def _time_bare_line(self) -> None:
        said_at = time.perf_counter()
        os.write(self._bare, wire.encode(wire.Ball(self._event, self._order), self._event & 0xFFFF))
        decoder = wire.Decoder()
        while not decoder.feed(os.read(self._bare, 4096)):
            pass
        self.echo.append(time.perf_counter() - said_at)

    def _say(self, report: wire.Report, seq: int) -> None:
        os.write(self._line, wire.encode(report, seq))


def answer_bare(line: int) -> None:
    """Answer every frame with the bytes of an acknowledgement, and do nothing else."""
    decoder = wire.Decoder()
    while data := os.read(line, 4096):
        for _ in decoder.feed(data):
            os.write(line, wire.encode(wire.EventAck(1), 0))


class ReadyCamera:
    """A camera that has seen the ball before the sensor speaks: an empty exit first, then the next number."""

    look_s = 0.0
    waiting = 0

    def __init__(self, inbox: Inbox, keeper: Keeper) -> None:
        self._inbox = inbox
        self._keeper = keeper
        self._sequence = 0

    def watch(self, serial: int, ball_set: str, *, armed: bool) -> None:
        """Show an empty exit and then a ball, as often as a vote wants."""
        del ball_set, armed
        game = _game(self._keeper.state)
        number = 1 if game is None else len(game.drawn) + 1
        for ball in (None, *(number,) * Limits().vote.frames):
            self._sequence += 1
            at = SystemClock().now() / 1000
            sight = Sight(ball)  # type: ignore[no-untyped-call]
            self._inbox.put(msg.Seen(serial, sight, self._sequence, at, None))

    def stop_watching(self) -> None:
        """Nothing is held."""


def play_game(folder: Path, port: str) -> None:
    """Draw and call every ball of a game, as fast as the hall can."""
    night = Night(rules=QUICK)  # type: ignore[no-untyped-call]
    night.open_session().start()
    path, second = folder / "libro.sqlite", folder / "segundo.sqlite"
    write_book(path, night.events, second)  # type: ignore[no-untyped-call]
    inbox, clock = Inbox(), SystemClock()
    with Book.open(path, second) as book:
        state = fold(empty(QUICK), (event_of(BINGO_RULES, entry) for entry in book.entries()))  # type: ignore[no-untyped-call]
        keeper = Keeper(BINGO_RULES, book, state, clock, "b1")
        bulletin = Bulletin(Snapshot(0, keeper.entry, state))
        start = StartController("b1", "latency", "order")
        ball_camera, album = ReadyCamera(inbox, keeper), PictureStore()
        table = Table(
            keeper, BINGO_MACHINE, inbox, ball_camera, album, bulletin, clock, lambda: 10_000, Limits(), start
        )
        line = ExtractorLine(port, inbox)
        player = threading.Thread(target=_play, args=(inbox, bulletin))
        line.start()
        player.start()
        try:
            table.run()
        finally:
            line.stop()
            player.join()


def _game(state: house.State) -> Game | None:
    assert isinstance(state, State)
    return state.game


def _play(inbox: Inbox, bulletin: Bulletin) -> None:
    """The jefe and the locutor, until every ball is called."""
    try:
        _ask(inbox, ContinuePlay())
        for drawn in range(1, BALLS + 1):
            while not isinstance(_ask(inbox, DrawBall()), msg.Done):
                _acknowledge(inbox, bulletin)
            until = time.monotonic() + PATIENCE_S
            while (game := _game(bulletin.newest().state)) is None or len(game.drawn) < drawn:
                if time.monotonic() > until:
                    raise TimeoutError(f"ball {drawn} does not come: {bulletin.newest().state.faults}")
                _acknowledge(inbox, bulletin)
            _ask(inbox, CallBall(game.drawn[-1]))
    finally:
        inbox.put(msg.Quit())


def _acknowledge(inbox: Inbox, bulletin: Bulletin) -> None:
    """Wait a moment for news, and acknowledge what a crowded computer may have caused."""
    newest = bulletin.after(bulletin.newest().sequence, 0.05) or bulletin.newest()
    for fault in newest.state.faults:
        _ask(inbox, AcknowledgeFault(fault.device, fault.code))


def _ask(inbox: Inbox, command: Command) -> msg.Outcome:
    post = STEPS[type(command)].posts[0]
    reply: Future[msg.Outcome] = Future()
    inbox.put(msg.Asked(Issued(command, Actor(PEOPLE[post], post), ""), reply))
    return reply.result(PATIENCE_S)


@contextmanager
def _terminal() -> Iterator[tuple[int, int]]:
    pair = pty.openpty()
    tty.setraw(pair[1])
    try:
        yield pair
    finally:
        for descriptor in pair:
            os.close(descriptor)


def _helper(role: str, *descriptors: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tools.latency", f"--{role}", *map(str, descriptors)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, pass_fds=descriptors, stdin=pipe, stdout=pipe, text=True)


def measure(games: int, folder: Path) -> dict[str, list[float]]:
    """Play games; returns the seconds there and back, through the hall and over the bare line."""
    with _terminal() as (line, near), _terminal() as (bare, answering):
        far, echo = _helper("far", line, bare), _helper("echo", answering)
        try:
            for game in range(games):
                with tempfile.TemporaryDirectory(dir=folder, prefix=f"latencia-{game}-") as name:
                    play_game(Path(name), os.ttyname(near))
            said, _ = far.communicate("over\n")
        finally:
            for program in (far, echo):
                program.kill()
                program.communicate()
    found: dict[str, list[float]] = json.loads(said)
    return found


def _told(seconds: Sequence[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"p50 {cuts[49] * 1e3:8.2f} ms   p99 {cuts[98] * 1e3:8.2f} ms   most {max(seconds) * 1e3:8.2f} ms"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk that is asked about")
    parser.add_argument("--far", type=int, nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--echo", type=int, nargs=1, help=argparse.SUPPRESS)
    asked: Any = parser.parse_args()
    if asked.echo:
        answer_bare(*asked.echo)
    elif asked.far:
        far = TimedMachine(*asked.far)
        far.serve()
        print(json.dumps({"hall": far.hall, "echo": far.echo}))
    else:
        found = measure(asked.games, asked.folder)
        load = " ".join(f"{each:.1f}" for each in os.getloadavg())
        print(
            f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, load {load}"
        )
        print(f"\nFrom the sensor's byte to the acknowledgement after the commit, {len(found['hall'])} balls")
        print(f"  through the hall, its book on two media  {_told(found['hall'])}")
        print(f"  the same bytes over the bare line        {_told(found['echo'])}")


if __name__ == "__main__":
    main()
