"""Steps of a table in any order: the rules never raise, and what must never break does not."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.any_table.rules.ledger import LAYOUT, PLAYERS, TABLE
from hallctl.games.baccarat.rules.commands.bets import Bet, ChangeBets, PlaceBets, SayStakes
from hallctl.games.baccarat.rules.commands.decks import DestroyDecks, InspectDecks, WithdrawDecks
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
    StopTable,
    WithdrawRoundProposal,
)
from hallctl.games.baccarat.rules.commands.round import (
    BurnRoundCard,
    CloseBets,
    CollectLosers,
    ConfirmResult,
    EnterCard,
    NoteExposed,
    OpenBets,
    OpenDemonstration,
    PayWinners,
    ReportCard,
    ReportResult,
    ReportShoeTrouble,
    ReturnCards,
    TurnCards,
)
from hallctl.games.baccarat.rules.commands.shoe import (
    ApproveShoe,
    BeginShoe,
    BurnCards,
    CloseShoe,
    CollectCommission,
    CutCards,
    LoadShoe,
    NoteCutCard,
    PlaceCutCard,
    ReportCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.commands.table import NoteBreach
from hallctl.games.baccarat.rules.commands.untold import ApproveUntold, ProposeUntold
from hallctl.games.baccarat.rules.deciding.cards import computed
from hallctl.games.baccarat.rules.deciding.people import suggested
from hallctl.games.baccarat.rules.events.people import RoundCorrected, RoundVoided
from hallctl.games.baccarat.rules.events.round import CardsTurned, ResultEstablished
from hallctl.games.baccarat.rules.kinds import Breach, Cutter, Kind, Phase, Stage
from hallctl.games.baccarat.rules.ledger import COMMISSION, OWED, ROUNDING
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.rules.tableau import Result, Side, outcome
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.running import ContinuePlay, ReportFault, StartController
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.baccarat.table import LOT, RULES, TableDay, chips

UNTOLD = st.sampled_from(("AS", "2H", "?", "—", "XX"))
PLAYERS_ = st.sampled_from(("Ana", "Eva"))
CODES = st.sampled_from(("AS", "2H", "8D", "KC", "9S", "", "XX"))
SIDES = st.sampled_from((None, Side.PLAYER, Side.BANKER))
SEQUENCES = st.integers(1, 6)
POSTS = st.sampled_from((Post.JEFE, Post.DIRECTOR, Post.CROUPIER, Post.CONTROLLER))
CHIPS = st.integers(0, 40).map(lambda n: chips(n * 500))
TEXTS = st.sampled_from(("se ve", ""))
BETS = st.lists(
    st.builds(Bet, st.sampled_from(Kind), st.sampled_from((-500, 5_000, 30_000, 65_000))), max_size=3
).map(tuple)


COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.sampled_from(
        (
            *(OpenBets(), OpenDemonstration(), CloseBets(), TurnCards(), ConfirmResult(), CollectLosers()),
            *(PayWinners(), PayWinners(500), ReturnCards(), NoteExposed(), BurnRoundCard(), NoteCutCard()),
            *(
                ApproveUntold(),
                LoadShoe(),
                ApproveCorrection(),
                ApproveVoidRound(),
                WithdrawRoundProposal(),
                ContinuePlay(),
            ),
            *(ShuffleCards(), LoadShoe(), PlaceCutCard(12), CutCards(Cutter.CROUPIER), ApproveShoe()),
            *(BeginShoe(LOT, "S-1"), CloseSession(), NoteBreach(Breach.JOINED, "x")),
            *(StartController("b9", "test", "died"), ReportFault("x", "X-1", "y")),
        )
    ),
    st.builds(EnterCard, CODES),
    st.builds(ReportCard, SEQUENCES, SIDES, CODES, st.just("c")),
    st.builds(ReportResult, SEQUENCES, st.sampled_from(Result), st.just("r")),
    st.builds(ReportShoeTrouble, SEQUENCES, st.just("atasco"), st.just("e")),
    st.builds(ReportCutCard, SEQUENCES, st.just("w")),
    st.builds(ReportShoeTrouble, SEQUENCES, st.just("falta"), st.just("e"), st.just(True)),
    st.builds(ProposeUntold, st.lists(UNTOLD, max_size=9).map(" ".join), TEXTS),
    st.builds(NoteCutCard, st.integers(-1, 3)),
    st.builds(NoteExposed, st.integers(-1, 6)),
    st.builds(CollectCommission, PLAYERS_, st.sampled_from((0, 500))),
    st.builds(CollectCommission),
    st.builds(BurnCards, st.integers(1, 9), CODES),
    st.builds(CloseShoe, TEXTS),
    st.builds(StopTable, TEXTS),
    st.builds(ProposeCorrection, st.lists(CODES, max_size=6).map(" ".join), TEXTS),
    st.builds(ProposeVoidRound, TEXTS),
    st.builds(InspectDecks, st.just(LOT), st.just(416)),
    st.builds(WithdrawDecks, st.just(LOT), TEXTS),
    st.builds(DestroyDecks, st.just(LOT), TEXTS),
    st.builds(FillTable, st.sampled_from(("V", "")), CHIPS),
    st.builds(CreditTable, st.just("V"), CHIPS),
    st.builds(OpenTable, CHIPS),
    st.builds(CloseTable, CHIPS),
    st.builds(PlaceBets, PLAYERS_, BETS, st.integers(0, 3)),
    st.builds(ChangeBets, PLAYERS_, BETS),
    st.builds(SayStakes, BETS),
)


class AnyOrder(RuleBasedStateMachine):
    """A table whose people, shoe and restarts do anything in any order."""

    @initialize(
        stakes=st.sampled_from(("none", "totals", "positions")),
        cards_by=st.sampled_from(("shoe", "croupier")),
        dealing=st.sampled_from(("shoe", "shoe", "automatic")),
        flags=st.tuples(st.booleans(), st.booleans()),
        commission=st.sampled_from(("each win", "end of shoe")),
    )
    def opened(
        self, stakes: str, cards_by: str, dealing: str, flags: tuple[bool, bool], commission: str
    ) -> None:
        changes = {"stakes": stakes, "cards_by": cards_by, "dealing": dealing, "commission": commission}
        rules = replace(RULES, **changes, burn_each=flags[0], shoe_result=flags[1])  # type: ignore[arg-type]
        self.day = TableDay.opened(rules)
        self.day.sequence = 100
        self.empty = State(rules)

    @rule(command=COMMANDS, post=POSTS)
    def asked(self, command: Command, post: Post) -> None:
        before = self.day.state
        answer = self.day.ask(command, post)
        if isinstance(answer, Refusal):
            assert self.day.state is before
            assert answer.code in BACCARAT_RULES.all_refusals
            assert "{" not in answer.sentence

    @rule(data=st.data())
    def right(self, data: st.DataObject) -> None:
        """Take the step that is next, so that many rounds come to their end."""
        day, round_ = self.day, self.day.state.playing
        if round_ is None:
            if day.state.shoe is not None and day.state.shoe.missed:
                day.ask(ProposeUntold("? AS", "se ve"), Post.JEFE)
                day.ask(ApproveUntold(), Post.DIRECTOR)
            day.ask(ReturnCards())
            day.ask(OpenBets())
            return
        match round_.phase:
            case Phase.BETS:
                day.ask(CloseBets())
            case Phase.DEALING if round_.expected is not None:
                card = data.draw(st.sampled_from(("AS", "2H", "8D", "KC", "9S", "7C", "4D")))
                day.ask(TurnCards())
                day.ask(BurnRoundCard())
                by_hand = day.state.rules.cards_by == "croupier"
                day.ask(EnterCard(card)) if by_hand else day.told(card)
            case Phase.DEALING:
                day.turned()
                if day.state.rules.shoe_result:
                    day.result(computed(round_))
                day.ask(ConfirmResult())
            case Phase.DISPUTED:
                day.ask(ProposeCorrection(" ".join(suggested(round_)), "se ve"), Post.JEFE)
                day.ask(ApproveCorrection(), Post.DIRECTOR)
            case _:
                day.ask(CollectLosers())
                day.ask(PayWinners())

    @invariant()
    def money_is_conserved(self) -> None:
        state = self.day.state
        assert sum(state.ledger.values()) == 0
        last = state.round
        lies = 0 if last is None else last.staked
        if last is not None and last.phase is Phase.COLLECTED:
            lies -= last.collected
        assert state.ledger.get(LAYOUT, 0) == -state.ledger.get(PLAYERS, 0) == lies
        assert state.ledger.get(TABLE, 0) == (0 if state.table is None else state.table.expected)
        owed = {} if state.shoe is None else state.shoe.owed
        assert state.ledger.get(OWED, 0) == sum(owed.values())
        assert state.ledger.get(COMMISSION, 0) <= 0 <= state.ledger.get(ROUNDING, 0)

    @invariant()
    def no_card_is_there_too_often_and_each_is_in_its_place(self) -> None:
        state = self.day.state
        shoe, last = state.shoe, state.round
        if shoe is None or last is None:
            return
        drawn = Counter(shoe.drawn)
        assert all(count >= 0 for count in drawn.values())
        if state.playing is not None:
            assert not Counter(last.drawn) - drawn, "what lies there has left the shoe"
            for card in last.cards:
                assert drawn[card.card] <= shoe.decks or last.phase is Phase.DISPUTED
        assert len(last.cards) <= 6
        assert last.turned <= len(last.turns)

    @invariant()
    def results_are_computed_from_cards_that_were_turned(self) -> None:
        events = self.day.events
        established = [each for each in events if isinstance(each, ResultEstablished)]
        assert len({each.round for each in established}) == len(established)
        void = {each.round for each in events if isinstance(each, RoundVoided)}
        assert not void & {each.round for each in established}
        for each in established[-1:]:
            last = self.day.state.round
            assert last is not None
            if last.number == each.round:
                found = outcome(last.hand(Side.PLAYER), last.hand(Side.BANKER))
                assert (found.result, found.player_total) == (each.result, each.player)
                turned = [one for one in events if isinstance(one, CardsTurned) and one.round == each.round]
                corrected = any(isinstance(one, RoundCorrected) for one in events)
                assert last.face_up or corrected or sum(len(one.cards) for one in turned) == len(last.cards)

    @invariant()
    def roads_show_the_shoe_s_rounds_alone(self) -> None:
        state = self.day.state
        if state.shoe is not None and state.shoe.stage is Stage.OPEN:
            assert len(state.past) == state.shoe.over

    def teardown(self) -> None:
        events = [
            decode(type(event), encode(event), {type(event): type(event)}) for event in self.day.events[1:]
        ]
        folded = BACCARAT_RULES.fold(self.empty, (self.day.events[0], *events))
        assert folded == self.day.state, "the state is what the book gives"


@pytest.mark.req("BA-15", "BA-21", "BA-40", "BA-41", "BA-42", "BA-44")
@pytest.mark.invariant("I7", "I16")
class TestAnyOrder(AnyOrder.TestCase):  # type: ignore[misc, valid-type]
    settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
