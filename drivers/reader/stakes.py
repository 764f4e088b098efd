"""What all prints of a ball say together: how much is at stake on each number, in the face of the others.

It is NOT responsible for finding prints, nor for the rules of what is told at all.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST, TWO_DIGITS, Opinion, State
from drivers.reader.prints import Print, apart, within
from drivers.reader.strokes import with_a_stroke_more

Read = tuple[Print, Opinion]
"""A print and what the networks say of it."""

CONTRARY: Final = 0.5  # a print this sure of another number contradicts
SURE: Final = 0.8  # with at least this at stake, the ink is not looked at in other ways
PIECE: Final = 0.8  # of the radius of the print that it is a piece of, at most
_OUTVOTED = 0.6  # of what one print says against a number, where a second is as sure of that as can be
_WHOLER = 0.5  # a print, whole or not, whose digits are this sure may show what something hides elsewhere
_NO_PRINT = 0.5  # but not one that is surer than this to be none
_FACES = 0.6  # cosine between the camera and a print that it sees as well as it reads any
_AS_LARGE = (0.75, 1.35)  # times the surest print's radius
_MUTE = 0.05  # as sure as this at most of the number that the surest print shows
_STROKE_MORE: Final = np.array(  # of each number, which others it may be with a stroke hidden
    [[other in with_a_stroke_more(each) for other in range(HIGHEST + 1)] for each in range(HIGHEST + 1)],
    np.float32,
)


def surest(opinions: Sequence[Opinion], number: int | None = None) -> int:
    """Which print is the surest of a number, or of its own; at least one is given."""
    sure = [each.score if number is None else each.scores[number] for each in opinions]
    return sure.index(max(sure))


def staked(seen: Sequence[Read], beside: Sequence[Read] = ()) -> Floats:
    """How much is at stake on each number: what the surest print says, so far as no other contradicts it.

    Prints that agree do not add up: all are of one face, and what the networks mistake in one they mistake in
    the next.

    Args:
        seen: The prints that may decide.
        beside: Prints that may only contradict.
    """
    if not seen:
        return np.zeros(HIGHEST + 1, np.float32)
    best = seen[surest([opinion for _, opinion in seen])]
    others = [each for each in (*seen, *beside) if each is not best]
    return best[1].certain * unopposed(best, others)


def is_unconfirmed(seen: Sequence[Read], number: int) -> bool:
    """Whether another print faces the camera, as large as the surest of a number, and shows none of it.

    One whose ink is the whole number in another look, at no less of it, shows that.

    Args:
        seen: The prints that count, at least one.
        number: What the surest of them shows.
    """
    best, _ = seen[surest([opinion for _, opinion in seen], number)]
    showing = [each for each, opinion in seen if _is_whole(opinion, number)]
    return any(
        opinion.certain[number] < _MUTE
        and opinion.states[State.NOTHING] < _NO_PRINT
        and each.towards[2] >= _FACES
        and _AS_LARGE[0] < each.radius / best.radius < _AS_LARGE[1]
        and apart(each.towards, best.towards) > best.radius
        and not any(share_ink(each, other) and not is_part(other, each) for other in showing)
        for each, opinion in seen
    )


def unopposed(best: Read, others: Sequence[Read]) -> Floats:
    """For each number that a print may show, how far it is believed in the face of the others, 0..1.

    A piece of the print, one of its digits or its letter, says nothing against two digits, unless it is two
    digits that show a stroke more. Where a print elsewhere on the ball shows the same number, a third that
    shows another is more likely the mistaken one. And one that something cuts off, so that it is no print to
    read, may still show a stroke that is hidden here.
    """
    print_, _ = best
    elsewhere = [not share_ink(each, print_) for each, _ in others]
    agreed = [opinion.certain for (_, opinion), another in zip(others, elsewhere, strict=True) if another]
    outvoted = _OUTVOTED * np.max(agreed, axis=0) if agreed else np.float32(0)
    believed = np.ones(HIGHEST + 1, np.float32)
    for (each, opinion), another in zip(others, elsewhere, strict=True):
        against, more = _another(opinion), _more_seen(opinion)
        if another:
            against = np.maximum(against, more)
        if is_part(each, print_):
            against[TWO_DIGITS:] = more[TWO_DIGITS:]
        believed *= 1 - against * (1 - outvoted)
    return np.minimum(np.maximum(believed, 0), 1)


def share_ink(one: Print, other: Print) -> bool:
    """Whether two prints are two ways to see the same ink."""
    return within(one, other) or within(other, one)


def stand_apart(one: Print, other: Print) -> bool:
    """Whether two prints do not touch, so that they are two of a ball's and not two looks at one."""
    return apart(one.towards, other.towards) > one.radius + other.radius


def is_part(inner: Print, outer: Print) -> bool:
    """Whether one print is but a piece of another: a letter over a number, a digit beside a covered one."""
    return inner.radius < PIECE * outer.radius and within(inner, outer)


def _is_whole(opinion: Opinion, number: int) -> bool:
    """Whether a print is rather a whole one of a number."""
    return bool(opinion.digits[number] * opinion.states[: State.NO_MARK].sum() >= _WHOLER)


def _more_seen(opinion: Opinion) -> Floats:
    """Against each number 1 if this print shows one of a stroke more in the same place, else 0."""
    seen = (opinion.digits >= _WHOLER) & (opinion.states[State.NOTHING] <= _NO_PRINT)
    return np.asarray(_STROKE_MORE[:, np.flatnonzero(seen)].any(axis=1), np.float32)


def _another(opinion: Opinion) -> Floats:
    """For each number, how likely the likeliest other one is."""
    second, first = np.partition(opinion.scores, -2)[-2:]
    other = np.full(HIGHEST + 1, first)
    other[opinion.number] = second
    return other
