"""What the croupier calls aloud at a baccarat table.

Not responsible for who says it, nor for the hall's own voice.
"""

from hallctl.games.baccarat.announcer import result_words
from hallctl.games.baccarat.rules.kinds import OVER, Phase
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.rules.tableau import Side, total
from hallctl.games.baccarat.screens.texts import LANGUAGES


def script(state: State) -> str:
    """Return what the croupier calls now; empty where there is nothing to call."""
    round_ = state.round
    if round_ is None or state.table is None:
        return ""
    language = state.rules.language or "pt"
    said = LANGUAGES[language]
    match round_.phase:
        case Phase.BETS:
            called = said.demonstration if round_.demonstration else said.bets
            return f"{called}. {said.last}." if state.last_round else f"{called}."
        case Phase.DEALING if not round_.cards:
            return f"{said.closed}."
        case Phase.VOID:
            return f"{said.void}."
        case phase if round_.result is not None and phase not in OVER:
            points = max(total(round_.hand(side)) for side in Side)
            return f"{result_words(language, round_.result, points)}."
        case _:
            return ""
