"""The physical world of a practice hall: where each ball lies and what is printed on it, in one JSON file.

The simulators share it as real devices share a machine: the extractor moves the balls, the camera shows the
ink of the ball at the exit. It is no device and speaks no wire, it knows no game and no rule, and the
controller never opens it: a controller knows a ball by its picture alone.
"""

import contextlib
import json
import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

_VERSION = 1


class PlantError(ValueError):
    """A plant that cannot exist: a damaged file, or a movement that no ball can make."""


@dataclass(frozen=True, slots=True)
class Plant:
    """Where each ball body lies, and the ink on it.

    A body is known by a whole number that nobody in the hall can see; only its ink can be seen. A body lies
    in exactly one place. `order` is the one thing that is not a ball: the machine's own memory of the last
    order it took, which outlives its power supply.

    Attributes:
        seed: What the draws come from.
        draws: Balls that reached the exit so far, in every game of this plant.
        drum: Bodies in the drum, ascending.
        tube: The body stuck between drum and exit, or None.
        exit: The body standing at the exit, before the camera, or None.
        rack: Bodies already drawn, in the order in which they left the exit.
        ink: What is printed on each body; None on a blank ball.
        order: The last order taken since the drum was loaded, 0 when there is none.
    """

    seed: int
    draws: int
    drum: tuple[int, ...]
    tube: int | None
    exit: int | None
    rack: tuple[int, ...]
    ink: Mapping[int, str | None]
    order: int = 0

    def __post_init__(self) -> None:
        standing = tuple(ball for ball in (self.tube, self.exit) if ball is not None)
        if sorted(self.drum + standing + self.rack) != sorted(self.ink):
            raise PlantError("each ball must lie in exactly one place and have an entry under ink")
        if list(self.drum) != sorted(self.drum):
            raise PlantError("the balls of the drum must be in ascending order")
        if self.draws < 0 or self.order < 0:
            raise PlantError("draws and order cannot be negative")

    def next_ball(self) -> int:
        """The body that the next extraction brings out: the same for the same seed and count of draws.

        Raises:
            PlantError: The drum is empty.
        """
        if not self.drum:
            raise PlantError("the drum is empty: put the balls back before drawing")
        return random.Random(f"{self.seed}/{self.draws}").choice(self.drum)

    def take_order(self, order: int) -> "Plant":
        """The machine takes an order: the ball at the exit goes to the rack, and the exit is empty."""
        racked = self.rack if self.exit is None else (*self.rack, self.exit)
        return replace(self, exit=None, rack=racked, order=order)

    def extract(self) -> "Plant":
        """The next ball goes from the drum through the tube to the exit.

        Raises:
            PlantError: The drum is empty, or a ball stands in the tube or at the exit.
        """
        if self.tube is not None or self.exit is not None:
            raise PlantError("the way is taken: a ball stands in the tube or at the exit")
        ball = self.next_ball()
        return replace(self, drum=_without(self.drum, ball), exit=ball, draws=self.draws + 1)

    def jam(self) -> "Plant":
        """The next ball sticks in the tube; it has not been drawn.

        Raises:
            PlantError: The drum is empty, or a ball stands in the tube already.
        """
        if self.tube is not None:
            raise PlantError("a ball stands in the tube already")
        ball = self.next_ball()
        return replace(self, drum=_without(self.drum, ball), tube=ball)

    def clear_tube(self) -> "Plant":
        """Somebody frees the tube: what stood in it falls back into the drum."""
        if self.tube is None:
            return self
        return replace(self, drum=tuple(sorted((*self.drum, self.tube))), tube=None)

    def reload(self) -> "Plant":
        """Every ball goes back into the drum and the orders start again; the draws go on as before."""
        return replace(self, drum=tuple(sorted(self.ink)), tube=None, exit=None, rack=(), order=0)

    def with_ink(self, ball: int, text: str | None) -> "Plant":
        """The same world with other ink on one ball; None makes it blank.

        Raises:
            PlantError: There is no such ball.
        """
        if ball not in self.ink:
            raise PlantError(f"there is no ball {ball}")
        return replace(self, ink={**self.ink, ball: text})


def _without(drum: tuple[int, ...], ball: int) -> tuple[int, ...]:
    return tuple(other for other in drum if other != ball)


def new_plant(seed: int, balls: int = 90) -> Plant:
    """A hall before its first game: every ball in the drum, with its own number on it.

    Args:
        seed: What the draws come from.
        balls: How many balls, 1 or more.
    """
    if balls < 1:
        raise PlantError("a plant needs at least one ball")
    bodies = tuple(range(1, balls + 1))
    return Plant(seed, 0, bodies, None, None, (), {ball: str(ball) for ball in bodies})


def load_plant(path: str | os.PathLike[str]) -> Plant:
    """Read a plant from its file.

    Raises:
        FileNotFoundError: There is no such file.
        PlantError: The file is not a plant; the message names the file and what is wrong.
    """
    text = Path(path).read_bytes()
    try:
        return _from_json(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        detail = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise PlantError(f"{path} is not a plant of this hall: {detail}; delete it to begin anew") from error


def save_plant(path: str | os.PathLike[str], plant: Plant) -> None:
    """Write a plant so that a reader finds the old one or the new one whole, whoever dies meanwhile.

    Power cuts are out of scope: nothing is synced, because real balls need no disk.
    """
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(json.dumps(_to_json(plant), ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()


def _to_json(plant: Plant) -> dict[str, object]:
    return {
        "version": _VERSION,
        "seed": plant.seed,
        "draws": plant.draws,
        "order": plant.order,
        "drum": list(plant.drum),
        "tube": plant.tube,
        "exit": plant.exit,
        "rack": list(plant.rack),
        "ink": {str(ball): text for ball, text in plant.ink.items()},
    }


def _from_json(body: dict[str, Any]) -> Plant:
    if body["version"] != _VERSION:
        raise PlantError(f"version {body['version']!r}, expected {_VERSION}")
    return Plant(
        seed=_whole(body["seed"]),
        draws=_whole(body["draws"]),
        drum=tuple(_whole(ball) for ball in body["drum"]),
        tube=_place(body["tube"]),
        exit=_place(body["exit"]),
        rack=tuple(_whole(ball) for ball in body["rack"]),
        ink={int(ball): _text(text) for ball, text in body["ink"].items()},
        order=_whole(body["order"]),
    )


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PlantError(f"{value!r} is not a whole number")
    return value


def _place(value: object) -> int | None:
    return None if value is None else _whole(value)


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise PlantError(f"{value!r} is neither a text nor null")
    return value
