"""What the desk shows of a claim beside its verdicts: the matrix card, and what is still unsung in the room.

Not responsible for counting either (``Game.claims``). How many cards are unsung is for the jefe de mesa
alone, and never on a wall.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from hallctl.outputs.claimed_card import Cell, rows
from hallctl.outputs.claims import Win
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.events.claims import CardVerified
from hallctl.rules.state import Game, Phase, State
from hallctl.web.ports import DeskPort


@dataclass(frozen=True, slots=True)
class ClaimedCard:
    """What is seen of a claim.

    Attributes:
        card: The card that was verified last.
        rows: The rows of its matrix card; none where there is no such card.
        wins: What the good cards of this stop win if nobody else sings.
        unsung: How many sold cards hold what the room is asked for, unsung; None for who may not know, and
            while it is not asked.
    """

    card: CardVerified
    rows: tuple[tuple[Cell, ...], ...]
    wins: tuple[Win, ...]
    unsung: int | None


class ClaimDesk:
    """Looks at the claim that is open. For one thread at a time."""

    def __init__(self, desk: DeskPort) -> None:
        self._desk = desk
        self._claims = None if desk.game.claims is None else desk.game.claims()
        self._heard: tuple[tuple[int, ...], Mapping[int, datetime]] = ((), {})

    def see(self, state: State, actors: Collection[Actor]) -> ClaimedCard | None:
        """Return what a person in these posts sees of the claim; None while no card is verified."""
        game = state.playing
        if self._claims is None or game is None or game.phase is not Phase.CLAIM or not game.verified:
            return None
        card = game.verified[-1]
        leads = any(actor.post is Post.JEFE for actor in actors)
        unsung = self._claims.unsung(state) if leads else None
        wins = self._claims.wins(state)
        return ClaimedCard(card, rows(state, card, self._moments(state, game)), wins, unsung)

    def _moments(self, state: State, game: Game) -> Mapping[int, datetime]:
        """Read the book once for as long as no other ball is called."""
        key = (state.volume, game.number, *game.called_balls)
        if self._heard[0] != key:
            self._heard = (key, self._desk.called_at())
        return self._heard[1]
