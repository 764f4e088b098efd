"""Commands in any order: the rules never raise, and what must never break does not."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.cadence import DrawInCadence, StartCadence, StopCadence
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayRefunds,
    ProposeVoid,
    SignGame,
    WithdrawProposal,
)
from hallctl.games.bingo.rules.commands.draw import (
    CallBall,
    CallByVoice,
    CorrectBall,
    DrawBall,
    EnterBall,
    SettleBall,
    StartDraw,
)
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, FindMissing, RefundMissing
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    CountBalls,
    DeclareMinimum,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.programme import DropProgrammedGame, ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceClose,
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    RectifySale,
    ReturnCards,
    SellCards,
    TakeBackSale,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.deciding.waiting import waited_too_long
from hallctl.games.bingo.rules.events.claims import CardVerified, ClaimRaised, DrawResumed, GameFinished
from hallctl.games.bingo.rules.events.closing import GameVoided, PrizePaid
from hallctl.games.bingo.rules.events.draw import BallCalled, ExtractionOrdered
from hallctl.games.bingo.rules.events.wrong_calls import ManualProposed, MeansChanged
from hallctl.games.bingo.rules.ledger import fund
from hallctl.games.bingo.rules.missing import absent, awaited
from hallctl.games.bingo.rules.missing import number as count_of
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.rules.tables import BINGO_RULES, COMMANDS, STEPS, fold
from hallctl.games.bingo.variants.combination import LINES, Way
from hallctl.games.bingo.variants.library import variant
from hallctl.games.bingo.variants.prizes import Base
from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.codec import CodecError, decode, encode, receive
from hallctl.rules.commands.clock import (
    ApproveClockReference,
    ApproveSessionDay,
    ProposeClockReference,
    ProposeSessionDay,
    ReportClockJump,
)
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.printing import (
    ConfirmPrinted,
    PrintPending,
    ProposePrintingSuspension,
    SealFolio,
    SuspendPrinting,
)
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    StartController,
    StopController,
)
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.events.running import PlayContinued
from hallctl.rules.events.till import ShiftOpened
from hallctl.rules.folios import PRINTING
from hallctl.rules.ledger import FLOAT, TILL
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.listed import CORNERS, FULL, LINE, PATTERN
from tests.hallctl.games.bingo.rules.night import (
    ALL_BALLS,
    APPOINTMENTS,
    DAY,
    MATRIX,
    OPENING,
    PEOPLE,
    RULES,
    Night,
)
from tests.sampling import in_full

POTS = (
    Progressive("Pozo A", "bingo", 10_000, 300, 12_000, 60),
    Progressive("Pozo B", "line", 0, 200, 999_999, 8),
)
QUICK = replace(
    RULES,
    minimum_interval_ms=10,
    any_more_ms=10,
    wait_before_first_ball_ms=20,
    house_bp=2500,
    progressives=POTS,
)
OTHERWISE = replace(
    QUICK, operation="manual", split_by="player", second_series=False, complaint_needs_document=False
)
BY_SHIFTS = replace(QUICK, shifts=True)
CARDS = st.integers(-1, 12)
PLACES = st.integers(0, 5)
BALLS = st.integers(-1, 92)
STEP_BY_STEP = [
    CloseSale(),
    ReportFilled(),
    StartDraw(),
    DrawBall(),
    StopForClaim(Claim.LINE),
    StopForClaim(Claim.BINGO),
    AskAnyMore(),
    ResumeDraw(),
    FinishGame(),
    SignGame(),
    ApproveVoid(),
    ContinuePlay(),
    LoadBalls(),
    CloseSession(),
    CountBalls(ALL_BALLS, ()),
    CountBalls(ALL_BALLS, (), "Marta", "Juan, LP-1", witness_asked=True),
    AnnounceGame("A-1042"),
    OpenSession(APPOINTMENTS, DAY),
    AcknowledgeFault("cámara", "CAMERA-LOST"),
    ReportFault("cámara", "CAMERA-LOST", ""),
    ReportRecovery("cámara", "CAMERA-LOST"),
    StartController("b2", "test", "died"),
    ReportFault(*PRINTING, ""),
    ReportRecovery(*PRINTING),
    ReportNoticeOver(*PRINTING),
    ReportNotice("reloj", "CLOCK-JUMPED", "—"),
    ReportClockJump("2026-11-21 21:00", "2026-11-21 23:00"),
    ProposeClockReference("se puso en hora"),
    ApproveClockReference(),
    ProposeSessionDay("2026-11-23", "cierre de madrugada"),
    ApproveSessionDay(),
    ProposePrintingSuspension("no hay papel"),
    SuspendPrinting(),
    ReportNotice("impresora", "PRINT-PENDING", "tomo-0001-folio-0002-acta.pdf"),
    PrintPending(),
    ConfirmPrinted(),
    SealFolio(1, "acta", 2, 1, 0, 9, "ab" * 32, "cd" * 32, "tomo-0001-folio-0002-acta.pdf"),
    StopController(),
    OPENING,
    RetireBallSet("J-02", "rota"),
    AnnounceSecondSeries("A-1042"),
    MinuteIncident("pelea"),
    ApproveIncident(1),
    FileComplaint("Juan", "LP-1", "no oí el 7", signed=True),
    RectifySale(11, "se leyó mal"),
    ResolveComplaint(1, "desestimada"),
    NoteWrongCall(88),
    KeepPlaying("nadie lo tenía"),
    ProposeManual("avería"),
    ApproveManual(),
    EnterBall(77),
    CorrectBall(78),
    ProgrammeGame("A-1042"),
    DropProgrammedGame(1),
    StartCadence(3),
    StopCadence(),
    DrawInCadence(),
    CallByVoice(7),
    ProposeNoBingo(),
    ApproveNoBingo(),
    DeclareMinimum(3),
    CountPlayers(30),
    AnnounceLastGame(),
    OpenShift((Pieces(Tender.NOTE, 10_000, 3),)),
    CloseShift((Pieces(Tender.COIN, 500, 7),)),
]


GOING_ON = (ExtractionOrdered, PlayContinued, ManualProposed, MeansChanged)


class AnyOrder(RuleBasedStateMachine):
    """A hall where anybody does anything at any time."""

    in_force = QUICK
    matrix = MATRIX
    night_of: type[Night] = Night

    def __init__(self):
        super().__init__()
        self.night = self.night_of(self.in_force, self.matrix).open_session(self.matrix)
        self.taken_over = 0
        if self.in_force.shifts:
            self.attempt(OpenShift((Pieces(Tender.NOTE, 10_000, 3),)))
        self.begin()

    def begin(self):
        """Put a first game on sale."""
        self.night.sell(10)

    @property
    def first(self):
        """The card that is sung."""
        return 1

    @property
    def cards(self):
        """The cards of what is sold."""
        return self.matrix

    @property
    def series(self):
        """What is sold."""
        return "A-1042"

    def attempt(self, command, post=None):
        late = waited_too_long(self.night.state, self.night.now)
        answer = self.night.answer(command, post)
        assert isinstance(answer, (tuple, Refusal))
        if isinstance(answer, tuple):
            assert not (late and any(isinstance(event, GOING_ON) for event in answer))
            self.night.state = fold(self.night.state, answer)
            self.night.events += answer
            if any(isinstance(event, ShiftOpened) for event in answer):
                self.taken_over = self.night.state.ledger[TILL]
        return answer

    @rule(command=st.sampled_from(STEP_BY_STEP))
    def anybody_does_anything(self, command):
        self.attempt(command)

    @rule(command=st.sampled_from(STEP_BY_STEP), post=st.sampled_from([*PEOPLE]))
    def somebody_acts_in_a_post(self, command, post):
        answer = self.attempt(command, post)
        assert post in STEPS[type(command)].posts or isinstance(answer, Refusal)

    def prize(self, place):
        """Return the key of one of the prizes."""
        listed = self.night.state.rules.listed
        return listed[place % len(listed)].key

    @rule(place=PLACES, card=CARDS, count=st.integers(-2, 12), ball=BALLS)
    def somebody_says_a_number(self, place, card, count, ball):
        claim = self.prize(place)
        for command in (
            VerifyCard(claim, self.series, card),
            VerifyCard(claim, self.series, card, (), "Juan", f"LP-{card % 2}"),
            RectifySale(count, "se leyó mal"),
            PayPrize(claim, self.series, card),
            SellCards(count),
            AnnounceClose(count),
            SettleBall(ball),
            CallBall(ball),
            CollectCards(count),
            DeliverCards("Luis", count),
            CountCash(count * 500),
            CountCash(pieces=(Pieces(Tender.NOTE, 1_000, count),)),
            PayRefunds(count),
            DeclareMissing(self.series, str(card), "no volvió"),
            DeclareMissing(self.series, str(count), "se perdió", paid=True),
            FindMissing(self.series, ball),
            RefundMissing(max(count, 1), self.series, card),
            ReturnCards("Luis", count),
            TakeBackSale(count),
        ):
            self.attempt(command)

    @rule(reason=st.sampled_from(["", "error"]))
    def somebody_proposes_to_void(self, reason):
        self.attempt(ProposeVoid(reason))

    @rule(proposal=st.sampled_from(["VoidProposed", "ManualProposed", "NoBingoProposed", "GameSigned"]))
    def somebody_withdraws_a_proposal(self, proposal):
        self.attempt(WithdrawProposal(proposal))

    @rule(milliseconds=st.integers(0, 30))
    def time_passes(self, milliseconds):
        self.night.wait(milliseconds)

    @precondition(lambda self: self.night.state.game is not None)
    @rule(ball=BALLS, doubtful=st.booleans())
    def the_camera_reports(self, ball, doubtful):
        serial = self.night.state.serial
        self.attempt(ReportDoubt(serial, (ball,), "", "") if doubtful else ReportBall(serial, ball, ""))

    @rule(count=st.integers(1, 40))
    def the_draw_goes_on(self, count):
        self.attempt(CloseSale())
        self.attempt(ReportFilled())
        self.attempt(StartDraw())
        for _ in range(count):
            self.night.wait(10)
            self.attempt(DrawBall())
            game = playing(self.night.state)
            if game is None or game.pending is None:
                return
            ball = next(n for n in self.cards.card(self.first).rows[0] + ALL_BALLS if n not in game.drawn)
            self.attempt(ReportBall(game.pending, ball, ""))
            self.attempt(CallBall(ball))

    @rule(restart=st.booleans(), milliseconds=st.integers(0, 40), mended=st.booleans())
    def something_fails_before_the_first_ball(self, restart, milliseconds, mended):
        for command in (CloseSale(), ReportFilled(), StartDraw()):
            self.attempt(command)
        boot = f"{self.night.state.boot}+"
        fails = ReportFault("extractor", "EXT-JAM", "")
        self.attempt(StartController(boot, "test", "died") if restart else fails)
        self.night.wait(milliseconds)
        self.attempt(ProposeManual("avería"))
        if mended:
            self.attempt(ContinuePlay())
            self.attempt(ReportRecovery("extractor", "EXT-JAM"))
            self.attempt(AcknowledgeFault("extractor", "EXT-JAM"))
            self.attempt(DrawBall())

    @rule(place=PLACES)
    def card_one_is_sung(self, place):
        claim = self.prize(place)
        self.attempt(StopForClaim(claim))
        self.attempt(VerifyCard(claim, self.series, self.first, (), "Juan", "LP-1"))
        self.attempt(AskAnyMore())
        self.night.wait(10)
        self.attempt(ResumeDraw())
        self.attempt(FinishGame())

    @invariant()
    def no_ball_twice_and_called_in_the_order_drawn(self):
        game = self.night.state.game
        if game is not None:
            assert len(set(game.drawn)) == len(game.drawn) <= self.night.state.rules.universe
            assert game.called_balls == game.drawn[: game.called]
            assert len(game.drawn) - game.called in {0, 1}
            assert game.order - len(game.drawn) in {0, 1}

    @invariant()
    def the_hall_draws_by_itself_only_in_the_plain_course_of_the_draw(self):
        state, game = self.night.state, self.night.state.game
        if game is not None and game.cadence is not None:
            assert game.phase is Phase.DRAW
            assert not (state.suspended or state.faults or game.doubt or game.wrong_call or game.manual)
        due = BINGO_RULES.due(state, self.night.now)
        assert due is None or not isinstance(self.night.answer(due), Refusal)

    @invariant()
    def what_is_sold_is_one_range_up_to_the_pointer(self):
        game = self.night.state.game
        if game is not None and game.sold:
            (sold,) = game.sold
            assert (sold.first, sold.last) == (game.first, self.night.state.pointers[sold.series])
            assert sold.count == game.cards

    @invariant()
    def money_is_conserved(self):
        game = self.night.state.game
        if game is not None and game.phase is not Phase.SALE:
            assert game.collected == game.cards * 500
            added = sum(c.amount for c in game.contributions)
            offered = sum(each.amount for each in game.prizes)
            assert game.collected + game.carried_in == offered + game.house + game.refunded + added
            for each in game.prizes:
                ordinary = [a.prize for a in game.awards if not a.prize.progressive]
                assert sum(prize.amount for prize in ordinary if prize.claim == each.prize) <= each.amount

    @invariant()
    def the_ledger_balances_and_agrees_with_the_progressives(self):
        state = self.night.state
        assert sum(state.ledger.values()) == 0
        for pot, held in state.progressives.items():
            assert state.ledger.get(f"pozo {pot}", 0) == -held
            assert held >= 0
        if state.game is not None and state.game.phase in {Phase.FINISHED, Phase.VOID, Phase.SIGNED}:
            assert not any(state.ledger.get(fund(prize.key), 0) for prize in state.rules.listed)

    @invariant()
    def the_till_holds_what_its_shift_began_with_and_what_came_in_less_what_went_out(self):
        state = self.night.state
        shift = None if state.session is None else state.session.shift
        assert state.ledger.get(FLOAT, 0) == -(0 if shift is None else shift.initial)
        if shift is not None:
            assert state.ledger[TILL] == self.taken_over + shift.expected - shift.initial

    @invariant()
    def no_game_is_without_a_shift_where_the_rules_ask_for_one(self):
        state = self.night.state
        if self.in_force.shifts and playing(state) is not None:
            assert state.session.shift is not None

    @invariant()
    def nothing_happens_in_a_stop(self):
        stopped = False
        for event in self.night.events:
            assert not (stopped and isinstance(event, (ExtractionOrdered, BallCalled)))
            if isinstance(event, ClaimRaised):
                stopped = True
            if isinstance(event, (DrawResumed, GameFinished, GameVoided)):
                stopped = False

    @invariant()
    def the_state_is_the_fold(self):
        start = State(self.in_force, matrices=self.night.state.matrices)
        assert fold(start, self.night.events) == self.night.state

    @invariant()
    def no_prize_is_paid_twice_or_unverified(self):
        paid = [
            (e.claim, e.series, e.card, index)
            for index, e in enumerate(self.night.events)
            if isinstance(e, PrizePaid)
        ]
        for claim, series, card, index in paid:
            good = [
                e
                for e in self.night.events[:index]
                if isinstance(e, CardVerified) and e.good and (e.series, e.card) == (series, card)
            ]
            assert good, (claim, series, card)

    def teardown(self):
        # I21: whatever happened, the game can be voided, refunded and signed in a few steps.
        night = self.night
        if playing(night.state) is None:
            return
        if playing(night.state).phase not in {Phase.FINISHED, Phase.VOID}:
            if playing(night.state).void_reason is None:
                night.do(ProposeVoid("fin"))
            night.do(ApproveVoid())
        if night.state.suspended:
            night.do(ContinuePlay())
        for award in night.state.game.awards:
            if not award.paid:
                prize = award.prize
                winner = ("Juan", "LP-1", "") if prize.progressive else ()
                night.do(PayPrize(prize.claim, prize.series, prize.card, prize.progressive, *winner))
        game = night.state.game
        assert game is not None
        if awaited(game):
            night.do(PayRefunds(awaited(game)))
        if not game.cards_collected:
            night.do(CollectCards(game.cards - count_of(absent(game))))
        for incident in tuple(night.state.incidents):
            night.do(ApproveIncident(incident))
        night.do(SignGame())


TestAnyOrder = pytest.mark.invariant("I2", "I5", "I7", "I8", "I9", "I18", "I21")(AnyOrder.TestCase)
# 5,000 halls of 40 steps each are 200,000 steps: `make torture`.
EXAMPLES = in_full(5000, 60)
TestAnyOrder.settings = settings(max_examples=EXAMPLES, stateful_step_count=40, deadline=None)


class Otherwise(AnyOrder):
    """The same hall under the other answers to what the regulation leaves open."""

    in_force = OTHERWISE


TestOtherwise = pytest.mark.invariant("I2", "I5", "I7", "I8", "I9", "I18", "I21")(Otherwise.TestCase)
TestOtherwise.settings = settings(max_examples=EXAMPLES // 2, stateful_step_count=40, deadline=None)


class ByShifts(AnyOrder):
    """The same hall where no game goes without a cashier's shift."""

    in_force = BY_SHIFTS


