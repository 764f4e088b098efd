"""Reads prints as flat patches: two small networks of our own say how a print is turned, and its number.

They know nothing of a hall: they learnt from drawings (`tools.recogniser.train`). It is NOT responsible for
finding prints, nor for what follows from what is read.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from onnxruntime import InferenceSession, SessionOptions

from drivers.recogniser.sphere import Floats, in_picture, rotations, values_at
from drivers.recogniser.surface import Surface

FOLDER: Final = Path(__file__).parent
ACROSS: Final = 48
"""Cells of a patch, wide and high."""

TURNS: Final = 36
"""Directions, clockwise, of which the first network says how likely a print is turned so."""

_WIDER: Final = (1.0, 1.3)  # than what the hall compares: the network is shown both
_INKIEST: Final = 0.97  # of a patch has less ink than what is taken for its strongest
_FAINTEST: Final = 0.15  # ink is not made stronger than if this were its strongest
_AT_MOST: Final = 1.5  # times the strongest
_SEEN, _LOWEST = 0.5, 0.2  # what is seen of a cell at least, and the z of its direction

_STEP: Final = (np.arange(ACROSS) + 0.5) / ACROSS * 2 - 1
_X, _Y = (each.astype(np.float32) for each in np.meshgrid(_STEP, -_STEP))


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read of a print.

    Attributes:
        number: The likeliest.
        sure: How likely it is, as a whole print that stands alone, 0..1.
    """

    number: int
    sure: float


class FlatReader:
    """Reads prints; may be shared by threads.

    Args:
        folder: Where the two networks are.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._turn, self._read = (_session(folder / f"{name}.onnx") for name in ("turn", "read"))

    def read(self, surface: Surface, places: Floats, reach: float, *, light: bool) -> list[Reading]:
        """Read what lies at each of several places.

        Args:
            surface: What a ball shows.
            places: Rotations from the axis to a print's middle, shape (n, 3, 3).
            reach: From a print's middle to where it ends, radians.
            light: Whether ink is lighter than the ball.
        """
        shown = surface if light else Surface(-surface.ink, surface.seen)
        grids = np.stack([_grid(reach * wider) for wider in _WIDER])
        wide = np.repeat(places, len(_WIDER), axis=0)
        turned = _turns(_answers(self._turn, _patches(shown, np.tile(grids, (len(places), 1, 1, 1)), wide)))
        about = np.zeros((turned.size, 3), np.float32)
        about[:, 2] = -turned.ravel()
        stand = np.repeat(wide, 2, axis=0) @ rotations(about)
        twice = np.tile(np.repeat(grids, 2, axis=0), (len(places), 1, 1, 1))
        logits = _answers(self._read, _patches(shown, twice, stand))
        return [_reading(each) for each in logits.reshape(len(places), len(_WIDER), 2, -1)]


def normal(ink: Floats, seen: Floats) -> Floats:
    """Return patches (n, ACROSS, ACROSS) as the networks take them: the strongest ink is 1; what is seen."""
    shown = ink * seen
    strong = np.quantile(np.abs(shown), _INKIEST, axis=(1, 2), method="nearest")
    even = shown / np.maximum(strong, _FAINTEST)[:, None, None]
    return np.asarray(np.stack([np.clip(even, -_AT_MOST, _AT_MOST), seen], 1), np.float32)


def _grid(far: float) -> Floats:
    """Directions about the z axis up to a distance in radians, rows down, shape (ACROSS, ACROSS, 3)."""
    angle = np.hypot(_X, _Y) * far
    across = np.sinc(angle / np.pi) * far
    return np.stack([_X * across, _Y * across, np.cos(angle)], -1).astype(np.float32)


def _patches(shown: Surface, grids: Floats, places: Floats) -> Floats:
    """What lies on grids (n, ACROSS, ACROSS, 3) about places (n, 3, 3)."""
    directions = grids.reshape(len(places), -1, 3) @ places.transpose(0, 2, 1)
    where = in_picture(directions)
    ink, known = (values_at(each, *where).reshape(grids.shape[:3]) for each in (shown.ink, shown.seen))
    in_view = directions[..., 2].reshape(grids.shape[:3]) > _LOWEST
    return normal(ink, ((known > _SEEN) & in_view).astype(np.float32))


def _turns(logits: Floats) -> Floats:
    """By which angle each print may be turned, and the likeliest about its opposite, shape (n, 2)."""
    likely = _softmax(logits)
    at, first = np.arange(len(likely))[:, None], likely.argmax(axis=1)
    near = (first[:, None] + TURNS // 2 + np.arange(-2, 3)) % TURNS
    second = near[at[:, 0], likely[at, near].argmax(axis=1)]
    best = np.stack([first, second], 1)
    before, here, after = (likely[at, (best + step) % TURNS] for step in (-1, 0, 1))
    return np.asarray((best + (after - before) / (before + here + after)) * (2 * np.pi / TURNS), np.float32)


def _reading(logits: Floats) -> Reading:
    """What a print is read as, seen in two sizes, two ways up each (2, 2, 21): whichever way looks whole.

    It is as sure as either size shows it and neither shows another number.
    """
    whole = 1 / (1 + np.exp(-logits[..., :1]))
    tens, units = (_softmax(logits[..., first : first + 10]) for first in (1, 11))
    likely = whole[..., None] * tens[..., None] * units[..., None, :]
    up = whole[..., 0].argmax(axis=1)
    best = likely[np.arange(len(up)), up].max(axis=0).ravel()
    other, number = (int(each) for each in best.argsort()[-2:])
    return Reading(number, float(best[number] * (1 - best[other])))


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def _answers(session: InferenceSession, patches: Floats) -> Floats:
    return np.asarray(session.run(None, {"patches": patches})[0], np.float32)


def _session(path: Path) -> InferenceSession:
    """One network, run by the thread that asks it."""
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
