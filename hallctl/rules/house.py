"""The house's own steps, folds and postings: what holds whatever is played.

Book, sessions, people's decisions, incidents, complaints, faults, folios, clock and till. Not responsible for
games: each hands in its own (``hallctl.rules.game_rules``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.rules.commands.printing import (
    SealFolio,
)
from hallctl.rules.commands.running import (
    StartController,
    StopController,
)
from hallctl.rules.commands.volumes import (
    OpenBook,
)
from hallctl.rules.deciding import clock, incidents, papers, printing, running, session, till, volumes
from hallctl.rules.events.base import Event
from hallctl.rules.folding import clock as clock_folds
from hallctl.rules.folding import incidents as incident_folds
from hallctl.rules.folding import papers as paper_folds
from hallctl.rules.folding import printing as printing_folds
from hallctl.rules.folding import running as running_folds
from hallctl.rules.folding import session as session_folds
from hallctl.rules.folding import till as till_folds
from hallctl.rules.folding import volumes as volume_folds
from hallctl.rules.folding.changes import Folds
from hallctl.rules.ledger import Posting
from hallctl.rules.step import Steps

HOUSE_STEPS: Final[Steps] = {
    **volumes.STEPS,
    **printing.STEPS,
    **clock.STEPS,
    **running.STEPS,
    **session.STEPS,
    **till.STEPS,
    **incidents.STEPS,
    **papers.STEPS,
}
"""The house's commands with who may issue them and when."""

HOUSE_FOLDS: Final[Folds] = {
    **session_folds.FOLDS,
    **clock_folds.FOLDS,
    **incident_folds.FOLDS,
    **running_folds.FOLDS,
    **printing_folds.FOLDS,
    **till_folds.FOLDS,
    **volume_folds.FOLDS,
    **paper_folds.FOLDS,
}
"""How the house's events change the state."""

HOUSE_POSTINGS: Final[Mapping[type[Event], Posting]] = till_folds.POSTINGS
"""What the house's events post in the ledger."""

WITHOUT_BOOK: Final = (OpenBook, SealFolio, StartController, StopController)
"""The commands that need no open volume."""
