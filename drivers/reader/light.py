"""The channels of a picture, of any part of it: where colours are told apart from black, white and shade.

It is NOT responsible for what stands in the picture.
"""

from functools import reduce

import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]


def brightest(picture: Grey) -> Grey:
    """The brightest channel of each pixel: paint of any colour is bright, ink of any is darker."""
    return np.asarray(reduce(np.maximum, _channels(picture)), np.uint8)


def darkest(picture: Grey) -> Grey:
    """The darkest channel of each pixel: only what is white is bright."""
    return np.asarray(reduce(np.minimum, _channels(picture)), np.uint8)


def _channels(picture: Grey) -> list[Grey]:
    """Each channel by itself, without a copy."""
    return [picture[..., each] for each in range(picture.shape[2])] if picture.ndim == 3 else [picture]
