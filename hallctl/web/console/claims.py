"""What the desk shows of a claim beside its verdicts: the matrix card, and what is still unsung in the room.

Not responsible for finding any of it (``Game.claims``). How many cards are unsung is for the jefe de mesa
alone, and never on a wall.
"""

from collections.abc import Collection
from dataclasses import dataclass

from hallctl.outputs.claims import VerifiedCard, Win
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.state import State
from hallctl.web.ports import DeskPort


@dataclass(frozen=True, slots=True)
class ClaimedCard:
    """What is seen of a claim.

    Attributes:
        card: The card that was verified last.
        wins: What the good cards of this stop win if nobody else sings.
        unsung: How many sold cards hold what the room is asked for, unsung; None for who may not know, and
            while it is not asked.
    """

    card: VerifiedCard
    wins: tuple[Win, ...]
    unsung: int | None


class ClaimDesk:
    """Looks at the claim that is open. For one thread at a time."""

    def __init__(self, desk: DeskPort) -> None:
        self._desk = desk
        self._claims = None if desk.game.claims is None else desk.game.claims()

    def see(self, state: State, actors: Collection[Actor]) -> ClaimedCard | None:
        """Return what a person in these posts sees of the claim; None while no card is verified."""
        if self._claims is None:
            return None
        card = self._claims.verified(state, self._desk.called_at)
        if card is None:
            return None
        leads = any(actor.post is Post.JEFE for actor in actors)
        return ClaimedCard(card, self._claims.wins(state), self._claims.unsung(state) if leads else None)
