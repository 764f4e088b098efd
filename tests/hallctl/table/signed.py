"""A table whose people sign: real book on two media, real keys, and a clock that the test moves."""

from base64 import b64encode
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hallctl.app.vault import signatory
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS, evolve
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.note import verifier_of
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.signers import Opener, Unlocked
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import Shelf
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.extraction import ReportBall, ReportFilled
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.table.messages import Done
from hallctl.table.registrar import Keys, Registrar
from tests.hallctl.bingo import Keeper, event_of
from tests.hallctl.games.bingo.rules.night import (
    ALL_BALLS,
    APPOINTMENTS,
    DAY,
    MATRIX,
    OPENING,
    PEOPLE,
    RULES,
)

PASSPHRASE = "solo en las pruebas"
ORIGIN = "sala.example/libro"
START = datetime(2026, 11, 21, 1, 0, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.ms = 0
        self.jump = timedelta()

    def now(self):
        return self.ms

    def wall(self):
        return START + timedelta(milliseconds=self.ms) + self.jump

    def quality(self):
        return "synchronised"


def make_keys(folder: Path) -> Keystore:
    """Make the keys of everybody in the night's hall."""
    validity = Validity(START - timedelta(days=1), START + timedelta(days=300))
    store = Keystore.create(folder, "Illimani", "Altiplano S.R.L.", PASSPHRASE, validity, rounds=1000)
    for person in sorted({name for post, name in PEOPLE.items() if post is not Post.CONTROLLER}):
        posts = [post.value for post, name in PEOPLE.items() if name == person]
        store.enrol(person, posts, PASSPHRASE, PASSPHRASE, validity)
    return store


class SignedTable:
    """A keeper over a shelf; ``do`` unlocks whoever acts, ``ask`` does not."""

    def __init__(
        self,
        folder: Path,
        store: Keystore,
        rules=RULES,
        opener: Opener | None = None,
        security=lambda: None,
        built=None,
    ):
        self.folder, self.store = folder, store
        self.clock = Clock()
        self.unlocked = Unlocked(opener or store)
        self.pins: dict[str, str] = {}
        self.rules = rules
        self.offered = []
        self.security, self.built = security, built
        self._open("boot-1")

    def _open(self, boot: str):
        self.trusted = verifier_of(ORIGIN, self.store.controller())
        self.shelf = Shelf.open(self.folder / "libro", self.folder / "segundo", self.trusted)
        paperwork = BingoPaperwork(Letterhead("1", "La Paz"))
        state = State(self.rules, matrices={MATRIX.digest: MATRIX})
        for entry in self.shelf.entries():
            event = event_of(entry)
            paperwork.take(event)
            state = evolve(state, event)
        keys = Keys(
            ORIGIN, self.store.controller(), _base64(self.store.authority), self._people, self.unlocked
        )
        self.registrar = Registrar(
            self.shelf,
            keys,
            "hallctl test",
            self.clock.quality,
            paperwork,
            self.offered.append,
            security=self.security,
        )
        self.keeper = Keeper(self.shelf, state, self.clock, boot, self.registrar, built=self.built)

    def _people(self):
        return tuple(signatory(holder) for holder in self.store.people())

    def restart(self, boot="boot-2"):
        self.shelf.close()
        self._open(boot)

    def close(self):
        self.shelf.close()

    @property
    def state(self):
        return self.keeper.state

    def ask(self, command, request="", post=None):
        post = post or STEPS[type(command)].posts[0]
        return self.keeper.submit(Issued(command, Actor(PEOPLE[post], post), request))

    def unlock(self, *people):
        for person in people:
            secret = self.pins.get(person, PASSPHRASE)
            assert not self.unlocked.unlock(person, secret, self.clock.now()).code

    def do(self, *commands):
        for command in commands:
            person = PEOPLE[STEPS[type(command)].posts[0]]
            if person != "hallctl":
                self.unlock(person)
            outcome = self.ask(command)
            assert isinstance(outcome, Done), outcome

    def open_session(self):
        self.do(
            OPENING,
            StartController("b1", "test", "first"),
            RegisterSeries("A", 1042, 500, MATRIX.digest),
            RegisterBallSet("J-01"),
            RegisterBallSet("J-02"),
            MountBallSet("J-01"),
        )
        self.session()

    def session(self):
        """Open a session with the balls in the extractor."""
        self.do(
            OpenSession(APPOINTMENTS, DAY),
            *(PassCheck(item) for item in self.rules.checks),
            CountBalls(ALL_BALLS, ()),
            LoadBalls(),
        )

    def wait(self):
        """Let the time between two balls go by."""
        self.clock.ms += self.rules.minimum_interval_ms

    def void_game(self):
        """Play a game that is voided after its first ball, and sign it."""
        self.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(30), CloseSale())
        self.do(StartDraw())
        self.wait()
        self.do(DrawBall(), ReportBall(self.state.serial + 1, 7, "f" * 64), CallBall(7))
        self.do(ProposeVoid("fin"), ApproveVoid(), PayRefunds(30), CollectCards(30), SignGame())

    def close_session(self):
        self.do(CountBalls(ALL_BALLS, ()), CloseSession())

    def verdict(self, elsewhere=()):
        """Return the verdict of the hall's own verifier, once the notary's has said the same."""
        book, second = self.folder / "libro", self.folder / "segundo"
        verdict = verify_book(book, second, elsewhere)
        assert verificar_libro.verify(book, second).whole == verdict.ok
        return verdict


def _base64(content: bytes) -> str:
    return b64encode(content).decode()
