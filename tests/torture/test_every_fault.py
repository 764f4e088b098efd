"""Every fault at every phase of a game: the hall stops, says so, and there is a way on (I21).

The table, the rules and the book are the hall's own; devices are only said to be there. The faults are those
that the sources name, so that a new device's are among them without a word here.
"""

import re
import tempfile
from functools import cache
from pathlib import Path

import pytest

from hallctl.app.games import every_refusal
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import RegisterSeries
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.events.draw import BallDrawn, ExtractionOrdered
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.outputs.offer import Premises
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.running import AcknowledgeFault, ContinuePlay
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.machine import Limits
from hallctl.table.troubles import NOTICES, SETTLE_S
from tests.hallctl.bingo import event_of, offers
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, MATRIX, OPENING, PEOPLE, Night
from tests.hallctl.table.virtual import PICTURE, VirtualHall, write_book
from tests.sampling import sampled_tuples

ROOT = Path(__file__).parents[2]
WHERE_FAULTS_ARE = ("hallctl", "drivers")
NO_FAULTS = re.compile(r"(KEY|MIN|ACC|TABLE|SCRIPT)-|CAMERA-BACK$|BOOK-FORMAT$")
PREMISES = Premises(
    OPENING, (RegisterSeries("A", 1042, 500, MATRIX.digest),), ("J-01", "J-02"), APPOINTMENTS, DAY
)
NOTICED = {code: device for device, code in NOTICES}
STARTING = ("draw", "reload", "reset")
CARD, CARDS = 5, 60


def fault_codes():
    """Every fault that a device can raise, as the sources name them."""
    found = set()
    for place in WHERE_FAULTS_ARE:
        for path in (ROOT / place).rglob("*.py"):
            found |= set(re.findall(r'"([A-Z]{2,}(?:-[A-Z]+)+)"', path.read_text("utf-8")))
    return sorted(code for code in found - set(every_refusal()) if not NO_FAULTS.match(code))


def ordered(night):
    night.order()


def doubtful(night):
    night.do(ReportDoubt(night.order(), (6, 9), "pictures disagree", PICTURE))


def uncalled(night):
    night.do(ReportBall(night.order(), 7, PICTURE))


def sung(night):
    night.draw(7)
    night.claim(Claim.LINE, 1)


def asked(night):
    night.call_card(CARD, rows=1)
    night.claim(Claim.LINE, CARD)
    night.ask()


PHASES = {
    "book": lambda _: None,
    "hall": lambda night: night.do(OPENING),
    "session": lambda night: night.open_session(),
    "sale": lambda night: night.open_session().sell(CARDS),
    "closed": lambda night: night.open_session().sell(CARDS).do(CloseSale()),
    "draw": lambda night: night.open_session().start(CARDS),
    "ordered": lambda night: ordered(night.open_session().start(CARDS)),
    "arrived": lambda night: ordered(night.open_session().start(CARDS)),
    "doubt": lambda night: doubtful(night.open_session().start(CARDS)),
    "uncalled": lambda night: uncalled(night.open_session().start(CARDS)),
    "claim": lambda night: sung(night.open_session().start(CARDS)),
    "asked": lambda night: asked(night.open_session().start(CARDS)),
    "finished": lambda night: night.open_session().finished(CARDS),
    "void": lambda night: night.open_session().start(CARDS).do(ProposeVoid("avería"), ApproveVoid()),
    "signed": lambda night: night.open_session().finished(CARDS).settled(),
}


@cache
def happened(phase):
    """The events that lead to a phase."""
    night = Night()
    PHASES[phase](night)
    return tuple(night.events)


class Hands:
    """The extractor at the other end of a good line: notes what it is told, and brings balls when it may."""

    def __init__(self):
        self.told = []
        self.permits = 0
        self.exit = None
        self.ordered = 0
        self.acknowledged = []
        self.shown = set()

    def draw(self, order):
        self.told.append("draw")
        self.ordered = order

    def reload(self):
        self.told.append("reload")

    def stop(self):
        self.told.append("stop")

    def reset(self):
        self.told.append("reset")

    def permit(self):
        self.permits += 1

    def acknowledge(self, event):
        self.acknowledged.append(event)

    def shows(self, code):
        return code in self.shown

    def holds(self, order):
        return self.exit is not None and order == self.ordered


