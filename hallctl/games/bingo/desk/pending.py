"""What two people have to agree on in a game of bingo, and have not.

Not responsible for the house's own: incidents, complaints, the end of a volume.
"""

from collections.abc import Iterator
from typing import Final

from hallctl.games.bingo.desk.ball_sets import lacking_set
from hallctl.games.bingo.rules.commands.calling import ApproveWithoutHall
from hallctl.games.bingo.rules.commands.closing import ApproveVoid
from hallctl.games.bingo.rules.commands.opening import MountBallSet, RegisterBallSet
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, ApproveNoBingo, KeepPlaying
from hallctl.games.bingo.rules.events.calling import WithoutHallProposed
from hallctl.games.bingo.rules.events.closing import GameSigned, VoidProposed
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.events.opening import BallSetRetired
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.events.wrong_calls import ManualProposed, NoBingoProposed, WrongCallNoted
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.proposals import MANUAL, NO_BINGO, WITHOUT_HALL, open_proposals
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.words import ball_name
from hallctl.i18n.sentences import _
from hallctl.outputs.pending import Counted, PendingItem

_PROPOSED: Final = (
    (MANUAL, _("Seguir a mano"), ApproveManual, ManualProposed),
    (NO_BINGO, _("Cierre sin bingo"), ApproveNoBingo, NoBingoProposed),
    (WITHOUT_HALL, _("Seguir sin esa sala"), ApproveWithoutHall, WithoutHallProposed),
)

BALLS: Final = Counted(GameAnnounced, BallDrawn, GameSigned)
"""Games, and their balls."""


def pending(state: State) -> Iterator[PendingItem]:
    """Yield what waits for the Director in the game, and the ball set that the next one lacks."""
    lacking = lacking_set(state)
    if lacking is not None and playing(state) is None:
        answers = (RegisterBallSet, MountBallSet)
        yield PendingItem(_("Juego de bolas"), lacking, answers, (BallSetRetired, 0))
    game = state.game
    if game is None:
        return
    if game.void_reason is not None and game.phase not in {Phase.VOID, Phase.SIGNED}:
        text = f"{game.void_proposer}: {game.void_reason}"
        yield PendingItem(_("Anulación"), text, (ApproveVoid,), (VoidProposed, 0))
    for what, name, answer, origin in _PROPOSED:
        if origin.__name__ in open_proposals(game):
            who, why = game.proposed[what]
            yield PendingItem(name, f"{who}: {why}" if why else who, (answer,), (origin, 0))
    if game.wrong_call is not None:
        said = _("se cantó el {ball}", ball=ball_name(state.rules.variant, game.wrong_call.said))
        yield PendingItem(_("Error al cantar"), said, (KeepPlaying,), (WrongCallNoted, 0))
