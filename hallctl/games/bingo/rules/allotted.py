"""Which cards of a series this hall may sell: those of the head office's paper that the Director adopted.

Without such a paper they are all the hall's. Not responsible for the order in which cards are sold.
"""

from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import State
from hallctl.rules.papers import CardRange, PaperKind
from hallctl.rules.refusals import Refusal


def allotted(state: State, series: str) -> CardRange | None:
    """Return the cards of a series that the adopted paper gives this hall; None where it gives none."""
    paper = state.papers.adopted.get(PaperKind.SERIES)
    ranges = () if paper is None else paper.ranges
    return next((each for each in ranges if each.series == series), None)


def not_allotted(state: State, series: str) -> Refusal | None:
    """Say that the paper that counts gives this hall no card of a series (AJ-20)."""
    if PaperKind.SERIES not in state.papers.adopted or allotted(state, series) is not None:
        return None
    return refuse("SERIES-RANGE", series=series, number=state.papers.adopted[PaperKind.SERIES].number)


def last_card(state: State, series: str) -> int:
    """Return the last card of a registered series that this hall may sell."""
    cards = allotted(state, series)
    size = state.series[series].size
    return size if cards is None else min(cards.last, size)


def before_first(state: State, series: str) -> int:
    """Return the card before the first one of a series that this hall may sell; 0 where that is card 1."""
    cards = allotted(state, series)
    return 0 if cards is None else cards.first - 1
