"""What players of a hall under Portugal's regulation are shown, read and told, beside what every hall has."""

from dataclasses import replace

import pytest

from hallctl.config.rules import PROFILES
from hallctl.games.bingo.announcer import spoken
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.screens.between import between
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.house_rules import house_rules
from hallctl.games.bingo.screens.play import sale
from hallctl.games.bingo.script import script
from hallctl.games.bingo.variants.library import variant
from hallctl.games.bingo.variants.variant import VariantError
from hallctl.games.bingo.words import ball_name
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.outputs.screens.wall import Wall
from tests.hallctl.games.bingo.rules.night import RULES, Night

PORTUGAL = replace(rule_set("pt-bingo-90"), checks=RULES.checks)
WALL = Wall("Tejo", simulated=False, language="pt")


@pytest.mark.req("PT-11")
def test_walls_show_how_many_cards_are_sold_and_for_how_much() -> None:
    night = Night(PORTUGAL).open_session().sell(60)
    for view in (sale(night.state, WALL), board(night.state, WALL)):
        assert (view.cards_sold, view.collected) == (60, "€ 300,00")
    assert sale(Night().open_session().sell(60).state, WALL).collected == ""


@pytest.mark.req("PT-24", "PT-53")
def test_after_the_sale_cards_all_prizes_together_and_each_are_announced() -> None:
    night = Night(PORTUGAL).open_session().sell(60)
    assert script(night.state).startswith("Partida 1. Vende-se a série A 1042, de 600 cartões, a € 5,00 cada")
    night.do(CloseSale())
    total = "Cartões vendidos 60, da série A 1042 do número 1 ao 60. Em prémios, € 210,00."
    assert board(night.state, WALL).notice == total
    assert script(night.state).startswith(f"{total} Linha: € 45,00. Bingo: € 165,00. Marca dos cartões")
    assert [prize.amount for prize in board(night.state, WALL).prizes] == ["€ 45,00", "€ 165,00"]


@pytest.mark.req("PT-02", "PT-51")
@pytest.mark.parametrize("name", [name for name in PROFILES if name.startswith("pt-bingo-")])
def test_the_rules_that_players_read_are_those_of_the_cards_that_are_played(name: str) -> None:
    rules = rule_set(name)
    for language in ("es", "pt", "en"):
        titles = [section.title for section in house_rules(rules, language)]
        assert len(titles) == len({*titles}) == 4
        (prizes, *_) = house_rules(rules, language)
        assert [line.partition(":")[0] for line in prizes.lines] == [p.name(language) for p in rules.listed]
    assert f"{rules.variant.numbers} números" in house_rules(rules, "pt")[0].lines[-1]


@pytest.mark.req("PT-02", "PT-20", "PT-41")
def test_the_page_of_the_rules_has_true_odds_the_limit_and_the_approval() -> None:
    prizes, play, complaints, approval = house_rules(replace(PORTUGAL, most_cards=6), "pt")
    assert prizes.lines[0] == (
        "Linha: linha horizontal. Prémio: 15 % do valor dos cartões vendidos. Um cartão tem-no, em média, "
        "com a bola 64,6; pede 5 números ou mais."
    )
    assert play.lines[0] == "Cada jogador compra no máximo 6 cartões numa partida."
    assert complaints.lines and PORTUGAL.approval in approval.lines[0]


def test_a_wall_between_games_has_the_rules_of_its_own_cards() -> None:
    rules = replace(rule_set("pt-bingo-75"), checks=RULES.checks)
    view = between(Night(rules).state, WALL)
    assert view.rules[0] == (
        "Quatro cantos: os quatro cantos. Linha: linha horizontal, coluna ou diagonal. Bingo: os 24 números "
        "do cartão."
    )
    assert between(Night().state, WALL).rules == WALL.texts.rules


@pytest.mark.req("PT-67")
def test_symbols_stand_for_numbers_on_walls_and_are_named_where_words_are() -> None:
    rules = replace(rule_set("pt-bingo-30-symbols"), checks=RULES.checks)
    state = Night(rules).state
    assert sale(state, WALL).symbols and between(state, WALL).symbols
    assert not sale(Night(rule_set("pt-bingo-30")).state, WALL).symbols
    named = ball_name(rules.variant, 3)
    assert (named, Phrasebook("pt")(named), Phrasebook("en")(named)) == ("3 · luna", "3 · lua", "3 · moon")
    assert ball_name(variant("pt-bingo-75"), 7) == "B-7"
    said = spoken("pt", rules.variant)
    assert (said["03"], said["26"]) == ("Lua. lua.", "Guarda-chuva. guarda-chuva.")
    assert said.keys() == spoken("pt", variant("pt-bingo-30")).keys()


@pytest.mark.req("PT-67")
def test_only_thirty_balls_have_symbols_and_rules_without_them_keep_their_digest() -> None:
    with pytest.raises(VariantError, match="PT-67"):
        replace(variant("pt-bingo-80"), symbols=True)
    assert '"symbols"' not in rule_set("pt-bingo-30").text
    assert '"symbols": true' in rule_set("pt-bingo-30-symbols").text
