"""The commands that say what wins on the cards of a variant, and how soon."""

import pytest
from typer.testing import CliRunner

from hallctl.cli.cards import commands
from hallctl.games.bingo.variants.library import VARIANTS, shapes

APP = commands(lambda *_: b"", str, lambda sentence, _language: sentence)


def ask(*arguments: str, ends: int = 0) -> str:
    result = CliRunner().invoke(APP, arguments)
    assert result.exit_code == ends, result.output
    return result.output


def row(said: str, name: str) -> list[str]:
    return next(line for line in said.splitlines() if line.startswith(name)).removeprefix(name).split()


def test_the_odds_of_a_card_of_75_are_said_exactly() -> None:
    said = ask("odds", "pt-bingo-75", "--balls", "20", "--balls", "40")
    assert "552446474061128648601600000 cartones distintos, 111007923832370565 con otros números" in said
    assert row(said, "una línea cualquiera") == ["4", "12", "41,369", "2,29", "%", "44,56", "%"]
    assert row(said, "Letra X") == ["8", "1", "67,556", "1", "en", "133.929", "0,46", "%"]
    assert row(said, "cartón lleno") == ["24", "1", "72,960", "0,00", "%", "1", "en", "4,1·10^8"]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_says_what_can_win_on_its_cards_and_nothing_else(key: str) -> None:
    said = ask("odds", key)
    assert ("cuatro esquinas" in said) == ("90" not in key)
    assert all((shape.es in said) == ("75" in key) for shape in shapes())


@pytest.mark.parametrize(
    ("arguments", "why"), [(("bingo-75",), "no existe"), (("pt-bingo-30", "--balls", "31"), "30 bolas")]
)
def test_what_there_is_not_is_refused(arguments: tuple[str, ...], why: str) -> None:
    assert why in ask("odds", *arguments, ends=2)


def test_every_shape_is_drawn() -> None:
    said = ask("shapes")
    assert "crazy-t: T loca (girada)\n  ■■■■■\n  ··■··\n" in said
    assert "block-of-four: Bloque de cuatro (en cualquier sitio)" in said
    assert said.count("\n  ") == 5 * len(shapes())
