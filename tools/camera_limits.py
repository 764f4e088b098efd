"""Prints what docs/camera.md says of light and focus: how far the reader follows, and where the faults begin.

    python -m tools.camera_limits

Not responsible for choosing the limits: they are in ``drivers.camera.limits``.
"""

from collections.abc import Callable, Iterator
from functools import partial

import cv2
import numpy as np

from drivers.camera.balls import EMPTY, STYLES, scene, with_noise
from drivers.camera.limits import HealthLimits
from drivers.camera.quality import Image, burnt, edge_width
from drivers.reader.reader import Reader

BALLS = 45
BLURS = (0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
GAINS = (1.0, 1.2, 1.4, 1.6, 2.0, 2.5, 3.0, 4.0)


def _pictures(change: Callable[[Image, np.random.Generator], Image]) -> Iterator[tuple[Image, bool]]:
    """Give balls of every make, and every fifth time an empty exit."""
    rng = np.random.default_rng(3)
    for index in range(BALLS):
        empty = index % 5 == 4
        style = STYLES[index % len(STYLES)]
        picture = scene(EMPTY if empty else str(1 + 2 * index % 90), rng, style)
        yield change(picture, rng), not empty


def _row(
    change: Callable[[Image, np.random.Generator], Image], measure: Callable[[Image], float]
) -> tuple[float, float, float]:
    reader, values, read = Reader(), [], []
    for picture, ball in _pictures(change):
        values.append(measure(picture))
        if ball:
            read.append(reader.read(picture).alone is not None)
    return min(values), max(values), float(np.mean(read))


def main() -> None:
    """Print two tables."""
    limits = HealthLimits()
    print(f"| blur (px) | edges (px; fault from {limits.edge}) | balls read |\n|---|---|---|")
    for sigma in BLURS:
        low, high, read = _row(partial(_blurred, sigma=sigma), edge_width)
        print(f"| {sigma:g} | {low:.2f} to {high:.2f} | {read:.0%} |")
    print(f"\n| light × | burnt (fault from {limits.burnt:.0%}) | balls read |\n|---|---|---|")
    for gain in GAINS:
        low, high, read = _row(partial(_brighter, gain=gain), burnt)
        print(f"| {gain:g} | {low:.1%} to {high:.1%} | {read:.0%} |")


def _blurred(picture: Image, rng: np.random.Generator, sigma: float) -> Image:
    soft = cv2.GaussianBlur(picture, (0, 0), sigma) if sigma else picture
    return with_noise(np.asarray(soft, np.uint8), rng)


def _brighter(picture: Image, rng: np.random.Generator, gain: float) -> Image:
    return with_noise(np.clip(picture * gain, 0, 255).astype(np.uint8), rng)


if __name__ == "__main__":
    main()
