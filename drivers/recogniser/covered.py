"""What stands over or beside a ball: another ball, or fingers and rims that hide a part of this one.

It is NOT responsible for finding the ball.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.disc import CELL, Disc
from drivers.recogniser.sphere import SIDE
from drivers.recogniser.surface import Bgr

Bools = npt.NDArray[np.bool_]

_BALL: Final = 0.9  # of the radius: another ball may be so much smaller
_RAYS: Final = 120
_TURNS: Final = np.arange(_RAYS) * (2 * np.pi / _RAYS)
_WITHIN, _BEYOND = 0.96, 1.2  # of the radius: a thing that crosses the outline looks alike there and there
_LIKE: Final = 24.0  # levels by which one colour may differ in one thing
_EDGE: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))  # pixels around it that are a bit of both


def holds_another(disc: Disc, changed: Bools, counts: Bools, least: float, covers: float) -> bool:
    """Return whether what changes beside a ball fills another one as balls do.

    Fingers and rims over a ball's edge are narrower. Of one that leaves the picture, or lies behind the ball,
    what is in sight counts.

    Args:
        disc: The ball.
        changed: Cells that are not as in the empty exit.
        counts: Those beside the ball that balls do not usually change.
        least: As much of a ball at least is in sight to be one, 0..1.
        covers: As much of one changes at least, 0..1.
    """
    reach = int(disc.radius * _BALL / CELL)
    ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)).astype(np.float32)
    held, whole = (_summed(each, ball) for each in (changed & counts, counts))
    enough = whole > least * ball.sum()
    return bool((held[enough] >= covers * whole[enough]).any())


def _summed(cells: Bools, kernel: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How many cells a kernel holds wherever it reaches into the picture."""
    whole = np.pad(cells.astype(np.float32), kernel.shape[0] // 2)
    return np.asarray(cv2.filter2D(whole, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def hidden_of(ball: Bgr, lines: Bgr, disc: Disc, beside: Bools) -> Bools:
    """Return which pixels of a ball picture show what comes in over the ball's outline.

    Args:
        ball: The ball picture.
        lines: The 480-line picture that it was cut out of.
        disc: Where.
        beside: Cells of it that something beside the ball changes.
    """
    right, down = np.cos(_TURNS), np.sin(_TURNS)
    far = _BEYOND * disc.radius
    rows, columns = (np.rint(at + way * far).astype(int) for at, way in ((disc.y, down), (disc.x, right)))
    inside = (rows >= 0) & (rows < lines.shape[0]) & (columns >= 0) & (columns < lines.shape[1])
    inside[inside] = beside[rows[inside] // CELL, columns[inside] // CELL]
    seeds = np.rint(SIDE / 2 - 0.5 + np.stack([right, down], 1)[inside] * _WITHIN * SIDE / 2).astype(int)
    colours = lines[rows[inside], columns[inside]].astype(np.float32)
    mask = np.zeros((SIDE + 2, SIDE + 2), np.uint8)
    how = 4 | cv2.FLOODFILL_FIXED_RANGE | cv2.FLOODFILL_MASK_ONLY | 255 << 8
    for (x, y), colour in zip(seeds.tolist(), colours, strict=True):
        if not mask[y + 1, x + 1] and np.abs(ball[y, x] - colour).max() <= _LIKE:
            cv2.floodFill(ball, mask, (x, y), 0, (_LIKE,) * 3, (_LIKE,) * 3, how)
    return np.asarray(cv2.dilate(mask[1:-1, 1:-1], _EDGE) > 0, np.bool_)
