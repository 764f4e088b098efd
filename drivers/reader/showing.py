"""What the prints of a ball show: how each was seen, whether a light lies on it, why it gives no number.

It is NOT responsible for what is believed.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from drivers.reader.light import Grey, darkest, paint_of
from drivers.reader.limb import Circle
from drivers.reader.network import Opinion, State
from drivers.reader.prints import Print
from drivers.reader.sighting import PrintSeen, Reason
from drivers.reader.stakes import CONTRARY
from drivers.reader.thought import Thought
from drivers.reader.view import View

_SATURATED = 250
_WHITE = 255
_DIGITS = 0.8  # of a print's radius: where its digits are
_LIT = 30  # grey levels of the darkest channel over the paint: a light that may break a stroke; shade is less
_FAINTLY_LIT = 15  # as many are one on dim paint or on nearly white, and where it is asked for
_LIT_PART = 0.004  # of the print


def is_lit(view: View, each: Print, opinion: Opinion, *, faintly: bool) -> bool:
    """Whether a print has places so much brighter than its paint, in all colours, that ink may be gone there.

    A light that hides ink brightens paint by about as much as ink is darker, up to what the camera tells. A
    ball's shade brightens it less, and is a light too where it is asked what is faintly lit.
    """
    window = _window(view.picture, _seen(view.ball, each, opinion), _DIGITS)
    if min(window.shape[:2]) < 2:
        return False
    even = cv2.resize(window, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    least = darkest(np.asarray(even, np.uint8))
    paint = paint_of(least)
    hiding = max(_FAINTLY_LIT, min(_LIT, paint // 2, (_WHITE - paint) // 2))
    lit = np.count_nonzero(least > paint + (_FAINTLY_LIT if faintly else hiding))
    return bool(lit > _LIT_PART * least.size)


def all_seen(view: View, thought: Thought) -> tuple[PrintSeen, ...]:
    """What each print of a ball shows."""
    return tuple(_seen(view.ball, *each) for each in thought.read)


def _seen(ball: Circle, each: Print, opinion: Opinion) -> PrintSeen:
    return PrintSeen(
        ball.x + ball.radius * float(each.towards[0]),
        ball.y + ball.radius * float(each.towards[1]),
        each.radius * ball.radius,
        opinion.number,
        float(opinion.score),
        opinion.mark,
    )


def why_unread(view: View, seen: Sequence[PrintSeen], opinions: Sequence[Opinion]) -> Reason:
    """The reason why no number is told, of the print that comes nearest to being one."""
    sure = {each.number for each in seen if each.score >= CONTRARY}
    if len(sure) > 1:
        return Reason.PRINTS_DISAGREE
    if view.moves:
        return Reason.MOVING
    index = min(range(len(seen)), key=lambda at: float(opinions[at].states[State.NOTHING]))
    if _has_glare(view.picture, seen[index]):
        return Reason.GLARE
    state = int(opinions[index].states.argmax())
    if opinions[index].states[: State.PARTIAL].sum() > opinions[index].states[State.PARTIAL :].sum():
        unmarked = opinions[index].states[State.NO_MARK] > 0.3
        return Reason.NO_MARK if unmarked else Reason.UNCLEAR_DIGIT
    return Reason.CUT_OFF if state == State.PARTIAL else Reason.NOT_A_NUMBER


def _has_glare(picture: Grey, seen: PrintSeen) -> bool:
    """Whether the picture is saturated, in all colours, over a good part of a print."""
    window = _window(picture, seen, 0.7)
    return bool(window.size) and float((darkest(window) >= _SATURATED).mean()) > 0.08


def _window(picture: Grey, seen: PrintSeen, part: float) -> Grey:
    """The picture around a print, as far as a part of its radius."""
    half = seen.radius * part
    return picture[
        max(0, int(seen.y - half)) : int(seen.y + half) + 1,
        max(0, int(seen.x - half)) : int(seen.x + half) + 1,
    ]
