"""Rounds: their order, what is shown when, results computed, and what stops the table (BA-17..43, DB14)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.baccarat.rules.cards import Card
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
    PayWinners,
    ReportCard,
    ReportResult,
    ReportShoeTrouble,
    TurnCards,
)
from hallctl.games.baccarat.rules.commands.shoe import CloseShoe
from hallctl.games.baccarat.rules.commands.table import NoteBreach
from hallctl.games.baccarat.rules.deciding.people import suggested
from hallctl.games.baccarat.rules.events.people import RoundCorrected, RoundVoided
from hallctl.games.baccarat.rules.events.round import (
    CardDealt,
    CardExposed,
    CardHeld,
    ResultEstablished,
    TableStopped,
)
from hallctl.games.baccarat.rules.events.shoe import CardBurnt
from hallctl.games.baccarat.rules.kinds import Breach, Dispute, Phase
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.rules.tableau import Result, Side, outcome
from hallctl.rules.commands.base import Command, Post
from tests.hallctl.games.baccarat.table import NATURAL, RULES, SIX, TIE, TableDay, shuffled

P, B = Side.PLAYER, Side.BANKER
BY_HAND = replace(RULES, cards_by="croupier", shoe_result=False)
ACES_OUT = ("AS", "2H", "AS", "3H")
"""Four cards with two aces of spades: the player has 2, the banker 5."""


@pytest.mark.req("BA-20", "BA-21", "BA-22", "BA-25", "BA-42")
def test_a_round_goes_in_its_order_and_shows_nothing_before_it_is_turned() -> None:
    day = TableDay.opened()
    day.do(OpenBets())
    assert day.refused(TurnCards()) == "TURN-NONE"
    day.do(CloseBets())
    assert day.refused(CloseBets()) == "ROUND-BETS"
    for at, card in enumerate(SIX[:4]):
        assert day.refused(TurnCards()) == "TURN-NONE"
        (dealt,) = day.told(card)
        assert isinstance(dealt, CardDealt)
        assert (dealt.place, dealt.side) == (at + 1, (P, B, P, B)[at])
        assert day.round.shown == ()
    assert day.refused(ConfirmResult()) == "RESULT-CARDS"
    shown = []
    for _ in range(2):
        day.do(TurnCards())
        shown.append([(each.side, each.card) for each in day.round.shown])
    assert shown[0] == [(P, "2S"), (P, "KD")], "the player's first"
    assert shown[1][2:] == [(B, "3H"), (B, "QC")]
    assert day.round.expected is P
    day.told("4H", P)
    assert len(day.round.shown) == 4
    day.told("9S")
    day.turned()
    assert day.refused(CollectLosers()) == "SETTLE-ORDER"
    day.settled()
    established = next(each for each in day.events if isinstance(each, ResultEstablished))
    assert (established.player, established.banker, established.result) == (6, 2, Result.PLAYER)
    assert established.player_cards == ("2S", "KD", "4H")
    assert established.told
    assert day.refused(PayWinners()) == "ROUND-NONE"


@pytest.mark.req("BA-18", "BA-19", "BA-41", "BA-42", "BA-43", "BA-51", "BA-52")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_whatever_the_cards_the_result_is_what_they_come_to_and_is_never_entered(seed: int) -> None:
    day = TableDay.opened(replace(RULES, shoe_result=False))
    cards = iter(shuffled(seed))
    day.dealing()
    while day.round.expected is not None:
        day.told(next(cards))
    day.settled()
    found = outcome(day.round.hand(P), day.round.hand(B))
    established = day.events[-3]
    assert isinstance(established, ResultEstablished)
    assert established.result is found.result is day.state.past[-1].result
    assert (established.player, established.banker) == (found.player_total, found.banker_total)
    for side, pair in ((P, found.player_pair), (B, found.banker_pair)):
        first, second = day.round.hand(side)[:2]
        assert pair is (first.rank is second.rank)
    assert len(day.round.cards) in (4, 5, 6)
    assert Card.of(established.player_cards[0]) == day.round.hand(P)[0]


@pytest.mark.req("BA-17")
def test_an_exposed_card_is_noted_and_nothing_stops() -> None:
    day = TableDay.opened()
    assert day.refused(NoteExposed()) == "CARD-EXPOSED"
    day.dealing("4S")
    assert day.do(NoteExposed()) == (CardExposed(1, 1),)
    for card in NATURAL[1:]:
        day.told(card)
    day.settled()
    assert day.round.result is Result.PLAYER


@pytest.mark.req("BA-24")
def test_one_card_is_burnt_before_each_round_where_the_rules_say_so() -> None:
    day = TableDay.opened(replace(RULES, burn_each=True))
    for number in (1, 2):
        day.dealing("7C")
        burnt = day.events[-1]
        assert isinstance(burnt, CardBurnt)
        assert (burnt.round, burnt.why) == (number, "round")
        for card in NATURAL:
            day.told(card)
        day.settled()
    day = TableDay.opened(replace(BY_HAND, burn_each=True))
    day.dealing()
    assert day.refused(EnterCard("4S")) == "CARD-BURN"
    day.do(BurnRoundCard())
    assert day.refused(BurnRoundCard()) == "CARD-BURN-NONE"
    day.do(EnterCard("4S"))


@pytest.mark.req("BA-21")
def test_the_croupier_tells_the_cards_where_the_shoe_cannot_read() -> None:
    day = TableDay.opened(BY_HAND)
    assert day.refused(EnterCard("4S")) == "ROUND-NONE"
    day.dealing()
    for code in ("", "1S", "4X", "AAA"):
        assert day.refused(EnterCard(code[:2])) == "CARD-CODE"
    for card in SIX[:4]:
        day.do(EnterCard(card.lower()))
    assert day.refused(EnterCard(SIX[4])) == "CARD-TURN"
    day.turned()
    day.do(EnterCard(SIX[4]))
    day.turned()
    day.do(EnterCard(SIX[5]))
    day.settled()
    assert day.round.result is Result.PLAYER
    other = TableDay.opened()
    other.dealing()
    assert other.refused(EnterCard("4S")) == "CARD-SHOE"


def test_what_the_shoe_repeats_says_nothing_new() -> None:
    day = TableDay.opened()
    day.dealing("4S")
    assert day.do(ReportCard(day.sequence, None, "4S", "card 4S"), Post.CONTROLLER) == ()
    assert len(day.round.cards) == 1


@pytest.mark.req(
    "BA-03",
    "BA-21",
    "BA-25",
    "BA-26",
    "BA-27",
    "BA-34",
    "BA-35",
    "BA-36",
    "BA-37",
    "BA-38",
    "BA-39",
    "BA-40",
)
@pytest.mark.parametrize(
    ("cards", "card", "side", "dispute"),
    [
        ((), "4S", B, Dispute.SIDE),
        (("4S",), "2H", P, Dispute.SIDE),
        (SIX[:4], "4H", B, Dispute.SIDE),
        (NATURAL, "7C", None, Dispute.EXTRA),
        (NATURAL, "7C", P, Dispute.EXTRA),
        (("2S", "5H", "KD", "4C"), "7C", P, Dispute.EXTRA),
        (("3S", "KH", "4D", "6C"), "7C", B, Dispute.EXTRA),
        (("6S", "7H", "KD", "QC"), "AC", B, Dispute.EXTRA),
        (("2S", "3H", "KD", "QC", "8H"), "9S", B, Dispute.EXTRA),
        (("2S", "4H", "KD", "QC", "9H"), "9S", B, Dispute.EXTRA),
        (("2S", "5H", "KD", "QC", "3H"), "9S", B, Dispute.EXTRA),
        (("2S", "6H", "KD", "QC", "5H"), "9S", B, Dispute.EXTRA),
        (SIX, "9S", None, Dispute.EXTRA),
        (("4S",), "", None, Dispute.UNREAD),
    ],
)
def test_a_card_that_has_no_place_stops_the_table_and_nobody_sees_it(
    cards: tuple[str, ...], card: str, side: Side | None, dispute: Dispute
) -> None:
    day = TableDay.opened()
    day.dealing(*cards)
    held, stopped = day.told(card, side)
    assert isinstance(held, CardHeld)
    assert isinstance(stopped, TableStopped)
    assert (day.round.phase, day.round.dispute) == (Phase.DISPUTED, dispute)
    assert len(day.round.cards) == len(cards)
    assert card not in [each.card for each in day.round.shown]
    for command in (TurnCards(), ConfirmResult()):
        assert day.refused(command) == "ROUND-STOPPED"
    if card:
        assert day.shoe.drawn[card] >= 1, "it has left the shoe"
    assert day.told("2D")[0] == CardHeld(1, None, "2D", held.source, day.sequence, "card 2D")


@pytest.mark.req("BA-03")
def test_a_card_too_many_of_its_rank_and_suit_stops_the_table() -> None:
    day = TableDay.opened(replace(RULES, burn="decks"))
    for _ in range(4):
        day.played(*ACES_OUT, "KD")
    assert day.shoe.drawn["AS"] == RULES.decks
    day.dealing("2C", "3C")
    day.told("AS")
    assert day.round.dispute is Dispute.IMPOSSIBLE
    assert day.refused(ProposeCorrection("2C 3C AS", "se ve"), Post.JEFE) == "CORRECT-CARD"
    day.do(ProposeCorrection("2C 3C AC", "es el as de tréboles"), Post.JEFE)
    day.do(ApproveCorrection(), Post.DIRECTOR)
    assert (day.shoe.drawn["AS"], day.shoe.drawn["AC"]) == (RULES.decks, 1)
    assert day.round.phase is Phase.DEALING


@pytest.mark.req("BA-03")
def test_a_burnt_card_that_cannot_be_there_ends_the_shoe() -> None:
    day = TableDay.opened(replace(RULES, burn="decks"))
    for _ in range(RULES.decks):
        day.told("AS")
    day.played(*NATURAL)
    day.told("AS")
    assert day.refused(OpenBets()) == "SHOE-STRANGE"
    day.do(CloseShoe("se cuentan las barajas"), Post.JEFE)


def corrected(day: TableDay, cards: tuple[str, ...] | None = None) -> RoundCorrected:
    """Let two people correct the round: as the rules suggest, or otherwise."""
    said = suggested(day.round) if cards is None else cards
    day.do(ProposeCorrection(" ".join(said), "se ve"), Post.JEFE)
    (found,) = day.do(ApproveCorrection(), Post.DIRECTOR)
    assert isinstance(found, RoundCorrected)
    return found


@pytest.mark.req("BA-40")
def test_a_card_on_the_wrong_side_goes_where_the_order_of_the_shoe_puts_it() -> None:
    day = TableDay.opened()
    day.dealing("4S")
    day.told("2H", P)
    found = corrected(day)
    assert (found.drawn, found.cards, found.burnt) == (("4S", "2H"), ("4S", "2H"), ())
    assert [(each.card, each.side) for each in day.round.cards] == [("4S", P), ("2H", B)]
    day.told("5D")
    day.told("KC")
    day.settled()
    assert day.round.result is Result.PLAYER


@pytest.mark.req("BA-40")
def test_a_card_that_should_not_have_been_drawn_is_burnt_and_play_goes_on() -> None:
    day = TableDay.opened()
    day.dealing(*NATURAL)
    day.told("7C")
    found = corrected(day)
    assert (found.cards, found.burnt) == (NATURAL, ("7C",))
    day.settled()
    assert day.shoe.drawn["7C"] == 1, "it is out of the shoe"
    assert day.round.result is Result.PLAYER


@pytest.mark.req("BA-40")
def test_a_card_that_was_not_drawn_is_drawn_now() -> None:
    day = TableDay.opened()
    day.dealing(*SIX[:5])
    day.result(Result.BANKER)
    assert day.round.dispute is Dispute.MISSING
    corrected(day)
    day.told(SIX[5])
    day.result(Result.PLAYER)
    day.turned()
    day.do(ConfirmResult())
    assert day.round.result is Result.PLAYER


@pytest.mark.req("BA-40", "BA-42")
def test_a_shoe_that_tells_another_result_stops_the_table_before_anybody_sees_either() -> None:
    day = TableDay.opened()
    day.dealing(*NATURAL)
    day.turned()
    assert day.refused(ConfirmResult()) == "RESULT-SHOE"
    day.result(Result.BANKER)
    assert (day.round.phase, day.round.dispute, day.round.result) == (
        Phase.DISPUTED,
        Dispute.RESULT,
        None,
    )
    assert not any(isinstance(each, ResultEstablished) for each in day.events)
    corrected(day)
    day.result(Result.BANKER)
    assert day.round.phase is Phase.DEALING, "two people said which cards lie there"
    day.do(ConfirmResult())
    assert day.round.result is Result.PLAYER


@pytest.mark.req("BA-40")
def test_a_card_drawn_before_bets_are_closed_is_burnt_and_bets_stay_open() -> None:
    day = TableDay.opened()
    day.do(OpenBets())
    day.told("4S")
    assert day.round.dispute is Dispute.EARLY
    found = corrected(day)
    assert found.burnt == ("4S",)
    assert day.round.phase is Phase.BETS
    day.do(CloseBets())


@pytest.mark.req("BA-40")
def test_cards_told_between_rounds_are_burnt() -> None:
    day = TableDay.opened()
    day.told("4S")
    assert isinstance(day.events[-1], CardBurnt)
    day.played(*NATURAL)
    assert day.shoe.drawn["4S"] == 2


@pytest.mark.req("BA-40", "BA-41")
@pytest.mark.invariant("I16")
def test_two_people_correct_or_void_and_nothing_else_does() -> None:
    day = TableDay.opened()
    correction = ProposeCorrection("4S 2H", "se ve")
    assert day.refused(correction, Post.JEFE) == "CORRECT-PHASE"
    assert day.refused(StopTable("x")) == "ROUND-NONE"
    day.dealing("4S", "2H")
    assert day.refused(StopTable(" ")) == "STOP-REASON"
    day.do(StopTable("se cayó una carta"))
    assert day.refused(ApproveCorrection(), Post.DIRECTOR) == "CORRECTION-NONE"
    assert day.refused(ApproveVoidRound(), Post.DIRECTOR) == "VOID-ROUND-NONE"
    for cards, code in (("4S XX", "CARD-CODE"), ("4S 2H 5D KC 7C", "CORRECT-ORDER")):
        assert day.refused(replace(correction, cards=cards), Post.JEFE) == code
    assert day.refused(replace(correction, reason=" "), Post.JEFE) == "ROUND-REASON"
    day.do(correction, Post.JEFE)
    assert day.refused(correction, Post.JEFE) == "ROUND-PROPOSED"
    assert day.refused(ProposeVoidRound("x"), Post.JEFE) == "ROUND-PROPOSED"
    day.do(WithdrawRoundProposal(), Post.JEFE)
    assert day.refused(WithdrawRoundProposal(), Post.JEFE) == "ROUND-WITHDRAW"
    assert day.refused(ProposeVoidRound(" "), Post.JEFE) == "ROUND-REASON"
    day.do(ProposeVoidRound("cartas mezcladas"), Post.JEFE)
    day.state = replace(day.state, session=replace(day.state.session, posts={Post.DIRECTOR: "Ana Quispe"}))  # type: ignore[type-var]
    assert day.refused(ApproveVoidRound(), Post.DIRECTOR, "Ana Quispe") == "ROUND-SAME"
    assert day.round.phase is Phase.DISPUTED


@pytest.mark.req("BA-41")
def test_a_void_round_moves_no_road_and_its_cards_are_burnt() -> None:
    day = TableDay.opened()
    day.played(*TIE)
    past, left = day.state.past, day.shoe.left
    day.dealing("4S", "2H", "5D")
    day.do(ProposeVoidRound("cartas mezcladas"), Post.JEFE)
    (voided,) = day.do(ApproveVoidRound(), Post.DIRECTOR)
    assert voided == RoundVoided(2, "cartas mezcladas", ("4S", "2H", "5D"), 0)
    assert day.state.past == past
    assert day.shoe.left == left - 3
    day.played(*NATURAL)
    assert day.refused(ProposeVoidRound("x"), Post.JEFE) == "VOID-ROUND-PHASE"


@pytest.mark.req("BA-40")
def test_a_shoe_in_trouble_stops_the_table_while_cards_are_drawn_and_only_then() -> None:
    day = TableDay.opened()
    trouble = ReportShoeTrouble(70, "atasco", "err 3")
    assert day.do(trouble, Post.CONTROLLER) == ()
    day.dealing("4S")
    day.do(trouble, Post.CONTROLLER)
    assert day.round.dispute is Dispute.UNREAD
    assert day.do(trouble, Post.CONTROLLER) == ()


def test_a_card_after_the_result_is_burnt_and_changes_nothing() -> None:
    day = TableDay.opened()
    day.dealing(*NATURAL)
    day.turned()
    day.result(Result.PLAYER)
    day.do(ConfirmResult())
    day.told("9S")
    assert isinstance(day.events[-1], CardBurnt)
    assert day.round.phase is Phase.RESULT


def test_what_no_shoe_can_say_is_refused() -> None:
    day = TableDay.opened()
    day.dealing()
    for command, code in (
        (ReportCard(90, None, "ZZ", ""), "CARD-CODE"),
        (ReportResult(91, Result.TIE, ""), ""),
    ):
        answer = day.ask(command, Post.CONTROLLER)
        assert getattr(answer, "code", "") == code
    empty = TableDay(State(RULES))
    assert empty.refused(ReportCard(1, None, "4S", ""), Post.CONTROLLER) == "BOOK-NONE"


@pytest.mark.req("BA-55", "BA-58", "BA-59")
@pytest.mark.parametrize("breach", Breach)
def test_what_a_player_may_not_do_is_noted_and_nothing_stops(breach: Breach) -> None:
    day = TableDay.opened()
    day.dealing("4S")
    assert day.refused(NoteBreach(breach, " ")) == "BREACH-TEXT"
    day.do(NoteBreach(breach, "asiento 4"))
    assert day.round.phase is Phase.DEALING
    command: Command = TurnCards()
    assert day.refused(command) == "TURN-NONE"
