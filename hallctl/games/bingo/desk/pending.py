"""What two people have to agree on in a game of bingo, and have not.

Not responsible for the house's own: incidents, complaints, the end of a volume.
"""

from collections.abc import Iterator

from hallctl.games.bingo.rules.proposals import MANUAL, NO_BINGO
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.i18n.sentences import _
from hallctl.outputs.pending import PendingItem


def pending(state: State) -> Iterator[PendingItem]:
    """Yield what waits for the Director in the game."""
    game = state.game
    if game is None:
        return
    if game.void_reason is not None and game.phase not in {Phase.VOID, Phase.SIGNED}:
        yield PendingItem(_("Anulación"), f"{game.void_proposer}: {game.void_reason}")
    for what, name in ((MANUAL, _("Seguir a mano")), (NO_BINGO, _("Cierre sin bingo"))):
        if what in game.proposed:
            who, why = game.proposed[what]
            yield PendingItem(name, f"{who}: {why}" if why else who)
    if game.wrong_call is not None:
        yield PendingItem(_("Error al cantar"), _("se cantó el {ball}", ball=game.wrong_call.said))
