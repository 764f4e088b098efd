"""A linked jackpot on the walls: what it holds with the office's moment, or why it is not played for.

Not responsible for the other progressives (``common``).
"""

from displays.views import PrizeLine
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import Linked, LinkedStage, State
from hallctl.games.bingo.words import utc_hour
from hallctl.i18n.screen_texts import ScreenTexts

_UNKNOWN = "—"
_OUT = (LinkedStage.ABSENT, LinkedStage.LAPSED)


def linked_line(state: State, progressive: Progressive, condition: str, texts: ScreenTexts) -> PrizeLine:
    """Return the line of a linked progressive.

    Args:
        state: Where the hall stands.
        progressive: It.
        condition: What wins it, and its share, or that its last ball has passed.
        texts: Of the wall's language.
    """
    linked = None if state.game is None else state.game.linked_of(progressive.name)
    name = progressive.name.upper()
    if linked is None or linked.stage is LinkedStage.ASKED:
        return PrizeLine(name, _UNKNOWN, texts.linked_asked)
    out = linked.stage in _OUT
    known = not out and linked.stage is not LinkedStage.CLAIMED
    total = _total(state, linked)
    amount = texts.money(total, state.rules.currency) if known else _UNKNOWN
    return PrizeLine(name, amount, _note(linked, condition, texts), out_of_play=out)


def _total(state: State, linked: Linked) -> int:
    """Return what it held, with what this hall's sale added since."""
    added = () if state.game is None else state.game.contributions
    own = sum(each.amount for each in added if each.linked == linked.jackpot)
    return linked.amount + (own if linked.stage is LinkedStage.SHOWN else 0)


def _note(linked: Linked, condition: str, texts: ScreenTexts) -> str:
    hour = utc_hour(linked.moment)
    match linked.stage:
        case LinkedStage.ASKED:
            return texts.linked_asked
        case LinkedStage.SHOWN:
            return texts.linked_shown.format(condition=condition, hour=hour)
        case LinkedStage.ABSENT:
            return texts.linked_absent
        case LinkedStage.CLAIMED:
            return texts.linked_pending
        case LinkedStage.RESERVED:
            return texts.linked_won.format(hour=hour)
        case LinkedStage.LAPSED:
            return texts.linked_lapsed