class Trial:
    """A hall at a phase of its game, a fault in it, and what becomes of both."""

    def __init__(self, folder, phase, code):
        self.path, self.phase, self.code = folder / "libro.sqlite", phase, code
        self.boots, self.event, self.arrival = 0, 0, 0
        self.hands = Hands()
        write_book(self.path, happened(phase))
        self.begin()

    def begin(self):
        """Start the controller; the machine at the other end of the line outlives it."""
        self.boots += 1
        self.hands.told.clear()
        self.hall = VirtualHall(self.path, f"b{self.boots}", lambda: self.hands.exit)
        self.hall.inbox.put(msg.ExtractorUp(self.hands))
        self.hall.tick()

    def go_on(self):
        """Let the jefe press continue, where play waits for it."""
        if self.hall.state.suspended:
            self.hall.do(ContinuePlay())
        self.hall.tick()

    @property
    def state(self):
        return self.hall.state

    @property
    def fault(self):
        return next((fault for fault in self.state.faults if fault.code == self.code), None)

    @property
    def device(self):
        return NOTICED.get(self.code) or self.code.split("-")[0].lower()

    def bring(self, ball):
        """Bring the ball of the last order, unless it stands there, and say so."""
        if self.hands.exit is None:
            self.hall.tick()  # a picture of the empty exit
        self.event += 1
        self.arrival, self.hands.exit = self.event, ball
        self.hall.inbox.put(msg.BallArrived(self.event, self.hands.ordered))
        self.hall.turn()

    def raise_fault(self):
        """Let the device fail, in its own way where it has one."""
        hall, put = self.hall, self.hall.inbox.put
        self.event += 1
        match self.code:
            case "EXT-LOST":
                put(msg.ExtractorDown("no contesta"))
            case "EXT-STRANGE":
                put(msg.BallArrived(self.event, self.state.serial + 7))
            case "EXT-ORDER":
                put(msg.OrderFailed("reload", "la máquina rehúsa", False))
            case "EXT-NO-BALL" if self.phase == "ordered":
                hall.clock.seconds += Limits().ball_s + 1
            case "DISK-LOW":
                hall.free_mb = 499
                hall.clock.seconds += 1
            case "DISK-PICTURE" if self.phase == "arrived":
                hall.album.refuses = True
                for _ in range(5):
                    hall.tick()
            case code if code.startswith("EXT-"):
                self.hands.shown.add(code)
                put(msg.MachineFailed(self.event, code, "se detuvo"))
            case code:
                put(msg.Trouble(self.device, code, "averiado"))
        hall.tick()

    def mend(self):
        """Take the cause away."""
        match self.code:
            case "EXT-LOST":
                self.hall.inbox.put(msg.ExtractorUp(self.hands))
            case "DISK-LOW":
                self.hall.free_mb = 10_000
                self.hall.clock.seconds += 1
            case "DISK-PICTURE":
                self.hall.album.refuses = False
                self.hall.inbox.put(msg.Recovered(self.device, self.code))
            case _:
                self.hands.shown.clear()
                self.hall.clock.seconds += SETTLE_S
                self.hall.inbox.put(msg.Recovered(self.device, self.code))
        self.hall.tick()

    def entries(self, kind):
        return [event_of(entry) for entry in read_entries(self.path) if entry.kind == kind]


