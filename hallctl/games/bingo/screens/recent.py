"""The last games' draw orders and bingos, which the state does not keep.

Not responsible for the book: whoever folds it gives every event to ``Recent.take``, in order.
"""

from typing import Final

from hallctl.games.bingo.rules.events.claims import GameFinished, PrizeAwarded
from hallctl.games.bingo.rules.events.closing import GameSigned
from hallctl.games.bingo.rules.events.draw import BallCalled
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.outputs.screens.scene import PastGame
from hallctl.rules.events.base import Event

KEPT: Final = 3


class Recent:
    """A fold over events: the last games that were signed, the newest first."""

    def __init__(self) -> None:
        self._game, self._kind = 0, ""
        self._called: list[int] = []
        self._won = 0
        self._awarded: dict[str, int] = {}
        self._kept: tuple[PastGame, ...] = ()

    def take(self, event: Event) -> None:
        """Take the next event."""
        match event:
            case GameAnnounced(game=game, rule_set=kind):
                self._game, self._called, self._won, self._awarded = game, [], 0, {}
                self._kind = kind
            case BallCalled(ball=ball):
                self._called.append(ball)
            case PrizeAwarded(claim=claim, amount=amount):
                self._awarded[claim] = self._awarded.pop(claim, 0) + amount
            case GameFinished():
                self._won = self._awarded[next(reversed(self._awarded))]  # what ends a game is awarded last
            case GameSigned():
                past = PastGame(self._game, tuple(self._called), self._won, self._kind)
                self._kept = (past, *self._kept)[:KEPT]

    @property
    def games(self) -> tuple[PastGame, ...]:
        """The last signed games, the newest first."""
        return self._kept
