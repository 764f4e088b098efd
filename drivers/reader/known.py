"""What the patterns of a set say of a ball's prints: that one is what it seems, or another, or what it is.

It is NOT responsible for laying prints over patterns, nor for what the networks say of them.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import Enum
from itertools import combinations
from typing import Final

import numpy as np

from drivers.reader.apart import (
    TOLD_APART,
    is_plain_beside,
    is_rest,
    is_unmarked,
    may_hide_a_stroke,
    shows_no_other,
)
from drivers.reader.laid import (
    BY_FAR,
    CLEARER,
    IN_SIGHT,
    LIKE,
    PLAINLY,
    SOME_IN_SIGHT,
    TO_THE_DOT,
    UNCOVERED,
    Laid,
    is_like,
    longer,
    times,
)
from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST, TWO_DIGITS, Opinion, State
from drivers.reader.paint import runs_on
from drivers.reader.patterns import Patterns, Rough
from drivers.reader.prints import Print
from drivers.reader.recognised import DIGITS, is_believed, likest, recognised_of
from drivers.reader.seen import Seen, bare_at
from drivers.reader.sighting import ALONE
from drivers.reader.stakes import Read, is_part, share_ink, stand_apart
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.upside import twin

SEEN: Final = 0.72
"""Of a ball's outline, at least: else a hand or a ball hides it, or it is a ring, if no pattern says more."""

DOUBTED: Final = 0.97
"""No picture is surer of a number whose pattern its print is not like, nor of a single digit of which another
print shows nothing; no vote is settled by such."""

UNLIKELY: Final = 0.9
"""Unless as much is at stake on it."""

_PROMISING = 0.02  # at stake on a number makes it one to compare
_LITTLE = 0.1  # with less at stake on it, another one may be recognised by its pattern,
_MISTAKEN = 0.7  # and with less than this if each print of it is another one by far
_PRINTS = 3  # of a ball, the surest
_A_PRINT = 0.5  # how sure they are of a print that no other is to contradict
_NEARER = 0.8  # of what the pattern nearest to its own would leave over is left at most of a plain print
_FAR_OFF = 0.04  # left over at least of a print that is less sure for it, where that may be a stroke,
_WORN = 0.05  # and in any case, of one that is in sight
_UNSHADED = 1.0  # of a ball's outline in sight: no finger lies on it
_STANDS = 1.6  # times as much is left over of what a number is upside down, with the marks of both
_UPRIGHT = 0.6  # of what that would leave over of a print to the dot: what the light makes of a disc is less
_UNMARKED = 0.1  # as sure that it has no mark as that it is whole at most, the networks see one


class Known(Enum):
    """What the patterns say of a number that the networks lean to.

    Attributes:
        THE_SAME: A print is like its pattern and like no other.
        ANOTHER: A print is plainly like another pattern, or as like that of a number that has a digit more.
        UNLIKE: A print is less like its pattern than a stroke, or a digit, is large that something may hide,
            or than it is like that of a number with a stroke more, or is unlike it by far.
        BESIDE: A print may be that of a single digit, and something may hide another digit beside it.
        PLAIN: A print is like its pattern, and surely told without; whether it is like others was not asked.
        UNMARKED: The set has no mark that tells it from what it is upside down.
        UNTOLD: The patterns tell nothing.
    """

    THE_SAME = "the same"
    ANOTHER = "another"
    UNLIKE = "unlike"
    BESIDE = "beside"
    PLAIN = "plain"
    UNMARKED = "unmarked"
    UNTOLD = "untold"


