"""What the watch over shoes finds is told to the Director, of a day, in a sentence."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from hallctl.games.baccarat.findings import ShoeFindings
from hallctl.games.baccarat.rules.cards import DECK, Card
from hallctl.games.baccarat.rules.events.people import RoundCorrected, RoundVoided
from hallctl.games.baccarat.rules.events.round import CardDealt, CardHeld, CardsReturned, ResultEstablished
from hallctl.games.baccarat.rules.events.shoe import CardBurnt, ShoeBegun
from hallctl.games.baccarat.rules.kinds import Source
from hallctl.games.baccarat.rules.tableau import Side, next_card, outcome
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionOpened

OPENED = SessionOpened(1, (), "2026-11-30")
SHOE = ShoeBegun(1, "L-1", 8, "S-1", "", automatic=False)
FEW_FIGURES = [card for card in DECK * 8 if card.value or card.suit == "S"]


def told(events: Sequence[Event]) -> tuple[str, ...]:
    findings = ShoeFindings()
    for event in events:
        findings.take(event)
    return tuple(map(str, findings.found))


def shuffled(cards: Sequence[Card], seed: int = 5) -> list[Card]:
    pack = [*cards]
    Random(seed).shuffle(pack)
    return pack


def dealt(pack: list[Card], rounds: int) -> Iterator[Event]:
    """The entries of rounds from a pack."""
    for number in range(1, rounds + 1):
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        place = 0
        while (side := next_card(hands[Side.PLAYER], hands[Side.BANKER])) is not None:
            hands[side].append(pack.pop())
            place += 1
            yield CardDealt(number, place, side, hands[side][-1].code, Source.SHOE)
        player, banker = ([card.code for card in hands[side]] for side in (Side.PLAYER, Side.BANKER))
        ended = outcome(hands[Side.PLAYER], hands[Side.BANKER])
        yield ResultEstablished(
            number,
            ended.result,
            ended.player_total,
            ended.banker_total,
            tuple(player),
            tuple(banker),
            ended.player_pair,
            ended.banker_pair,
            ended.natural,
            told=True,
        )


def test_a_shoe_without_most_of_its_figures_is_told_and_another_day_begins_anew() -> None:
    day = [OPENED, SHOE, *dealt(shuffled(FEW_FIGURES), 50)]
    assert told(day) == ("Hoy salen unas cartas, por su valor, más de lo que da el azar",)
    assert told([*day, OPENED]) == ()


def test_fair_shoes_are_not_told_of_whether_cards_go_back_or_not() -> None:
    assert told([OPENED, SHOE, *dealt(shuffled(DECK * 8), 60)]) == ()
    device = [event for at in range(60) for event in (*dealt(shuffled(DECK * 8, at), 1), CardsReturned(1, 5))]
    assert told([OPENED, SHOE, *device]) == ()


@pytest.mark.parametrize(
    "ninth",
    [
        CardBurnt(1, "AS", "stray"),
        RoundVoided(1, "", ("AS",), 0),
    ],
    ids=["burnt", "of a void round"],
)
def test_a_card_that_its_decks_do_not_have_so_often_is_told_wherever_it_came(ninth: Event) -> None:
    eight = [CardBurnt(0, "AS", "burn")] * 8
    assert told([OPENED, SHOE, *eight]) == ()
    assert told([OPENED, SHOE, *eight, ninth]) == (
        "Hoy salió una carta más veces de las que la tienen sus barajas",
    )


def test_of_a_corrected_round_each_card_counts_once_and_an_unknown_one_not() -> None:
    (*cards, ended) = dealt(shuffled(DECK * 8), 1)
    seven = [CardBurnt(0, "AS", "burn"), CardBurnt(0, "", "round")] * 7
    drawn = ("AS", *(each.card for each in cards if isinstance(each, CardDealt)))
    corrected = RoundCorrected(1, drawn, drawn[1:], ("AS",), "", "Ana")
    held = CardHeld(1, None, "AS", Source.SHOE)
    assert "AS" not in drawn[1:]
    whole = [OPENED, SHOE, *seven, *cards, held, corrected, ended]
    assert told(whole) == ()
    assert told([*whole, seven[0]])
