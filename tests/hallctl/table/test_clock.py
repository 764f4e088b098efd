"""Under whatever clock the hall is run, no signature is made that a verifier would not take (I22, I25)."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

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
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.minutes.signing.certificates import Validity
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.clock import ApproveClockReference, ProposeClockReference
from hallctl.rules.commands.extraction import ReportBall, ReportFilled
from hallctl.rules.commands.incidents import MinuteIncident
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ReportFault,
    ReportNotice,
    ReportRecovery,
    StartController,
)
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.volumes import CloseBook, OpenBook, ProposeClosing
from hallctl.rules.refusals import Refusal
from hallctl.table.clock import BATTERY, SYNCHRONISED, UNKNOWN, JumpWatch, SystemClock
from hallctl.table.messages import Done
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, APPOINTMENTS, MATRIX, OPENING, PEOPLE, Night
from tests.hallctl.table.signed import PASSPHRASE, START, SignedTable, make_keys
from tests.hallctl.table.virtual import VirtualHall, write_book
from tests.sampling import sampled_pairs

ROOT = Path(__file__).parents[3]
BUILT = datetime(2026, 11, 1, tzinfo=UTC)
WRONG_CLOCK = {"CLOCK-BUILD", "CLOCK-BEHIND", "SIGN-VALIDITY", "SIGN-AUTHORITY", "SESSION-OTHER"}
REASON = "se puso en hora"

JUMPS = {
    "1970": datetime(1970, 1, 1, tzinfo=UTC) - START,
    "hours back": timedelta(hours=-5),
    "three minutes back": timedelta(minutes=-3),
    "hours on": timedelta(hours=7),
    "tomorrow": timedelta(days=1),
    "2036": datetime(2036, 2, 7, 6, 28, 17, tzinfo=UTC) - START,
    "2039": datetime(2039, 1, 19, tzinfo=UTC) - START,
    "2101": datetime(2101, 3, 1, tzinfo=UTC) - START,
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return make_keys(tmp_path_factory.mktemp("llaves") / "claves")


@pytest.fixture
def table(tmp_path, store):
    table = SignedTable(tmp_path, store, built=BUILT)
    yield table
    table.close()


def taken(table: SignedTable, command: Command) -> bool:
    """Take a step, or see that it is refused for the clock alone and leaves nothing behind."""
    person = PEOPLE[STEPS[type(command)].posts[0]]
    if person != "hallctl":
        table.unlock(person)
    before = table.keeper.entry
    outcome = table.ask(command)
    if isinstance(outcome, Refusal):
        assert outcome.code in WRONG_CLOCK, outcome
        assert table.keeper.entry == before
    return isinstance(outcome, Done)


def settle(table: SignedTable) -> None:
    """Have the two people find that the clock is right, where the book is ahead of it."""
    if table.keeper.wrong_clock() is not None:
        table.do(ProposeClockReference(REASON), ApproveClockReference())
    assert table.keeper.wrong_clock() is None


def take(table: SignedTable, *commands: Command) -> None:
    """Take steps under a clock that may be wrong; what it forbids is taken once it is set right."""
    for command in commands:
        if not taken(table, command):
            wrong, table.clock.jump = table.clock.jump, timedelta()
            settle(table)
            table.do(command)
            table.clock.jump = wrong


def ball(table: SignedTable) -> None:
    take(table, DrawBall(), ReportBall(table.state.serial + 1, 7, "f" * 64), CallBall(7))


NIGHT: tuple[tuple[str, Callable[[SignedTable], None]], ...] = (
    ("opening", lambda t: take(t, OPENING, StartController("b1", "test", "first"))),
    (
        "papers",
        lambda t: take(
            t,
            RegisterSeries("A", 1042, 500, MATRIX.digest),
            *(RegisterBallSet(name) for name in ("J-01", "J-02")),
            MountBallSet("J-01"),
        ),
    ),
    (
        "session",
        lambda t: take(
            t,
            OpenSession(APPOINTMENTS, "2026-11-21"),
            *(PassCheck(item) for item in t.rules.checks),
            CountBalls(ALL_BALLS, ()),
            LoadBalls(),
        ),
    ),
    ("sale", lambda t: take(t, AnnounceGame("A-1042"), ReportFilled(), SellCards(30))),
    ("closed", lambda t: take(t, CloseSale(), StartDraw())),
    ("draw", lambda t: (t.wait(), ball(t))[0]),
    ("void", lambda t: take(t, ProposeVoid("fin"), ApproveVoid(), PayRefunds(30), CollectCards(30))),
    ("signed", lambda t: take(t, SignGame(), CountBalls(ALL_BALLS, ()))),
    ("session closed", lambda t: take(t, CloseSession())),
    ("volume closed", lambda t: take(t, ProposeClosing(), CloseBook())),
)


@pytest.mark.invariant("I22", "I25", "I10", "I21")
@pytest.mark.parametrize(("at", "jump"), sampled_pairs([name for name, _ in NIGHT], JUMPS, 5))
def test_after_every_jump_the_night_is_played_to_its_end_and_the_book_verifies(table, at, jump):
    for name, step in NIGHT:
        if name == at:
            table.clock.jump = JUMPS[jump]
            # What the controller says itself is minuted under any clock: a wrong future stands in the book.
            table.keeper.report(ReportFault("cámara", "CAMERA-LOST", "sin señal"))
            table.keeper.report(ReportRecovery("cámara", "CAMERA-LOST"))
            if table.state.faults:
                table.do(AcknowledgeFault("cámara", "CAMERA-LOST"))
        step(table)
        if name == at:
            table.clock.jump = timedelta()
            if table.state.book is not None:
                settle(table)
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.invariant("I25")
@pytest.mark.parametrize(
    ("year", "code"), [(1970, "CLOCK-BUILD"), (2036, "SIGN-AUTHORITY"), (2101, "SIGN-AUTHORITY")]
)
def test_a_hall_started_in_another_year_opens_no_volume_until_its_clock_is_set(table, year, code):
    table.clock.jump = datetime(year, 1, 1, tzinfo=UTC) - START
    table.unlock("Marta")
    outcome = table.ask(OPENING, "r1")
    assert (outcome.code, outcome.requirement) == (code, "I25")
    assert str(year) in outcome.sentence
    assert table.keeper.entry == 0
    table.clock.jump = timedelta()
    # A refusal for the clock is not the answer of its request for ever (I17).
    assert isinstance(table.ask(OPENING, "r1"), Done)


@pytest.mark.invariant("I25")
def test_a_clock_may_step_back_two_minutes_and_not_by_steps_of_two_minutes(table):
    table.do(OPENING)
    table.clock.jump = timedelta(minutes=-2)
    assert taken(table, ProposeClosing())
    table.clock.jump = timedelta(minutes=-2, milliseconds=-1)
    assert not taken(table, CloseBook())


@pytest.mark.invariant("I25", "I4")
def test_what_was_minuted_in_the_future_counts_after_a_restart_until_two_people_reset_it(table):
    table.open_session()
    table.clock.jump = timedelta(days=30)
    table.keeper.report(ReportNotice("testigo", "WITNESS-LOST", "no responde"))
    table.clock.jump = timedelta()
    table.restart()
    outcome = table.ask(CloseSession())
    assert outcome.code == "CLOCK-BEHIND"
    assert "2026-12-21 01:00" in outcome.sentence
    table.do(StartController("b2", "test", "died"))
    settle(table)
    table.restart("boot-3")
    table.do(StartController("b3", "test", "died"))
    table.close_session()
    (entry,) = (e for e in table.shelf.entries() if e.kind == "ClockReferenceSet")
    assert entry.body == {
        "person": "Marta",
        "jefe": "Ana",
        "reason": REASON,
        "before": "2026-12-21T01:00:00.000Z",
    }
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.invariant("I25")
def test_the_reference_is_not_reset_under_a_clock_outside_program_or_certificates(table):
    table.open_session()
    for jump, code in ((JUMPS["1970"], "CLOCK-BUILD"), (timedelta(days=400), "SIGN-AUTHORITY")):
        table.clock.jump = jump
        table.keeper.report(ReportNotice("reloj", "CLOCK-JUMPED", "—"))
        table.unlock("Ana")
        assert table.ask(ProposeClockReference(REASON)).code == code


@pytest.mark.invariant("I25")
def test_a_certificate_of_another_post_or_out_of_force_signs_nothing(tmp_path):
    store = make_keys(tmp_path / "claves")
    table = SignedTable(tmp_path, store, built=BUILT)
    table.do(OPENING)
    soon = Validity(START, START + timedelta(days=2))
    store.enrol("Ana", ["vendedor"], PASSPHRASE, PASSPHRASE, soon, replace=True)
    table.unlock("Ana")
    assert table.ask(ProposeClosing()).code == "SIGN-POST"
    store.enrol("Ana", ["jefe"], PASSPHRASE, PASSPHRASE, soon, replace=True)
    table.clock.jump = timedelta(days=3)
    table.unlock("Ana")
    assert table.ask(ProposeClosing()).code == "SIGN-VALIDITY"
    longer = Validity(START, START + timedelta(days=9))
    store.enrol("Ana", ["jefe"], PASSPHRASE, PASSPHRASE, longer, replace=True)
    table.do(ProposeClosing(), CloseBook())
    # Who has no certificate in force is not named by the next volume, which opens all the same.
    table.clock.jump = timedelta(days=10)
    table.do(OpenBook("Illimani", "Altiplano S.R.L.", "RA-1", 2, 200, "Notaría 7", "2026-11-22", True))
    opened = next(entry for entry in table.shelf.entries() if entry.kind == "BookOpened")
    assert "Ana" not in {person["person"] for person in opened.body["people"]}
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.invariant("I25")
def test_a_certificate_renewed_while_the_hall_runs_is_in_the_book_before_it_signs(tmp_path):
    store = make_keys(tmp_path / "claves")
    table = SignedTable(tmp_path, store, built=BUILT)
    table.do(OPENING)
    table.unlock("Ana")
    renewed = Validity(START, START + timedelta(days=100))
    store.enrol("Ana", ["jefe"], PASSPHRASE, PASSPHRASE, renewed, replace=True)
    table.do(ProposeClosing())
    kinds = [entry.kind for entry in table.shelf.entries()]
    assert kinds[-3:] == ["SignatoryEnrolled", "ClosingProposed", "EntrySigned"]
    # A key in memory whose certificate was replaced signs no more: its person types the new passphrase.
    store.enrol("Marta", ["director"], PASSPHRASE, PASSPHRASE, renewed, replace=True)
    table.keeper.enrol()
    assert table.ask(CloseBook()).code == "SIGN-LOCKED"
    table.do(CloseBook())
    table.close()
    assert table.verdict().ok, table.verdict().describe()


class Turned:
    """A clock whose two hands the test moves."""

    def __init__(self):
        self.ms, self.shown = 0, START

    def now(self):
        return self.ms

    def wall(self):
        return self.shown

    def quality(self):
        return UNKNOWN


@pytest.mark.invariant("I22")
@pytest.mark.parametrize("jump", [timedelta(hours=-3), timedelta(days=365), timedelta(minutes=3)])
def test_a_jump_is_seen_once_and_slow_correction_never(jump):
    clock = Turned()
    watch = JumpWatch(clock)
    for _ in range(100):
        clock.ms += 1000
        clock.shown += timedelta(milliseconds=1500)
        assert watch.jump() is None
    clock.ms += 1000
    before = clock.shown + timedelta(seconds=1)
    clock.shown += jump
    assert watch.jump() == (before, clock.shown)
    assert watch.jump() is None


def test_the_machines_clock_says_what_vouches_for_it(tmp_path):
    timesync, rtc = tmp_path / "synchronized", tmp_path / "since_epoch"
    assert SystemClock(timesync, rtc).quality() == UNKNOWN
    rtc.write_text("3600\n", "ascii")
    assert SystemClock(timesync, rtc).quality() == UNKNOWN
    clock = SystemClock(timesync, rtc)
    rtc.write_text(f"{int(clock.wall().timestamp())}\n", "ascii")
    assert clock.quality() == BATTERY
    rtc.unlink()  # it is asked now and then only
    assert clock.quality() == BATTERY
    timesync.touch()
    assert clock.quality() == SYNCHRONISED


@pytest.fixture
def playing(tmp_path):
    """A hall in the middle of a sale, whose loop the test turns."""
    path = tmp_path / "libro.sqlite"
    write_book(path, Night().open_session().sell().events)
    hall = VirtualHall(path, "b1")
    hall.clock.seconds = 3_600.0
    hall.turn()
    yield hall
    hall.end()


def jumps(hall):
    return [entry.body for entry in hall.book.entries() if entry.kind == "ClockJumped"]


@pytest.mark.invariant("I22")
@pytest.mark.parametrize("jump", [timedelta(hours=2), timedelta(hours=-2), timedelta(days=7000)])
def test_a_jump_during_play_is_an_entry_and_a_notice_and_stops_no_ball(playing, jump):
    playing.clock.jump = jump
    playing.tick(1.0)
    (said,) = jumps(playing)
    assert [said["before"][:10], said["after"][:10]] == [
        f"{each:%Y-%m-%d}" for each in (playing.clock.wall() - jump, playing.clock.wall())
    ]
    assert "CLOCK-JUMPED" in {notice.code for notice in playing.state.notices}
    assert "reloj" not in {fault.device for fault in playing.state.faults}
    playing.tick(1.0)
    assert len(jumps(playing)) == 1


@pytest.mark.invariant("I22", "I25")
def test_the_notices_of_the_clock_end_when_two_people_settle_it_and_play_goes_on(playing):
    playing.clock.jump = timedelta(hours=-2)
    playing.tick(1.0)
    assert {"CLOCK-JUMPED", "CLOCK-BEHIND"} <= {notice.code for notice in playing.state.notices}
    playing.do(CloseSale())
    assert playing.ask(MinuteIncident("saltó el reloj")).code == "CLOCK-BEHIND"
    playing.do(ProposeClockReference(REASON), ApproveClockReference())
    playing.do(MinuteIncident("saltó el reloj"))
    playing.tick(1.0)
    assert "reloj" not in {notice.device for notice in playing.state.notices}


@pytest.mark.invariant("I22")
def test_where_the_clock_is_synchronised_the_notice_of_a_jump_ends_by_itself(playing):
    playing.clock.jump = timedelta(hours=2)
    playing.tick(1.0)
    playing.clock.quality = lambda: SYNCHRONISED
    playing.tick(1.0)
    playing.tick(1.0)
    assert "reloj" not in {notice.device for notice in playing.state.notices}
    assert len(jumps(playing)) == 1


@pytest.mark.invariant("I22")
def test_the_wall_time_is_read_in_these_places_and_waited_by_in_none():
    """Everything else is handed a moment, or measures durations by the monotonic clock."""
    reads = re.compile(
        r"\btime\.(?:time|localtime|gmtime|time_ns)\(|\bdatetime\.(?:now|utcnow|today)\(|date\.today\("
    )
    found = {
        str(path.relative_to(ROOT))
        for package in ("hallctl", "drivers", "displays")
        for path in (ROOT / package).rglob("*.py")
        if reads.search(path.read_text("utf-8")) and "office" not in path.relative_to(ROOT).parts
    }  # the head office is no hall: it labels what reaches it
    assert found == {
        "hallctl/table/clock.py",  # the clock itself
        "hallctl/app/openers.py",  # the moment of the start, as a figure
        "hallctl/__main__.py",  # commands of one moment, as those below
        "hallctl/cli/people.py",
        "hallctl/cli/cards.py",
        "hallctl/app/calibrating/calibrate.py",
        "hallctl/app/practice/hall.py",
        "hallctl/app/rehearsal/serving.py",  # when its feed began
        "hallctl/app/practice/keys.py",
        "hallctl/app/installing/making.py",  # when a hall's certificates begin
        "hallctl/cli/installing/machine.py",  # which day is proposed
        "hallctl/cli/installing/configure.py",
        "hallctl/cli/installing/serving.py",
        "hallctl/cli/office_paper.py",
        "hallctl/cli/keys.py",
        "hallctl/cli/witness.py",
        "hallctl/cli/scripts/simulate_command.py",  # when its book begins
    }