def told_by(
    sets: Sequence[Laid], read: Sequence[Read], stakes: Floats, scores: Floats, highest: int
) -> tuple[int, Known]:
    """The number that is at stake, or shown well, or recognised, and what the patterns say of it.

    Of a ball that moves only one that is at stake: its strokes are smeared away along one axis.

    Args:
        sets: The ball's prints over the patterns of each set that may be in use.
        read: These prints, and what the networks say of each.
        stakes: How much is at stake on each number.
        scores: How likely that makes it.
        highest: The highest number of the sets.
    """
    leading, shown = int(stakes.argmax()), _shown_alone(read) if sets else None
    number = leading if stakes[leading] >= _PROMISING or shown is None else shown
    if stakes[number] < _PROMISING and number != shown:
        known = recognised_of(sets, read, highest)
        return (number, Known.UNTOLD) if known is None else (known, Known.THE_SAME)
    if stakes[number] < _PROMISING:
        if any(each.view.moves for each in sets):
            return number, Known.UNTOLD
        alike = [each for one in sets for each in _shown_alike(one, read)]
        if any(other != number for _, other in alike):
            ink, other = alike[0]
            agree = all(one == other for _, one in alike) and _is_seen_in(read, number, ink)
            same = agree and is_the_same(sets, read, other, highest)
            return (other, Known.THE_SAME) if same else (number, Known.UNTOLD)
    if sets and stakes[number] >= _LITTLE and all(is_unmarked(each.patterns, number) for each in sets):
        return number, Known.UNMARKED
    if scores[number] >= ALONE and any(_is_plain(each, read, number) for each in sets):
        return number, Known.PLAIN
    if number < TWO_DIGITS:
        number = _all_of(sets, read, number, highest)
    said = {compared(each, read, number, highest) for each in sets}
    if Known.THE_SAME in said:
        return number, Known.THE_SAME
    doubted = stakes[number] < _LITTLE and number != shown
    if doubted or (stakes[number] < _MISTAKEN and _is_mistaken(sets, read, number)):
        known = recognised_of(sets, read, highest)
        if known is not None:
            return known, Known.THE_SAME
    return number, said.pop() if len(said) == 1 else Known.UNTOLD


def is_the_same(sets: Sequence[Laid], read: Sequence[Read], number: int, highest: int) -> bool:
    """Whether a print is what a set's pattern of its number says, and so is its mark."""
    return any(compared(each, read, number, highest) is Known.THE_SAME for each in sets)


def compared(laid: Laid, read: Sequence[Read], number: int, highest: int) -> Known:
    """Say whether the surest prints of a ball are like the pattern of a number, or plainly like another one.

    On a ball that something covers it takes two prints of a single digit: no finger hides a second digit of
    both. So one of the two may be beside something that hides as much, or blurred. One will do in the middle
    of its ring. Where neither is so something may be beside the digit, however like its pattern it is.

    Args:
        laid: The ball's prints over the patterns of its set.
        read: These prints, and what the networks say of each.
        number: What they lean to.
        highest: The highest number of the set.
    """
    if number not in laid.patterns.pictures:
        return Known.UNTOLD
    surest = sorted(read, key=lambda each: -float(each[1].certain.max()))[:_PRINTS]
    asked = [_as_marked(each, read) for each in surest if int(each[1].digits.argmax()) == number]
    found: dict[Known, list[Print]] = {each: [] for each in Known}
    alike, others = found[Known.THE_SAME], list[Print]()
    for each in asked:
        if not all(stand_apart(each[0], one) for one in alike):
            continue
        said = _said_of(laid, each, number)
        found[said].append(each[0])
        if said is Known.BESIDE or (said is Known.UNTOLD and _is_rather(laid, each, number)):
            others.append(each[0])
        beside = any(stand_apart(one, alike[0]) for one in others) if alike else False
        alone = said is Known.THE_SAME and _stands_alone(laid, each, number)
        if alone or (alike and len(alike) + beside > 1):
            return Known.THE_SAME if is_believed(laid, read, number, highest) else Known.UNTOLD
    if not alike and _said_together(laid, asked, number):
        return Known.THE_SAME if is_believed(laid, read, number, highest) else Known.UNTOLD
    untold = (Known.ANOTHER, Known.UNTOLD, Known.UNLIKE, Known.BESIDE)
    known = next((each for each in untold if found[each]), Known.UNTOLD)
    hidden = bool(alike) or laid.view.ball.support < UNCOVERED
    return Known.BESIDE if known is Known.UNTOLD and number < TWO_DIGITS and hidden else known


