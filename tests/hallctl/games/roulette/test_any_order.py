"""Steps of a table in any order: the rules never raise, and what must never break does not."""

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.any_table.rules.ledger import LAYOUT, PLAYERS, TABLE
from hallctl.games.roulette.rules.commands.bets import PlaceBets, Placed, SayStakes, Staked
from hallctl.games.roulette.rules.commands.people import (
    ApproveNumber,
    ApproveVoidSpin,
    ProposeNumber,
    ProposeVoidSpin,
    StopTable,
    WithdrawSpinProposal,
)
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EndBettingTime,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
    ReportIrregularity,
    ReportLaunch,
    ReportNoMoreBets,
    ReportNumber,
    ReportPicture,
    ReportSilence,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel
from hallctl.games.roulette.rules.events.people import NumberApproved, SpinVoided, SpinVoidProposed
from hallctl.games.roulette.rules.events.spin import (
    BetsClosed,
    BetsOpened,
    LosersCollected,
    MarkerPlaced,
    NumberEstablished,
    WinnersPaid,
)
from hallctl.games.roulette.rules.kinds import Cause, Direction, Phase
from hallctl.games.roulette.rules.layout import Chance, positions
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER, Wheel
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.running import ContinuePlay, ReportFault, StartController
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.ledger import HOUSE
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.roulette.table import RULES, TableDay, chips

POCKETS = st.sampled_from(("0", "1", "17", "36", "00", "x", ""))
PLACES = positions(Wheel("C", "1", SINGLE_ZERO_ORDER))
GAMES = st.integers(1, 4)
POSTS = st.sampled_from((Post.JEFE, Post.DIRECTOR, Post.CROUPIER, Post.CONTROLLER))
CHIPS = st.integers(0, 40).map(lambda n: chips(n * 50))

COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.sampled_from(
        (
            *(OpenBets(), CloseBets(), PlaceMarker(), CollectLosers(), PayWinners(), EndBettingTime()),
            *(ApproveNumber(), ApproveVoidSpin(), WithdrawSpinProposal(), ContinuePlay(), CloseSession()),
            *(ReportSilence("-"), StartController("b9", "test", "died"), ReportFault("x", "X-1", "y")),
        )
    ),
    st.builds(LaunchBall, st.sampled_from(Direction)),
    st.builds(EnterNumber, POCKETS),
    st.builds(ReportLaunch, GAMES, st.sampled_from(Direction), st.just(""), st.just("*X;2")),
    st.builds(ReportNoMoreBets, GAMES, st.just("*X;3")),
    st.builds(ReportNumber, GAMES, POCKETS, st.just("17")),
    st.builds(ReportPicture, GAMES, st.just("ab" * 32)),
    st.builds(ReportIrregularity, GAMES, st.sampled_from(Cause), st.just("*X;5")),
    st.builds(StopTable, st.sampled_from(Cause)),
    st.builds(ProposeNumber, POCKETS, st.sampled_from(("se ve", ""))),
    st.builds(ProposeVoidSpin, st.sampled_from(Cause), st.sampled_from(("saltó", ""))),
    st.builds(CollectLosers, st.integers(-50, 5000)),
    st.builds(PayWinners, st.integers(-50, 5000)),
    st.builds(FillTable, st.sampled_from(("V", "")), CHIPS),
    st.builds(CreditTable, st.just("V"), CHIPS),
    st.builds(OpenTable, CHIPS),
    st.builds(CloseTable, CHIPS),
    st.builds(
        InspectWheel, st.sampled_from(("37-001", "?")), st.just("B"), st.just("0"), st.sampled_from(("", "x"))
    ),
    st.builds(
        PlaceBets,
        st.sampled_from(("Ana", "Eva")),
        st.lists(
            st.builds(
                lambda place, n: Placed(place.chance, tuple(sorted(place.numbers)), n * 50),
                st.sampled_from(PLACES),
                st.integers(0, 30),
            ),
            max_size=3,
        ).map(tuple),
    ),
    st.builds(
        SayStakes,
        st.lists(st.builds(Staked, st.sampled_from(Chance), st.integers(-1, 5000)), max_size=3).map(tuple),
    ),
)

ORDER = (BetsOpened, BetsClosed, NumberEstablished, MarkerPlaced, LosersCollected, WinnersPaid)


