"""What the jefe de mesa reads aloud, at each turn of a game.

Not responsible for who says it, nor for the hall's own voice.
"""

from functools import cache
from typing import Final

from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.screens.common import minimum, sale_notice, sold_notice
from hallctl.games.bingo.words import any_more, prize_title, prizes_sentence
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.screen_texts import LANGUAGES, ScreenTexts
from hallctl.i18n.words import minutes
from hallctl.outputs.aloud import aloud

_SPANISH: Final = "es"
_MINUTE_MS: Final = 60_000
_phrasebook = cache(Phrasebook)


def script(state: State) -> str:
    """Return what the jefe de mesa reads aloud now; empty where there is nothing to read (AJ-04, 73, 105).

    It is in the language of the rule set whoever reads it: the room is told in the regulation's words (AJ-83,
    PT-24, PT-53).
    """
    texts, game = LANGUAGES[state.rules.language or _SPANISH], state.game
    if game is None:
        return minimum(state, texts)
    if game.phase is Phase.SALE:
        return f"{texts.game.format(game=game.number)} {sale_notice(state, game, texts)} {texts.buy_now}"
    if game.phase is Phase.CLOSED:
        root = texts.root.format(words=aloud(game.root))
        return f"{sold_notice(state, game, texts)} {_prizes(state, game, texts)} {root} {texts.look}"
    if game.phase is Phase.CLAIM and game.asked is not None:
        return _phrasebook(texts.language)(any_more(game.asked, state.rules))
    if game.waiting_since is not None:
        return texts.wait.format(most=_minutes(state.rules.wait_before_first_ball_ms, texts))
    if game.phase is Phase.VOID:
        return texts.refunded.format(amount=texts.money(game.refunded, state.rules.currency))
    return ""


def _minutes(milliseconds: int, texts: ScreenTexts) -> str:
    spanish = texts.language == _SPANISH
    return minutes(milliseconds) if spanish else f"{milliseconds // _MINUTE_MS} min"


def _prizes(state: State, game: Game, texts: ScreenTexts) -> str:
    """Return the announcement of each prize (AJ-84, PT-24)."""
    if texts.language == _SPANISH:
        return prizes_sentence(game, state.rules)
    said = (
        texts.each_prize.format(
            prize=_phrasebook(texts.language)(prize_title(each.prize, state.rules)),
            amount=texts.money(each.amount, state.rules.currency),
        )
        for each in game.prizes
    )
    return " ".join(said)
