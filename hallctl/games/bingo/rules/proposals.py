"""What one person has proposed in a game and nobody has approved yet: who proposed it may withdraw it.

Not responsible for what is proposed, nor for who approves it.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules.state import Game, Phase

MANUAL: Final = "manual"
NO_BINGO: Final = "no bingo"
WITHOUT_HALL: Final = "without hall"
WITHDRAWN: Final = {
    "ManualProposed": MANUAL,
    "NoBingoProposed": NO_BINGO,
    "WithoutHallProposed": WITHOUT_HALL,
}
"""What is no longer proposed, by the kind of entry that had proposed it."""

VOID_PROPOSED: Final = "VoidProposed"

_OVER: Final = (Phase.FINISHED, Phase.VOID, Phase.SIGNED)


def open_proposals(game: Game | None) -> Mapping[str, str]:
    """Return who proposed what, by the kind of entry that proposed it; nothing once the game is over."""
    if game is None or game.phase in _OVER:
        return {}
    found = {} if game.void_reason is None else {VOID_PROPOSED: game.void_proposer or ""}
    agreed = {kind: game.proposed[what][0] for kind, what in WITHDRAWN.items() if what in game.proposed}
    return found | agreed