class AnyOrder(RuleBasedStateMachine):
    """A table whose people, sensor and restarts do anything in any order."""

    @initialize(stakes=st.sampled_from(("none", "totals", "positions")), by=st.booleans())
    def opened(self, stakes: str, by: bool) -> None:
        number_by = ("sensor", "croupier") if by else ("croupier",)
        self.day = TableDay.opened(replace(RULES, stakes=stakes, number_by=number_by))
        self.empty = State(self.day.state.rules)

    @rule(command=COMMANDS, post=POSTS, wait=st.sampled_from((0, 50_000)))
    def asked(self, command: Command, post: Post, wait: int) -> None:
        self.day.now += wait
        before = self.day.state
        answer = self.day.ask(command, post)
        if isinstance(answer, Refusal):
            assert self.day.state is before
            assert answer.code in ROULETTE_RULES.all_refusals
            assert "{" not in answer.sentence
        due = ROULETTE_RULES.due(self.day.state, self.day.now)
        if due is not None:
            assert self.day.do(due, Post.CONTROLLER), "what is due is taken"

    @rule(data=st.data())
    def right(self, data: st.DataObject) -> None:
        """Take the step that is next, so that many spins come to their end."""
        spin = self.day.state.playing
        pocket = data.draw(st.sampled_from(("0", "1", "17")))
        following: dict[Phase | None, tuple[Command, Post]] = {
            None: (OpenBets(), Post.CROUPIER),
            Phase.BETS: (LaunchBall(), Post.CROUPIER),
            Phase.LAUNCHED: (CloseBets(), Post.CROUPIER),
            Phase.CLOSED: (
                (ReportNumber(self.day.state.games + 100, pocket, ""), Post.CONTROLLER)
                if spin is not None and spin.entered
                else (EnterNumber(pocket), Post.CROUPIER)
            ),
            Phase.DISPUTED: (ProposeNumber(pocket, "se ve"), Post.JEFE),
            Phase.NUMBER: (PlaceMarker(), Post.CROUPIER),
            Phase.MARKED: (CollectLosers(), Post.CROUPIER),
            Phase.COLLECTED: (PayWinners(), Post.CROUPIER),
        }
        self.day.ask(*following[None if spin is None else spin.phase])

    @invariant()
    def money_is_conserved(self) -> None:
        state = self.day.state
        assert sum(state.ledger.values()) == 0
        spin = state.playing
        on_layout = 0 if spin is None else spin.staked - spin.collected
        assert state.ledger.get(LAYOUT, 0) == -state.ledger.get(PLAYERS, 0) == on_layout
        assert state.table is None or state.ledger.get(TABLE, 0) == state.table.expected
        assert state.table is not None or state.ledger.get(TABLE, 0) == 0
        assert (
            state.ledger.get(HOUSE, 0) == state.totals.paid - state.totals.collected
            or state.rules.stakes != "none"
        )

    @invariant()
    def numbers_are_of_the_wheel_and_established_once(self) -> None:
        numbers = [each for each in self.day.events if isinstance(each, NumberEstablished)]
        assert {each.pocket for each in numbers} <= {*SINGLE_ZERO_ORDER}
        assert len({each.spin for each in numbers}) == len(numbers)
        void = {each.spin for each in self.day.events if isinstance(each, SpinVoided)}
        assert not void & {each.spin for each in numbers}
        for each in numbers:
            agreed = each.sensed == each.entered or self.day.state.rules.number_by == ("croupier",)
            assert agreed or any(
                isinstance(e, NumberApproved) and e.spin == each.spin for e in self.day.events
            )

    @invariant()
    def steps_are_in_their_order(self) -> None:
        places: dict[int, list[int]] = {}
        for event in self.day.events:
            if isinstance(event, ORDER):
                places.setdefault(event.spin, []).append(ORDER.index(type(event)))
        assert all(found == sorted({*found}) for found in places.values())
        voided = [e for e in self.day.events if isinstance(e, SpinVoided)]
        proposed = {e.spin for e in self.day.events if isinstance(e, SpinVoidProposed)}
        assert {each.spin for each in voided} <= proposed

    def teardown(self) -> None:
        events = [
            decode(type(event), encode(event), {type(event): type(event)}) for event in self.day.events[1:]
        ]
        folded = ROULETTE_RULES.fold(self.empty, (self.day.events[0], *events))
        assert folded == self.day.state, "the state is what the book gives"


@pytest.mark.req("RO-10", "RO-13", "RO-14", "RO-71", "RO-72", "RO-77", "RO-79", "RO-80")
@pytest.mark.invariant("I7", "I16")
class TestAnyOrder(AnyOrder.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(max_examples=30, stateful_step_count=50, deadline=None)
