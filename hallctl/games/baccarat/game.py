"""A baccarat table as the house is handed it.

Not responsible for what is in it: rules and outputs are modules of their own.
"""

from typing import Final

from hallctl.games.baccarat.announcer import BACCARAT_SPEECH
from hallctl.games.baccarat.desk.candidates import candidates
from hallctl.games.baccarat.desk.pending import pending
from hallctl.games.baccarat.desk.phase import phase
from hallctl.games.baccarat.desk.stage import BACCARAT_STAGE
from hallctl.games.baccarat.documents.documents import BACCARAT_DOCUMENTS
from hallctl.games.baccarat.files import BACCARAT_FILES
from hallctl.games.baccarat.findings import ShoeFindings
from hallctl.games.baccarat.narration import UNSHOWN, narrate
from hallctl.games.baccarat.reports.kinds import BACCARAT_REPORTS
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.games.baccarat.screens.screens import BACCARAT_SCREENS
from hallctl.games.baccarat.script import script
from hallctl.games.baccarat.sensor import SHOE_USE
from hallctl.games.game import Game
from hallctl.outputs.rounds import TABLE_ROUNDS

BACCARAT: Final = Game(
    rules=BACCARAT_RULES,
    files=BACCARAT_FILES,
    candidates=candidates,
    narration=narrate,
    unshown=UNSHOWN,
    script=script,
    screens=BACCARAT_SCREENS,
    documents=BACCARAT_DOCUMENTS,
    stage=BACCARAT_STAGE,
    rounds=TABLE_ROUNDS,
    reports=BACCARAT_REPORTS,
    phase=phase,
    pending=pending,
    speech=BACCARAT_SPEECH,
    shoe=SHOE_USE,
    findings=ShoeFindings,
)
