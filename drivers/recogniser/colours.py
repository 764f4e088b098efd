"""The colours of a ball, from what some of its pixels send back in linear light (n, 3), BGR, without lamps.

It is NOT responsible for what follows from them (`drivers.recogniser.surface`, `drivers.recogniser.judging`).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.recogniser.sphere import Floats

ALIKE: Final = np.full((1, 3), 1 / 3, np.float32)
"""All channels count the same."""

_OPPONENT: Final = np.array([[0, 1], [-1, -1], [1, 0]], np.float32)  # of BGR: red and blue, less green
_PLAIN: Final = 0.15  # of the bare ball's level, lighter or darker, is the bare ball, too
_DARK: Final = 0.15  # of the bare ball's level: colours of what is darker are noise
_COLOURLESS: Final = 0.02  # square of a colour that counts as none
_BRIGHTEST: Final = 1.5  # times the bare ball's level: what is brighter counts no more
_LEAST: Final = 0.01  # of white: a channel counts as this at least
_MOSTLY: Final = 0.5  # of all light: what a channel of this much shows is most of what is seen


def colour_of(lit: Floats, bare: Floats) -> Floats:
    """Return a ball's colour: red and blue less green, in parts of its level, shape (2,).

    Each pixel counts as it is coloured, so that white discs and dark ink, of which each way of lying shows
    another part, have no say.

    Args:
        lit: The pixels.
        bare: How light the bare ball is there, shape (n,).
    """
    lit = np.maximum(lit, 0)
    level = lit.mean(axis=1)
    opponent = lit @ _OPPONENT / (level + _DARK * bare)[:, None]
    weight = np.vecdot(opponent, opponent) * np.minimum(level / bare, _BRIGHTEST)
    total = float(weight.sum()) + _COLOURLESS * max(len(lit), 1)
    return np.asarray(weight @ opponent / total, np.float32)


def own_channels(lit: Floats, bare: Floats) -> Floats:
    """Return what the bare ball sends back of each channel, in parts of all, shape (1, 3).

    Args:
        lit: The pixels.
        bare: How light the bare ball is there, shape (n,).
    """
    plain = np.abs(lit.mean(axis=1) - bare) < _PLAIN * bare
    if not plain.any():
        return ALIKE
    colour = np.maximum(lit[plain].mean(axis=0), _LEAST)
    return np.asarray(colour[None] / colour.sum(), np.float32)


def burnt(pixels: npt.NDArray[np.uint8], channels: Floats, level: int) -> npt.NDArray[np.bool_]:
    """Return which pixels burn: in all channels, or in that which most of the ball is seen by.

    Args:
        pixels: As the camera took them, shape (n, 3).
        channels: What each counts, shape (1, 3).
        level: From which on a channel burns.
    """
    most = int(channels[0].argmax())
    seen_by = pixels[:, most] if channels[0, most] > _MOSTLY else pixels.min(axis=1)
    return np.asarray(seen_by >= level, np.bool_)
