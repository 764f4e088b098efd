"""What the hall's documents say at their head, of its configuration and its game.

Not responsible for the documents (``hallctl.outputs.folios``).
"""

from hallctl.config.hall import Setting
from hallctl.games.game import Game
from hallctl.outputs.folios.values import Letterhead


def letterhead_of(setting: Setting, game: Game) -> Letterhead:
    """Return the letterhead of a hall's documents."""
    hall = setting.config.hall
    return Letterhead(hall.tax_id, hall.place, director=game.documents.director, rounds=game.rounds)
