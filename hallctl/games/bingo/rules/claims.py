"""The keys of the two prizes of a rule set that lists none of its own (``RuleSet.listed``).

Not responsible for verifying a card.
"""

from enum import StrEnum


class Claim(StrEnum):
    """What a player may sing where the rule set lists no prizes; what is sung is a prize's key, a ``str``."""

    LINE = "line"
    BINGO = "bingo"
