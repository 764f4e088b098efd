"""Reads the number of a ball from one picture, by pixels alone.

It is NOT responsible for combining pictures, for what was drawn before, or for taking pictures: it gets an
image and gives a sighting. When in doubt it gives no number and says why.
"""

from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.digits import DigitModel
from drivers.reader.locate import find_ball, is_empty_exit
from drivers.reader.prints import upright_digits
from drivers.reader.sighting import Reason, Sighting, unread

_HEIGHT = 480
_DARK = 8.0  # mean grey level under which a picture shows nothing
_SATURATED = 250
_WHOLE = 0.7  # of a ball's outline that must be seen
_RADII = (94.0, 156.0)  # pixels
_LEAST = 0.01  # scores under this are not worth telling


class ImageError(ValueError):
    """What was handed to the reader is no picture that it can take."""


class Reader:
    """Finds the ball, the print nearest its middle and the digits over the print's bar.

    Stateless: one reader may serve several threads. It knows dark digits on lighter balls, a bar under every
    number, and an exit that is a dark hole in something lighter; anything else is refused.

    Args:
        model: The digits it knows; those shipped with the package if None.
        highest: The highest number of the ball set, 9 to 99.
    """

    def __init__(self, model: DigitModel | None = None, *, highest: int = 90) -> None:
        if not 9 <= highest <= 99:
            raise ValueError(f"highest is {highest}; a ball set ends between 9 and 99")
        self._model = model or DigitModel.load()
        self._highest = highest

    def read(self, image: npt.NDArray[np.uint8]) -> Sighting:
        """Say what one picture shows.

        Args:
            image: BGR, 8 bits, the exit in the middle; other sizes than 640×480 are scaled to 480 lines.

        Raises:
            ImageError: The array is no colour picture of at least 120 lines, or is too long and thin.
        """
        picture = _checked(image)
        blue, green, red = cv2.split(picture)
        grey = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
        if cv2.mean(grey)[0] < _DARK:
            return unread(Reason.TOO_DARK)
        ball = find_ball(grey)
        if ball is None or not _RADII[0] <= ball.radius <= _RADII[1]:
            return _without_ball(grey)
        if ball.support < _WHOLE:
            return unread(Reason.BALL_CUT_OFF if ball.support > 0.35 else Reason.NOTHING_KNOWN)
        darkest = np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)
        glare = np.asarray(cv2.threshold(darkest, _SATURATED - 1, 255, cv2.THRESH_BINARY)[1], np.uint8)
        digits = upright_digits(grey, ball, glare)
        return unread(digits, ball=True) if isinstance(digits, Reason) else self._classified(digits)

    def _classified(self, digits: list[npt.NDArray[np.uint8]]) -> Sighting:
        """The product of the digits' scores, for each number that the ball set has."""
        each = [self._model.scores(digit) for digit in digits]
        joint = each[0] if len(each) == 1 else np.outer(each[0], each[1]).ravel()
        lowest = 1 if len(each) == 1 else 10
        scores = {
            number: min(1.0, float(joint[number]))
            for number in range(lowest, min(len(joint), self._highest + 1))
            if joint[number] >= _LEAST
        }
        if not scores:
            return unread(Reason.UNCLEAR_DIGIT, ball=True)
        return Sighting(True, False, MappingProxyType(scores), Reason.NONE)


def _without_ball(grey: npt.NDArray[np.uint8]) -> Sighting:
    if is_empty_exit(grey):
        return unread(Reason.EMPTY_EXIT, empty=True)
    return unread(Reason.NOTHING_KNOWN)


def _checked(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise ImageError(f"expected an 8-bit BGR picture, got {image.dtype} of shape {image.shape}")
    height, width = image.shape[:2]
    if height < 120 or not 0.75 <= width / height <= 3:
        raise ImageError(f"a picture of {width}×{height} cannot show a ball: use 640×480 or more")
    if height == _HEIGHT:
        return image
    size = round(width * _HEIGHT / height), _HEIGHT
    smaller = cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=smaller), np.uint8)
