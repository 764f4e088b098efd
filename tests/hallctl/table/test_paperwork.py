"""The folios that the rules give are those of the printed documents, whatever a night brings."""

import random
from dataclasses import replace

import pytest

from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, RefundMissing
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.tables import STEPS, fold
from hallctl.minutes.volumes import Shelf
from hallctl.rules.binding import VolumeEnd
from hallctl.rules.commands.base import Actor, Issued
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from hallctl.rules.events.volumes import FolioReprinted
from hallctl.rules.folios import FOR_ACTS, RESERVE, folios_left
from hallctl.rules.refusals import Refusal
from hallctl.table.registrar import Registrar
from tests.hallctl.bingo import Keeper, event_of, folios
from tests.hallctl.evening import Evening as Clock
from tests.hallctl.games.bingo.documents.volume import (
    APPOINTMENTS,
    BINDING,
    LETTERHEAD,
    NAMES,
    OPENING,
    Evening,
    closed,
    empty,
    minuted,
    opened,
    volumes,
    win,
)
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, DAY, MATRIX

WORDS = ("la", "cámara", "quedó", "sin", "imagen", "y", "el", "público", "reclama", "WWWWWWWWWWWWWWWW")

LONG = "palabra " * 249


def sentence(luck, longest):
    return " ".join(luck.choice(WORDS) for _ in range(luck.randint(1, longest)))


def play(night, luck, claims=12, incidents=3):
    """Play a game with many sung cards, incidents, a fault, a complaint and, at times, a void."""
    night.start(30)
    for _ in range(luck.randint(0, claims)):
        ball = luck.choice([n for n in range(1, 91) if n not in night.state.game.drawn])
        night.draw(ball)
        night.claim(Claim.LINE, luck.randint(1, 260))
        if night.state.game.good(Claim.LINE):
            night.ask()
        night.do(ResumeDraw())
    for _ in range(luck.randint(0, incidents)):
        incident(night, luck, 260)
    if luck.random() < 0.3:
        night.do(ReportFault("extractor", "EXT-JAM", sentence(luck, 20)))
        night.do(ReportRecovery("extractor", "EXT-JAM"), AcknowledgeFault("extractor", "EXT-JAM"))
    if luck.random() < 0.3:
        night.do(FileComplaint("Juan", "LP-1", sentence(luck, 60), signed=True))
        night.do(ResolveComplaint(night.state.complaint, sentence(luck, 30)))
    if luck.random() < 0.3:
        night.do(ProposeVoid(sentence(luck, 40)), ApproveVoid())
        lost = luck.randint(0, 3)
        night.do(*([missing(night, luck, lost)] if lost else []), PayRefunds(30 - lost))
        night.do(*(ApproveIncident(number) for number in night.state.incidents))
        night.do(CollectCards(30 - lost), SignGame())
        return
    others = {luck.randint(1, 260) for _ in range(luck.randint(0, claims))}
    card = night.state.game.first
    win(night, card, *(others - {card}))


def missing(night, luck, count):
    first = night.state.game.first
    return DeclareMissing("A-1042", f"{first}-{first + count - 1}", sentence(luck, 60))


def late(night, luck):
    """Pay for some of the cards that are still missing."""
    for owed in night.state.owed:
        if luck.random() < 0.5:
            night.do(RefundMissing(owed.game, "A-1042", owed.cards[0].first))


def incident(night, luck, longest):
    night.do(MinuteIncident(sentence(luck, longest)))
    night.do(ApproveIncident(night.state.incident))


def close_session(night, luck):
    late(night, luck)
    night.do(CountBalls(ALL_BALLS, (), "", sentence(luck, 12), witness_asked=True), CloseSession())


def open_session(night):
    night.do(OpenSession(APPOINTMENTS, DAY))
    night.do(*(PassCheck(item) for item in night.state.rules.checks))
    night.do(CountBalls(ALL_BALLS, ()), LoadBalls())


def next_volume(night, volume):
    closed(night)
    end = VolumeEnd(volume - 1, 1, "ab" * 32, "cd" * 32)
    night.do(replace(OPENING, volume=volume, binding=replace(BINDING, previous=end)))


def told(events):
    """Return the folios of every document, as its event has them."""
    return [
        (event.folio, getattr(event, "sheets", 1))
        for event in events
        if hasattr(event, "folio") and not isinstance(event, FolioReprinted)
    ]


def printed(events):
    """Return the folios of every document, as it is printed."""
    return [(folio.first, folio.sheets) for folio in folios(empty(), minuted(events), LETTERHEAD)]


def contiguous(pairs):
    following = 1
    for first, sheets in pairs:
        if first != following:
            return False
        following += sheets
    return True


def nights(seed, restart):
    """Play two volumes of two sessions each; return the night."""
    luck = random.Random(seed)
    night = opened()
    for volume in (1, 2):
        for session in (1, 2):
            for _ in range(luck.randint(1, 4)):
                if night.state.folios and restart:
                    restarted(night)
                play(night, luck)
            if session == 1:
                night.do(RegisterBallSet(f"J-1{volume}"))
                night.do(RetireBallSet(f"J-1{volume}", sentence(luck, 200)))
            close_session(night, luck)
            if session == 1:
                open_session(night)
        if volume == 1:
            next_volume(night, 2)
            open_session(night)
    return closed(night)


def restarted(night):
    """Prime a new paperwork from the entries of the volume, as the start of the hall does."""
    night.paperwork = BingoPaperwork(LETTERHEAD)
    state = empty()
    for event in volumes(night.events)[-1]:
        night.paperwork.take(event)
    night.state = fold(state, volumes(night.events)[-1])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.req("AJ-39", "AJ-40")
