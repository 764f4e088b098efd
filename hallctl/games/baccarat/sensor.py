"""What a table makes of its shoe: one of two witnesses of each card (DB14).

Not responsible for the wire (``hallctl.devices.shoe``), nor for what the steps lead to (``rules.deciding``).
"""

from typing import Final

from hallctl.games.baccarat.rules.commands.round import ReportCard, ReportResult, ReportShoeTrouble
from hallctl.games.baccarat.rules.commands.shoe import ReportCutCard
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.rules.tableau import Result, Side
from hallctl.readings.shoe import Doubt, Drawn, Hand, ShoeNews, ShoeUse, White, Won
from hallctl.rules.commands.base import Command

_SIDES: Final = {Hand.PLAYER: Side.PLAYER, Hand.BANKER: Side.BANKER, Hand.UNSAID: None}


def step_of(news: ShoeNews) -> Command:
    """Return the step of the controller that the shoe's news are; the rules leave out what is not new."""
    match news:
        case Drawn(sequence, hand, card, line):
            return ReportCard(sequence, _SIDES[hand], card, line)
        case White(sequence, line):
            return ReportCutCard(sequence, line)
        case Won(sequence, winner, line):
            return ReportResult(sequence, Result(winner.value), line)
        case Doubt(sequence, detail, line, missed):
            return ReportShoeTrouble(sequence, detail, line, missed)


def last(state: State) -> int | None:
    """Return the number of the last message of the shoe that the book has."""
    return state.sequence


SHOE_USE: Final = ShoeUse(step_of, last)
"""What the game has to do with its shoe."""
