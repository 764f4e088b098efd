"""Makes `drivers/reader/digits.npz`: the prototypes of the ten digits, from rendered balls.

Run `python -m tools.make_digits [--seeds N] [--out FILE]`; needs Debian's fonts-dejavu-core beside the fonts
inside OpenCV. The balls go through the reader's own geometry, so that the crops carry its blur and its small
errors. Seeds 1,000,000 and above belong to this tool: tests and measurements use lower ones.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from drivers.camera.balls import IVORY, STYLES, BallStyle, Face, render
from drivers.reader.digits import MODEL_FILE, DigitModel, features
from drivers.reader.locate import find_ball
from drivers.reader.prints import upright_digits

FIRST_SEED = 1_000_000
_DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
_PER_FACE = 3  # prototypes of each digit in each style
# Digits lie 0.73 and more apart: within half of that a crop is nearer to one than to any other.
_LEAST_REACH = 0.36
_LEAST_SOFTNESS = 0.06
_Index = npt.NDArray[np.uint8]
_Rows = npt.NDArray[np.float32]


def styles() -> list[BallStyle]:
    """The maker's own styles, and ivory balls in other faces and weights."""
    faces = [Face("uni", bold=4), Face("uni", bold=7), Face("sans", weight=480), Face("sans", weight=640)]
    faces += [Face(str(_DEJAVU / name), weight=0) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
    return [*STYLES, *(BallStyle(IVORY.paint, IVORY.ink, face) for face in faces)]


def crops(seeds: int) -> Iterator[tuple[int, int, _Rows]]:
    """Digits cut from rendered balls: the style's index, the digit, its features."""
    for index, style in enumerate(styles()):
        for number in range(1, 91):
            for turn in range(seeds):
                seed = FIRST_SEED + (index * 91 + number) * seeds + turn
                image = render(str(number), np.random.default_rng(seed), style)
                grey = image.max(axis=2)
                ball = find_ball(grey)
                found = ball and upright_digits(grey, ball, (image.min(axis=2) >= 250).astype(np.uint8))
                if isinstance(found, list) and len(found) == len(str(number)):
                    for digit, crop in zip(str(number), found, strict=True):
                        yield index, int(digit), features(crop)


def prototypes(rows: _Rows, count: int, seed: int) -> _Rows:
    """The centres of `count` clusters (k-means)."""
    cv2.setRNGSeed(seed)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-4)
    centres = cv2.kmeans(rows, count, np.empty(0, np.int32), stop, 3, cv2.KMEANS_PP_CENTERS)[2]
    return np.asarray(centres, np.float32)


def fit(style: _Index, truth: _Index, rows: _Rows) -> dict[str, npt.NDArray[np.generic]]:
    """Cluster one half of the crops; the other half says how far and how soft the distances are."""
    learn = np.random.default_rng(FIRST_SEED).permutation(len(truth)) % 2 == 0
    kinds = [(digit, face) for digit in range(10) for face in range(int(style.max()) + 1)]
    centres = [
        prototypes(rows[learn & (truth == digit) & (style == face)], _PER_FACE, 1 + digit)
        for digit, face in kinds
    ]
    stored = np.rint(np.clip(np.concatenate(centres), 0, 1) * 255).astype(np.uint8)
    digits = np.repeat(np.array([digit for digit, _ in kinds], np.uint8), _PER_FACE)
    model = DigitModel((stored / 255).astype(np.float32), digits, np.full(10, np.inf, np.float32), 1.0)
    away = np.array([model.distances(row) for row in rows[~learn]])
    held = truth[~learn]
    own = away[np.arange(len(held)), held]
    other = away.copy()
    other[np.arange(len(held)), held] = np.inf
    for digit in range(10):
        mine = held == digit
        print(f"{digit}: own at most {own[mine].max():.3f}, the nearest other {other[mine].min():.3f}")
    reach = np.array([max(_LEAST_REACH, own[held == digit].max() * 1.05) for digit in range(10)], np.float32)
    return {
        "prototypes": stored,
        "digits": digits,
        "reach": reach,
        "softness": np.array(_softness(away, held)),
    }


def _softness(away: _Rows, truth: _Index) -> float:
    """The softness that makes the truth of the held half most likely, and never less than a cautious one."""
    squared = away**2
    losses = {}
    for softness in np.geomspace(0.005, 0.5, 40):
        logits = -squared / softness
        logits -= logits.max(axis=1, keepdims=True)
        log_likely = logits[np.arange(len(truth)), truth] - np.log(np.exp(logits).sum(axis=1))
        losses[float(softness)] = -float(log_likely.mean())
    wrong = int((away.argmin(axis=1) != truth).sum())
    best = min(losses, key=lambda softness: losses[softness])
    print(f"held-out crops {len(truth)}, nearest wrong {wrong}, softness {best:.4f}, loss {losses[best]:.2e}")
    return max(best, _LEAST_SOFTNESS)


def main() -> None:
    """Render, cluster, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=3, help="balls for each number and style")
    parser.add_argument("--out", type=Path, default=MODEL_FILE)
    options = parser.parse_args()
    style, truth, rows = zip(*crops(options.seeds), strict=True)
    model = fit(np.array(style, np.uint8), np.array(truth, np.uint8), np.array(rows, np.float32))
    np.savez_compressed(options.out, allow_pickle=False, **model)
    print(
        f"{options.out}: {options.out.stat().st_size} bytes from {len(truth)} crops; reach {model['reach']}"
    )


if __name__ == "__main__":
    main()
