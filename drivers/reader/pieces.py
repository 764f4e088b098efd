"""What was read may be a piece: one digit of two, a letter or a bar of a print that is larger or covered.

It is NOT responsible for how sure a number is, nor for marks.
"""

from collections.abc import Sequence
from typing import Final

from drivers.reader.limb import Circle
from drivers.reader.locate import Floats
from drivers.reader.network import TWO_DIGITS, Opinion, State
from drivers.reader.prints import Print, apart
from drivers.reader.stakes import PIECE, is_part

_COVERED: Final = 0.9  # a ball with less of its outline may have a digit covered
_SCRAP: Final = 0.4  # of the radius of a whole print: its digits alone, without their ring, are larger
_NOUGHT: Final = 0.5  # surer than this to be no print at all, or a whole one
_ALL_OF_IT: Final = 0.6  # at stake on a digit that a later look parts from something, if it is no bare stroke
_BESIDE: Final = 0.25  # of a print's radius: so far off its middle lies one of two, not one in a ring
_SEEN_BESIDE: Final = 0.5  # how likely its digits are two


def may_be_a_piece(
    ball: Circle, stakes: Floats, found: Print, prints: Sequence[Print], opinions: Sequence[Opinion]
) -> bool:
    """Whether what a later look took for a digit may be one of two, or the bar under a covered one."""
    number = int(stakes.argmax())
    plain = number != 1 and stakes[number] >= _ALL_OF_IT
    return (
        ball.support < _COVERED
        or is_one_of_two(number, found, prints, opinions)
        or (not plain and (found.parted or is_dwarfed(found, prints, opinions)))
    )


def is_one_of_two(number: int, found: Print, prints: Sequence[Print], opinions: Sequence[Opinion]) -> bool:
    """Whether a digit lies beside another one in a larger print, however little that is believed.

    A light on the foot of a 7 parts it from its 4; then 74 is read as a print that is cut off, and the 4
    alone as a whole one. A digit in the middle of a larger print is one in a ring.
    """
    return any(
        found.radius < PIECE * each.radius
        and _BESIDE * each.radius < apart(found.towards, each.towards) < each.radius
        and opinion.states[State.NOTHING] < _NOUGHT
        and opinion.digits[TWO_DIGITS:].max() > _SEEN_BESIDE
        and number in divmod(int(opinion.digits.argmax()), 10)
        for each, opinion in zip(prints, opinions, strict=True)
    )


def is_a_scrap(found: Print, prints: Sequence[Print], opinions: Sequence[Opinion]) -> bool:
    """Whether a whole print was seen that is far larger, for those of one ball are alike: a bar, a letter."""
    return any(
        found.radius < _SCRAP * each.radius and opinion.states[: State.PARTIAL].sum() > _NOUGHT
        for each, opinion in zip(prints, opinions, strict=True)
    )


def is_dwarfed(found: Print, prints: Sequence[Print], opinions: Sequence[Opinion]) -> bool:
    """Whether a print of a second look is smaller than one seen at first: a piece of it, or of a ring."""
    return any(
        is_part(found, each)
        or (found.radius < PIECE * each.radius and opinion.states[State.NOTHING] < _NOUGHT)
        for each, opinion in zip(prints, opinions, strict=True)
    )
