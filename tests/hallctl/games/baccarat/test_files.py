"""What a baccarat table reads of a configuration, and the practice table (BA-04, 05, 07)."""

from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.app.practice.cards_demo import CONFIG, baccarat
from hallctl.app.setting import load
from hallctl.config.problems import ConfigError
from hallctl.games.baccarat.rules.commands.table import RegisterShoe
from tests.hallctl.games.baccarat.table import RULES

TEXT = CONFIG.read_text("utf-8")
SHOE = '[[shoes]]\nmaker = "Angel"\nserial = "S-0073"\ncut_cards = 2\n'


@pytest.mark.req("BA-04", "BA-05", "BA-07")
def test_practice_has_the_rules_of_a_table_and_a_book_and_keys_of_its_own(tmp_path: Path) -> None:
    setting = load(CONFIG, baccarat().overrides(tmp_path))
    without = tuple(item for item in RULES.checks if item != "cámara")
    assert setting.rules == replace(RULES, checks=without), "but for the camera, which it has not"
    assert setting.config.simulated, "its book says that it is a practice book"
    assert setting.registers == (RegisterShoe("Angel", "S-0073", False, 2),)


@pytest.mark.req("BA-04", "BA-05", "BA-07")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (SHOE, "", "shoes: falta"),
        ("cut_cards = 2", "cut_cards = 0", "[shoes.1] cut_cards: una carta de corte o más (BA-04)"),
        ("cut_cards = 2", "automatic = true", "[shoes.1] automatic: las reglas piden otra clase (BA-05)"),
        ("cut_cards = 2", "colour = 1", "[shoes.1] colour: clave desconocida"),
        ("seats = 9", "seats = 6", "seats is at least 7 (BA-07)"),
        ('game = "baccarat"', 'game = "bingo"', "shoes: clave desconocida"),
    ],
)
def test_what_is_wrong_with_a_table_s_file_has_its_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in TEXT
    path = tmp_path / "hall.toml"
    path.write_text(TEXT.replace(old, new), "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert any(said in problem for problem in caught.value.problems)
