"""Writes and reads what a calibration learnt, as one file that says when it is damaged.

It is NOT responsible for what the values mean.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from drivers.reader.exit import LearntExit, Place
from drivers.recogniser.finder import BallFinder
from drivers.recogniser.judging import Judge
from drivers.recogniser.learning import LearntSet
from drivers.recogniser.patterns import Pattern, PatternSet
from drivers.recogniser.sphere import Patch
from drivers.recogniser.surface import Ink, Shading

_VERSION: Final = 7
_INKS: Final[Mapping[int, Ink]] = {0: 0, -1: -1, 1: 1}
_HALVES: Final = ("rings", "ink", "slope", "colour")

_Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """What a file holds: see `drivers.recogniser.calibration.Calibration`.

    Attributes:
        finder: Finds the ball.
        learnt: The light and the prints.
        judge: Says when a match is certain.
        pairs: Groups of balls that cannot be told apart.
        remarks: Kinds and numbers.
    """

    finder: BallFinder
    learnt: LearntSet
    judge: Judge
    pairs: tuple[frozenset[int], ...]
    remarks: Sequence[tuple[str, Sequence[int]]]


def write(path: Path, parts: Parts) -> None:
    """Write a file, whole or not at all."""
    arrays = _arrays(parts)
    arrays["digest"] = np.frombuffer(_digest(arrays), np.uint8)
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    new.replace(path)


def read(path: Path) -> Parts:
    """Read a file.

    Raises:
        ValueError: It is not such a file, is damaged or of another version.
        OSError: It cannot be read.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        digest = arrays.pop("digest").tobytes()
        version = int(arrays["version"])
        if version != _VERSION:
            raise ValueError(f"it has version {version}, not {_VERSION}")
        if digest != _digest(arrays):
            raise ValueError("it is damaged")
        return _parts(arrays)
    except (KeyError, EOFError, zipfile.BadZipFile, NotImplementedError) as error:
        raise ValueError("it is damaged or something else") from error


def _digest(arrays: _Arrays) -> bytes:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        value = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {value.dtype.str} {value.shape} ".encode())
        digest.update(value.tobytes())
    return digest.digest()


def _arrays(parts: Parts) -> dict[str, npt.NDArray[Any]]:
    finder, judge, patterns, shading = parts.finder, parts.judge, parts.learnt.patterns, parts.learnt.shading
    place = finder.exit.place
    assert place is not None
    rest = {
        "pairs": [sorted(each) for each in parts.pairs],
        "remarks": [[a, list(b)] for a, b in parts.remarks],
    }
    halves = {
        name: np.stack([getattr(each, name) for each in patterns.patterns]).astype(np.float16)
        for name in _HALVES
    }
    return {
        "version": np.array(_VERSION),
        "exit": np.frombuffer(finder.exit.png(), np.uint8),
        "place": np.array([place.x, place.y, place.diameter]),
        "usual": np.packbits(finder.usual, axis=1),
        "columns": np.array(finder.usual.shape[1]),
        "limits": np.array([finder.beyond, finder.covers, finder.shown, finder.roams]),
        "light": shading.light,
        "lamp": shading.lamp,
        "compared": np.array([shading.ink, shading.lightest, shading.own_colour]),
        "reach": np.array(patterns.patch.reach),
        "numbers": patterns.numbers,
        "weight": patterns.weight[0] > 0,
        "judge": np.stack([judge.middle, judge.spread, judge.weights]),
        "thresholds": np.array([judge.threshold, judge.doubtful, judge.farthest, *judge.least]),
        "rest": np.frombuffer(json.dumps(rest).encode(), np.uint8),
        **halves,
    }


def _parts(arrays: _Arrays) -> Parts:
    usual = np.unpackbits(arrays["usual"], axis=1, count=int(arrays["columns"])).astype(np.bool_)
    x, y, diameter = (float(each) for each in arrays["place"])
    beyond, covers, shown, roams = (float(each) for each in arrays["limits"])
    empty = LearntExit.from_png(arrays["exit"].tobytes(), Place(x, y, diameter))
    rest = json.loads(arrays["rest"].tobytes())
    middle, spread, weights = arrays["judge"]
    ink, lightest, own_colour = arrays["compared"]
    threshold, doubtful, farthest, *least = (float(each) for each in arrays["thresholds"])
    return Parts(
        BallFinder(empty, usual, beyond, covers, shown, bool(roams)),
        LearntSet(
            Shading(arrays["light"], arrays["lamp"], _INKS[int(ink)], float(lightest), bool(own_colour)),
            _patterns(arrays),
        ),
        Judge(middle, spread, weights, threshold, doubtful, np.array(least), farthest),
        tuple(frozenset(each) for each in rest["pairs"]),
        [(what, numbers) for what, numbers in rest["remarks"]],
    )


def _patterns(arrays: _Arrays) -> PatternSet:
    rings, ink, slope, colour = (arrays[name].astype(np.float32) for name in _HALVES)
    weight = arrays["weight"].astype(np.float32)
    each = zip(arrays["numbers"], rings, ink, slope, weight, colour, strict=True)
    patterns = [Pattern(int(number), *values) for number, *values in each]
    return PatternSet(Patch(float(arrays["reach"])), patterns)
