"""What a number is if a stroke of it is hidden: a thread over a 6, or a light, leaves a 5.

It is NOT responsible for whether something hides one.
"""

from typing import Final

_STROKE_MORE: Final = ("8", "47", "8", "89", "9", "689", "8", "9", "", "8")  # of each digit from 0 on


def with_a_stroke_more(number: int) -> frozenset[int]:
    """The numbers that read as this one where something hides a stroke of one of their digits."""
    digits = str(number)
    return frozenset(
        int(digits[:at] + more + digits[at + 1 :])
        for at, digit in enumerate(digits)
        for more in _STROKE_MORE[int(digit)]
    )
