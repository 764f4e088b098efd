"""A machine's reports are judged by what it was ordered, and what it can write into the book is bounded."""

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.minutes.reader import read_entries
from hallctl.rules.commands.running import AcknowledgeFault, ContinuePlay
from hallctl.table import messages as msg
from hallctl.table.damping import FREE, MOST_S, Damper
from tests.hallctl.games.bingo.rules.night import RULES, Night
from tests.hallctl.table.virtual import VirtualHall, write_book
from tests.torture.test_every_fault import Hands

MINUTE, DAY = 60.0, 86_400.0


class Hall(VirtualHall):
    """A virtual hall with a machine on its line, and a ball at the exit that the test sets."""

    def __init__(self, path, boot, rules=RULES):
        self.exit = None
        super().__init__(path, boot, lambda: self.exit, rules)
        self.hands = Hands()
        self.connect()
        if self.state.suspended:
            self.do(ContinuePlay())

    def connect(self):
        self.inbox.put(msg.ExtractorUp(self.hands))
        self.turn()

    def report(self, *messages):
        for message in messages:
            self.inbox.put(message)
        self.turn()

    def pass_time(self, seconds):
        for _ in range(round(seconds / 0.1)):
            self.tick(0.1)

    @property
    def codes(self):
        return {fault.code for fault in self.state.faults}

    def draw(self, ball, event):
        self.pass_time(3.0)  # the pace that the rules demand
        self.do(DrawBall())
        self.exit = None
        self.pass_time(0.3)
        self.exit = ball
        self.pass_time(0.1)
        self.report(msg.BallArrived(event, self.state.serial))
        self.pass_time(0.6)


def hall_at(tmp_path, phase, rules=RULES):
    night = Night(rules)
    phase(night)
    path = tmp_path / "libro.sqlite"
    write_book(path, night.events)
    return Hall(path, "b2", rules)


@pytest.fixture
def hall(tmp_path):
    hall = hall_at(tmp_path, lambda night: night.open_session().start(60))
    yield hall
    hall.end()


@pytest.fixture
def selling(tmp_path):
    """A hall whose balls are on their way back into the drum."""

    def phase(night):
        night.open_session().do(AnnounceGame("A-1042"))

    hall = hall_at(tmp_path, phase)
    yield hall
    hall.end()


@pytest.mark.invariant("I2", "I23")
@pytest.mark.parametrize("order", [-1, 0], ids=["the order before", "order 0"])
def test_a_ball_of_an_old_order_is_a_fault_and_never_leaves_in_silence(hall, order):
    hall.draw(17, event=1)
    hall.do(CallBall(17))
    hall.draw(63, event=2)
    assert hall.state.game.drawn == (17, 63)
    hall.report(msg.BallArrived(3, hall.state.serial + order if order else 0))
    assert "EXT-STRANGE" in hall.codes
    assert 3 in hall.hands.acknowledged


@pytest.mark.invariant("I2")
def test_a_second_report_of_a_minuted_ball_is_a_fault_unless_it_was_asked_for_again(hall):
    hall.draw(17, event=1)
    hall.report(msg.BallArrived(2, hall.state.serial))
    assert "EXT-STRANGE" in hall.codes


@pytest.mark.invariant("I3")
def test_what_the_machine_repeats_after_a_new_connection_is_only_acknowledged(hall):
    hall.draw(17, event=1)
    hall.report(msg.ExtractorDown("cable"))
    hall.connect()
    hall.report(msg.BallArrived(1, hall.state.serial, again=True))
    assert hall.codes == {"EXT-LOST"}
    assert hall.state.game.drawn == (17,)


def test_a_reload_that_nobody_asked_for_in_the_middle_of_a_game_is_a_fault(hall):
    hall.draw(17, event=1)
    hall.report(msg.DrumLoaded(2))
    assert "EXT-STRANGE" in hall.codes


def test_a_reload_under_way_is_not_ordered_again_and_has_its_own_time(selling):
    assert selling.hands.told.count("reload") == 1
    selling.report(msg.OrderFailed("reload", "ocupada", busy=True))
    selling.pass_time(30.0)
    assert not selling.codes
    selling.report(msg.DrumLoaded(1))
    assert selling.state.game.filled
    assert not selling.codes


def test_a_reload_that_never_ends_is_a_fault(selling):
    selling.pass_time(50.0)
    assert selling.codes == {"EXT-STALLED"}