def _is_plain(laid: Laid, read: Sequence[Read], number: int) -> bool:
    """Whether the surest print of a number is what its pattern is, whatever others are."""
    asked = [each for each in read if int(each[1].digits.argmax()) == number]
    view, patterns = laid.view, laid.patterns
    in_sight = number >= TWO_DIGITS and view.ball.support >= SEEN
    if not asked or not in_sight or number not in patterns.pictures:
        return False
    best = max(asked, key=lambda each: float(each[1].certain.max()))
    whole = twin(number, HIGHEST) is not None
    most = min(PLAINLY, _NEARER * patterns.margin(number))
    ways = (bare_at(view, best[0], patterns.reach) if bare else laid.seen(best) for bare in (True, False))
    return any(patterns.fits(each, best[1].upright, number, most, whole=whole) for each in ways)


def _is_mistaken(sets: Sequence[Laid], read: Sequence[Read], number: int) -> bool:
    """Whether every print that shows a number is another one by far, as the patterns say: a 1 with a flag."""
    showing = [each for each in read if each[1].digits[number] >= DIGITS]
    found = (likest(laid, each) for each in showing for laid in sets)
    return bool(showing) and all(each not in (None, number) for each in found)


def _shown_alone(read: Sequence[Read]) -> int | None:
    """The number that one print of a ball shows well by itself, whatever the others do.

    Its mark need not be seen: that is asked of the pattern then, and a ring is a mark that networks miss.
    """
    best = max((opinion for _, opinion in read), key=_whole, default=None)
    return int(best.digits.argmax()) if best is not None and _whole(best) >= _A_PRINT else None


def _whole(opinion: Opinion) -> float:
    """How likely a print is a whole one of the digits that it shows, with a mark or without."""
    return float(opinion.digits.max() * opinion.states[: State.PARTIAL].sum())


def _all_of(sets: Sequence[Laid], read: Sequence[Read], digit: int, highest: int) -> int:
    """The number that another print is by its pattern, of which a digit is the rest, or else that digit."""
    shown = {int(opinion.digits.argmax()) for _, opinion in read}
    for number in (each for each in longer(digit) if each in shown):
        if any(compared(laid, read, number, highest) is Known.THE_SAME for laid in sets):
            return number
    return digit


def _as_marked(each: Read, read: Sequence[Read]) -> Read:
    """A print that is no whole one to the networks, without the mark that another look at its ink misses."""
    shown, opinion = each
    if opinion.states[: State.NO_MARK].sum() >= _A_PRINT:
        return each
    states = opinion.states.copy()
    states[State.NO_MARK] = max(
        float(other.states[State.NO_MARK]) for one, other in read if share_ink(one, shown)
    )
    return shown, replace(opinion, states=states)


def _shown_alike(laid: Laid, read: Sequence[Read]) -> list[tuple[Print, int]]:
    """The prints that show a number, as its pattern says, and that number: a 74 beside a 4 of a hidden 7."""
    shown = ((each, int(each[1].digits.argmax())) for each in read if each[1].digits.max() >= DIGITS)
    known = ((each, number) for each, number in shown if number in laid.patterns.pictures)
    return [(each[0], number) for each, number in known if _said_of(laid, each, number) is Known.THE_SAME]


def _is_seen_in(read: Sequence[Read], number: int, ink: Print) -> bool:
    """Whether each look that shows a number is one at that ink, and at all of it."""
    showing = [shown for shown, opinion in read if int(opinion.digits.argmax()) == number]
    return all(share_ink(shown, ink) and not is_part(ink, shown) for shown in showing)


def _is_rather(laid: Laid, each: Read, number: int) -> bool:
    """Whether a print would be its pattern, though blurred, if no finger as pale as the paint shaded it."""
    return (
        number < TWO_DIGITS and _said_by(laid, each, number, parted=True, outline=_UNSHADED) is Known.THE_SAME
    )


