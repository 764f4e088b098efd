"""Renders worlds as folders of pictures.

    python -m tools.worlds OUT --seed 2 [--worlds 0-9] [--balls 90] [--shown 3] [--asked 1] [--frames 3]

Each world is two folders, OUT/NAME/shown and OUT/NAME/asked: ``empty-N.png`` and ``NUMBER-POSE-FRAME.png``,
of poses that are drawn apart; the pictures of a pose are rendered apart, of a ball that rocks a little. Seeds
below 10 are for choosing, seeds from 10 on for judging.
"""

import argparse
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tools.worlds.camera import photograph
from tools.worlds.prints import Surface
from tools.worlds.scene import Pose, Scene
from tools.worlds.world import Floats, World, world_of

_EMPTIES: Final = 8
_TILTED: Final = np.radians(42)  # of the nearest print from whoever looks, at most
_ROCKS: Final = np.radians(0.4)


def turned(surface: Surface, towards: Floats, rng: np.random.Generator) -> Floats:
    """Return a rotation that takes one of a ball's prints to within 42 degrees of the camera's direction."""
    print_ = surface.directions[rng.integers(len(surface.directions))]
    around, aside = rng.uniform(0, 2 * np.pi), _TILTED * np.sqrt(rng.random())
    away = rng.normal(0, 1, 3)
    axis = np.cross(towards, away - (away @ towards) * towards)
    there = cv2.Rodrigues(axis / np.linalg.norm(axis) * aside)[0] @ towards
    whole = _between(print_, np.asarray(there))
    return np.asarray(cv2.Rodrigues(np.asarray(there) * around)[0] @ whole, np.float32)


def _between(first: Floats, second: Floats) -> Floats:
    axis, cosine = np.cross(first, second), float(first @ second)
    length = float(np.linalg.norm(axis))
    if length < 1e-6:
        side = np.cross(first, [0.3, 0.5, 0.8])
        return np.asarray(
            np.eye(3) if cosine > 0 else cv2.Rodrigues(side / np.linalg.norm(side) * np.pi)[0], np.float32
        )
    return np.asarray(cv2.Rodrigues(axis / length * np.arccos(np.clip(cosine, -1, 1)))[0], np.float32)


def render(
    world: World, out: Path, balls: int, poses: dict[str, int], frames: dict[str, int], *, mirrored: bool
) -> int:
    """Write a world's folders and return how many pictures they hold."""
    scene, rng, count = Scene(world), np.random.default_rng([world.seed, 2]), 0
    towards = scene.towards
    numbers = sorted(
        rng.choice(np.arange(world.balls.highest) + 1, min(balls, world.balls.highest), replace=False)
    )
    surfaces = {
        int(n): Surface(int(n), world.balls, np.random.default_rng([world.seed, 3, n]), mirrored=mirrored)
        for n in numbers
    }
    first = surfaces[int(numbers[len(numbers) // 2])]
    level = float(np.percentile(scene.picture(first, Pose(turned(first, towards, rng), (0, 0))), 99))
    for name, some in poses.items():
        folder = out / world.name / name
        folder.mkdir(parents=True, exist_ok=True)
        for each in range(_EMPTIES):
            count += _write(folder / f"empty-{each}.png", photograph(scene.empty, world, level, rng))
        for number, surface in surfaces.items():
            for pose in range(some):
                turn, shift = turned(surface, towards, rng), rng.normal(0, 1.2, 2)
                for frame in range(frames[name]):
                    rocked = cv2.Rodrigues(rng.normal(0, _ROCKS, 3))[0] @ turn
                    there = shift + rng.normal(0, 0.4, 2)
                    light = scene.picture(surface, Pose(np.asarray(rocked, np.float32), (there[0], there[1])))
                    count += _write(
                        folder / f"{number}-{pose}-{frame}.png", photograph(light, world, level, rng)
                    )
    return count


def _write(path: Path, picture: object) -> int:
    if not cv2.imwrite(str(path), np.asarray(picture), [cv2.IMWRITE_PNG_COMPRESSION, 1]):
        raise OSError(f"{path} cannot be written")
    return 1


def main() -> None:
    """Render what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--worlds", default="0-9")
    for name, usual in (("balls", 90), ("shown", 3), ("asked", 1), ("frames", 3)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--mirrored", action="store_true", help="balls as a mirror shows them")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    first, _, last = options.worlds.partition("-")
    for index in range(int(first), int(last or first) + 1):
        began, world = time.monotonic(), world_of(options.seed, index)
        poses = {"shown": options.shown, "asked": options.asked}
        count = render(
            world,
            options.out,
            options.balls,
            poses,
            {"shown": 1, "asked": options.frames},
            mirrored=options.mirrored,
        )
        print(f"{world.name}: {count} pictures in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
