"""Says which digit an upright crop shows, by its nearness to digits seen before.

The prototypes come from `digits.npz` beside this file, which `tools/make_digits.py` makes from rendered
balls. A crop far from all of them is refused: the measure is absolute, so that a smudge never becomes the
least unlikely digit.

It is NOT responsible for finding digits, nor for telling a 6 from a turned 9: crops come upright.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import cv2
import numpy as np
import numpy.typing as npt

Features = npt.NDArray[np.float32]
_Grey = npt.NDArray[np.uint8]

MODEL_FILE: Final = Path(__file__).with_name("digits.npz")
_SIDE = 32
_CELLS = 4
_BINS = 8


class DigitModelError(ValueError):
    """The file of digit prototypes cannot be used."""


@dataclass(frozen=True, slots=True)
class DigitModel:
    """Prototypes of the ten digits and what their distances mean.

    Attributes:
        prototypes: One row of features for each prototype.
        digits: The digit of each row, 0..9.
        reach: For each digit, the distance beyond which a crop is not this digit.
        softness: Squared distance that makes one digit e times less likely than another.
    """

    prototypes: Features
    digits: npt.NDArray[np.uint8]
    reach: Features
    softness: float

    @classmethod
    def load(cls, path: Path = MODEL_FILE) -> Self:
        """Read the prototypes.

        Raises:
            DigitModelError: The file is missing or is no set of prototypes; make it anew with the tool.
        """
        try:
            with np.load(path, allow_pickle=False) as stored:
                rows = stored["prototypes"].astype(np.float32) / 255
                return cls(rows, stored["digits"], stored["reach"], float(stored["softness"]))
        except (OSError, KeyError, ValueError) as error:
            raise DigitModelError(f"{path}: {error}; run python -m tools.make_digits") from error

    def scores(self, crop: _Grey) -> Features:
        """How sure each digit 0..9 is, adding up to 1, or all zeros when the crop is none of them."""
        away = self.distances(features(crop))
        nearest = int(away.argmin())
        if away[nearest] > self.reach[nearest]:
            return np.zeros(10, np.float32)
        likely = np.exp(-(away**2 - away[nearest] ** 2) / self.softness)
        return np.asarray(likely / likely.sum(), np.float32)

    def distances(self, row: Features) -> Features:
        """The distance from one row of features to the nearest prototype of each digit."""
        squared = ((self.prototypes - row) ** 2).sum(axis=1)
        nearest = np.full(10, np.inf, np.float32)
        np.minimum.at(nearest, self.digits, squared)
        return np.sqrt(nearest).astype(np.float32)


def features(crop: _Grey) -> Features:
    """What a crop looks like, each value 0..1: a coarse picture, the strokes' directions, the width."""
    height, width = crop.shape
    fitted = min(_SIDE, max(3, round(width * _SIDE / height)))
    square = np.zeros((_SIDE, _SIDE), np.float32)
    left = (_SIDE - fitted) // 2
    square[:, left : left + fitted] = cv2.resize(crop, (fitted, _SIDE), interpolation=cv2.INTER_AREA)
    square /= 255
    coarse = cv2.resize(square, (8, 8), interpolation=cv2.INTER_AREA).ravel()
    return np.concatenate([coarse * 0.5, _directions(square), [fitted / _SIDE]]).astype(np.float32)


def _directions(square: npt.NDArray[np.float32]) -> Features:
    """A histogram of gradient directions (signed, eight of them) for each of sixteen cells."""
    soft = cv2.copyMakeBorder(square, 4, 4, 4, 4, cv2.BORDER_CONSTANT)
    gx, gy = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.25), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.25)
    strength = cv2.magnitude(gx, gy)
    angle = (np.arctan2(gy, gx) / (2 * np.pi)) * _BINS % _BINS
    low = angle.astype(np.intp) % _BINS
    share = angle - np.floor(angle)
    maps = np.zeros((_BINS, *soft.shape), np.float32)
    rows, columns = np.indices(soft.shape)
    maps[low, rows, columns] = strength * (1 - share)
    maps[(low + 1) % _BINS, rows, columns] += strength * share
    cells = [cv2.resize(plane, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA) for plane in maps]
    # The root of a normalised histogram (Hellinger) keeps faint strokes from drowning beside strong ones.
    flat = np.stack(cells).ravel()
    return np.sqrt(flat / max(float(flat.sum()), 1e-6)).astype(np.float32)
