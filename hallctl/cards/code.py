"""What the bar code of a card says, written and read back: series and number, "A-1042/17".

Not responsible for bars (``barcode``), for how a code reaches the hall, nor for whether there is such a card.
"""

import re
from dataclasses import dataclass
from typing import Final

from hallctl.rules.cards import series_key

# A scanner is a keyboard of the United States until it is told otherwise. Where the machine's keyboard is
# Spanish or Portuguese, the hyphen that it types arrives as an apostrophe, and its stroke as a hyphen.
_CODE: Final = re.compile(r"([A-Z]{1,3})[-'](\d{1,6})[/-](\d{1,6})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CardCode:
    """A card as its code names it.

    Attributes:
        series: The key of its series, e.g. "A-1042".
        card: Its number.
    """

    series: str
    card: int

    def __str__(self) -> str:
        """Return the code itself, e.g. "A-1042/17"."""
        return f"{self.series}/{self.card}"


def read_code(text: str) -> CardCode | None:
    """Return the card that a code names, None where it is no code of a card."""
    found = _CODE.fullmatch(text.strip())
    if found is None:
        return None
    letter, identification, card = found.groups()
    return CardCode(series_key(letter.upper(), int(identification)), int(card))
