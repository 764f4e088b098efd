"""The views of a baccarat table's shoe, made by the hall itself, in any language."""

from functools import lru_cache

from displays.views import CardsView
from hallctl.games.baccarat.rules.cards import Card
from hallctl.games.baccarat.rules.commands.people import ApproveVoidRound, ProposeVoidRound
from hallctl.games.baccarat.rules.commands.round import CloseBets, ConfirmResult, OpenBets, TurnCards
from hallctl.games.baccarat.rules.commands.shoe import NoteCutCard
from hallctl.games.baccarat.rules.deciding.cards import computed
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.rules.tableau import Result, next_card
from hallctl.games.baccarat.screens.table import table
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Post
from tests.hallctl.games.baccarat.table import NATURAL, SIX, TIE, TableDay, shuffled

ROUNDS = 44


def dealt(cards: list[str]) -> tuple[str, ...]:
    """Take the cards of a round from the top of a pack."""
    taken: list[str] = []
    hands: dict[str, list[Card]] = {"player": [], "banker": []}
    while (side := next_card(hands["player"], hands["banker"])) is not None:
        taken.append(cards.pop())
        hands[side].append(Card.of(taken[-1]))
    return tuple(taken)


@lru_cache(maxsize=1)
def phases() -> dict[str, State]:
    """Return every phase of a round, by its name, after many others."""
    day, found, cards = TableDay.begun(), {}, shuffled(20)
    for card in (*TIE, *SIX, *NATURAL, *NATURAL, "AS", "AS"):
        cards.remove(card)
    found["empty"] = day.state
    day.loaded()
    found["open"] = day.state
    day.played(*TIE)
    found["ties"] = day.state
    for _ in range(ROUNDS):
        day.played(*dealt(cards))
    day.do(OpenBets())
    found["bets"] = day.state
    day.do(CloseBets())
    for card in SIX:
        day.told(card)
    day.do(TurnCards())
    found["turning"] = day.state
    day.settled()
    found["six"] = day.state
    day.dealing(*NATURAL)
    day.turned()
    day.result(Result.BANKER)
    found["lies"] = day.state
    day.do(ProposeVoidRound("el distribuidor dice otro resultado"), Post.JEFE)
    day.do(ApproveVoidRound(), Post.DIRECTOR)
    found["void"] = day.state
    day.do(OpenBets())
    day.do(NoteCutCard())
    day.do(CloseBets())
    for card in NATURAL:
        day.told(card)
    day.turned()
    day.result(computed(day.round))
    day.do(ConfirmResult())
    found["natural"] = day.state
    return found


def view(phase: str, language: str = "pt", simulated: bool = False) -> CardsView:
    """Return the wall of a phase."""
    return table(phases()[phase], Wall("Casino da Foz", simulated, language, hour="21:35"))
