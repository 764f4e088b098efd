"""What a number reads as upside down.

It is NOT responsible for telling which way up a print stands.
"""

from typing import Final

_TURNS: Final = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6"}  # what digits are upside down


def upside_down(number: int) -> int | None:
    """The number that a print shows upside down, itself perhaps, if it is one: of a ball or not."""
    turned = "".join(_TURNS.get(digit, "") for digit in reversed(str(number)))
    return int(turned) if len(turned) == len(str(number)) and turned[0] != "0" else None


def twin(number: int, highest: int) -> int | None:
    """The other number of a set up to the highest that a print shows upside down, so that it needs a mark."""
    turned = upside_down(number)
    return turned if turned is not None and number != turned <= highest else None
