"""The rules of a baccarat table as the house asks for them: one value, made of tables.

Not responsible for what stands in them: each chapter of a table's day has its own modules.
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.carried import Carried, carried_forward
from hallctl.games.baccarat.rules.deciding import (
    bets,
    cards,
    commission,
    decks,
    people,
    round,
    shoe,
    table,
    untold,
)
from hallctl.games.baccarat.rules.folding import round as round_folds
from hallctl.games.baccarat.rules.folding import shoe as shoe_folds
from hallctl.games.baccarat.rules.folding import table as table_folds
from hallctl.games.baccarat.rules.ledger import POSTINGS, takings
from hallctl.games.baccarat.rules.refusals import BACCARAT_REFUSALS
from hallctl.games.baccarat.rules.signing import RESTS, SIGNED
from hallctl.games.baccarat.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.game_rules import GameRules

_CHAPTERS: Final = (table, decks, shoe, untold, round, cards, people, bets, commission)

BACCARAT_RULES: Final = GameRules(
    name="baccarat",
    steps={kind: step for chapter in _CHAPTERS for kind, step in chapter.STEPS.items()},
    folds={**table_folds.FOLDS, **shoe_folds.FOLDS, **round_folds.FOLDS},
    postings=POSTINGS,
    refusals=BACCARAT_REFUSALS,
    takings=takings,
    state=State,
    carried=Carried,
    carry=carried_forward,
    objections={CloseSession: table.BANK.left_open, OpenSession: table.option_early},
    signed=SIGNED,
    place=shown.place,
    rests=RESTS,
    mandatory=(Post.DIRECTOR, Post.JEFE, Post.CROUPIER),
)
"""The rules of a baccarat table, which the composition root hands to the house."""
