"""How a game calls its rounds: in Spanish on paper, by the catalogues at the desk.

Not responsible for what a round is, nor for the sentences that name one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hallctl.i18n.sentences import Sentence, _


@dataclass(frozen=True, slots=True)
class Rounds:
    """The word of a game for its rounds.

    Attributes:
        one: As the documents of the book name a round.
        many: Likewise several.
        numbered: Returns the one with a number, for the desk.
        counted: Returns so many of them, for the desk.
    """

    one: str
    many: str
    numbered: Callable[[int], Sentence]
    counted: Callable[[int], Sentence]


def _game(number: int) -> Sentence:
    return _("Partida {number}", number=number)


def _games(count: int) -> Sentence:
    return _("1 partida") if count == 1 else _("{count} {count:partida|partidas}", count=count)


def _table_round(number: int) -> Sentence:
    return _("Jugada {number}", number=number)


def _table_rounds(count: int) -> Sentence:
    return _("1 jugada") if count == 1 else _("{count} {count:jugada|jugadas}", count=count)


GAMES: Final = Rounds("partida", "partidas", _game, _games)
"""The house's word."""
TABLE_ROUNDS: Final = Rounds("jugada", "jugadas", _table_round, _table_rounds)
"""What is played at a table."""
