"""Whether a number that is another upside down carries a mark, by all prints of its ball.

It is NOT responsible for reading prints, nor for measuring rings.
"""

from collections.abc import Sequence
from typing import Final

from drivers.reader.network import HIGHEST, Opinion, State
from drivers.reader.prints import Print, is_at_the_limb
from drivers.reader.ring import may_be_closed
from drivers.reader.stakes import CONTRARY, PIECE, SURE, Read, share_ink, surest
from drivers.reader.upside import twin, upside_down
from drivers.reader.view import View

BARE: Final = 0.5  # sure enough to be without a mark


def lacks_its_mark(number: int, prints: Sequence[Print], opinions: Sequence[Opinion]) -> bool:
    """Whether another print of this size has no mark: a light broke the ring that seems to open here.

    Or something cut a 68 into a 39, where another print is a 68 that lacks a mark: no print of a ball whose
    number needs one shows a number that needs none.

    A print counts as another only where nothing settles the same number of the same ink. Nor does one count
    whose own mark may be out of sight, where anything settles a number that needs one.
    """
    settled = _settled(number, prints, opinions)
    has_one = bool(settled) and upside_down(number) not in (None, number)
    least = PIECE * prints[surest(opinions, number)].radius
    return any(
        opinion.states[State.NO_MARK] > BARE
        and each.radius > least
        and not any(share_ink(each, better) for better in settled)
        and not (has_one and is_at_the_limb(each))
        for each, opinion in zip(prints, opinions, strict=True)
    )


def _settled(number: int, prints: Sequence[Print], opinions: Sequence[Opinion]) -> list[Print]:
    """The prints that tell a number by more than a ring that a light may have opened.

    By another mark or by the digits themselves: a 1 with a flag does, and digits that are over 90 upside
    down; a 9 or a 68 does not. Or by a ring that was measured: no light opened that one.
    """
    turned = upside_down(number) or number
    by_digits = "1" in str(number) or turned > HIGHEST
    unsettled = set() if turned == number else {"ring"} if by_digits else {"ring", "none"}
    return [
        each
        for each, opinion in zip(prints, opinions, strict=True)
        if opinion.certain[number] >= SURE and (opinion.way is not None or opinion.mark not in unsettled)
    ]


def is_lit_open(view: View, number: int, seen: Sequence[Read]) -> bool:
    """Whether only a ring settles a number, and a light may have opened it on every print that tells it."""
    prints, opinions = [each for each, _ in seen], [opinion for _, opinion in seen]
    best = surest(opinions, number)
    if not may_be_a_rim(number, opinions[best]) or _settled(number, prints, opinions):
        return False
    telling = [
        each
        for at, (each, opinion) in enumerate(seen)
        if at == best or (opinion.mark == "ring" and opinion.scores[number] >= CONTRARY)
    ]
    return all(may_be_closed(view, each) for each in telling)


def may_be_a_rim(number: int, opinion: Opinion) -> bool:
    """Whether only a ring tells a number from the one that it is upside down: perhaps its disc's outline."""
    return opinion.mark == "ring" and twin(number, HIGHEST) is not None
