"""One value of a TOML file is changed, and every other letter of it stays."""

import tomllib
from pathlib import Path

import pytest

from hallctl.config.editing import with_table, with_value, without_table

TEXT = """\
# Arriba.
ball_sets = ["J-01", "J-02"]      # el que se usa

[hall]
name = "Bingo #1"                 # como en la puerta
seats = 100
# farthest_seat_m = 18            # del último asiento
note = \"\"\"
[hall]
dos\"\"\"

# De la impresora.
[printer]                         # CUPS
queue = "laser"

[[screens]]
name = "Pared 1"
monitor = 0

[[screens]]
name = "Pared 2"
monitor = 1
"""

CHANGES = [
    (
        ("", "ball_sets", '["J-03"]'),
        'ball_sets = ["J-01", "J-02"]      # el que se usa',
        'ball_sets = ["J-03"]              # el que se usa',
    ),
    (
        ("hall", "name", '"Bingo #2"'),
        'name = "Bingo #1"                 # como en la puerta',
        'name = "Bingo #2"                 # como en la puerta',
    ),
    (("hall", "seats", "90"), "seats = 100", "seats = 90"),
    (
        ("hall", "farthest_seat_m", "12"),
        "# farthest_seat_m = 18            # del último asiento",
        "farthest_seat_m = 12              # del último asiento",
    ),
    (("hall", "cctv", '"c4"'), 'dos"""\n', 'dos"""\ncctv = "c4"\n'),
    (("hall", "seats", None), "seats = 100\n", ""),
    (("printer", "queue", None), '[printer]                         # CUPS\nqueue = "laser"\n', ""),
    (("screens", "name", '"Sala"', 1), 'name = "Pared 2"', 'name = "Sala"'),
]


@pytest.mark.parametrize(("change", "before", "after"), CHANGES)
def test_a_value_is_changed_where_it_stands_and_nothing_else(change, before, after):
    assert TEXT.count(before) == 1
    assert with_value(TEXT, *change) == TEXT.replace(before, after)


def test_a_table_that_is_not_there_comes_at_the_end_and_one_of_several_goes():
    text = with_value(TEXT, "witness", "url", '"http://10.0.0.2:8090"')
    assert text == f'{TEXT}\n[witness]\nurl = "http://10.0.0.2:8090"\n'
    assert with_value(TEXT, "witness", "url", None) == TEXT
    names = [each["name"] for each in tomllib.loads(without_table(TEXT, "screens", 0))["screens"]]
    assert names == ["Pared 2"]
    more = with_table(TEXT, "screens", 'name = "C"', "monitor = 2")
    assert [each["name"] for each in tomllib.loads(more)["screens"]] == ["Pared 1", "Pared 2", "C"]


def test_a_table_goes_with_those_below_it_and_no_other():
    plc = (Path(__file__).parents[3] / "fixtures/config/plc-holding.toml").read_text("utf-8")
    below = '\n[screens.colour]\nback = "{}"\n'
    parts = TEXT.replace("monitor = 0\n", f"monitor = 0\n{below.format('A')}") + below.format("B")
    before, after = (
        tomllib.loads(each) for each in (parts, without_table(f"{parts}\n{plc}", "extractor", 0))
    )
    assert before == after
    (left,) = tomllib.loads(without_table(parts, "screens", 0))["screens"]
    assert left == {"name": "Pared 2", "monitor": 1, "colour": {"back": "B"}}
    (left,) = tomllib.loads(without_table(parts, "screens", 1))["screens"]
    assert left == {"name": "Pared 1", "monitor": 0, "colour": {"back": "A"}}
    assert without_table(TEXT, "extractor", 0) == TEXT
