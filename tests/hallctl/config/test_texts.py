"""What a configuration says and nobody could print is refused by file, section and key (I24)."""

import re
from functools import partial
from pathlib import Path

import pytest

from fonts import uncovered
from hallctl.app.setting import load
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.config.rules import RuleSetError, rule_set
from hallctl.games.bingo.rules.ruleset import RuleSet
from tests.hallctl.config.test_hall import TEXT

pytestmark = pytest.mark.invariant("I24")

UNFIT = {
    "\\u0007": "es un carácter de control",
    "\\u001B[2J": "es un carácter de control",
    "x\\ny": "es un salto de línea",
    "\\u202E": "cambia la dirección del texto",
    "\\U000E0041": "es una etiqueta invisible",
    "\\uE000": "es de uso privado",
    "\\U00012000": "no está en ninguna letra de imprenta de la sala",
}

TEXTS = {
    "[hall] name": (r'name = "[^"]+"', 'name = "{}"'),
    "[hall] place": (r'place = "[^"]+"', 'place = "{}"'),
    "[book] notary": (r'notary = "[^"]+"', 'notary = "{}"'),
    "[people.1] name": (r'(\[\[people\]\]\nname = )"[^"]+"', r'\1"{}"'),
    "[ball_sets] 1": (r'ball_sets = \["[^"]+"', 'ball_sets = ["{}"'),
    "[hall] directory": (r'directory = "[^"]+"', 'directory = "{}"'),
}


def read(folder: Path, text: str) -> Setting:
    path = folder / "hall.toml"
    path.write_text(text, "utf-8")
    return load(path)


def put(key: str, text: str) -> str:
    pattern, said = TEXTS[key]
    escaped = said.replace("{}", f"Illi {text}").replace("\\u", "\\\\u").replace("\\U", "\\\\U")
    changed, times = re.subn(pattern, escaped, TEXT, count=1)
    assert times
    return changed


@pytest.mark.parametrize("key", TEXTS)
@pytest.mark.parametrize("text", UNFIT)
def test_a_text_that_cannot_be_printed_is_a_problem_of_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, text: str
) -> None:
    # This computer may have more fonts than a hall.
    monkeypatch.setattr("hallctl.config.sections.uncovered", partial(uncovered, system=()))
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, put(key, text.replace("\\n", "\\\\n")))
    (said,) = (problem for problem in caught.value.problems if "no se puede imprimir" in problem)
    assert said.startswith(f"{tmp_path / 'hall.toml'}: {key}: el carácter ")
    assert UNFIT[text] in said
    assert said.isprintable()


def test_names_are_composed_where_they_are_read(tmp_path: Path) -> None:
    setting = read(tmp_path, put("[people.1] name", "Jose\\u0301"))
    assert setting.config.people[0].name == "Illi José"


@pytest.mark.parametrize("name", ["\\u0000", "a\\u0000b"])
def test_what_can_be_no_file_is_a_problem_and_no_traceback(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, re.sub(r'matrix = "[^"]+"', lambda _: f'matrix = "{name}"', TEXT))
    assert any("[series.1] matrix" in problem for problem in caught.value.problems)
    with pytest.raises(ConfigError):
        read(tmp_path, re.sub(r'rule_set = "[^"]+"', lambda _: f'rule_set = "{name}.toml"', TEXT))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('name = "x\\u202Ey"', "cambia la dirección"),
        ('currency = "\\uE000"', "uso privado"),
        ('checks = ["a", "b\\u0000"]', "carácter de control"),
        ("universe = 1000000000000", "los cartones «aj-bingo-90» son de 90 bolas"),
        ("universe = 75", "universe es 75, y los cartones"),
        ('variant = "pt-bingo-75"', "universe es 90, y los cartones «pt-bingo-75» son de 75 bolas"),
        ('variant = "pt-bingo-99"', "no existe la variante «pt-bingo-99»; hay: aj-bingo-90"),
        ('line = ["columns"]', "solo las filas tienen los mismos números"),
        ("line = []", "line son rows, columns, diagonals"),
        ("chip = 0", "chip is at least 1"),
        ("any_more_ms = 99999999999", "no wait is longer"),
        ("chip = 10000000000000", "debe ser un número"),
    ],
)
def test_a_rule_set_says_nothing_that_cannot_be_printed_or_counted(
    tmp_path: Path, said: str, why: str
) -> None:
    (tmp_path / "own.toml").write_text(f'base = "aj-bolivia"\n{said}\n', "utf-8")
    with pytest.raises(RuleSetError, match=why):
        rule_set("own.toml", RuleSet, folder=tmp_path)
