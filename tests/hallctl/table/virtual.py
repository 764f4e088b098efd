"""A hall whose time the test has: real table, rules and book, and devices that are only said to be there."""

import queue
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta

from hallctl.games.bingo.announcer import BINGO_SPEECH
from hallctl.games.bingo.machine import BINGO_MACHINE
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS, fold
from hallctl.minutes.book import Book
from hallctl.minutes.entry import Draft, Stamp
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Actor, Issued
from hallctl.rules.commands.running import AdoptRules, StartController
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.machine import Limits
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import TICK_S, Inbox, Table
from tests.hallctl.bingo import Keeper, event_of
from tests.hallctl.games.bingo.rules.night import MATRIX, PEOPLE, RULES

PICTURE = "f" * 64
_BEGINNING = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)


class Sight:
    """What a picture of the exit shows: a ball with its number, or none."""

    reason = ""

    def __init__(self, ball):
        self.ball = ball is not None
        self.empty = ball is None
        self.scores = {} if ball is None else {ball: 1.0}


class Hourglass:
    """A clock that goes on when it is turned."""

    def __init__(self):
        self.seconds = 100.0
        self.jump = timedelta()

    def now(self):
        return round(self.seconds * 1000)

    def wall(self):
        return _BEGINNING + timedelta(seconds=self.seconds) + self.jump

    def quality(self):
        return "unknown"


class Impatient(queue.SimpleQueue):
    """An inbox that waits for nothing: its time goes by elsewhere."""

    def get(self, block=True, timeout=None):
        return self.get_nowait()


class VirtualCamera:
    """The camera, which looks for the table when it is told to."""

    serial = None

    @property
    def waiting(self):
        return 0

    @property
    def look_s(self):
        return 0.0

    def watch(self, serial, ball_set, *, armed):
        self.serial = serial

    def stop_watching(self):
        self.serial = None


class PictureStore:
    """Keeps pictures, or says that the disk refuses."""

    refuses = False

    def keep(self, image):
        if self.refuses:
            raise OSError("el disco no escribe")
        return PICTURE


def empty(rules=RULES):
    """The state of an empty book."""
    return State(rules, matrices={MATRIX.digest: MATRIX})


def write_book(path, events, second=None):
    """A book in which all this has happened, with its second medium where one is named."""
    stamp = Stamp.at(_BEGINNING, "unknown", "b0")
    drafts = [Draft(type(event).__name__, encode(event), "jefe:Ana", "", "") for event in events]
    with Book.create(path, second) as book:
        if drafts:
            book.append(drafts, stamp)


class VirtualHall:
    """A controller on the book that is there.

    Args:
        path: The book.
        boot: The name of this start.
        exit_ball: What stands at the exit, None where it is empty.
        rules: The rule set.
        settled: Whether every folio is recorded.
        second: The second medium, None where there is none.
        shelf: The book that is open already, whose second medium is asked for its room; None to open it here.
        limits: How long the table waits for what, and how much room it demands.
    """

    def __init__(
        self,
        path,
        boot,
        exit_ball=lambda: None,
        rules=RULES,
        settled=lambda: True,
        second=None,
        shelf=None,
        limits=None,
    ):
        self.clock = Hourglass()
        self.inbox: Inbox = Impatient()
        self.ball_camera, self.album = self.new_camera(), PictureStore()
        self.free_mb = self.second_mb = 10_000
        self.exit_ball = exit_ball
        self.sequence = 0
        self.book = shelf or Book.open(path, second, alone=rules.second_medium == "continue")
        state = fold(empty(rules), map(event_of, self.book.entries()))
        self.keeper = Keeper(self.book, state, self.clock, boot)
        self.bulletin = Bulletin(Snapshot(0, self.keeper.entry, state))
        self.start = StartController(boot, "test", "died")
        self.table = Table(
            self.keeper,
            BINGO_MACHINE,
            self.inbox,
            self.ball_camera,
            self.album,
            self.bulletin,
            self.clock,
            lambda: self.free_mb,
            limits or Limits(),
            self.start,
            settled=settled,
            media=self.book,
            second_mb=shelf.second_free_mb if shelf is not None else lambda: self.second_mb,
            spoken=BINGO_SPEECH.spoken,
        )
        self.table._publish()
        self.table._report(self.start)
        self.table._report(AdoptRules())

    def new_camera(self):
        """What looks at the exit."""
        return VirtualCamera()

    @property
    def state(self):
        return self.keeper.state

    def look(self):
        """Take a picture, where the table wants one."""
        if self.ball_camera.serial is not None:
            self.sequence += 1
            sight = Sight(self.exit_ball())
            self.inbox.put(msg.Seen(self.ball_camera.serial, sight, self.sequence, self.clock.seconds, None))

    def turn(self):
        """Let the loop turn until it has heard everything."""
        self.table._turn()
        while not self.inbox.empty():
            self.table._turn()

    def tick(self, seconds=TICK_S):
        """Let time go by, and turn."""
        self.clock.seconds += seconds
        self.look()
        self.turn()

    def ask(self, command, post=None, person=None):
        """The outcome of a person's command."""
        post = post or STEPS[type(command)].posts[0]
        reply: Future[msg.Outcome] = Future()
        self.inbox.put(msg.Asked(Issued(command, Actor(person or PEOPLE[post], post), ""), reply))
        self.turn()
        return reply.result(0)

    def do(self, *commands):
        for command in commands:
            outcome = self.ask(command)
            assert not isinstance(outcome, Refusal), outcome

    def end(self):
        """Die, as a power cut ends it."""
        self.book.close()
