"""Cards missing, found, paid and taken in any order: each price once, and every game is signed in the end."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, FindMissing, RefundMissing
from hallctl.games.bingo.rules.events.closing import GameVoided, RefundsPaid
from hallctl.games.bingo.rules.events.missing import MissingRefunded
from hallctl.games.bingo.rules.missing import (
    absent,
    awaited,
    hold,
    number,
    owable,
    refundable,
    without,
)
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase
from hallctl.games.bingo.rules.tables import fold
from hallctl.rules.commands.incidents import ApproveIncident
from hallctl.rules.folios import FOR_ACTS
from hallctl.rules.ledger import REFUNDS_DUE
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import OPENING, Night
from tests.sampling import in_full

SERIES, SOLD, PRICE = "A-1042", 12, 500
PLACES = st.integers(0, SOLD)
"""A card by its place in what the game sold; one was not sold."""


class Missing(RuleBasedStateMachine):
    """Two void games at most, whose cards are anywhere; a full volume or an empty one."""

    @initialize(won=st.booleans(), full=st.booleans())
    def begin(self, won, full):
        self.night = Night().open_session()
        self.spans = {}
        self.voided(won)
        if full:
            self.night.state = replace(self.night.state, folios=OPENING.folios - FOR_ACTS)

    def voided(self, won):
        """Sell a game whose first card may win the line, and void it."""
        night = self.night
        night.start(SOLD)
        first = night.state.game.first
        self.spans[night.state.game.number] = first
        if won:
            night.call_card(first, rows=1)
            night.claim(Claim.LINE, first)
            night.ask()
            night.do(ResumeDraw())
        night.do(ProposeVoid("error"), ApproveVoid(), PayPrizes())

    def attempt(self, command):
        answer = self.night.answer(command)
        if not isinstance(answer, Refusal):
            self.night.state = fold(self.night.state, answer)
            self.night.events += answer
        return answer

    def card(self, place):
        """Return the card at a place of the newest game."""
        return self.night.state.game.first + place

    @rule(place=PLACES, more=st.integers(0, 4), paid=st.booleans())
    def the_jefe_declares_cards_missing(self, place, more, paid):
        first = self.card(place)
        self.attempt(DeclareMissing(SERIES, f"{first}-{first + more}", "se fue", paid))

    @rule(place=PLACES)
    def a_card_turns_up(self, place):
        self.attempt(FindMissing(SERIES, self.card(place)))

    @rule(count=st.integers(1, SOLD))
    def the_cashier_refunds(self, count):
        self.attempt(PayRefunds(count))

    @rule()
    def everybody_is_refunded(self):
        game = self.night.state.game
        assert game is not None
        self.attempt(PayRefunds(awaited(game)))

    @rule(less=st.integers(0, SOLD))
    def the_cards_are_taken(self, less):
        self.attempt(CollectCards(SOLD - less))

    @rule(game=st.integers(1, 2), place=PLACES)
    def a_missing_card_comes_back(self, game, place):
        self.attempt(RefundMissing(game, SERIES, self.spans.get(game, 1) + place))

    @rule(won=st.booleans())
    def the_game_is_signed(self, won):
        for incident in tuple(self.night.state.incidents):
            self.attempt(ApproveIncident(incident))
        self.attempt(SignGame())
        if self.night.state.game.phase is Phase.SIGNED and len(self.spans) < 2 and self.room():
            self.voided(won)

    def room(self):
        """Whether another game can begin in the volume."""
        return self.night.state.folios < OPENING.folios // 2

    @invariant()
    def what_is_due_is_what_is_awaited_and_the_cards_that_are_missing(self):
        game = self.night.state.game
        assert game is not None
        assert awaited(game) >= 0
        assert game.refunds_due == awaited(game) + number(owable(game))
        owed = [cards for each in self.night.state.owed if each.game == game.number for cards in each.cards]
        won = [(award.prize.series, award.prize.card) for award in game.awards]
        assert not any(hold((*owable(game), *owed), *card) for card in won), "its prize is what it is paid"
        listed = [(each.game, card) for each in self.night.state.owed for card in cards_of(each)]
        assert len(listed) == len(set(listed))
        due = game.refunds_due + len(listed)
        assert self.night.state.ledger[REFUNDS_DUE] == -due * PRICE
        assert sum(self.night.state.ledger.values()) == 0

    @invariant()
    def no_more_is_given_back_than_was_taken_for_cards_without_a_prize_and_nothing_twice(self):
        events = self.night.events
        most = sum(event.refunded for event in events if isinstance(event, GameVoided))
        late = [event for event in events if isinstance(event, MissingRefunded)]
        paid = sum(event.amount for event in events if isinstance(event, RefundsPaid))
        assert paid + sum(event.amount for event in late) <= most
        assert max(Counter((e.game, e.series, e.card) for e in late).values(), default=0) <= 1
        won = {(award.prize.series, award.prize.card) for award in self.night.state.game.awards}
        current = self.night.state.game.number
        assert not any((e.series, e.card) in won for e in late if e.game == current)

    def teardown(self):
        # I21: with nobody there but the staff, the game comes to its signature; late cards are then all paid.
        night = self.night
        game = playing(night.state)
        if game is not None:
            if awaited(game):
                night.do(PayRefunds(awaited(game)))
            if not game.cards_collected:
                night.do(CollectCards(game.cards - number(absent(game))))
            for incident in tuple(night.state.incidents):
                night.do(ApproveIncident(incident))
            night.do(SignGame())
        for owed in night.state.owed:
            night.do(*(RefundMissing(owed.game, SERIES, card) for card in cards_of(owed)))
        assert night.state.ledger[REFUNDS_DUE] == 0


def cards_of(owed):
    """Yield the numbers of the cards of an open refund."""
    return [card for each in owed.cards for card in range(each.first, each.last + 1)]


class NobodyComes(Missing):
    """The same where nobody brings back what is awaited: it is declared, and the game is signed."""

    def teardown(self):
        night, game = self.night, playing(self.night.state)
        if game is None or game.cards_collected:
            return super().teardown()
        there = refundable(game, game.sold)
        for each in absent(game):
            there = without(there, *((each.series, card) for card in range(each.first, each.last + 1)))
        left = [card for each in there for card in range(each.first, each.last + 1)][: awaited(game)]
        if left:
            night.do(DeclareMissing(SERIES, ", ".join(map(str, left)), "nadie vino"))
        assert night.refused(PayRefunds(1)) == "REFUND-MANY"
        return super().teardown()


EXAMPLES = in_full(3000, 40)
for machine in (Missing, NobodyComes):
    machine.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=25, deadline=None)
TestMissing = pytest.mark.req("AJ-111")(pytest.mark.invariant("I7", "I21")(Missing.TestCase))
TestNobodyComes = pytest.mark.invariant("I21")(NobodyComes.TestCase)
