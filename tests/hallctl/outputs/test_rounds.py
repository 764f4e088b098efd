"""What a table plays is a round at the desk, in the log and on paper, and never a game of bingo."""

import pytest

from hallctl.games.baccarat.game import BACCARAT
from hallctl.games.bingo.game import BINGO
from hallctl.games.game import Game
from hallctl.games.roulette.game import ROULETTE
from hallctl.games.roulette.rules.state import State
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.rules.events.base import Event
from hallctl.rules.events.incidents import ComplaintFiled
from hallctl.rules.events.session import SessionClosed
from hallctl.rules.events.volumes import BookClosed
from tests.hallctl.games.roulette.table import RULES

EVENTS = (
    SessionClosed(1, 1, 9, 1),
    SessionClosed(1, 40, 9, 1),
    BookClosed(1, 99, "", "", 40, 2, 1, 0, 0, 500, 300, 0, 9, 1),
    ComplaintFiled(1, 3, "Rui Alves", "C-1", "El número.", late=True, taken_by="Ana Quispe"),
)


@pytest.mark.parametrize("game", [ROULETTE, BACCARAT], ids=lambda game: game.name)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_the_log_of_a_table_names_rounds(game: Game, event: Event) -> None:
    assert "partida" not in game.narrate(event, "€")
    assert "jugada" in game.narrate(event, "€")
    assert "partida" in BINGO.narrate(event, "€")


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("es", "con 1 jugada", "con 40 jugadas"),
        ("pt", "com 1 jogada", "com 40 jogadas"),
        ("en", "with 1 round", "with 40 rounds"),
    ],
)
def test_the_desk_of_a_table_counts_rounds(language: str, one: str, many: str) -> None:
    phrases = Phrasebook(language)
    for event, wanted in zip(EVENTS, (one, many), strict=False):
        result = ROULETTE.result(State(RULES), (event,))
        assert result is not None
        assert phrases(result.headline).endswith(wanted)
