"""The number that is recognised by its pattern alone, though the networks know none.

It is NOT responsible for what the patterns say of a number that the networks lean to
(`drivers.reader.known`).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from drivers.reader.laid import (
    BY_FAR,
    CLEARER,
    IN_SIGHT,
    PLAINLY,
    SOME_IN_SIGHT,
    Laid,
    is_like,
    longer,
    times,
)
from drivers.reader.network import HIGHEST, TWO_DIGITS, State
from drivers.reader.patterns import Likeness, Patterns
from drivers.reader.seen import Seen, edge_at
from drivers.reader.stakes import Read, share_ink, stand_apart
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.upside import twin

DIGITS: Final = 0.5
"""How sure the networks are of the digits of a print that shows them, at least, were it whole."""

_NO_PRINT = 0.5  # as sure as this that it is none, the networks say nothing of a print
_PRINTS = 5  # of a ball, the wholest
_RATHER = 0.12  # left over at most of a print that a light breaks: of bare paint as much as all its ink is


class _Likest(NamedTuple):
    """What a print is most like.

    Attributes:
        read: The print.
        number: The pattern's number.
        times: As much is left over of the next one.
        alone: Whether nothing may be beside it, a number of two digits or one in the middle of its ring.
    """

    read: Read
    number: int
    times: float
    alone: bool


def recognised_of(sets: Sequence[Laid], read: Sequence[Read], highest: int) -> int | None:
    """The number that is recognised by its pattern, if sets do not differ and the ball does not move.

    Args:
        sets: The ball's prints over the patterns of each set that may be in use.
        read: These prints, and what the networks say of each.
        highest: The highest number of the sets.
    """
    found = {_recognised(each, read, highest) for each in sets if not each.view.moves} - {None}
    return found.pop() if len(found) == 1 else None


def likest(laid: Laid, each: Read) -> int | None:
    """The number whose pattern a print is like by far, with fingers on it told from ink, or else without."""
    found = _likest(laid, each)
    return found.number if found is not None and found.times >= BY_FAR else None


def is_believed(laid: Laid, read: Sequence[Read], number: int, highest: int) -> bool:
    """Whether neither a ball without a pattern nor another print speaks against what a pattern says."""
    return laid.patterns.complete_for(number, highest) and not _shows_more_elsewhere(laid, read, number)


def _recognised(laid: Laid, read: Sequence[Read], highest: int) -> int | None:
    """The number whose pattern a print is like by far, though the networks know none.

    A finger that touches a digit makes a part of the print to them. What is another number upside down is
    only recognised so where a ring that opens tells how it stands; and a single digit that is not in the
    middle of its ring by two prints alone, for nothing but its pattern says that it is no rest of two.
    """
    some = [each for each in read if each[1].states[State.NOTHING] < _NO_PRINT]
    wholest = sorted(some, key=lambda each: float(each[1].states[State.PARTIAL :].sum()))[:_PRINTS]
    found = [one for one in (_likest(laid, each) for each in wholest) if one is not None]
    clear = [each for each in found if each.times >= BY_FAR]
    alone = any(each.alone for each in clear)
    numbers = {each.number for each in clear} if alone else _agreed(found)
    number = numbers.pop() if len(numbers) == 1 else None
    return number if number is not None and is_believed(laid, read, number, highest) else None


def _agreed(found: Sequence[_Likest]) -> set[int]:
    """What two prints of a ball are together like by far, if none is more like another number."""
    numbers = {each.number for each in found if each.times >= CLEARER}
    if len(numbers) != 1:
        return set()
    agree = any(
        one.times * other.times >= BY_FAR and stand_apart(one.read[0], other.read[0])
        for one, other in combinations([each for each in found if each.times >= CLEARER], 2)
    )
    return numbers if agree else set()


def _likest(laid: Laid, each: Read) -> _Likest | None:
    """What a print is most like, with fingers on it told from ink, or else without; None in a light."""
    if laid.lies_in_light(each[0]):
        return None
    found = _nearest(laid, each, parted=True)
    if found is not None and found.times >= BY_FAR:
        return found
    hidden = laid.seen(each, parted=True).known < laid.seen(each).known
    again = _nearest(laid, each, parted=False) if hidden.any() else None
    return found if again is None or laid.is_edged(each, again.number) else again


def _nearest(laid: Laid, each: Read, *, parted: bool) -> _Likest | None:
    """The number whose pattern a print is plainly like, and how much less like every other."""
    patterns, outline = laid.patterns, laid.view.ball.support
    seen, rough = laid.seen(each, parted=parted), laid.rough(each, parted=parted)
    found = patterns.likenesses(seen, rough, whole=False)
    standing = _standing(patterns, seen, found)
    if not standing or found[standing[0]].left > PLAINLY:
        return None
    number, other = standing[0], twin(standing[0], HIGHEST)
    if other not in standing:
        found.pop(other or 0, None)  # what the digits do not tell it from, its ring does
    more = {*with_a_stroke_more(number), *longer(number)} - found.keys()
    found |= patterns.likenesses(seen, rough._replace(likest=()), more, whole=False)
    own = found.pop(number)
    beneath = seen._replace(known=np.maximum(seen.known, edge_at(laid.view, each[0], patterns.reach)))
    if own.seen <= SOME_IN_SIGHT or patterns.in_sight(beneath, number, own.place) <= IN_SIGHT:
        return None  # more is hidden, and by other things than an edge that is known to run there
    framed = number < TWO_DIGITS and laid.is_framed(each, number)
    alone = framed or number >= TWO_DIGITS
    hidden = not alone and (laid.may_hide_a_digit(each[0]) or laid.is_beside(seen, number, own, found))
    if hidden or not is_like(number, own, outline, framed=framed):
        return None
    if laid.shows_more(each, number, own, found) or laid.fades(seen, number, own, found):
        return None
    rivals = laid.rivals(seen, number, own, found).values()
    return _Likest(each, number, min((times(rival, own) for rival in rivals), default=BY_FAR), alone)


def _standing(patterns: Patterns, seen: Seen, found: Mapping[int, Likeness]) -> list[int]:
    """The likest number and what it is upside down, if it is one, as far as a ring that opens says so."""
    likest = min(found, key=lambda one: found[one].left, default=None)
    other = twin(likest or 0, HIGHEST)
    if likest is None or other is None:
        return [likest] if likest else []
    return [
        each for each in (likest, other) if each in found and patterns.frame.stands(seen, found[each].place)
    ]


def _shows_more_elsewhere(laid: Laid, read: Sequence[Read], number: int) -> bool:
    """Whether a print leans to a number of a stroke more, of other ink than what is the number.

    A light may make a 36 of one 86, and it is its pattern's then. And it may make a 44 of one 41 to the
    networks, which is more like a 41 by the patterns.
    """
    own = [shown for shown, opinion in read if int(opinion.digits.argmax()) == number]
    leaning = [
        each
        for each in read
        if int(each[1].digits.argmax()) in with_a_stroke_more(number)
        and each[1].digits.max() >= DIGITS
        and each[1].states[State.NOTHING] < _NO_PRINT
        and not any(share_ink(each[0], one) for one in own)
    ]
    less = [shown for shown, opinion in leaning if _is_less_like(laid, (shown, opinion), number)]
    return any(not any(share_ink(shown, one) for one in less) for shown, _ in leaning)


def _is_less_like(laid: Laid, each: Read, number: int) -> bool:
    """Whether a print that is rather like a number is less like what the networks lean to.

    Where a finger lies on it, less of it is in sight, so that it takes more to say so.
    """
    leant = int(each[1].digits.argmax())
    for parted, enough in ((False, 1.0), (True, CLEARER)):
        seen, rough = laid.seen(each, parted=parted), laid.rough(each, parted=parted)
        found = laid.patterns.likenesses(seen, rough, (number, leant), whole=False)
        own, other = found.get(number), found.get(leant)
        if own and other and own.left < _RATHER and times(other, own) > enough:
            return True
    return False
