"""What a camera above a simulated wheel would see: how the rotor turns, and where the ball is.

The wheel's simulator writes it whenever it changes, and the camera's reads it; the moment is of the monotonic
clock that both have. Not responsible for physics, nor for drawing.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

RIM: Final = "rim"
"""The ball runs in the rim."""

OUT: Final = "out"
"""The ball is not in the wheel."""


@dataclass(frozen=True, slots=True)
class World:
    """A moment of the wheel.

    Attributes:
        pockets: Clockwise.
        ball: The pocket in which the ball lies, `RIM` or `OUT`.
        turns: By how many turns the rotor had turned clockwise.
        speed: How it turns from there, in turns per second clockwise.
        at: When, in monotonic seconds.
    """

    pockets: tuple[str, ...]
    ball: str
    turns: float
    speed: float
    at: float

    def turned(self, now: float) -> float:
        """Return by how many turns the rotor has turned at a moment."""
        return self.turns + self.speed * max(0.0, now - self.at)


def write_world(path: Path, world: World) -> None:
    """Write it whole: who reads meanwhile finds the one before."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(asdict(world)), encoding="utf-8")
    draft.replace(path)


def read_world(path: Path) -> World:
    """Return what was written.

    Raises:
        OSError: There is no such file.
        ValueError: It is none.
    """
    read = json.loads(path.read_text("utf-8"))
    try:
        return World(**read | {"pockets": tuple(read["pockets"])})
    except (TypeError, KeyError) as error:
        raise ValueError(f"{path} is no world of a wheel: {error}") from error