@pytest.fixture
def folder():
    """A folder in memory, where there is one: what a disk does to a book is proved elsewhere."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(params=sampled_tuples(PHASES, fault_codes(), 6), ids="-".join)
def trial(request, folder):
    phase, code = request.param
    trial = Trial(folder, phase, code)
    trial.go_on()
    if phase == "arrived":
        trial.bring(7)
    assert trial.state.faults == ()
    trial.hands.told.clear()
    yield trial
    trial.hall.end()
    assert verify(trial.path).ok


def test_the_sources_name_the_faults_of_every_device():
    assert {"EXT-JAM", "EXT-LOST", "CAMERA-LOST", "DISK-LOW", "PRINT-FAILED", "SCREEN-OFF"} <= set(
        fault_codes()
    )


@pytest.mark.invariant("I9", "I13", "I14", "I19", "I21")
def test_it_stops_the_hall_says_so_and_there_is_a_way_on(trial):
    trial.raise_fault()
    if trial.phase == "book":
        nothing_is_minuted_before_the_opening_diligence(trial)
    elif trial.code in NOTICED:
        it_is_told_and_stops_nothing(trial)
    else:
        it_has_stopped(trial)
        the_game_can_be_ended_as_it_stands(trial)
        trial.hall.end()
        trial.begin()
        it_is_there_after_a_restart(trial)
        it_is_the_jefe_who_clears_it(trial)
        the_game_goes_on(trial)


def nothing_is_minuted_before_the_opening_diligence(trial):
    assert list(read_entries(trial.path)) == []
    trial.hall.do(OPENING)
    trial.hall.tick()
    if trial.fault is not None:  # what is still wrong is an entry as soon as there is a book
        assert trial.fault.active
    assert trial.state.book is not None


def it_is_told_and_stops_nothing(trial):
    assert trial.state.faults == ()
    (raised,) = trial.entries("NoticeRaised")
    assert raised.code == trial.code
    assert "stop" not in trial.hands.told
    trial.mend()
    assert trial.state.notices == ()
    the_game_goes_on(trial)


def it_has_stopped(trial):
    latched = trial.entries("FaultLatched")
    assert [fault.code for fault in latched] == [trial.code]
    assert trial.fault.detail
    lost = trial.code == "EXT-LOST"
    assert trial.hands.told == ([] if lost else ["stop"])
    nothing_moves(trial)
    permits = trial.hands.permits
    trial.hall.tick()
    # The permission is renewed by a loop that turns; where the line is lost there is none to renew.
    assert (trial.hands.permits == permits) is lost
    it_is_said(trial)


def nothing_moves(trial):
    """No order goes out while the fault is latched, whoever asks."""
    trial.hands.told = [told for told in trial.hands.told if told == "stop"]
    entry = trial.hall.keeper.entry
    for command in (DrawBall(), StartDraw()):
        assert isinstance(trial.hall.ask(command), Refusal)
    for _ in range(10):
        trial.hall.tick()
    assert not set(trial.hands.told) & set(STARTING), trial.hands.told
    assert trial.hall.keeper.entry == entry


def it_is_said(trial):
    """On the desk by its code and with what ends it; on the walls as a pause, while there are players."""
    offered = offers(trial.state, PREMISES, trial.hall.clock.now())
    (acknowledge,) = [each for each in offered if each.command == "AcknowledgeFault"]
    assert trial.code in str(acknowledge.label)
    wall = Wall("Illimani", True)
    view = make(auto(trial.state), trial.state, wall)
    if trial.state.session is not None:
        assert (view.tone, view.headline) == ("stop", wall.texts.pause)


def the_game_can_be_ended_as_it_stands(trial):
    """With the fault still there: void with refunds, or pay and sign what is over, in a few steps."""
    game = playing(trial.state)
    if game is None:
        return
    night = Night()
    night.state, night.now = trial.state, trial.hall.clock.now()
    if game.phase not in {Phase.FINISHED, Phase.VOID}:
        night.do(ProposeVoid("el aparato falla"), ApproveVoid())
    night.settled()
    assert playing(night.state) is None
    assert night.state.faults == trial.state.faults


def it_is_there_after_a_restart(trial):
    if trial.code == "EXT-LOST":
        assert not trial.fault.active  # the line came up again with the start, and that clears nothing
        trial.hall.inbox.put(msg.ExtractorDown("no contesta"))
        trial.hall.tick()
    assert trial.fault is not None
    assert trial.state.suspended is (playing(trial.state) is not None)
    nothing_moves(trial)
    it_is_said(trial)


def it_is_the_jefe_who_clears_it(trial):
    clear = AcknowledgeFault(trial.fault.device, trial.code)
    for post in PEOPLE:
        if post is not Post.JEFE:
            assert trial.hall.ask(clear, post, PEOPLE[post]).code == "POST"
    if trial.fault.active:
        refused = trial.hall.ask(clear)
        assert refused.code == "FAULT-ACTIVE"
        trial.mend()
    assert trial.fault is not None
    nothing_moves(trial)
    trial.hall.do(clear)
    assert trial.state.faults == ()
    assert trial.hall.ask(clear).code == "FAULT-NONE"
    if trial.state.suspended:  # an acknowledgement is no "continue"
        assert "draw" not in trial.hands.told
        trial.hall.do(ContinuePlay())


def the_game_goes_on(trial):
    """What was ordered comes under its own order, once; then the game is played to its end and signed."""
    game = playing(trial.state)
    if game is None:
        return
    if game.pending is not None and game.doubt is None:
        assert trial.code in NOTICED or "draw" in trial.hands.told
        assert trial.hands.ordered == game.pending
        if "draw" in trial.hands.told or trial.hands.exit is None:
            trial.bring(7)
        for _ in range(5):
            trial.hall.tick()
        assert trial.state.game.drawn == (7,), trial.state.game
        assert trial.hands.acknowledged[-1] == trial.arrival
    night = Night()
    night.state, night.now = trial.state, trial.hall.clock.now() + 1_000_000
    play_on(night)
    drawn = [event.order for event in night.events if isinstance(event, BallDrawn)]
    orders = [event.order for event in night.events if isinstance(event, ExtractionOrdered)]
    assert drawn[-len(orders) :] == orders
    assert playing(night.state) is None


def play_on(night):
    """From wherever the game stands to its signature."""
    game = night.state.game
    if game.phase is Phase.SALE:
        night.do(CloseSale())
    if night.state.game.phase is Phase.CLOSED:
        night.do(StartDraw())
    if night.state.game.doubt is not None:
        night.do(SettleBall(6))
    if night.state.game.uncalled is not None:
        night.do(CallBall(night.state.game.uncalled))
    if night.state.game.phase is Phase.CLAIM:
        if night.state.game.good(Claim.LINE) and night.state.game.asked is None:
            night.ask()
        night.wait(night.state.rules.any_more_ms)
        night.do(ResumeDraw())
    if night.state.game.phase is Phase.DRAW:
        if not night.state.game.line_awarded:
            night.call_card(CARD, rows=1)
            night.claim(Claim.LINE, CARD)
            night.ask()
            night.do(ResumeDraw())
        night.call_card(CARD)
        night.claim(Claim.BINGO, CARD)
        night.ask()
        night.do(FinishGame())
    night.settled()
