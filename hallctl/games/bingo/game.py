"""Bingo as the house is handed it.

Not responsible for what is in it: rules and outputs are modules of their own.
"""

from typing import Final

from hallctl.games.bingo.announcer import BINGO_SPEECH
from hallctl.games.bingo.calls import BINGO_CALLS
from hallctl.games.bingo.desk.candidates import candidates
from hallctl.games.bingo.desk.card_codes import BINGO_CODES
from hallctl.games.bingo.desk.claims import claims
from hallctl.games.bingo.desk.pattern_board import BINGO_PATTERNS
from hallctl.games.bingo.desk.pending import BALLS, pending
from hallctl.games.bingo.desk.phase import phase
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.desk.stage import BINGO_STAGE
from hallctl.games.bingo.documents.documents import BINGO_DOCUMENTS
from hallctl.games.bingo.files import BINGO_FILES
from hallctl.games.bingo.jackpots import BINGO_JACKPOTS
from hallctl.games.bingo.lamps import lights
from hallctl.games.bingo.machine import BINGO_MACHINE
from hallctl.games.bingo.narration import narrate, narration_by
from hallctl.games.bingo.presses import pressed
from hallctl.games.bingo.reports.kinds import BINGO_REPORTS
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.games.bingo.screens.screens import BINGO_SCREENS
from hallctl.games.bingo.script import script
from hallctl.games.game import Game


def _retired(state: State) -> tuple[str, ...]:
    """The ball sets that play no more (AJ-26)."""
    return tuple(each.name for each in state.ball_sets.values() if each.retired)


BINGO: Final = Game(
    rules=BINGO_RULES,
    files=BINGO_FILES,
    candidates=candidates,
    narration=narrate,
    telling=narration_by,
    results=result,
    script=script,
    screens=BINGO_SCREENS,
    stage=BINGO_STAGE,
    documents=BINGO_DOCUMENTS,
    reports=BINGO_REPORTS,
    claims=claims,
    card_codes=BINGO_CODES,
    patterns=BINGO_PATTERNS,
    pressed=pressed,
    machine=BINGO_MACHINE,
    speech=BINGO_SPEECH,
    phase=phase,
    pending=pending,
    counted=BALLS,
    lights=lights,
    retired=_retired,
    jackpots=BINGO_JACKPOTS,
    calls=BINGO_CALLS,
)
