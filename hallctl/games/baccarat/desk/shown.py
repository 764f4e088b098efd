"""What the desk of a baccarat table shows beside the state: both hands, the pad of cards, the results.

Nobody is shown a card before it is turned, but the croupier who says it (BA-22). Not responsible for markup
(``templates``), nor for steps.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hallctl.games.baccarat.rules.cards import Card, Rank, Suit
from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.state import Round, State
from hallctl.games.baccarat.rules.tableau import Side, total
from hallctl.games.baccarat.words import DISPUTES, RESULTS, SIDES, card_words
from hallctl.i18n.sentences import Sentence

_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class Cell:
    """A card as the desk draws it.

    Attributes:
        code: As the book writes it; empty where it lies face down.
        face: Its rank and the sign of its suit.
        colour: Red or black.
        says: The card, as it is read aloud.
        left: How many of it can still come.
    """

    code: str
    face: str
    colour: str
    says: Sentence
    left: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the round: its name, its cards, and its points once all of them are turned."""

    name: Sentence
    cards: tuple[Cell, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the templates show."""

    state: State

    @property
    def round(self) -> Round | None:
        """The newest round of the day."""
        return self.state.round

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Both hands, the player's first; none where there is no round."""
        return () if self.round is None else tuple(_hand(self.round, side) for side in Side)

    @property
    def stopped(self) -> Sentence | None:
        """Why the table is stopped; None where it is not."""
        round_ = self.round
        if round_ is None or round_.phase is not Phase.DISPUTED or round_.dispute is None:
            return None
        return DISPUTES[round_.dispute]

    @property
    def won(self) -> Sentence | None:
        """Who has won, once that is established."""
        return None if self.round is None or self.round.result is None else RESULTS[self.round.result]

    @property
    def pad(self) -> tuple[Cell, ...]:
        """Every card, suit by suit, with how many of it can still be in the shoe (BA-03)."""
        return tuple(self._pad())

    def _pad(self) -> Iterator[Cell]:
        shoe = self.state.shoe
        decks, gone = (0, {}) if shoe is None else (shoe.decks, shoe.drawn)
        for suit in Suit:
            for rank in Rank:
                cell = _cell(Card(rank, suit))
                yield replace(cell, left=max(0, decks - gone.get(cell.code, 0)))


def _hand(round_: Round, side: Side) -> Hand:
    dealt = round_.hand(side)
    seen = [each for each in round_.shown if each.side is side]
    cells = [_cell(card) for card in dealt[: len(seen)]]
    down = [Cell("", "", "down", card_words(""))] * (len(dealt) - len(seen))
    return Hand(SIDES[side], (*cells, *down), total(dealt) if dealt and not down else None)


def _cell(card: Card) -> Cell:
    rank = "10" if card.rank is Rank.TEN else card.rank.value
    colour = "red" if card.suit in _RED else "black"
    return Cell(card.code, rank + _SIGNS[card.suit], colour, card_words(card.code))


def shown(state: State) -> Shown:
    """Return what the templates show of a moment."""
    return Shown(state)
