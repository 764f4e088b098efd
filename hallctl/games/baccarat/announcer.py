"""What the hall's voice says at a baccarat table: bets, no more bets, who has won, the last round.

Pure. Walls and voice follow the same state, so that one event is seen and heard. Not responsible for sound.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.state import Round, State
from hallctl.games.baccarat.rules.tableau import Result, Side, total
from hallctl.games.baccarat.screens.texts import LANGUAGES
from hallctl.outputs.screens.names import Moment
from hallctl.outputs.speech import TEST, Speech

BETS: Final = "apuestas"
DEMONSTRATION: Final = "demostracion"
CLOSED: Final = "no-va-mas"
VOID: Final = "nula"
LAST: Final = "ultima"
_WITH: Final[Mapping[str, str]] = {"es": "con", "pt": "com", "en": "with"}
_TESTS: Final = {
    "es": "Prueba de sonido: uno, dos, tres. ¿Se oye bien en toda la sala?",
    "pt": "Teste de som: um, dois, três. Ouve-se bem em toda a sala?",
    "en": "Sound test: one, two, three. Can everybody hear this?",
}
_ORDER: Final = (Result.PLAYER, Result.BANKER, Result.TIE)


def result_key(result: Result, points: int) -> str:
    """Return the key of a result's clip, e.g. "banker-9"."""
    return f"{result.value}-{points}"


def result_words(language: str, result: Result, points: int) -> str:
    """Return who has won and with how many points, e.g. "Ganha a banca com 9"."""
    return f"{LANGUAGES[language].wins[_ORDER.index(result)]} {_WITH[language]} {points}"


def texts(language: str, _: RuleSet) -> Mapping[str, str]:
    """Return every key and what is said for it."""
    said = LANGUAGES[language]
    results = {
        result_key(result, points): result_words(language, result, points)
        for result in Result
        for points in range(10)
        if points or result is Result.TIE
    }
    turns = {
        **{BETS: said.bets, DEMONSTRATION: said.demonstration, CLOSED: said.closed},
        **{VOID: said.void, LAST: said.last},
    }
    return {TEST: _TESTS[language], **{key: f"{words}." for key, words in {**turns, **results}.items()}}


class Announcer:
    """Follows the table and says what is new; what lies before its beginning stays unsaid."""

    def __init__(self, state: State) -> None:
        """Begin where the table stands."""
        self._said = _turn(state.round)
        self._last = state.last_round

    def take(self, state: State) -> tuple[str, ...]:
        """Return what is to be said now; states between may be missing."""
        before, self._said = self._said, _turn(state.round)
        last, self._last = self._last, state.last_round
        new = () if self._said in (None, before) else (self._said[1],)
        return (*new, LAST) if self._last and not last else new


def _turn(round_: Round | None) -> tuple[int, str] | None:
    """Return which turn of which round is the last that is called aloud."""
    if round_ is None:
        return None
    if round_.result is not None:
        points = max(total(round_.hand(side)) for side in Side)
        return round_.number, result_key(round_.result, points)
    opened = DEMONSTRATION if round_.demonstration else BETS
    key = {Phase.BETS: opened, Phase.DEALING: CLOSED, Phase.VOID: VOID}.get(round_.phase)
    return None if key is None else (round_.number, key)


def moment(state: State) -> Moment:
    """Return what moment of the day it is, for the volume."""
    round_ = state.playing
    if state.session is None:
        return "closed"
    if round_ is None:
        return "between"
    return "sale" if round_.phase is Phase.BETS else "draw"


BACCARAT_SPEECH: Final = Speech(
    announcer=Announcer, texts=texts, moment=moment, interrupting=frozenset({CLOSED})
)
"""The voice of a baccarat table."""
