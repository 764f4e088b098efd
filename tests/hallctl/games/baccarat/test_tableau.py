"""Who takes the next card, totals and pairs, against the words of the regulation."""

from itertools import product

import pytest

from hallctl.games.baccarat.rules.cards import DECK, Card, Rank, Suit, composition
from hallctl.games.baccarat.rules.tableau import Result, Side, next_card, outcome, total

TABLE = {
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDSDD",
    4: "DSDDDDDDSSS",
    5: "DSSSDDDDSSS",
    6: "SSSSSSDDSSS",
}
"""By the banker's total: the player stood, or took ace, 2 to 9, ten or figure; D draws, S stands."""


def hand(*values: int) -> tuple[Card, ...]:
    """Return cards that count so much."""
    ranks = {card.value: card.rank for card in reversed(DECK)}
    return tuple(Card(ranks[value % 10], Suit.SPADES) for value in values)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of codes."""
    return tuple(Card.of(code) for code in text.split())


@pytest.mark.req(
    "BA-26",
    "BA-27",
    "BA-28",
    "BA-29",
    "BA-30",
    "BA-31",
    "BA-32",
    "BA-33",
    "BA-34",
    "BA-35",
    "BA-36",
    "BA-37",
    "BA-38",
    "BA-39",
)
def test_third_cards_follow_the_table_over_every_pair_of_totals_and_every_third_card() -> None:
    for player, banker, third in product(range(10), range(10), range(1, 11)):
        two, other = hand(player, 10), hand(banker, 10)
        natural = player > 7 or banker > 7
        takes = not natural and player < 6
        first = next_card(two, other)
        assert (first is Side.PLAYER) is takes, (player, banker)
        if takes:
            column = third
            then = next_card((*two, *hand(third)), other)
        else:
            column, then = 0, first
        draws = not natural and banker < 7 and TABLE[banker][column] == "D"
        assert then is (Side.BANKER if draws else None), (player, banker, column)


@pytest.mark.req("BA-20", "BA-21", "BA-25")
def test_cards_go_to_the_player_first_and_in_turn_and_never_beyond_six() -> None:
    dealt: dict[Side, tuple[Card, ...]] = {Side.PLAYER: (), Side.BANKER: ()}
    order = []
    for card in hand(2, 1, 3, 2, 10, 10):
        side = next_card(dealt[Side.PLAYER], dealt[Side.BANKER])
        assert side is not None
        order.append(side)
        dealt[side] += (card,)
    one, other = Side.PLAYER, Side.BANKER
    assert order == [one, other, one, other, one, other]
    assert next_card(dealt[one], dealt[other]) is None


@pytest.mark.req("BA-03", "BA-18", "BA-19")
def test_a_deck_has_52_cards_that_count_their_face_and_figures_nothing() -> None:
    assert len({*DECK}) == 52
    assert sum(composition(8).values()) == 416
    assert all(Card.of(card.code) == card for card in DECK)
    assert [Card(rank, Suit.HEARTS).value for rank in Rank] == [*range(1, 10), 0, 0, 0, 0]
    assert [total(cards(text)) for text in ("9S 2D", "TH JC KD", "9S 9D 9C", "6H 5H 9C")] == [1, 0, 7, 0]
    for strange in ("", "A", "1S", "AX", "SA", "10S"):
        with pytest.raises(ValueError, match=r"card|Rank|Suit"):
            Card.of(strange)


@pytest.mark.req("BA-42", "BA-43", "BA-51", "BA-52")
def test_the_higher_total_wins_equal_ones_tie_and_pairs_are_of_one_rank() -> None:
    won = outcome(cards("JS JH 7D"), cards("TS KH 3C"))
    assert (won.result, won.player_total, won.banker_total) == (Result.PLAYER, 7, 3)
    assert (won.player_pair, won.banker_pair, won.natural) == (True, False, False)
    tie = outcome(cards("4S 4D"), cards("3S 5H"))
    assert (tie.result, tie.natural, tie.player_pair) == (Result.TIE, True, True)
    assert outcome(cards("2S 3D"), cards("9S KH")).result is Result.BANKER
    assert not outcome(cards("JS QS"), cards("TS KS")).player_pair
