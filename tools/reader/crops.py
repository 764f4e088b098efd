"""What the reader's own geometry finds on the maker's balls, with the truth: the material of a training.

It is NOT responsible for what the network is asked about them.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from drivers.camera import balls
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.prints import Print, facing, find_others, find_prints, shone
from drivers.reader.view import View
from tools.pool import started
from tools.reader import looks
from tools.reader.fonts import Side
from tools.reader.kept import kept, seeds_of
from tools.reader.maker import Picture, Stamp, behind_limb, picture
from tools.reader.taking import Conditions

Image = npt.NDArray[np.uint8]
Directions = npt.NDArray[np.float64]


class Whole(IntEnum):
    """What a candidate is."""

    SETTLED = 0
    UNMARKED = 1
    PARTIAL = 2
    NOTHING = 3


@dataclass(frozen=True, slots=True)
class Crop:
    """One candidate and its truth; the angle is the print's, clockwise on the flattened picture, radians."""

    flat: Image
    shine: Image
    whole: Whole
    number: int
    angle: float
    mark: int
    same_turned: bool


@dataclass(frozen=True, slots=True)
class Crops:
    """Many crops as columns."""

    flats: Image
    shines: Image
    whole: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    angle: npt.NDArray[np.float32]
    mark: npt.NDArray[np.int64]
    same_turned: npt.NDArray[np.bool_]


def crops_of(shown: Picture) -> Iterator[Crop]:
    """Every candidate on the picture's ball whose truth is plain; doubtful ones are left out."""
    ball = find_ball(thumbnail(quartered(shown.image)), shown.image)
    if ball is None or ball.support < 0.5 or shown.kind in ("two", "empty"):
        return
    view = View(shown.image, ball)
    prints = list(find_prints(view))
    yield from _plain(prints, shown, view)
    others = _plain(find_others(view, prints, doubted=True), shown, view)
    yield from (crop for crop in others if crop.whole is not Whole.NOTHING)


def _plain(candidates: Iterable[Print], shown: Picture, view: View) -> Iterator[Crop]:
    crops = (_labelled(each, shone(view, each)[..., 1], shown) for each in candidates)
    return (crop for crop in crops if crop is not None)


def _labelled(found: Print, shine: Image, shown: Picture) -> Crop | None:
    if shown.kind == "moving" or not shown.stamps:
        return Crop(found.flat, shine, Whole.NOTHING, 0, 0.0, 0, False)
    stamp = max(shown.stamps, key=lambda each: float(each.frame[2] @ found.towards))
    right, down, _ = facing(found.towards).T
    angle = float(np.arctan2(stamp.frame[0] @ down, stamp.frame[0] @ right))
    if shown.number is None:
        return Crop(found.flat, shine, Whole.NOTHING, 0, angle, 0, False)
    whole = _state(found, stamp, shown.settled)
    if whole is None:
        return None
    same = looks.flipped(shown.number) == shown.number and stamp.mark == "none"
    if same and "1" in str(shown.number) and not shown.look.flips_one:
        same = False
    return Crop(found.flat, shine, whole, shown.number, angle, looks.MARKS.index(stamp.mark), same)


def _state(found: Print, stamp: Stamp, settled: bool) -> Whole | None:
    # A ring that settles which way up a number is belongs to the whole; another ring may be missed.
    rings = ((stamp.frame[2], stamp.reach),)
    circles = rings if stamp.mark == "ring" else (*rings, (stamp.middle, stamp.inner))
    if any(_is_around(found, *circle) for circle in circles):
        if stamp.gone > 0.06:
            return Whole.PARTIAL
        if not settled:
            return Whole.UNMARKED  # it stays without a mark, whatever breaks the ring around it
        return Whole.SETTLED if stamp.gone < 0.03 else None
    if all(_is_elsewhere(found, *circle) for circle in circles):
        near = _apart(found, stamp.frame[2]) < stamp.reach + found.radius
        return Whole.PARTIAL if near else Whole.NOTHING
    return None


def _is_around(found: Print, middle: Directions, radius: float) -> bool:
    return _apart(found, middle) < 0.18 * radius and 0.85 < found.radius / radius < 1.2


def _is_elsewhere(found: Print, middle: Directions, radius: float) -> bool:
    return _apart(found, middle) > 0.3 * radius or not 0.72 < found.radius / radius < 1.35


def _apart(found: Print, middle: Directions) -> float:
    """The angle between the middles of what was found and of a print, in radians."""
    return float(np.arccos(np.clip(middle @ found.towards, -1, 1)))


def simulator_picture(seed: int) -> Picture:
    """A picture of the simulator's maker, with the truth worked out from its seed."""
    rng = np.random.default_rng(seed)
    number = int(np.random.default_rng([seed, 3]).integers(1, 91))
    style = balls.STYLES[seed % len(balls.STYLES)]
    image = balls.render(str(number), np.random.default_rng(seed), style)
    rng.integers(254, 267)
    radians = looks.circle_of(balls._print_mask(str(number), style.face))[2] * balls._SPAN / balls._TEXTURE
    frames = [frame.astype(float) for frame in balls._prints(rng) if frame[2, 2] > 0.2]
    look = looks.a_look(np.random.default_rng(seed), Side.LEARNT)
    stamps = tuple(
        Stamp(frame, radians, radians, *(behind_limb(float(frame[2, 2]), radians),) * 2, "bar", frame[2])
        for frame in frames
    )
    return Picture(image, "ball", number, True, look, Conditions(), stamps, (320, 240, 130))


def _some(seeds: Sequence[int], side: Side) -> list[Crop]:
    cv2.setNumThreads(1)
    simulated = 12 if side is Side.LEARNT else 10**9
    made = (simulator_picture(seed) if seed % simulated == 1 else picture(seed, side) for seed in seeds)
    return [crop for shown in made for crop in crops_of(shown)]


def block(which: int, side: Side, folder: Path, workers: int) -> Crops:
    """The crops of one block of pictures of one side: from the folder, or made and kept there.

    The same block always has the same crops; give every state of the maker a folder of its own.
    """
    return kept(Crops, folder / f"{side.name.lower()}-{which:04}.npz", lambda: _made(which, side, workers))


def _made(which: int, side: Side, workers: int) -> Crops:
    seeds = seeds_of(which)
    chunks = [seeds[start : start + 100] for start in range(0, len(seeds), 100)]
    with started(workers) as pool:
        found = [crop for part in pool.imap(partial(_some, side=side), chunks) for crop in part]
    return Crops(**{name: np.array([getattr(crop, key) for crop in found]) for name, key in _COLUMNS.items()})


_COLUMNS = {
    name: name.removesuffix("s") if name in {"flats", "shines"} else name
    for name in Crops.__dataclass_fields__
}


if __name__ == "__main__":
    _, into, which_side, first, last = sys.argv
    for each in range(int(first), int(last)):
        print(each, len(block(each, Side[which_side], Path(into), 2).whole), flush=True)
