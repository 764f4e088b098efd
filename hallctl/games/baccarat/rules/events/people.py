"""What two people decided of a round (BA-40, 41, DB7, DB8).

Not responsible for the cards that were drawn (``round``).
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class CorrectionProposed(Event):
    """One person said which cards the round has."""

    round: int
    cards: tuple[str, ...]
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class RoundCorrected(Event):
    """A second person agreed: the round has these cards, and play goes on (BA-40).

    Attributes:
        drawn: The cards in the order in which they were drawn.
        cards: As they lie now: player, banker, player, banker, then the third cards.
        burnt: Those that were drawn too many.
    """

    round: int
    drawn: tuple[str, ...]
    cards: tuple[str, ...]
    burnt: tuple[str, ...]
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class RoundVoidProposed(Event):
    """One person proposed to void the round."""

    round: int
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class RoundVoided(Event):
    """Two people voided the round; all bets go back, its cards are burnt (BA-41).

    Attributes:
        drawn: Its cards, in the order in which they were drawn.
        returned: What went back, in cents.
    """

    round: int
    reason: str
    drawn: tuple[str, ...]
    returned: int


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn(Event):
    """What one person had proposed is withdrawn; ``proposal`` is the kind of its entry."""

    proposal: str
    person: str