def _stands_alone(laid: Laid, each: Read, number: int) -> bool:
    """Whether nothing hides a second digit of a print, nor a stroke without that being seen."""
    if laid.lies_in_light(each[0]):
        return False
    alone = number >= TWO_DIGITS or not laid.may_hide_a_digit(each[0]) or laid.is_framed(each, number)
    return alone or runs_on(laid, each, number)


def _said_of(laid: Laid, each: Read, number: int) -> Known:
    """What one print says, and where that is in doubt, what it says once fingers are told from ink.

    Half a digit and the finger on it may be another digit, a 6 is a 1 then; but not to the dot.
    """
    known = _said_by(laid, each, number, parted=False)
    same = known is Known.THE_SAME and not laid.is_edged(each, number)
    if same and laid.view.ball.support >= UNCOVERED:
        return Known.THE_SAME
    again = _said_by(laid, each, number, parted=True)
    if known in (Known.ANOTHER, Known.UNLIKE, Known.BESIDE):
        return again or known
    if again is None:  # hardly any of it is ink
        return Known.UNTOLD
    stays = same and (again is not Known.UNLIKE or _to_the_dot(laid, each, number))
    return Known.THE_SAME if stays or again is Known.THE_SAME else Known.UNTOLD


def _to_the_dot(laid: Laid, each: Read, number: int) -> bool:
    """Whether a print is the pattern of a number and nothing else: no finger looks like half of a digit."""
    seen, rough = laid.seen(each), laid.rough(each)
    own = laid.patterns.likenesses(seen, rough._replace(likest=()), (number,), whole=False).get(number)
    return own is not None and own.left <= TO_THE_DOT and own.seen > IN_SIGHT


def _said_by(
    laid: Laid, each: Read, number: int, *, parted: bool, outline: float | None = None
) -> Known | None:
    """What a print says, None where too little of it is in sight to lay its pattern over it.

    The digits tell all numbers apart but one and what it is upside down, which its mark tells.

    Args:
        laid: The ball's prints over the patterns of its set.
        each: The print, and what the networks say of it.
        number: The number that is asked for.
        parted: Whether fingers are told from its ink.
        outline: How much of the ball's counts as in sight, 0..1; as much as is, if None.
    """
    patterns, opinion = laid.patterns, each[1]
    seen, rough = laid.seen(each, parted=parted), laid.rough(each, parted=parted)
    outline = laid.view.ball.support if outline is None else outline
    more_digits, strokes, other = longer(number), with_a_stroke_more(number), twin(number, HIGHEST)
    asked = (number, other or number, *strokes, *more_digits, *patterns.nearest(number))
    found = patterns.likenesses(seen, rough, asked, whole=False)
    own = found.pop(number, None)
    if own is None or not found:
        return None
    rests = [found[one] for one in more_digits if one in found]
    nearest = min(found, key=lambda each: found[each].left)
    most = min(PLAINLY, _NEARER * patterns.differ(nearest, number, whole=False))
    framed = number < TWO_DIGITS and patterns.is_framed(seen, number, own.place)
    if (is_rest(own, rests) and not framed) or (own.left > most and is_plain_beside(own, found[nearest])):
        return Known.ANOTHER
    found.pop(other or 0, None)
    like = is_like(number, own, outline, framed=framed)
    if own.left < LIKE and not framed and laid.is_beside(seen, number, own, found):
        return Known.BESIDE if like else Known.UNLIKE
    sure = like and opinion.digits[number] > DIGITS
    if sure:
        found = laid.rivals(seen, number, own, found)
    more = {one: found[one] for one in strokes if one in found}
    enough = _far_enough(own.seen)
    near = {one: likeness for one, likeness in found.items() if times(likeness, own) < BY_FAR}
    clearer = all(times(likeness, own) >= enough for likeness in near.values())
    shows_it = sure and clearer and shows_no_other(seen, number, own, near | more, patterns)
    fades = laid.fades(seen, number, own, more)
    if shows_it and not fades and not laid.shows_more(each, number, own, more):
        stands = other in patterns.pictures and patterns.frame.stands(seen, own.place)
        return Known.THE_SAME if stands else _stood(seen, rough, opinion, number, patterns)
    hides = own.left > _FAR_OFF and may_hide_a_stroke(seen, number, own, more, patterns)
    nearer = any(is_plain_beside(own, likeness) for likeness in found.values())
    has_it = any(is_plain_beside(own, likeness, CLEARER) for likeness in more.values())
    worn = own.left > _WORN and own.seen > IN_SIGHT
    return Known.UNLIKE if hides or nearer or has_it or worn or fades else Known.UNTOLD


