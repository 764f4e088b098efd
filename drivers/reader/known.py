"""What the patterns of a set say of a ball's prints: that one is what it seems, or another, or what it is.

It is NOT responsible for laying prints over patterns, nor for what the networks say of them.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

import numpy as np

from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST, TWO_DIGITS, Opinion, State
from drivers.reader.patterns import Likeness, Patterns, Rough, left_over
from drivers.reader.seen import Seen, bare_at, edge_at, seen_at
from drivers.reader.sighting import ALONE
from drivers.reader.stakes import Read, share_ink
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.upside import twin
from drivers.reader.view import View

UNCOVERED: Final = 0.93
"""Of a ball's outline: with less in sight something may hide the second digit of a print."""

SEEN: Final = 0.72
"""Of a ball's outline, at least: else a hand or a ball hides it, or it is a ring, if no pattern says more."""

DOUBTED: Final = 0.97
"""No picture is surer of a number whose pattern its print is not like, nor of a single digit of which another
print shows nothing; no vote is settled by such."""

UNLIKELY: Final = 0.7
"""Unless as much is at stake on it."""

_PROMISING = 0.02  # at stake on a number makes it one to compare
_LITTLE = 0.1  # with less at stake on it, another one may be recognised by its pattern
_PRINTS = 3  # of a ball, the surest
_CLEARER = 1.2  # times as much is left over of every other pattern of the set
_LIKE = 0.03  # of a mean pattern's ink is left over, at most
_IN_SIGHT = 0.8  # of the pattern's ink, at least
_SOME_IN_SIGHT = 0.6  # of it, at least, where all others leave more over by far
_ALL_IN_SIGHT = 0.93  # the same of a single digit: what hides some of it may hide another
_BESIDE = 0.65  # of the ink of each number of two digits that a single one may be the rest of, at least
_HIDDEN = 0.6  # with less of that in sight a single digit may well be such a rest
_DIGITS = 0.5  # how sure the networks are of the digits, at least, were it a whole print
_A_PRINT = 0.5  # how sure they are of a print that no other is to contradict
_NO_PRINT = 0.5  # as sure as this that it is none, it is not looked for among all patterns
_BY_FAR = 2.5  # times as much is left over of every other pattern then
_GRAIN = 0.002  # left over of any two pictures of one print
_PLAINLY = 0.02  # left over at most of a print that plainly is another
_NEARER = 0.8  # of what the pattern nearest to its own would leave over is left at most of a plain print
_SINGLE = 0.01  # the same of a single digit: a finger as pale as the paint shades what it hides
_ALL_OF_IT = 0.99  # of a ball's outline: with that in sight no finger lies on it
_RATHER = 0.1  # left over at most of a print that a light breaks: of bare paint as much as all its ink is
_FAR_OFF = 0.04  # left over at least of a print that is less sure for it
_OTHER = 2.0  # times as much is left over then of what it was taken for
_STROKE = 0.45  # of what a stroke more would leave over is left over of the pattern that has it, at least
_TOLD_APART = 0.35  # the same of any other number that the print is nearly as like
_OF_ALL = 0.2  # of what all of a print would leave over, however little of it is in sight
_STANDS = 1.6  # times as much is left over of what a number is upside down, with the marks of both
_UNMARKED = 0.1  # as sure that it has no mark as that it is whole at most, the networks see one
_A_STROKE = 0.9  # as much of it left over of a number without that stroke may be what is left of the stroke


class Known(Enum):
    """What the patterns say of a number that the networks lean to.

    Attributes:
        THE_SAME: A print is like its pattern and like no other.
        ANOTHER: A print is plainly like another pattern, or as like that of a number that has a digit more.
        UNLIKE: A print is less like its pattern than a stroke, or a digit, is large that something may hide.
        PLAIN: A print is like its pattern, and surely told without; whether it is like others was not asked.
        UNTOLD: The patterns tell nothing.
    """

    THE_SAME = "the same"
    ANOTHER = "another"
    UNLIKE = "unlike"
    PLAIN = "plain"
    UNTOLD = "untold"


