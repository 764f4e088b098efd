"""The commands that say what wins on the cards of a variant, how soon, and what it pays."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.cli.cards import commands
from hallctl.games.bingo.variants.library import VARIANTS, shapes

ROOT = Path(__file__).parents[3]
FILE = ROOT / "fixtures/prizes/pt-bingo-75.toml"
APP = commands(lambda *_: b"", lambda minor, _symbol: str(minor), lambda sentence, _language: sentence)


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


PLAN = """
variant = "pt-bingo-75"
law = "portugal"
currency = "€"
price = 100
[[prize]]
key = "line"
es = "Línea"
pt = "Linha"
en = "Line"
wins = ["rows", "columns", "diagonals"]
share_bp = 1500
[[prize]]
key = "bingo"
es = "Bingo"
pt = "Bingo"
en = "Bingo"
wins = ["full"]
share_bp = 6200
[[growing]]
key = "Acumulado"
prize = "bingo"
seed = 50000
share_bp = 300
max_balls = 50
"""


def test_the_first_winners_are_those_of_the_page() -> None:
    figures = {cards: ask("prizes", str(FILE), "--cards", str(cards)) for cards in (100, 600)}
    page = (ROOT / "docs/cards.md").read_text("utf-8")
    for said in figures.values():
        for name in ("Línea", "Cuatro esquinas", "Bingo"):
            assert row(said, name)[-1].replace(",", ".") in page


def test_a_list_of_prizes_is_shown_with_its_amounts_and_the_first_winner(tmp_path: Path) -> None:
    file = tmp_path / "viernes.toml"
    file.write_text(PLAN, "utf-8")
    said = ask("prizes", str(file), "--cards", "100")
    assert "100 cartones a € 1,00, € 100,00 recaudados" in said
    assert row(said, "Línea")[:4] == ["4", "€", "15,00", "41,37"]
    assert 15 < float(row(said, "Línea")[4].replace(",", ".")) < 19
    assert row(said, "Acumulado") == ["€", "3,00"]
    assert row(said, "sala") == ["€", "20,00"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("6200", "620", "(PT-35)"),
        ("pt-bingo-75", "pt-bingo-7", "no existe la variante"),
        ("portugal", "andorra", "law es"),
        ("price = 100", "price = 0", "price es mayor que 0"),
        ("price = 100", 'price = "1"', "se espera int"),
        ('prize = "bingo"', 'prize = "x"', "no hay ningún premio «x»"),
        ("currency", "coin", "campo desconocido"),
        ("[[prize]]", "[prize", "no es TOML"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_its_reason(tmp_path: Path, old: str, new: str, why: str) -> None:
    file = tmp_path / "viernes.toml"
    file.write_text(PLAN.replace(old, new), "utf-8")
    assert why in ask("prizes", str(file), ends=2)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    assert "No such file" in ask("prizes", str(tmp_path / "none.toml"), ends=2)
