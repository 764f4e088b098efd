"""The desk of a hall whose balls have symbols draws them; a ball is picked as it is called (PT-65, 67)."""

from types import SimpleNamespace

import pytest

from fonts.symbols import path
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.variants.library import variant
from hallctl.web.console.citing import Citing
from hallctl.web.console.language import Languages
from hallctl.web.console.markup import Markup

PARTS = '{% import "game/parts.html" as bingo %}'
GAME = SimpleNamespace(called_balls=(3,), drawn=(3,))
STEP = SimpleNamespace(key="pick", offer=SimpleNamespace(label="Bola"))


def filled(text: str, key: str) -> str:
    """Return what a piece of the desk is in Portuguese, on the cards of a variant."""
    environment = Markup(Languages("pt"), Citing({}), BINGO)._templates["pt"]
    return environment.from_string(PARTS + text).render(game=GAME, step=STEP, variant=variant(key))


@pytest.mark.req("PT-67")
def test_the_board_of_the_desk_draws_the_symbols_and_names_them_for_who_hears_the_page() -> None:
    board = filled("{{ bingo.grid(game, variant) }}", "pt-bingo-30-symbols")
    assert all(path(number) in board for number in range(1, 31))
    assert 'aria-label="3 · lua"' in board
    assert "<svg" not in filled("{{ bingo.grid(game, variant) }}", "pt-bingo-30")


@pytest.mark.req("PT-65")
def test_a_ball_is_picked_by_how_it_is_called() -> None:
    picked = filled("{{ bingo.picks(game, variant, step) }}", "pt-bingo-75")
    assert '<button type="button" id="b-pick-7" data-form="pick" value="7">B-7</button>' in picked
    assert 'id="b-pick-3"' not in picked and "B-3" in picked
    assert path(30) in filled("{{ bingo.picks(game, variant, step) }}", "pt-bingo-30-symbols")
