"""Messages of the shoe that were not heard, and what two people said of the cards that left it meanwhile.

Not responsible for the cards of a round (``round``, ``people``).
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class MessagesMissed(Event):
    """Messages of the shoe were not heard outside a round; cards may be among them.

    Attributes:
        shoe: The number of the shoe.
        detail: Between which messages, in Spanish.
        line: The message that was heard then.
    """

    shoe: int
    detail: str
    line: str


@dataclass(frozen=True, slots=True)
class UntoldProposed(Event):
    """One person said which cards left the shoe; an empty code is a card that nobody could read."""

    shoe: int
    cards: tuple[str, ...]
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class UntoldAgreed(Event):
    """A second person agreed to those cards.

    Attributes:
        heard: Those of them that the shoe told, while the first cards are burnt; none later.
        cards: All that were burnt then, in their order; later those that nobody noted before.
    """

    shoe: int
    heard: tuple[str, ...]
    cards: tuple[str, ...]
    reason: str
    person: str
