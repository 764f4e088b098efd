"""A hall with a real book, its rules and its line to another hall; people and drum are the test's."""

import queue
import threading
import time
import uuid
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.devices.remote_caller import Halls, RemoteCaller
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.commands.calling import AcceptCaller, ProposeCaller
from hallctl.games.bingo.rules.commands.claims import AskAnyMore, ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, CollectCards, PayRefunds, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.minutes.note import verifier_of
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import Shelf, volume_name
from hallctl.rules.commands.base import Actor, Issued
from hallctl.rules.commands.extraction import ReportBall, ReportFilled
from hallctl.rules.commands.running import ContinuePlay, StartController
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.clock import SystemClock
from hallctl.table.keeper import Keeper
from hallctl.table.snapshot import Bulletin, Snapshot
from tests.hallctl.games.bingo.rules.night import MATRIX, PEOPLE, RULES, Night

PATIENCE_S = 3
CALLED = replace(RULES, remote_caller_s=PATIENCE_S, minimum_interval_ms=0, any_more_ms=0)


def key_of(hall):
    return Ed25519PrivateKey.from_private_bytes(hall.encode().ljust(32, b"."))


class Opening(Night):
    """The first steps of a night, taken in a hall of today."""

    def __init__(self, hall):
        super().__init__(hall.rules)
        self.hall = hall

    def do(self, *commands):
        today = f"{SystemClock().wall():%Y-%m-%d}"
        self.hall.do(*(replace(c, day=today) if isinstance(c, OpenSession) else c for c in commands))
        return ()


class CalledHall:
    """Runs one hall's deciding loop in a thread."""

    def __init__(self, folder, url, hall, others, entering, patience_s=PATIENCE_S):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.seen = folder, []
        self.rules = replace(CALLED, remote_caller_s=patience_s)
        of = Ed25519PrivateKey.from_private_bytes
        self.entering = of(entering) if isinstance(entering, bytes) else entering
        self.halls = Halls(
            hall,
            [url],
            lambda: (self.entering, None),
            (f"{hall}/libro", key_of(hall)),
            {other: verifier_of(f"{other}/libro", key_of(other)) for other in others},
            calls=hall == "sala-1",
        )
        self.start()

    def start(self):
        self.inbox, self.sequence = queue.SimpleQueue(), 0
        self.ending, self.begun = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        assert self.begun.wait(20)
        book = self.folder / "libro"
        self.line = RemoteCaller(self.halls, book, BINGO.calls, self.inbox, self.bulletin.newest)
        self.line.start()

    def restart(self):
        """Start anew from the book, as after a crash."""
        self.stop()
        self.start()
        self.do(StartController("b2", "test", "died"))

    def woken(self):
        """Say that the controller was killed and is there again, and go on."""
        self.do(StartController("b2", "test", "died"))
        self.go_on()

    def go_on(self):
        """Continue after a restart, as the jefe de mesa does."""
        self.do(ContinuePlay())

    def stop(self):
        self.line.stop()
        self.ending.set()
        self.thread.join()

    def _run(self):
        with Shelf.open(self.folder / "libro", self.folder / "segundo") as shelf:
            state = State(self.rules, matrices={MATRIX.digest: MATRIX})
            state = BINGO.rules.fold(state, (BINGO.rules.event(e.kind, e.body) for e in shelf.entries()))
            self.keeper = Keeper(BINGO.rules, shelf, state, SystemClock(), uuid.uuid4().hex)
            self.bulletin = Bulletin(Snapshot(0, self.keeper.entry, state))
            self.begun.set()
            while not self.ending.is_set():
                with suppress(queue.Empty):
                    message = self.inbox.get(timeout=0.02)
                    if isinstance(message, msg.Reported):
                        self._published(self.keeper.report(message.command))
                    elif isinstance(message, msg.Asked):
                        message.reply.set_result(self._published(self.keeper.submit(message.issued)))

    def _published(self, outcome):
        if not isinstance(outcome, Refusal):
            self.seen += [(time.monotonic(), event) for event in outcome.events]
        self.sequence += 1
        self.bulletin.publish(Snapshot(self.sequence, self.keeper.entry, self.keeper.state))
        return outcome

    @property
    def state(self) -> State:
        return cast(State, self.bulletin.newest().state)

    @property
    def game(self):
        return self.state.game

    def try_(self, command):
        post = STEPS[type(command)].posts[0]
        issued = Issued(command, Actor(PEOPLE[post], post), uuid.uuid4().hex)
        asked = msg.Asked(issued, Future())
        self.inbox.put(asked)
        return asked.reply.result(20)

    def do(self, *commands):
        for command in commands:
            outcome = self.try_(command)
            assert not isinstance(outcome, Refusal), outcome

    def open(self):
        Opening(self).open_session()

    def sell(self, cards=60, caller=""):
        self.do(AnnounceGame("A-1042", caller=caller))
        self.do(*(() if caller else (ReportFilled(),)), SellCards(cards))

    def accept(self, caller):
        self.do(ProposeCaller(caller), AcceptCaller())

    def draw(self, ball):
        """Draw and call a ball, as this hall's own drum brings it."""
        outcome = self.try_(DrawBall())
        if isinstance(outcome, Refusal):
            return outcome
        self.do(ReportBall(self.state.serial, ball, "f" * 64))
        return self.try_(CallBall(ball))

    def call(self):
        """Call the ball that came, as the locutor or the voice does."""
        if self.game.uncalled is not None:
            self.do(CallBall(self.game.uncalled))

    def begin(self):
        self.do(CloseSale(), StartDraw())

    def claim(self, prize="line"):
        self.do(StopForClaim(prize))

    def settle(self, card, prize="line", *, good=True):
        self.do(VerifyCard(prize, "A-1042", card), *([AskAnyMore()] if good else []), ResumeDraw())

    def void(self):
        """Void the game as two people do, refund and collect its cards."""
        self.do(ProposeVoid("sala perdida"), ApproveVoid())
        self.do(PayRefunds(self.game.refunds_due), CollectCards(self.game.cards))

    def entries(self):
        return read_entries(self.folder / "libro" / volume_name(1))

    def kinds(self):
        return [entry.kind for entry in self.entries()]

    def look(self):
        """Return what a test in another process asks about."""
        game, session = self.game, self.state.session
        if game is None:
            return {"heard": session is not None and session.caller_heard is not None}
        lost = None if game.caller is None else game.caller.lost
        return {
            "drawn": game.drawn,
            "uncalled": game.uncalled,
            "halls": dict(game.halls),
            "lost": lost,
            "phase": game.phase,
            "delay": 0 if game.caller is None else game.caller.delay_ms,
        }
