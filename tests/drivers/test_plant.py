"""The physical world: no ball lost or doubled, a seed brings the same balls, the file is whole or refused."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.plant import Plant, PlantError, load_plant, new_plant, save_plant


def play(plant: Plant, balls: int) -> tuple[Plant, list[int]]:
    out = []
    for order in range(plant.order + 1, plant.order + 1 + balls):
        plant = plant.take_order(order).extract()
        assert plant.exit is not None
        out.append(plant.exit)
    return plant, out


def test_a_game_brings_out_each_ball_once_and_the_next_game_another_order() -> None:
    plant, first = play(new_plant(7), 90)
    plant, second = play(plant.reload(), 90)
    assert sorted(first) == sorted(second) == list(range(1, 91))
    assert first != second
    assert plant.draws == 180


@given(st.integers(0, 2**40), st.integers(1, 30), st.data())
def test_any_break_of_a_game_goes_on_with_the_same_balls(
    tmp_path_factory: pytest.TempPathFactory, seed: int, balls: int, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("plant") / "plant.json"
    whole = play(new_plant(seed, 30), balls)[1]
    cut = data.draw(st.integers(0, balls))
    plant, head = play(new_plant(seed, 30), cut)
    save_plant(path, plant)
    assert head + play(load_plant(path), balls - cut)[1] == whole


def test_two_seeds_differ() -> None:
    assert play(new_plant(1), 10)[1] != play(new_plant(2), 10)[1]


def test_a_ball_that_stuck_and_fell_back_is_the_next_one_out() -> None:
    plant, _ = play(new_plant(3), 5)
    waiting = plant.take_order(6)
    stuck = waiting.jam()
    assert stuck.tube == waiting.next_ball() and stuck.tube not in stuck.drum
    assert stuck.clear_tube() == waiting
    assert waiting.clear_tube() is waiting


def test_no_ball_takes_a_way_that_is_not_free() -> None:
    plant, _ = play(new_plant(3, 2), 1)
    with pytest.raises(PlantError, match="the way is taken"):
        plant.extract()
    with pytest.raises(PlantError, match="the way is taken"):
        plant.take_order(2).jam().extract()
    with pytest.raises(PlantError, match="in the tube already"):
        plant.jam().jam()
    empty, _ = play(plant, 1)
    with pytest.raises(PlantError, match="the drum is empty"):
        empty.take_order(3).extract()


def test_the_ink_is_changed_on_one_ball_alone() -> None:
    plant = new_plant(1, 3).with_ink(2, None).with_ink(3, "33")
    assert plant.ink == {1: "1", 2: None, 3: "33"}
    with pytest.raises(PlantError, match="no ball 4"):
        plant.with_ink(4, "4")


@given(st.integers(), st.integers(0, 12), st.integers(0, 12), st.one_of(st.none(), st.text()))
def test_the_file_gives_back_the_same_world(
    tmp_path_factory: pytest.TempPathFactory, seed: int, balls: int, blank: int, ink: str | None
) -> None:
    path = tmp_path_factory.mktemp("plant") / "plant.json"
    plant, _ = play(new_plant(seed, 13), balls)
    plant = plant.with_ink(blank + 1, ink)
    for state in (plant, plant.take_order(balls + 1), plant.take_order(balls + 1).jam()):
        save_plant(path, state)
        assert load_plant(path) == state
    assert list(path.parent.iterdir()) == [path]


DAMAGE: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("exactly one place", lambda body: body["drum"].pop()),
    ("exactly one place", lambda body: body["rack"].append(1)),
    ("exactly one place", lambda body: body["ink"].pop("4")),
    ("ascending", lambda body: body["drum"].reverse()),
    ("'order' is missing", lambda body: body.pop("order")),
    ("version 2", lambda body: body.update(version=2)),
    ("not a whole number", lambda body: body.update(seed="x")),
    ("not a whole number", lambda body: body.update(draws=True)),
    ("neither a text", lambda body: body["ink"].update({"4": 4})),
    ("negative", lambda body: body.update(draws=-1)),
]


@pytest.mark.parametrize(("message", "damage"), DAMAGE)
def test_a_damaged_file_is_refused_by_name_and_reason(
    tmp_path: Path, message: str, damage: Callable[[dict[str, Any]], object]
) -> None:
    path = tmp_path / "plant.json"
    save_plant(path, new_plant(1, 5))
    body = json.loads(path.read_text(encoding="utf-8"))
    damage(body)
    path.write_text(json.dumps(body), encoding="utf-8")
    with pytest.raises(PlantError, match=message) as caught:
        load_plant(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"version": 1}'])
def test_what_is_no_plant_at_all_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "plant.json"
    path.write_bytes(content)
    with pytest.raises(PlantError, match="is not a plant"):
        load_plant(path)
    with pytest.raises(FileNotFoundError):
        load_plant(tmp_path / "none.json")


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "plant.json"
    save_plant(path, new_plant(5))
    script = (
        "import sys; from drivers.plant import *\n"
        "p = load_plant(sys.argv[1]); print(flush=True)\n"
        "while True:\n"
        "    p = p.take_order(p.order + 1).extract() if p.drum else p.reload()\n"
        "    save_plant(sys.argv[1], p)\n"
    )
    for _ in range(5):
        before = load_plant(path)
        with subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            while load_plant(path).draws < before.draws + 50:
                pass
            os.kill(writer.pid, signal.SIGKILL)
        after = load_plant(path)
        assert after.draws >= before.draws + 50
        assert replace(after, ink=new_plant(5).ink) == after
