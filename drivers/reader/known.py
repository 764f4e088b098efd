"""Whether a print is what the set's pattern of its number says it should be.

It is NOT responsible for laying prints over patterns, nor for what the networks say of them.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from drivers.reader.network import HIGHEST, TWO_DIGITS
from drivers.reader.patterns import Likeness, Patterns, seen_at
from drivers.reader.stakes import Read
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.view import View

PROMISING: Final = 0.02
"""As much at stake on a number makes it one to compare."""

_PRINTS = 2  # of a ball, the surest
_CLEARER = 1.2  # times as much is left over of every other pattern of the set
_LIKE = 0.03  # of a mean pattern's ink is left over, at most
_IN_SIGHT = 0.8  # of the pattern's ink, at least
_ALL_IN_SIGHT = 0.97  # the same of a single digit: what hides some of it may hide another
_DIGITS = 0.5  # how sure the networks are of the digits, at least, were it a whole print
_A_PRINT = 0.5  # how sure they are of a print that no other is to contradict
_GRAIN = 0.002  # left over of any two pictures of one print
_PLAINLY = 0.02  # left over at most of a print that plainly is another
_OTHER = 2.0  # times as much is left over then of what it was taken for


class Known(Enum):
    """What the patterns say of a number that the networks lean to."""

    THE_SAME = "the same"
    ANOTHER = "another"
    UNTOLD = "untold"


def compared(
    view: View, read: Sequence[Read], number: int, patterns: Patterns, highest: int, *, sure: bool
) -> Known:
    """Say whether the surest prints of a ball are like the pattern of a number, or plainly like another one.

    Args:
        view: The ball.
        read: Its prints, and what the networks say of each.
        number: What they lean to.
        patterns: Those of its set.
        highest: The highest number of the set.
        sure: Whether the networks are: then it is not asked whether a print that is like is the likest.
    """
    if number not in patterns.pictures:
        return Known.UNTOLD
    surest = sorted(read, key=lambda each: -float(each[1].certain.max()))[:_PRINTS]
    found = Known.UNTOLD
    for each in surest:
        if int(each[1].digits.argmax()) != number:
            continue
        said = _said_of(view, each, number, patterns, sure)
        if said is Known.THE_SAME:
            return Known.THE_SAME if patterns.complete_for(number, highest) else Known.UNTOLD
        found = Known.ANOTHER if said is Known.ANOTHER else found
    return found


def shown_alone(read: Sequence[Read]) -> int | None:
    """The number of two digits that one print of a ball shows well by itself, whatever the others do."""
    best = max((opinion for _, opinion in read), key=lambda each: float(each.scores.max()), default=None)
    if best is None or best.scores.max() < _A_PRINT or best.scores.argmax() < TWO_DIGITS:
        return None
    return int(best.scores.argmax())


def _said_of(view: View, each: Read, number: int, patterns: Patterns, sure: bool) -> Known:
    shown, opinion = each
    seen = seen_at(view, shown, patterns.reach)
    plain = patterns.likeness(seen, opinion.angle, number) if sure else None
    if plain is not None and plain.left < _PLAINLY:
        return Known.UNTOLD
    longer = _longer(number)
    found = patterns.likenesses(seen, opinion.angle, (number, *with_a_stroke_more(number), *longer))
    own = found.pop(number, None)
    if own is None or not found:
        return Known.UNTOLD
    rest = min((found[each] for each in longer if each in found), default=None)
    if rest is not None and rest.left < _LIKE and _times(rest, own) < _CLEARER:
        return Known.ANOTHER  # as much as this digit it may be what can be seen of two
    other = min(found.values())
    if own.left > other.left:
        plainly = other.left < _PLAINLY and other.seen > _IN_SIGHT and own.left > _LIKE
        return Known.ANOTHER if plainly and _times(own, other) >= _OTHER else Known.UNTOLD
    in_sight = own.seen > (_IN_SIGHT if number >= TWO_DIGITS else _ALL_IN_SIGHT)
    same = opinion.digits[number] > _DIGITS and own.left < _LIKE and in_sight
    return Known.THE_SAME if same and _times(other, own) >= _CLEARER else Known.UNTOLD


def _longer(number: int) -> list[int]:
    """The numbers of two digits of which a single one may be the rest."""
    two = range(TWO_DIGITS, HIGHEST + 1) if number < TWO_DIGITS else ()
    return [each for each in two if str(number) in str(each)]


def _times(more: Likeness, less: Likeness) -> float:
    return (more.left + _GRAIN) / (less.left + _GRAIN)