@pytest.mark.invariant("I14")
def test_a_jam_is_not_acknowledged_while_the_machine_shows_it(hall):
    shown = {"EXT-JAM"}
    hall.hands.shows = lambda code: code in shown
    hall.do(DrawBall())
    hall.report(msg.MachineFailed(1, "EXT-JAM", "una bola en el tubo"))
    hall.pass_time(2.0)
    assert hall.ask(AcknowledgeFault("extractor", "EXT-JAM")).code == "FAULT-ACTIVE"
    shown.clear()
    hall.pass_time(1.0)
    hall.do(AcknowledgeFault("extractor", "EXT-JAM"))
    assert not hall.codes


@pytest.mark.invariant("I21")
def test_a_jam_from_before_a_restart_ends_when_the_machine_no_longer_shows_it(hall, tmp_path):
    hall.hands.shows = lambda code: True
    hall.report(msg.MachineFailed(1, "EXT-JAM", "una bola en el tubo"))
    hall.end()
    again = Hall(tmp_path / "libro.sqlite", "b3")
    again.pass_time(1.0)
    again.do(AcknowledgeFault("extractor", "EXT-JAM"))
    again.end()


def test_a_lost_line_is_told_with_its_newest_reason(hall):
    hall.report(msg.ExtractorDown("no contesta"))
    hall.report(msg.ExtractorDown("no existe el puerto"))
    (fault,) = hall.state.faults
    assert fault.detail == "no existe el puerto"


def spoilers(hall):
    """What a broken device may send, each again and again."""
    serial = hall.state.serial
    return {
        "orders": lambda n: [msg.OrderFailed("draw", f"motivo {n}", busy=False)],
        "stops": lambda n: [msg.OrderFailed("stop", "no contesta", busy=False)],
        "strange balls": lambda n: [msg.BallArrived(100 + n, serial + 5)],
        "faults": lambda n: [msg.MachineFailed(100 + n, "EXT-STALLED", f"texto {n}")],
        "jams": lambda n: [msg.MachineFailed(100 + n, "EXT-JAM", f"texto {n}")],
        "loaded": lambda n: [msg.DrumLoaded(100 + n)],
        "line": lambda n: [msg.ExtractorDown(f"motivo {n}"), msg.ExtractorUp(hall.hands)],
        "camera": lambda n: [
            msg.Trouble("cámara", "CAMERA-FROZEN", f"{n}"),
            msg.Recovered("cámara", "CAMERA-FROZEN"),
        ],
        "notice": lambda n: [
            msg.Trouble("disco", "DISK-PICTURES", f"{n}"),
            msg.Recovered("disco", "DISK-PICTURES"),
        ],
        "settings": lambda n: [msg.Settled("cámara", f"exposición {n}")],
    }


KINDS = (
    "orders",
    "stops",
    "strange balls",
    "faults",
    "jams",
    "loaded",
    "line",
    "camera",
    "notice",
    "settings",
)


@pytest.mark.invariant("I28")
@pytest.mark.parametrize("kind", KINDS)
def test_no_device_writes_more_than_a_bounded_number_of_entries(hall, kind):
    send = spoilers(hall)[kind]
    before = hall.keeper.entry
    for n in range(1200):  # two minutes, ten times a second
        hall.report(*send(n))
        hall.tick(0.1)
    assert hall.keeper.entry - before <= 24, [e.kind for e in read_entries(hall.book._path, before + 1)][-40:]


@pytest.mark.invariant("I28")
def test_what_comes_and_goes_all_day_begins_at_most_as_often_as_the_damper_lets_it():
    damper, now, entries, ends_at = Damper(), 0.0, 0, None
    active = False
    while now < DAY:
        if not active:
            damper.began(("cámara", "CAMERA-FROZEN"), now)
            active, entries = True, entries + 1
            ends_at = now + damper.calm_s(("cámara", "CAMERA-FROZEN"), now)
        now += 0.5
        if active and ends_at is not None and now >= ends_at:
            active, entries = False, entries + 1
    assert entries <= 2 * (FREE + 8 + DAY / MOST_S * 8)


def test_a_claim_after_all_this_still_stops_the_draw(hall):
    hall.draw(17, event=1)
    hall.do(CallBall(17))
    hall.do(StopForClaim(Claim.LINE))
    assert hall.state.game.phase.name == "CLAIM"