def test_the_folios_of_whole_nights_are_those_that_are_printed(seed, restart):
    night = nights(seed, restart)
    parts = volumes(night.events)
    assert len(parts) == 2
    for part in parts:
        assert told(part) == printed(part)
        assert contiguous(told(part))
        assert any(sheets > 1 for _, sheets in told(part))


@pytest.mark.parametrize("seed", range(2))
def test_a_restart_changes_no_folio(seed):
    assert told(nights(seed, restart=False).events) == told(nights(seed, restart=True).events)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.req("AJ-40")
def test_a_volume_that_runs_full_can_always_be_closed(seed):
    luck = random.Random(seed)
    night = Evening()
    night.do(replace(OPENING, folios=28), RegisterSeries("A", 1042, 5000, MATRIX.digest))
    night.do(*(RegisterBallSet(name) for name in ("J-01", "J-02", "J-03")), MountBallSet("J-01"))
    open_session(night)
    while not isinstance(night.answer(AnnounceGame("A-1042")), Refusal):
        play(night, luck, claims=4, incidents=0)
        while luck.random() < 0.6 and not isinstance(minute := night.answer(anything(luck)), Refusal):
            night.state = fold(night.state, minute)
            night.events += minute
            for event in minute:
                night.paperwork.take(event)
            if luck.random() < 0.5:
                approve(night)
        approve(night)
    assert folios_left(night.state) < RESERVE + 8
    approve(night)
    close_session(night, luck)
    closed(night)
    assert night.state.folios <= 28
    assert told(night.events) == printed(night.events)


def anything(luck):
    return MinuteIncident(sentence(luck, 500))


def approve(night):
    for number in tuple(night.state.incidents):
        night.do(ApproveIncident(number))


@pytest.mark.req("AJ-53")
def test_an_incident_that_would_leave_no_folios_for_the_acts_is_refused():
    night = opened()
    book = night.state.book
    assert book is not None
    night.state = replace(night.state, book=replace(book, folios=night.state.folios + FOR_ACTS + 2))
    night.do(MinuteIncident("pelea"))
    assert night.refused(MinuteIncident(LONG)) == "BOOK-INCIDENTS"
    assert night.refused(MinuteIncident("otra")) == "BOOK-INCIDENTS"


@pytest.mark.invariant("I24")
@pytest.mark.req("AJ-40", "AJ-102")
def test_complaints_of_any_length_leave_the_volume_closable():
    night = Evening()
    night.do(replace(OPENING, folios=18), RegisterSeries("A", 1042, 5000, MATRIX.digest))
    night.do(*(RegisterBallSet(name) for name in ("J-01", "J-02")), MountBallSet("J-01"))
    open_session(night)
    night.start(30)
    complaint = FileComplaint("Ana", "LP-1", "🎉" * 2000, signed=True)
    while not isinstance(night.answer(complaint), Refusal):
        night.do(complaint)
    assert night.refused(complaint) == "BOOK-TEXT"
    night.do(replace(complaint, text="Reclama."))
    # What comes of itself, as faults do, cannot be refused, and is set smaller.
    for number in range(20):
        fault = ("extractor", f"EXT-{number}")
        night.do(ReportFault(*fault, "palabra " * 200))
        night.do(ReportRecovery(*fault), AcknowledgeFault(*fault))
    night.do(ProposeVoid("corte"), ApproveVoid(), PayRefunds(30), CollectCards(30), SignGame())
    night.do(CountBalls(ALL_BALLS, ()), CloseSession())
    closed(night)
    assert night.state.folios <= 18
    assert told(night.events) == printed(night.events)


def test_the_keeper_gives_the_folios_and_a_restart_on_the_same_book_goes_on(tmp_path):
    told_before = 0
    for boot in ("b1", "b2"):
        with Shelf.open(tmp_path / "libro") as shelf:
            paperwork, state = BingoPaperwork(LETTERHEAD), empty()
            for entry in shelf.entries():
                event = event_of(entry)
                paperwork.take(event)
                state = fold(state, (event,))
            registrar = Registrar(shelf, None, "hallctl", lambda: "unknown", paperwork)
            keeper = Keeper(shelf, state, Clock(), boot, registrar)
            if boot == "b1":
                first_boot(keeper)
            else:
                second_boot(keeper)
            events = [event_of(entry) for entry in shelf.entries()]
        assert told(events) == printed(events)
        assert contiguous(told(events))
        assert len(told(events)) > told_before
        told_before = len(told(events))
    assert max(sheets for _, sheets in told(events)) > 1


def submit(keeper, *commands):
    for command in commands:
        post = STEPS[type(command)].posts[0]
        outcome = keeper.submit(Issued(command, Actor(NAMES[post], post), ""))
        assert not isinstance(outcome, Refusal), outcome


def first_boot(keeper):
    submit(keeper, OPENING, RegisterSeries("A", 1042, 500, MATRIX.digest))
    submit(keeper, RegisterBallSet("J-01"), RegisterBallSet("J-02"), MountBallSet("J-01"))
    submit(keeper, OpenSession(APPOINTMENTS, DAY))
    submit(keeper, *(PassCheck(item) for item in keeper.state.rules.checks))
    submit(keeper, CountBalls(ALL_BALLS, (), "", "Testigo", witness_asked=True), LoadBalls())
    submit(keeper, AnnounceGame("A-1042"), ReportFilled(), SellCards(60))
    submit(keeper, *[MinuteIncident(LONG)] * 4, CloseSale())


def second_boot(keeper):
    submit(keeper, *map(ApproveIncident, range(1, 5)), ProposeVoid("corte"), ApproveVoid())
    submit(keeper, PayRefunds(60), CollectCards(60), SignGame(), CountBalls(ALL_BALLS, ()), CloseSession())
    submit(keeper, ProposeClosing(), CloseBook())
