"""A roulette table as the house is handed it.

Not responsible for what is in it: rules and outputs are modules of their own.
"""

from typing import Final

from hallctl.games.game import Game
from hallctl.games.roulette.announcer import ROULETTE_SPEECH
from hallctl.games.roulette.desk.candidates import candidates
from hallctl.games.roulette.desk.pending import pending
from hallctl.games.roulette.desk.phase import phase
from hallctl.games.roulette.desk.stage import ROULETTE_STAGE
from hallctl.games.roulette.documents.documents import ROULETTE_DOCUMENTS
from hallctl.games.roulette.files import ROULETTE_FILES
from hallctl.games.roulette.findings import WheelFindings
from hallctl.games.roulette.narration import UNSHOWN, narrate
from hallctl.games.roulette.reports.kinds import ROULETTE_REPORTS
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.screens.screens import ROULETTE_SCREENS
from hallctl.games.roulette.script import script
from hallctl.games.roulette.sensor import WHEEL_USE
from hallctl.outputs.rounds import TABLE_ROUNDS

ROULETTE: Final = Game(
    rules=ROULETTE_RULES,
    files=ROULETTE_FILES,
    candidates=candidates,
    narration=narrate,
    unshown=UNSHOWN,
    script=script,
    screens=ROULETTE_SCREENS,
    documents=ROULETTE_DOCUMENTS,
    stage=ROULETTE_STAGE,
    rounds=TABLE_ROUNDS,
    reports=ROULETTE_REPORTS,
    findings=WheelFindings,
    phase=phase,
    speech=ROULETTE_SPEECH,
    pending=pending,
    wheel=WHEEL_USE,
)
