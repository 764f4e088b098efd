"""The rules of a roulette table as the house asks for them: one value, made of tables.

Not responsible for what stands in them: each chapter of a table's day has its own modules.
"""

from typing import Final

from hallctl.games.roulette.rules import shown
from hallctl.games.roulette.rules.carried import Carried, carried_forward
from hallctl.games.roulette.rules.deciding import bets, number, spin, table, voiding
from hallctl.games.roulette.rules.folding import spin as spin_folds
from hallctl.games.roulette.rules.folding import table as table_folds
from hallctl.games.roulette.rules.ledger import POSTINGS, takings
from hallctl.games.roulette.rules.refusals import ROULETTE_REFUSALS
from hallctl.games.roulette.rules.signing import RESTS, SIGNED
from hallctl.games.roulette.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.game_rules import GameRules

ROULETTE_RULES: Final = GameRules(
    name="roulette",
    steps={**table.STEPS, **spin.STEPS, **number.STEPS, **voiding.STEPS, **bets.STEPS},
    folds={**table_folds.FOLDS, **spin_folds.FOLDS},
    postings=POSTINGS,
    refusals=ROULETTE_REFUSALS,
    takings=takings,
    state=State,
    carried=Carried,
    carry=carried_forward,
    objections={CloseSession: table.BANK.left_open},
    due=spin.betting_time_over,
    signed=SIGNED,
    place=shown.place,
    rests=RESTS,
    mandatory=(Post.DIRECTOR, Post.JEFE, Post.CROUPIER),
)
"""The rules of a roulette table, which the composition root hands to the house."""
