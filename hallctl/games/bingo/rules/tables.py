"""The rules of bingo as the house asks for them: one value, made of tables.

Not responsible for what stands in them: each stretch of a game has its own modules.
"""

from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.carried import Carried, carried_forward
from hallctl.games.bingo.rules.deciding import (
    cadence,
    calling,
    claims,
    closing,
    draw,
    linked,
    missing,
    opening,
    programme,
    sale,
    waiting,
    wrong_calls,
)
from hallctl.games.bingo.rules.folding import cadence as cadence_folds
from hallctl.games.bingo.rules.folding import calling as calling_folds
from hallctl.games.bingo.rules.folding import claims as claim_folds
from hallctl.games.bingo.rules.folding import closing as closing_folds
from hallctl.games.bingo.rules.folding import draw as draw_folds
from hallctl.games.bingo.rules.folding import linked as linked_folds
from hallctl.games.bingo.rules.folding import missing as missing_folds
from hallctl.games.bingo.rules.folding import opening as opening_folds
from hallctl.games.bingo.rules.folding import programme as programme_folds
from hallctl.games.bingo.rules.folding import sale as sale_folds
from hallctl.games.bingo.rules.folding import waiting as waiting_folds
from hallctl.games.bingo.rules.folding import wrong_calls as wrong_call_folds
from hallctl.games.bingo.rules.ledger import POSTINGS, takings
from hallctl.games.bingo.rules.playing import paid
from hallctl.games.bingo.rules.refusals import BINGO_REFUSALS
from hallctl.games.bingo.rules.signing import RESTS, SIGNED
from hallctl.games.bingo.rules.state import State
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.till import OpenShift
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.game_rules import GameRules, together


def _due(state: State, now: int) -> Command | None:
    """Return the step that the hall itself takes now: going on without the office, or the next ball."""
    return linked.due(state, now) or cadence.due(state, now)


BINGO_RULES: Final = GameRules(
    name="bingo",
    steps={
        **opening.STEPS,
        **programme.STEPS,
        **draw.STEPS,
        **cadence.STEPS,
        **sale.STEPS,
        **claims.STEPS,
        **closing.STEPS,
        **missing.STEPS,
        **wrong_calls.STEPS,
        **linked.STEPS,
        **calling.STEPS,
    },
    folds={
        **opening_folds.FOLDS,
        **programme_folds.FOLDS,
        **sale_folds.FOLDS,
        **draw_folds.FOLDS,
        **cadence_folds.FOLDS,
        **claim_folds.FOLDS,
        **closing_folds.FOLDS,
        **missing_folds.FOLDS,
        **wrong_call_folds.FOLDS,
        **waiting_folds.FOLDS,
        **linked_folds.FOLDS,
        **calling_folds.FOLDS,
    },
    postings=POSTINGS,
    refusals=BINGO_REFUSALS,
    takings=takings,
    state=State,
    carried=Carried,
    carry=carried_forward,
    consequences={
        **together(waiting.CONSEQUENCES, cadence.CONSEQUENCES, linked.CONSEQUENCES),
        SessionOpened: opening.seeds,
    },
    objections={CloseSession: opening.not_counted, OpenShift: sale.on_sale},
    too_late=waiting.too_late,
    due=_due,
    signed=SIGNED,
    place=shown.place,
    paid=paid,
    rests=RESTS,
    mandatory=(Post.DIRECTOR, Post.JEFE, Post.LOCUTOR),
)
"""The rules of bingo, which the composition root hands to the house."""

STEPS: Final = BINGO_RULES.all_steps
COMMANDS: Final = BINGO_RULES.commands
EVENTS: Final = BINGO_RULES.events
decide, evolve, fold = BINGO_RULES.decide, BINGO_RULES.evolve, BINGO_RULES.fold
