"""What a field of a command of bingo may hold, beside what the house's have.

Not responsible for holding anything against it (``hallctl.rules.admission``).
"""

from typing import Annotated

from hallctl.games.bingo.rules.written import read_series
from hallctl.games.bingo.variants.prizes import read_key
from hallctl.rules.fields import Written

Series = Annotated[str, Written(40, read=read_series)]
"""A series, e.g. "A-1042"."""

PrizeKey = Annotated[str, Written(24, read=read_key)]
"""The key of a prize, or of a special, of the rule set, e.g. "line"."""