def _far_enough(seen: float) -> float:
    """Times as much that is left over of all others at least, the more the less of a pattern is in sight."""
    return float(np.interp(seen, (SOME_IN_SIGHT, IN_SIGHT), (BY_FAR, CLEARER)))


def _said_together(laid: Laid, read: Sequence[Read], number: int) -> bool:
    """Whether each number that one print of a ball leaves open is ruled out by another print.

    All prints of a ball show the same number, so what something may hide of one tells the next one. Not on a
    ball that something covers, nor that moves, nor of a print that lies in a light.
    """
    sure = [each for each in read if each[1].digits[number] > DIGITS and not laid.lies_in_light(each[0])]
    apart = any(stand_apart(one[0], other[0]) for one, other in combinations(sure, 2))
    if not apart or laid.view.ball.support < UNCOVERED or laid.view.moves:
        return False
    likest = {one for each in sure for one in laid.rough(each, parted=True).likest}
    nearest = laid.patterns.nearest(number)
    asked = {*likest, *nearest, *longer(number), *with_a_stroke_more(number)} & laid.patterns.pictures.keys()
    left = asked - {number, twin(number, HIGHEST)}
    used: list[Print] = []
    for each in sure:
        if not all(stand_apart(each[0], one) for one in used):
            continue
        out = _ruled_out_by(laid, each, number, left)
        if out is not None:
            left -= out
            used.append(each[0])
    return len(used) > 1 and not left


def _ruled_out_by(laid: Laid, each: Read, number: int, asked: Collection[int]) -> set[int] | None:
    """Which of some numbers a print does not show that is like another one; None if it is not like that."""
    patterns, seen, rough = laid.patterns, laid.seen(each, parted=True), laid.rough(each, parted=True)
    found = patterns.likenesses(seen, rough._replace(likest=()), (number, *asked), whole=False)
    own = found.pop(number, None)
    if own is None or own.left >= PLAINLY or own.seen <= SOME_IN_SIGHT:
        return None
    if laid.shows_more(each, number, own, found):
        return None
    if _stood(seen, rough, each[1], number, patterns) is not Known.THE_SAME:
        return None
    return {
        one
        for one, other in found.items()
        if times(other, own) >= BY_FAR
        and not laid.is_beside(seen, number, own, {one: other})
        and shows_no_other(seen, number, own, {one: other}, patterns)
    }


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
    if own.left > PLAINLY and is_plain_beside(own, turned):
        return Known.ANOTHER
    whole = opinion.states[State.UPRIGHT] + opinion.states[State.UPSIDE_DOWN]
    if opinion.states[State.NO_MARK] > whole or is_unmarked(patterns, number):
        return Known.UNTOLD  # a 68 and an 89 upside down differ by a little without any mark
    seen_too = opinion.states[State.NO_MARK] < _UNMARKED * whole
    apart = patterns.apart(seen, number, own.place, other, also=turned.place if seen_too else None)
    enough, like = _STANDS if seen_too else BY_FAR, TOLD_APART if own.left < LIKE else _UPRIGHT
    stands = times(turned, own) >= enough and turned.left - own.left > like * apart
    return Known.THE_SAME if stands and own.left < 2 * LIKE and own.seen > IN_SIGHT else Known.UNTOLD
