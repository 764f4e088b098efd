"""What a number may owe to a light, and a single digit to another digit that is not seen.

It is NOT responsible for what is at stake before, nor for patterns, which are asked none of this.
"""

from typing import Final

import numpy as np

from drivers.reader.light import Grey
from drivers.reader.locate import Floats
from drivers.reader.network import TWO_DIGITS, Network, Opinion, State
from drivers.reader.prints import A_DIGIT, dazzle, ends_in_light, lights, shone
from drivers.reader.stakes import CONTRARY, share_ink, surest
from drivers.reader.thought import Thought
from drivers.reader.view import View

LEAST: Final = 0.01
"""What is less likely is not worth telling, nor a further look what has less at stake."""

_HELD = 0.85  # with less of it something covers a ball: no prints that reach the limb hide as much
_ASIDE = 0.5  # cosine between the camera and a print that is so far round that a digit may be behind it
_AWRY = 0.6  # the less sure than this to be nothing on its side, the more it may be a number there
_PART_ASIDE = 0.3  # of what says that it is a part on its side says that it is nothing: blurred digits may be
_ONE, _SEVEN = 1, 7
_LEANS = (0.3, 0.5)  # radians: a 1 with a straight flag that leans back by so much looks like a 7
_AS_MUCH = 0.88  # of how sure a 7 is, a 1 is there: so are one real 7 in sixteen and nine such 1s in ten


def if_lights_were_ink(network: Network, view: View, thought: Thought) -> np.float32:
    """How likely the ball would show another number then, 0..1: a light opens a 6, which is a 5.

    A second print of the same number would have to be opened too.
    """
    number, best = thought.number, surest(thought.opinions, thought.number)
    owed = _owed_to_lights(network, view, thought, best)
    apart = [at for at, each in enumerate(thought.prints) if not share_ink(each, thought.prints[best])]
    if not apart or owed < LEAST:
        return owed
    second = max(apart, key=lambda at: float(thought.opinions[at].scores[number]))
    agrees = thought.opinions[second].scores[number]
    if agrees < CONTRARY:
        return owed
    return np.float32(owed * (1 - agrees * (1 - _owed_to_lights(network, view, thought, second))))


def less_parts(network: Network, view: View, thought: Thought) -> Floats:
    """What is at stake, less what single digits may owe to another digit; all, where one leads."""
    digit = int(thought.stakes[:TWO_DIGITS].argmax())
    if thought.stakes[digit] < LEAST:
        return thought.stakes
    left = thought.stakes.copy()
    doubted = left if thought.number == digit else left[:TWO_DIGITS]
    doubted *= _all_there_is(network, view, thought, digit)
    return left


def _owed_to_lights(network: Network, view: View, thought: Thought, at: int) -> np.float32:
    """How likely one of the prints would be another number if its lights were ink, 0..1."""
    inked = list(lights(view, thought.prints[at]))
    if not inked:
        return np.float32(0)
    supposed = network.supposed(inked, thought.opinions[at])
    return np.float32(np.max([np.delete(each.scores, thought.number) for each in supposed]))


def _all_there_is(network: Network, view: View, thought: Thought, digit: int) -> np.float32:
    """How far a single digit is believed to be all that there is, and to stand as it seems to, 0..1.

    The other digit may be under what covers the ball. It may be behind the limb, so it takes a print that
    is not, as far as that is as sure; or under a light, or a pale finger, as large as itself: to the
    networks these look like paint. A 1 that ends in a light may be a 7. And an 80 on its side whose
    digits are blurred is two loops, one over the other: an 8. Turned by a quarter, it is a number again,
    and what is left of one a part.
    """
    if view.ball.support < _HELD:
        return np.float32(0)
    certain = np.array([opinion.certain[digit] for opinion in thought.opinions])
    faced = np.where([each.towards[2] < _ASIDE for each in thought.prints], 0, certain)
    best = int(faced.argmax())
    if not faced[best] or dazzle(view, thought.prints[best]) > A_DIGIT:
        return np.float32(0)
    as_sure = faced[best] / certain.max()
    if digit == _ONE and ends_in_light(view, thought.prints[best]):
        return np.float32(0)
    shown, opinion = shone(view, thought.prints[best]), thought.opinions[best]
    if digit == _SEVEN and _may_be_a_one(network, shown, opinion):
        return np.float32(0)
    states = network.sideways(shown, opinion)
    nothing = states[State.NOTHING] + _PART_ASIDE * states[State.PARTIAL]
    return np.float32(as_sure * min(1.0, nothing / _AWRY) ** 2)


def _may_be_a_one(network: Network, shown: Grey, opinion: Opinion) -> bool:
    """Whether a 7 is as much a 1 with a long flag that leans: nothing beside it tells how it stands."""
    seven = network.aslant(shown, opinion, 0.0)[_SEVEN]
    one = max(float(network.aslant(shown, opinion, by)[_ONE]) for by in _LEANS)
    return bool(one > _AS_MUCH * seven)