TestByShifts = pytest.mark.invariant("I7", "I21")(ByShifts.TestCase)
TestByShifts.settings = settings(max_examples=EXAMPLES // 2, stateful_step_count=40, deadline=None)


class OnSquareCards(AnyOrder):
    """The same hall where any line of cards of 75 balls wins."""

    matrix = make_series(variant("pt-bingo-75"), 60, 3)
    in_force = replace(QUICK, variant=matrix.variant, universe=75, line=LINES)


class InFourParts(OnSquareCards):
    """The same hall where corners, a line, a shape and the full card have prizes, one of a fixed amount.

    Who is too late for a progressive has a consolation; one takes its share of what goes to prizes.
    """

    in_force = replace(
        OnSquareCards.in_force,
        line_bp=0,
        bingo_bp=0,
        house_bp=2700,
        progressives=(replace(POTS[0], balls_a_game=2, most_balls=70, base=Base.PRIZES), POTS[1]),
        prizes=(
            CORNERS,
            LINE,
            replace(LINE, key="late-line", share_bp=50, consoles=POTS[1].name),
            replace(PATTERN, share_bp=0, amount=300),
            replace(FULL, key="late", share_bp=100, consoles=POTS[0].name),
            replace(FULL, key="bingo", share_bp=5231),
        ),
    )


class OnSmallCards(AnyOrder):
    """The same hall where the columns of cards of 30 balls win, whose balls run out."""

    matrix = make_series(variant("pt-bingo-30"), 60, 3)
    in_force = replace(
        QUICK,
        variant=matrix.variant,
        universe=30,
        line=(Way.COLUMNS,),
        progressives=(replace(POTS[1], claim="bingo"),),
        house_bp=2800,
    )


class OfTwoVariants(AnyOrder):
    """The same hall where games of 90 and of 75 balls follow each other."""

    beside = replace(
        QUICK,
        name="otras",
        variant=OnSquareCards.matrix.variant,
        universe=75,
        line=LINES,
        progressives=(replace(POTS[0], name="Pozo C"),),
        house_bp=2700,
    )
    in_force = replace(QUICK, beside=(beside,))

    def begin(self):
        """Register the cards and the balls of both, and put a game of 90 balls on sale."""
        both = {each.digest: each for each in (MATRIX, OnSquareCards.matrix)}
        self.night.state = replace(self.night.state, matrices=both)
        self.night.do(RegisterSeries("Q", 75, 500, OnSquareCards.matrix.digest))
        self.night.do(RegisterBallSet("K-01", "otras"), RegisterBallSet("K-02", "otras"))
        super().begin()

    @property
    def cards(self):
        """The cards of the game in play."""
        return OnSquareCards.matrix if self.night.state.rules.universe == 75 else MATRIX

    @property
    def first(self):
        """The first card sold in the game."""
        return 1 if self.night.state.game is None else self.night.state.game.first

    @property
    def series(self):
        """The series of the game in play."""
        return "A-1042" if self.night.state.game is None else self.night.state.game.series

    @rule(ball_set=st.sampled_from(["J-01", "K-01"]), kind=st.sampled_from(["", "otras"]))
    def the_next_game_is_announced(self, ball_set, kind):
        self.teardown()
        self.attempt(MountBallSet(ball_set))
        self.attempt(CountBalls(ALL_BALLS if ball_set == "J-01" else ALL_BALLS[:75], ()))
        self.attempt(LoadBalls())
        announced = self.attempt(AnnounceGame("Q-75" if kind else "A-1042", rule_set=kind))
        if isinstance(announced, tuple):
            assert (ball_set == "K-01") == bool(kind)
            self.attempt(SellCards(10))

    @invariant()
    def a_game_is_played_by_its_own_rule_set_alone(self):
        state = self.night.state
        if state.game is not None:
            assert state.game.rule_set.startswith(state.rules.label)
            assert {each.progressive for each in state.game.contributions} <= {
                each.name for each in state.rules.progressives
            }
        carried = state.carried + sum(state.carried_of.values())
        assert state.ledger.get("acarreo", 0) == -carried


TestOfTwoVariants = pytest.mark.invariant("I2", "I7", "I8", "I18", "I21")(OfTwoVariants.TestCase)
TestOfTwoVariants.settings = settings(max_examples=EXAMPLES // 4, stateful_step_count=40, deadline=None)
TestOnSquareCards = pytest.mark.invariant("I2", "I5", "I7", "I8", "I9", "I18", "I21")(OnSquareCards.TestCase)
TestOnSquareCards.settings = settings(max_examples=EXAMPLES // 4, stateful_step_count=40, deadline=None)
TestInFourParts = pytest.mark.invariant("I2", "I5", "I7", "I8", "I9", "I18", "I21")(InFourParts.TestCase)
TestInFourParts.settings = settings(max_examples=EXAMPLES // 2, stateful_step_count=40, deadline=None)
TestOnSmallCards = pytest.mark.invariant("I2", "I5", "I7", "I8", "I9", "I18", "I21")(OnSmallCards.TestCase)
TestOnSmallCards.settings = settings(max_examples=EXAMPLES // 4, stateful_step_count=40, deadline=None)


def test_every_command_and_every_event_of_a_night_survive_json():
    night = Night().open_session().finished().settled()
    kinds = {type(event) for event in night.events}
    for event in night.events:
        assert BINGO_RULES.event(type(event).__name__, encode(event)) == event
    assert len(kinds) > 20
    for command in (*STEP_BY_STEP, VerifyCard(Claim.LINE, "A-1", 4), RegisterBallSet("J")):
        assert decode(COMMANDS[type(command).__name__], encode(command)) == command


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [
        ("SellCards", {"count": True}, "SellCards.count: se espera int, no bool"),
        ("SellCards", {"count": 1.0}, "SellCards.count: se espera int, no float"),
        ("SellCards", {"count": 10**30}, "SellCards.count: número demasiado grande"),
        ("SellCards", {}, "SellCards.count: falta"),
        ("SellCards", {"count": 1, "x": 1}, "SellCards.x: campo desconocido"),
        ("SellCards", [], "SellCards: se espera un objeto"),
        ("ProposeVoid", {"reason": "\ud800"}, "ProposeVoid.reason: no es texto"),
        ("ProposeVoid", {"reason": "x" * 20_001}, "pasa de 20000 caracteres"),
        ("CountBalls", {"numbers": [1] * 1001, "unsound": []}, "CountBalls.numbers: pasa de 1000 elementos"),
        ("CountBalls", {"numbers": ["1"], "unsound": 3}, "CountBalls.unsound: se espera una lista"),
        ("StopForClaim", {"claim": 1}, "StopForClaim.claim: se espera str, no int"),
        ("OpenSession", {"appointments": [{"post": "jefe"}]}, "appointments[0].person: falta"),
    ],
)
def test_what_is_no_command_is_refused_with_every_misfit(name, body, said):
    with pytest.raises(CodecError) as caught:
        receive(COMMANDS[name], body)
    assert said in str(caught.value)


def test_the_people_of_the_tests_hold_every_post_that_a_step_names():
    assert {post for step in STEPS.values() for post in step.posts} <= set(PEOPLE)
