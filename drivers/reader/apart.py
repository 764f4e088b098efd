"""Whether what tells the pattern of a number from those of others is to be seen in a print.

It is NOT responsible for what that says of the number: `drivers.reader.known`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from drivers.reader.laid import CLEARER, LIKE, PLAINLY, SOME_IN_SIGHT, times
from drivers.reader.network import HIGHEST
from drivers.reader.patterns import Likeness, Patterns, left_over
from drivers.reader.seen import Seen
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.upside import twin

TOLD_APART: Final = 0.35
"""Of what another number would leave over of a print is left over at least, if the print is not that one."""

_OTHER = 2.0  # times as much as of its own pattern is left over of what a print was taken for
_STROKE = 0.45  # the same of a number with a stroke more
_OF_ALL = 0.2  # of what all of a print would leave over, however little of it is in sight
_NO_MARK = 0.007  # left over at most of a number's pattern by that of what it is upside down, without marks
_A_STROKE = 0.9  # of what a stroke would leave over: as much may be what a light leaves of that stroke


def is_unmarked(patterns: Patterns, number: int) -> bool:
    """Whether the pattern of a number is that of another one upside down, so that no light makes a mark."""
    other = twin(number, HIGHEST)
    if other is None or not {number, other} <= patterns.pictures.keys():
        return False
    return max(patterns.differ(number, other), patterns.differ(other, number)) < _NO_MARK


def shows_no_other(
    seen: Seen, number: int, own: Likeness, others: Mapping[int, Likeness], patterns: Patterns
) -> bool:
    """Whether the place of what every other number has more shows paint, and that of what it lacks ink."""
    strokes = with_a_stroke_more(number)
    for each, other in others.items():
        apart = patterns.apart(seen, number, own.place, each, also=other.place, whole=False)
        enough = (_STROKE if each in strokes else TOLD_APART) * apart
        if other.left - own.left <= max(enough, _OF_ALL * patterns.differ(number, each, whole=False)):
            return False
    return True


def may_hide_a_stroke(
    seen: Seen, number: int, own: Likeness, more: Mapping[int, Likeness], patterns: Patterns
) -> bool:
    """Whether a print differs from its pattern by as much as what a light leaves of a stroke more."""
    return any(
        own.left > _A_STROKE * patterns.apart(seen, number, own.place, each, also=other.place, whole=False)
        for each, other in more.items()
    )


def is_rest(own: Likeness, rests: Sequence[Likeness]) -> bool:
    """Whether a print is as much what can be seen of two digits as it is a single one."""
    rest = min(rests, key=left_over, default=None)
    return rest is not None and rest.left < LIKE and times(rest, own) < CLEARER


def is_plain_beside(own: Likeness, other: Likeness, enough: float = _OTHER) -> bool:
    """Whether a print plainly is like another pattern, and less so, by that many times, like a number's."""
    plainly = other.left < PLAINLY and other.seen > SOME_IN_SIGHT
    return plainly and times(own, other) >= enough
