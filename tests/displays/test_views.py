import json
from typing import Any

import pytest

from displays.views import KINDS, BoardView, ViewError, read
from tests.displays.golden import EVERY, load, load_any


@pytest.mark.parametrize("name", EVERY)
def test_a_view_survives_json(name: str) -> None:
    view = load_any(name)
    assert read(json.loads(json.dumps(view.to_json()))) == view


def test_there_is_a_kept_view_of_every_kind() -> None:
    assert {load_any(name).KIND for name in EVERY} == set(KINDS)


@pytest.mark.parametrize("name", EVERY)
def test_a_view_of_any_screen_has_all_of_its_fields_no_other_and_no_other_types(name: str) -> None:
    data = json.loads(json.dumps(load_any(name).to_json()))
    for field in data:
        for wrong in (
            {key: value for key, value in data.items() if key != field},
            data | {field: {"a": 1}},
            data | {field: -1},
            data | {"surprise": 1},
        ):
            with pytest.raises(ViewError):
                read(wrong)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("sale-open", {"closes_in": "90"}),
        ("sale-open", {"series": [{"name": "A 1042", "first": 1, "last": 600}]}),
        ("check-good", {"cells": [1, 2, 3]}),
        ("check-good", {"cells": [91] * 27}),
        ("check-good", {"verdict": "maybe"}),
        ("check-bad", {"queue": [{"card": 1, "series": "A", "verdict": "maybe", "said": ""}]}),
        ("between-games", {"recent": [{"game": 1, "called": [4, 4]}]}),
        ("between-games", {"recent": [{"game": 1, "called": [91]}]}),
        ("prizes-few", {"winners": [{"prize": "BINGO", "card": 1, "series": "A", "amount": 5}]}),
        ("prizes-few", {"winners": [{"prize": "", "card": 1, "series": "", "amount": "", "player": "Ana"}]}),
        ("pause-draw", {"said": "una frase"}),
    ],
    ids=str,
)
def test_a_malformed_view_of_another_screen_is_refused(name: str, change: dict[str, Any]) -> None:
    data = json.loads(json.dumps(load_any(name).to_json()))
    with pytest.raises(ViewError):
        read(data | change)


@pytest.mark.parametrize(
    "change",
    [
        {"view": "sale"},
        {"version": 1},
        {"version": True},
        {"language": "fr"},
        {"hall": 7},
        {"headline": None},
        {"price": None},
        {"simulated": "false"},
        {"tone": "purple"},
        {"tone": ["play"]},
        {"game": "12"},
        {"game": -1},
        {"cards_sold": 12.5},
        {"cards_sold": True},
        {"universe": 0},
        {"universe": 91},
        {"universe": "90"},
        {"called": [0]},
        {"called": [91]},
        {"called": ["7"]},
        {"called": [7.0]},
        {"called": [True]},
        {"called": [[7]]},
        {"called": [7, 8, 7]},
        {"called": "7"},
        {"called": None},
        {"prizes": {"LÍNEA": "Bs 1"}},
        {"prizes": [{"name": "LÍNEA"}]},
        {"prizes": [{"name": "LÍNEA", "amount": 48}]},
        {"prizes": None},
        {"surprise": 1},
    ],
    ids=str,
)
def test_a_malformed_view_is_refused(change: dict[str, Any]) -> None:
    data = json.loads(json.dumps(load("draw-23").to_json()))
    with pytest.raises(ViewError):
        BoardView.from_json(data | change)


@pytest.mark.parametrize("field", sorted(load("draw-23").to_json()))
def test_a_view_without_one_of_its_fields_is_refused(field: str) -> None:
    data = load("draw-23").to_json()
    del data[field]
    for reader in (BoardView.from_json, read):
        with pytest.raises(ViewError):
            reader(data)


@pytest.mark.parametrize("data", [None, 1, "board", [], [["view", "board"]]])
def test_other_json_is_refused(data: Any) -> None:
    for reader in (BoardView.from_json, read):
        with pytest.raises(ViewError):
            reader(data)