def told_by(
    view: View,
    read: Sequence[Read],
    stakes: Floats,
    scores: Floats,
    sets: Sequence[Patterns],
    highest: int,
) -> tuple[int, Known]:
    """The number that is at stake, or shown well, or recognised, and what the patterns say of it.

    Args:
        view: The ball.
        read: Its prints, and what the networks say of each.
        stakes: How much is at stake on each number.
        scores: How likely that makes it.
        sets: The patterns of each set that may be in use.
        highest: The highest number of the sets.
    """
    leading, shown = int(stakes.argmax()), _shown_alone(read)
    number = leading if stakes[leading] >= _PROMISING or shown is None else shown
    if stakes[number] < _PROMISING and number != shown:
        known = _recognised_of(view, read, sets, highest)
        return (number, Known.UNTOLD) if known is None else (known, Known.THE_SAME)
    if stakes[number] < _PROMISING and any(_contradicted(view, read, number, each) for each in sets):
        return number, Known.UNTOLD
    sure = bool(scores[number] >= ALONE) and number >= TWO_DIGITS and view.ball.support >= SEEN
    if sure and any(_is_plain(view, read, number, each) for each in sets):
        return number, Known.PLAIN
    said = {compared(view, read, number, each, highest) for each in sets}
    if Known.THE_SAME in said:
        return number, Known.THE_SAME
    if stakes[number] < _LITTLE or (stakes[number] < UNLIKELY and _is_mistaken(view, read, number, sets)):
        known = _recognised_of(view, read, sets, highest)
        if known is not None:
            return known, Known.THE_SAME
    return number, said.pop() if len(said) == 1 else Known.UNTOLD


def is_the_same(
    view: View, read: Sequence[Read], number: int, sets: Sequence[Patterns], highest: int
) -> bool:
    """Whether a print is what a set's pattern of its number says, and so is its mark."""
    return any(compared(view, read, number, each, highest) is Known.THE_SAME for each in sets)


def compared(view: View, read: Sequence[Read], number: int, patterns: Patterns, highest: int) -> Known:
    """Say whether the surest prints of a ball are like the pattern of a number, or plainly like another one.

    On a ball that something covers it takes two prints of a single digit: no finger hides a second digit of
    both.

    Args:
        view: The ball.
        read: Its prints, and what the networks say of each.
        number: What they lean to.
        patterns: Those of its set.
        highest: The highest number of the set.
    """
    if number not in patterns.pictures:
        return Known.UNTOLD
    surest = sorted(read, key=lambda each: -float(each[1].certain.max()))[:_PRINTS]
    asked = [each for each in surest if int(each[1].digits.argmax()) == number]
    missing = 2 if number < TWO_DIGITS and view.ball.support < UNCOVERED else 1
    alike: list[Read] = []
    said: set[Known] = set()
    for each in asked:
        if any(share_ink(each[0], one) for one, _ in alike):
            continue
        known = _said_of(view, each, number, patterns)
        if known is not Known.THE_SAME:
            said.add(known)
            continue
        alike.append(each)
        if len(alike) == missing:
            return Known.THE_SAME if _is_believed(view, read, number, patterns, highest) else Known.UNTOLD
    return next((each for each in (Known.ANOTHER, Known.UNTOLD, Known.UNLIKE) if each in said), Known.UNTOLD)


def _is_plain(view: View, read: Sequence[Read], number: int, patterns: Patterns) -> bool:
    """Whether the surest print of a number is what its pattern is, whatever others are."""
    asked = [each for each in read if int(each[1].digits.argmax()) == number]
    if not asked or number not in patterns.pictures:
        return False
    shown, opinion = max(asked, key=lambda each: float(each[1].certain.max()))
    whole = twin(number, HIGHEST) is not None
    differ = (patterns.differ(number, each, whole=whole) for each in patterns.nearest(number))
    most = min(_PLAINLY, _NEARER * min(differ, default=1.0))
    ways = (each(view, shown, patterns.reach) for each in (bare_at, seen_at))
    return any(patterns.fits(each, opinion.upright, number, most, whole=whole) for each in ways)


def _is_mistaken(view: View, read: Sequence[Read], number: int, sets: Sequence[Patterns]) -> bool:
    """Whether every print that shows a number is another one by far, as the patterns say: a 1 with a flag."""
    showing = [each for each in read if each[1].digits[number] >= _DIGITS]
    likest = (_likest(view, each, one) for each in showing for one in sets)
    return bool(showing) and all(each not in (None, number) for each in likest)


