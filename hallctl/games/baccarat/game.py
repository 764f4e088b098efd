"""A baccarat table as the house is handed it.

Not responsible for what is in it: rules and outputs are modules of their own.
"""

from typing import Final

from hallctl.games.baccarat.desk.candidates import candidates
from hallctl.games.baccarat.desk.pending import pending
from hallctl.games.baccarat.desk.phase import phase
from hallctl.games.baccarat.desk.stage import BACCARAT_STAGE
from hallctl.games.baccarat.documents.documents import BACCARAT_DOCUMENTS
from hallctl.games.baccarat.files import BACCARAT_FILES
from hallctl.games.baccarat.narration import narrate
from hallctl.games.baccarat.reports.kinds import BACCARAT_REPORTS
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.games.baccarat.screens.screens import BACCARAT_SCREENS
from hallctl.games.game import Game
from hallctl.rules.state import GameState


def _silent(_: GameState) -> str:
    """Have nothing to be called aloud."""
    return ""


BACCARAT: Final = Game(
    rules=BACCARAT_RULES,
    files=BACCARAT_FILES,
    candidates=candidates,
    narration=narrate,
    script=_silent,
    screens=BACCARAT_SCREENS,
    documents=BACCARAT_DOCUMENTS,
    stage=BACCARAT_STAGE,
    reports=BACCARAT_REPORTS,
    phase=phase,
    pending=pending,
)
