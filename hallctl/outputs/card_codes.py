"""What the bar codes on a game's cards are, and what a scanned one means.

Not responsible for pictures, for keyboards, nor for how the bars are drawn (``code128``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hallctl.i18n.sentences import Sentence
from hallctl.rules.state import GameState


class PrintedCard(Protocol):
    """What the house knows of a card: where it belongs, and its number."""

    @property
    def series(self) -> str:
        """The key of its series; empty where only the number was written."""

    @property
    def card(self) -> int:
        """Its number."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan comes to.

    Attributes:
        sentence: That, for the person; empty where nothing was seen.
        fields: The answers to the questions of the step that checks a card; none where it is no such card.
    """

    sentence: Sentence
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardCodes:
    """The bar codes of a game's cards.

    Attributes:
        prefix: What every code begins with.
        lengths: How many digits follow it, by the first of them.
        read: Returns the card that a code names; None where it is no card's, or not all of one.
        write: Returns the code of a card.
        typed: Returns the card that a person wrote; None where it is none.
        sample: The card to try a scanner with.
        answers: Returns what the codes in one picture, or the one of a scanner, mean where the hall stands.
    """

    prefix: str
    lengths: Mapping[str, int]
    read: Callable[[str], PrintedCard | None]
    write: Callable[[Any], str]
    typed: Callable[[str], PrintedCard | None]
    sample: PrintedCard
    answers: Callable[[Sequence[str], GameState], Scanned]