def _shown_alone(read: Sequence[Read]) -> int | None:
    """The number that one print of a ball shows well by itself, whatever the others do."""
    best = max((opinion for _, opinion in read), key=lambda each: float(each.scores.max()), default=None)
    return int(best.scores.argmax()) if best is not None and best.scores.max() >= _A_PRINT else None


def _contradicted(view: View, read: Sequence[Read], number: int, patterns: Patterns) -> bool:
    """Whether a print shows another number, as its pattern says: a 74 beside one whose 7 is hidden."""
    for each in read:
        other = int(each[1].digits.argmax())
        if other in (number, 0) or other not in patterns.pictures or each[1].digits[other] < _DIGITS:
            continue
        if _said_of(view, each, other, patterns) is Known.THE_SAME:
            return True
    return False


def _is_believed(view: View, read: Sequence[Read], number: int, patterns: Patterns, highest: int) -> bool:
    """Whether neither a ball without a pattern nor another print speaks against what a pattern says."""
    return patterns.complete_for(number, highest) and not _shows_more_elsewhere(view, read, number, patterns)


def _shows_more_elsewhere(view: View, read: Sequence[Read], number: int, patterns: Patterns) -> bool:
    """Whether a print leans to a number of a stroke more, of other ink than what is the number.

    A light may make a 36 of one 86, and it is its pattern's then. And it may make a 44 of one 41 to the
    networks, which is more like a 41 by the patterns.
    """
    own = [shown for shown, opinion in read if int(opinion.digits.argmax()) == number]
    leaning = [
        each
        for each in read
        if int(each[1].digits.argmax()) in with_a_stroke_more(number)
        and each[1].digits.max() >= _DIGITS
        and each[1].states[State.NOTHING] < _NO_PRINT
        and not any(share_ink(each[0], one) for one in own)
    ]
    return any(not _is_less_like(view, each, number, patterns) for each in leaning)


def _is_less_like(view: View, each: Read, number: int, patterns: Patterns) -> bool:
    """Whether a print that is rather like a number is less like what the networks lean to."""
    shown, opinion = each
    seen, leant = seen_at(view, shown, patterns.reach), int(opinion.digits.argmax())
    found = patterns.likenesses(seen, patterns.roughly(seen, opinion.angle), (number, leant), whole=False)
    return number in found and leant in found and found[number].left < min(_RATHER, found[leant].left)


def _recognised_of(view: View, read: Sequence[Read], sets: Sequence[Patterns], highest: int) -> int | None:
    """The number that is recognised by its pattern, if sets do not differ and the ball does not move."""
    found = set() if view.moves else {_recognised(view, read, each, highest) for each in sets} - {None}
    return found.pop() if len(found) == 1 else None


def _recognised(view: View, read: Sequence[Read], patterns: Patterns, highest: int) -> int | None:
    """The number whose pattern a print is like by far, though the networks know none.

    A finger that touches a digit makes a part of the print to them. What is another number upside down is
    never recognised so, nor a single digit that may be the rest of two.
    """
    some = [each for each in read if each[1].states[State.NOTHING] < _NO_PRINT]
    wholest = sorted(some, key=lambda each: float(each[1].states[State.PARTIAL :].sum()))[:_PRINTS]
    found = {_likest(view, each, patterns) for each in wholest} - {None}
    number = found.pop() if len(found) == 1 else None
    believed = number is not None and _is_believed(view, read, number, patterns, highest)
    return number if believed else None


def _likest(view: View, each: Read, patterns: Patterns) -> int | None:
    """The number whose pattern a print is like by far, with fingers on it told from ink, or else without."""
    shown, _ = each
    apart = seen_at(view, shown, patterns.reach, patterns.widest)
    whole = seen_at(view, shown, patterns.reach)
    number = _by_far(view, apart, each, patterns)
    if number is None and (apart.known < whole.known).any():
        return _by_far(view, whole, each, patterns)
    return number


