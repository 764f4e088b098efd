"""What wins a prize is drawn: on walls in the game and between games, and at the desk (PT-62)."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from displays import patterns as drawing
from displays.canvas import Canvas
from displays.layout import Box
from displays.theme import THEMES, USUAL
from displays.views import read
from displays.views.fields import Pattern
from displays.words import SPANISH
from fonts.symbols import symbol
from hallctl.config.rules import rule_set
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.desk.stage import Shown
from hallctl.games.bingo.rules.commands.programme import ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.screens.between import between
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.house_rules import house_rules
from hallctl.games.bingo.screens.play import check, sale
from hallctl.games.bingo.screens.programme import programme
from hallctl.games.bingo.variants.combination import Combination
from hallctl.games.bingo.variants.library import shapes, variant
from hallctl.i18n.refusals import translate_detail
from hallctl.outputs.screens.wall import Wall
from hallctl.web.feed.rules_page import rules_page
from tests.hallctl.games.bingo.rules.listed import CARD, MATRIX, form_of, started
from tests.hallctl.games.bingo.rules.listed import draw as drawn_balls
from tests.hallctl.games.bingo.rules.night import RULES, Night

ROOT = Path(__file__).parents[5]
X = "X...X.X.X...X...X.X.X...X"
H = "X...XX...XXXXXXX...XX...X"
WALL = Wall("Sala", simulated=True)


def hall_of_75() -> Night:
    rules = rule_set(str(ROOT / "fixtures/config/rules-75.toml"), RuleSet, pace={})
    return Night(rules, MATRIX).open_session(MATRIX)


def forms(patterns: tuple[Pattern, ...]) -> dict[str, tuple[str, ...]]:
    return {pattern.prize: pattern.forms for pattern in patterns}


@pytest.mark.req("PT-62")
def test_the_patterns_that_are_announced_are_drawn_from_the_sale_to_the_end_with_the_true_odds() -> None:
    night = hall_of_75()
    night.do(AnnounceGame("A-1042"))
    at_sale = sale(night.state, WALL)
    assert forms(at_sale.patterns)["LETRA X"] == (X,)
    assert forms(at_sale.patterns)["CUATRO ESQUINAS"] == ("X...X" + "." * 15 + "X...X",)
    assert forms(at_sale.patterns)["LÍNEA"] == forms(at_sale.patterns)["BINGO"] == ()
    said = {pattern.prize: pattern.odds for pattern in at_sale.patterns}
    assert said["LÍNEA"] == "un cartón: de media, con la bola 41,4"
    assert said["LETRA X"] == "un cartón: de media, con la bola 67,6"
    assert "CONSUELO" not in said
    assert read(at_sale.to_json()) == at_sale
    playing = started()
    before = board(playing.state, WALL).patterns
    playing.draw(7)
    assert board(playing.state, WALL).patterns == before


@pytest.mark.req("PT-61", "PT-62")
@pytest.mark.parametrize("prize", ["corners", "line", "pattern", "full"])
def test_the_free_cell_is_ringed_where_it_is_of_the_form_that_won(prize: str) -> None:
    for place, form in enumerate(started().state.rules.forms(prize)):
        night = started()
        cells = MATRIX.card(CARD).cells
        drawn_balls(night, form.numbers(cells))
        night.claim(prize, CARD)
        view = check(night.state, WALL)
        assert view.ringed_free == tuple(cell for cell in (12,) if cell in form.cells), (prize, place)
        assert {*view.ringed} == {*form.numbers(cells)}


@pytest.mark.req("PT-65", "PT-67")
def test_the_room_reads_what_a_card_lacks_as_it_was_called() -> None:
    night = started()
    lacks = [f"B-{MATRIX.card(CARD).cells[0]}", f"O-{MATRIX.card(CARD).cells[4]}"]
    drawn_balls(night, form_of(night, "corners")[2:])
    night.claim("corners", CARD)
    assert check(night.state, WALL).reasons == (f"números no cantados: {', '.join(lacks)}",)
    drawn = make_series(variant("pt-bingo-30-symbols"), 60, 3)
    rules = replace(RULES, variant=drawn.variant, universe=30)
    hall = Night(rules, drawn).open_session(drawn).start(60)
    first, *others = drawn.card(CARD).cells[:3]
    for ball in others:
        hall.draw(ball)
    hall.claim("line", CARD)
    wall = replace(WALL, language="pt", translate=lambda said: translate_detail(said, "pt"))
    assert check(hall.state, wall).reasons == (f"símbolos não cantados: {symbol(first).pt}",)


@pytest.mark.req("PT-02", "PT-17", "PT-62")
def test_the_pages_of_rules_and_programme_draw_what_wins() -> None:
    night = hall_of_75()
    rules = night.state.rules
    prizes, special, *_ = house_rules(rules, "es")
    rows = ("X...X", ".X.X.", "..X..", ".X.X.", "X...X")
    assert prizes.drawn == ((("X...X", ".....", ".....", ".....", "X...X"),), (), (rows,), (), ())
    assert special.drawn[1] == (("X...X", "X...X", "XXXXX", "X...X", "X...X"),)
    consoled = "Consuelo: bingo pasada la bola 55. Premio: el 1,5 % de lo recaudado."
    assert prizes.lines[3] == consoled and prizes.lines[2].startswith("Letra X. Premio")
    night.do(ProgrammeGame("A-1042"))
    (game,) = programme(night.state, "es")
    assert game.drawn[3] == (rows,) and game.lines[3].startswith("Letra X")
    assert rules_page("Tejo", "es", [game]).count('<path class="filled"') == 2


@pytest.mark.req("PT-62", "PT-17")
def test_between_games_the_patterns_are_those_of_the_next_game_of_the_programme() -> None:
    night = hall_of_75()
    assert "LETRA X" in forms(between(night.state, WALL).patterns)
    night.do(ProgrammeGame("A-1042", "letter-h"))
    view = between(night.state, WALL)
    assert forms(view.patterns)["BINGO"] == (H,)
    assert read(view.to_json()) == view


def test_a_hall_of_line_and_bingo_has_the_views_that_it_had() -> None:
    night = Night().open_session().start(60)
    assert "patterns" not in board(night.state, WALL).to_json()
    assert Shown(night.state).patterns == ()


@pytest.mark.req("PT-62")
def test_the_desk_draws_what_may_be_announced_and_then_what_was() -> None:
    night = hall_of_75()
    kinds = Shown(night.state).patterns
    assert [str(name) for name, _ in kinds] == ["Partida normal", "Especial H"]
    assert [prize.forms for prize in kinds[1][1]][-1] == (H,)
    night.do(AnnounceGame("A-1042", special="letter-h"))
    ((name, prizes),) = Shown(night.state).patterns
    assert str(name) == ""
    assert [str(prize.name) for prize in prizes] == ["Cuatro esquinas", "Bingo"]


def drawn(pattern: Pattern, box: Box, shown: float | None = None) -> list[str]:
    """Draw a pattern and read its forms back from the pixels."""
    surface = pygame.Surface((box.w, box.h), 0, 32)
    canvas = Canvas(surface, 1.0, THEMES[USUAL], SPANISH)
    drawing.draw(canvas, box, pattern, shown)
    wide, side = drawing.width(pattern, box.h), box.h / pattern.rows
    found = []
    for left in range(0, box.w - wide + 1, round(wide * (1 + drawing.GAP))):
        middles = [
            (left + int(side * (at % pattern.columns + 0.4)), int(side * (at // pattern.columns + 0.4)))
            for at in range(len(pattern.forms[0]))
        ]
        cells = ["X" if surface.get_at(at)[:3] == canvas.theme.lit else "." for at in middles]
        found.append("".join(cells))
    return found


def test_every_shape_of_the_library_is_drawn_cell_by_cell_and_its_forms_take_turns() -> None:
    for shape in shapes():
        cells = Combination(shapes=(shape,)).forms(variant("pt-bingo-75"))
        said = tuple("".join("X" if form >> at & 1 else "." for at in range(25)) for form in cells)
        pattern = Pattern(shape.es, 5, said, "")
        for turn in range(len(said)):
            assert drawn(pattern, Box(0, 0, 60, 60), turn * drawing.FORM) == [said[turn]], shape.key
    tee = Pattern("T", 5, ("X" * 5 + "..X.." * 4, "..X.." * 4 + "X" * 5), "")
    assert drawn(tee, Box(0, 0, 140, 60)) == list(tee.forms)


@pytest.mark.parametrize("wrong", [("XX", 5), ("X" * 24 + "O", 5), ("X", 0)])
def test_a_pattern_that_cannot_be_drawn_is_no_view(wrong: tuple[str, int]) -> None:
    view = board(started().state, WALL)
    broken = replace(view, patterns=(Pattern("X", wrong[1], (wrong[0],), ""),))
    with pytest.raises(ValueError, match="whole rows of columns"):
        read(broken.to_json())
