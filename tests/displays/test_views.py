import json
from typing import Any

import pytest

from displays.views import BoardView, ViewError
from tests.displays.golden import VIEWS, load


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_survives_json(name: str) -> None:
    view = load(name)
    assert BoardView.from_json(json.loads(json.dumps(view.to_json()))) == view


@pytest.mark.parametrize(
    "change",
    [
        {"view": "sale"},
        {"version": 2},
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
    with pytest.raises(ViewError):
        BoardView.from_json(data)


@pytest.mark.parametrize("data", [None, 1, "board", [], [["view", "board"]]])
def test_other_json_is_refused(data: Any) -> None:
    with pytest.raises(ViewError):
        BoardView.from_json(data)