def _by_far(view: View, seen: Seen, each: Read, patterns: Patterns) -> int | None:
    shown, opinion = each
    rough = patterns.roughly(seen, opinion.angle)
    found = patterns.likenesses(seen, rough, whole=False)
    number = min(found, key=lambda one: found[one].left, default=0)
    if not number or twin(number, HIGHEST) is not None or found[number].left > _PLAINLY:
        return None
    if number < TWO_DIGITS and view.ball.support < UNCOVERED:
        return None
    longer = _longer(number)
    more = {*with_a_stroke_more(number), *longer} - found.keys()
    found |= patterns.likenesses(seen, rough._replace(likest=()), more, whole=False)
    own, rests = found.pop(number), [found[one] for one in longer if one in found]
    beneath = seen._replace(known=np.maximum(seen.known, edge_at(view, shown, patterns.reach)))
    if own.seen <= _SOME_IN_SIGHT or patterns.in_sight(beneath, number, own.place) <= _IN_SIGHT:
        return None  # more is hidden, and by other things than an edge that is known to run there
    rivals = _rivals(seen, number, own, found, patterns)
    clear = all(_times(each, own) >= _BY_FAR for each in rivals.values())
    return number if clear and _is_like(number, own, rests, view.ball.support) else None


def _rivals(
    seen: Seen, number: int, own: Likeness, found: Mapping[int, Likeness], patterns: Patterns
) -> dict[int, Likeness]:
    """How like a print is to other numbers, to those most like its own also where that one lies.

    Of a number that a rough look finds in a wrong place too much seems to be left over.
    """
    nearest = {*patterns.nearest(number), *with_a_stroke_more(number)} - {twin(number, HIGHEST)}
    there = patterns.laid_at(seen, own.place, nearest, whole=False)
    return {**found, **{each: min(its, found.get(each, its), key=left_over) for each, its in there.items()}}


def _said_of(view: View, each: Read, number: int, patterns: Patterns) -> Known:
    """What one print says; where it is not the same, what it says once fingers are told from ink."""
    shown, _ = each
    outline = view.ball.support
    known = _said_by(seen_at(view, shown, patterns.reach), outline, each, number, patterns)
    if known is Known.THE_SAME:
        return known
    again = _said_by(seen_at(view, shown, patterns.reach, patterns.widest), outline, each, number, patterns)
    if known in (Known.ANOTHER, Known.UNLIKE):
        return again or known
    return Known.THE_SAME if again is Known.THE_SAME else Known.UNTOLD


def _said_by(seen: Seen, outline: float, each: Read, number: int, patterns: Patterns) -> Known | None:
    """What a print says, None where too little of it is in sight to lay its pattern over it.

    The digits tell all numbers apart but one and what it is upside down, which its mark tells.

    Args:
        seen: The print, seen in one way.
        outline: How much of the ball's is in sight, 0..1.
        each: The print, and what the networks say of it.
        number: The number that is asked for.
        patterns: Those of its set.
    """
    _, opinion = each
    longer, strokes, other = _longer(number), with_a_stroke_more(number), twin(number, HIGHEST)
    asked = (number, other or number, *strokes, *longer, *patterns.nearest(number))
    rough = patterns.roughly(seen, opinion.angle)
    found = patterns.likenesses(seen, rough, asked, whole=False)
    own = found.pop(number, None)
    if own is None or not found:
        return None
    rests = [found[one] for one in longer if one in found]
    likest = min(found, key=lambda each: found[each].left)
    most = min(_PLAINLY, _NEARER * patterns.differ(likest, number, whole=False))
    if _is_rest(own, rests) or (own.left > most and _is_plain_beside(own, found[likest])):
        return Known.ANOTHER
    found.pop(other or 0, None)
    if _is_hidden(own, rests):
        return Known.UNLIKE
    sure = opinion.digits[number] > _DIGITS and _is_like(number, own, rests, outline)
    if sure:
        found = _rivals(seen, number, own, found, patterns)
    more = {one: found[one] for one in strokes if one in found}
    enough = _CLEARER if own.seen > _IN_SIGHT else _BY_FAR
    near = {one: likeness for one, likeness in found.items() if _times(likeness, own) < _BY_FAR}
    clearer = all(_times(likeness, own) >= enough for likeness in near.values())
    if sure and clearer and _shows_no_other(seen, number, own, near | more, patterns):
        return _stood(seen, rough, opinion, number, patterns)
    hides = own.left > _FAR_OFF and _may_hide_a_stroke(seen, number, own, more, patterns)
    nearer = any(_is_plain_beside(own, likeness) for likeness in found.values())
    return Known.UNLIKE if hides or nearer else Known.UNTOLD


