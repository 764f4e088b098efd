"""What a roulette table reads of a configuration, and the practice table."""

from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.app.practice.table_demo import CONFIG, table_overrides
from hallctl.app.setting import load
from hallctl.config.problems import ConfigError
from hallctl.config.rules import rule_set
from hallctl.games.roulette.rules.commands.table import RegisterWheel
from hallctl.games.roulette.rules.ruleset import RuleSet

TEXT = CONFIG.read_text("utf-8")
WHEEL = '[[wheels]]\nmaker = "Cammegh"\nserial = "37-0421"\npockets = 37\n'


def problems(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "hall.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path)
    return caught.value.problems


@pytest.mark.req("RO-05", "RO-88", "RO-89")
def test_practice_has_the_rules_of_a_table_and_a_book_and_keys_of_its_own(tmp_path: Path) -> None:
    setting = load(CONFIG, table_overrides(tmp_path))
    whole = rule_set("pt-roulette", RuleSet)
    assert setting.rules == replace(whole, seats=8)
    assert setting.config.simulated, "its book says that it is a practice book"
    (wheel,) = setting.registers
    assert isinstance(wheel, RegisterWheel)
    assert (wheel.serial, len(wheel.pockets)) == ("37-0421", 37)


@pytest.mark.req("RO-15", "RO-37")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (WHEEL, "", "wheels: falta"),
        ("pockets = 37", "pockets = 36", "[wheels.1] pockets: debe ser uno de 37 o 38"),
        ("pockets = 37", 'red = ["1"]', "[wheels.1]: son rojos 18 números distintos"),
        ("pockets = 37", "colour = 1", "[wheels.1] colour: clave desconocida"),
        ('posts = ["croupier"]', 'posts = ["locutor"]', "nadie ocupa el puesto «croupier» (AJ-13)"),
        ('game = "roulette"', 'game = "bacará"', "[hall] game: debe ser uno de bingo, roulette, baccarat"),
        ('game = "roulette"', 'game = "bingo"', "wheels: clave desconocida"),
    ],
)
def test_what_is_wrong_with_a_table_s_file_has_its_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in TEXT
    assert any(said in problem for problem in problems(tmp_path, TEXT.replace(old, new)))
