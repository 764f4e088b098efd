"""What the hall's voice says at a roulette table: the two phrases, and the number that came (RO-67, RO-74).

Pure. Walls and voice follow the same state, so that one event is seen and heard. Not responsible for sound.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.ruleset import RuleSet
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO_ORDER, SINGLE_ZERO_ORDER, USUAL_RED, Wheel
from hallctl.games.roulette.words import calls
from hallctl.outputs.screens.names import Moment
from hallctl.outputs.speech import TEST, Speech

BETS: Final = "apuestas"
CLOSED: Final = "no-va-mas"
VOID: Final = "nula"
_TURNS: Final = {Phase.BETS: BETS, Phase.CLOSED: CLOSED, Phase.VOID: VOID}
_TESTS: Final = {
    "es": "Prueba de sonido: uno, dos, tres. ¿Se oye bien en toda la sala?",
    "pt": "Teste de som: um, dois, três. Ouve-se bem em toda a sala?",
    "en": "Sound test: one, two, three. Can everybody hear this?",
}
_COLOURS: Final[Mapping[str, Mapping[str, str]]] = {
    "es": {"red": "rojo", "black": "negro", "green": "verde"},
    "pt": {"red": "encarnado", "black": "preto", "green": "verde"},
    "en": {"red": "red", "black": "black", "green": "green"},
}


def number_key(pocket: str) -> str:
    """Return the key of a number's clip, e.g. "numero-17"."""
    return f"numero-{pocket}"


def texts(language: str, rules: RuleSet) -> Mapping[str, str]:
    """Return every key and what is said for it."""
    said, order = calls(language), SINGLE_ZERO_ORDER if rules.pockets == 37 else DOUBLE_ZERO_ORDER
    wheel, colours = Wheel("", "", order, USUAL_RED), _COLOURS[language]
    numbers = {number_key(pocket): f"{pocket}, {colours[wheel.colour(pocket).value]}." for pocket in order}
    turns = {BETS: said.bets, CLOSED: said.closed, VOID: said.void}
    return {TEST: _TESTS[language], **{key: f"{words}." for key, words in turns.items()}, **numbers}


class Announcer:
    """Follows the table and says what is new; what lies before its beginning stays unsaid."""

    def __init__(self, state: State) -> None:
        """Begin where the table stands."""
        self._last = _turn(state.spin)

    def take(self, state: State) -> tuple[str, ...]:
        """Return what is to be said now; states between may be missing."""
        before, self._last = self._last, _turn(state.spin)
        if self._last == before or self._last is None:
            return ()
        return (self._last[1],)


def _turn(spin: Spin | None) -> tuple[int, str] | None:
    """Return which turn of which spin is the last that is called aloud."""
    if spin is None:
        return None
    if spin.pocket:
        return spin.number, number_key(spin.pocket)
    if spin.phase is Phase.LAUNCHED:
        return spin.number, BETS
    key = _TURNS.get(spin.phase)
    return None if key is None else (spin.number, key)


def moment(state: State) -> Moment:
    """Return what moment of the day it is, for the volume."""
    spin = state.playing
    if state.session is None:
        return "closed"
    if spin is None:
        return "between"
    return "sale" if spin.betting else "draw"


ROULETTE_SPEECH: Final = Speech(
    announcer=Announcer, texts=texts, moment=moment, interrupting=frozenset({CLOSED})
)
"""The voice of a roulette table."""
