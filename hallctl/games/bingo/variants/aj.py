"""The variant of Bolivia's regulation, by which books of before other variants are read.

Not responsible for the variants that come as files (``library``).
"""

from typing import Final

from hallctl.games.bingo.variants.combination import Way, lines_of
from hallctl.games.bingo.variants.variant import Column, Variant

_DECADES: Final = ((1, 9), *((10 * c, 10 * c + 9) for c in range(1, 8)), (80, 90))

AJ_90: Final = Variant(
    key="aj-bingo-90",
    source="AJ, Sorteos - Bingo, art. 5",
    universe=90,
    rows=3,
    columns=tuple(Column(first, last) for first, last in _DECADES),
    per_row=5,
    ascending=True,
    any_column=True,
)
"""Cards of three rows by nine columns: AJ-16..18; those that we make keep the columns of PT-55 (D13)."""

AJ_LINE: Final = (Way.ROWS,)
"""The kinds of line that have the line prize (AJ-91)."""

AJ_LINES: Final = lines_of(AJ_90, AJ_LINE)
"""The three rows of a card."""