def _stood(seen: Seen, rough: Rough, opinion: Opinion, number: int, patterns: Patterns) -> Known:
    """What the mark of a print says whose digits are those of a number, if that is another upside down.

    Where the networks see a mark too, it need not be as plain as a digit.
    """
    other = twin(number, HIGHEST)
    if other is None or other not in patterns.pictures:
        return Known.THE_SAME  # there is no such ball: that its pattern is missing is asked elsewhere
    found = patterns.likenesses(seen, rough._replace(likest=()), (number, other))
    own, turned = found.get(number), found.get(other)
    if own is None or turned is None:
        return Known.UNTOLD
    if own.left > _PLAINLY and _is_plain_beside(own, turned):
        return Known.ANOTHER
    whole = opinion.states[State.UPRIGHT] + opinion.states[State.UPSIDE_DOWN]
    seen_too = opinion.states[State.NO_MARK] < _UNMARKED * whole
    apart = patterns.apart(seen, number, own.place, other, also=turned.place if seen_too else None)
    enough = _STANDS if seen_too else _BY_FAR
    stands = _times(turned, own) >= enough and turned.left - own.left > _TOLD_APART * apart
    return Known.THE_SAME if stands and own.left < _LIKE and own.seen > _IN_SIGHT else Known.UNTOLD


def _shows_no_other(
    seen: Seen, number: int, own: Likeness, others: Mapping[int, Likeness], patterns: Patterns
) -> bool:
    """Whether the place of what every other number has more shows paint, and that of what it lacks ink."""
    strokes = with_a_stroke_more(number)
    for each, other in others.items():
        apart = patterns.apart(seen, number, own.place, each, also=other.place, whole=False)
        enough = (_STROKE if each in strokes else _TOLD_APART) * apart
        if other.left - own.left <= max(enough, _OF_ALL * patterns.differ(number, each, whole=False)):
            return False
    return True


def _may_hide_a_stroke(
    seen: Seen, number: int, own: Likeness, more: Mapping[int, Likeness], patterns: Patterns
) -> bool:
    """Whether a print differs from its pattern by as much as what a light leaves of a stroke more."""
    return any(
        own.left > _A_STROKE * patterns.apart(seen, number, own.place, each, also=other.place, whole=False)
        for each, other in more.items()
    )


def _is_rest(own: Likeness, rests: Sequence[Likeness]) -> bool:
    """Whether a print is as much what can be seen of two digits as it is a single one."""
    rest = min(rests, key=left_over, default=None)
    return rest is not None and rest.left < _LIKE and _times(rest, own) < _CLEARER


def _is_plain_beside(own: Likeness, other: Likeness) -> bool:
    """Whether a print plainly is like another pattern, and less so like that of a number."""
    plainly = other.left < _PLAINLY and other.seen > _SOME_IN_SIGHT
    return plainly and _times(own, other) >= _OTHER


def _is_hidden(own: Likeness, rests: Sequence[Likeness]) -> bool:
    """Whether a print is like a single digit, and another digit may be hidden beside it."""
    return own.left < _LIKE and any(each.seen < _HIDDEN for each in rests)


def _is_like(number: int, own: Likeness, rests: Sequence[Likeness], outline: float) -> bool:
    """Whether a print is like a pattern that is in sight; of a single digit, so is what may be beside it."""
    if number >= TWO_DIGITS:
        return own.left < _LIKE and own.seen > _SOME_IN_SIGHT
    beside = all(each.seen > _BESIDE for each in rests)
    most = _SINGLE if outline < _ALL_OF_IT else _PLAINLY
    return own.left < most and own.seen > _ALL_IN_SIGHT and beside


def _longer(number: int) -> list[int]:
    """The numbers of two digits of which a single one may be the rest."""
    two = range(TWO_DIGITS, HIGHEST + 1) if number < TWO_DIGITS else ()
    return [each for each in two if str(number) in str(each)]


def _times(more: Likeness, less: Likeness) -> float:
    return (more.left + _GRAIN) / (less.left + _GRAIN)
