"""Ranges of cards as people say them: those that touch are one.

Not responsible for which cards are sold.
"""

from collections.abc import Sequence

from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.i18n.sentences import Sentence, _, listed


def _range(first: int, last: int) -> Sentence:
    if first == last:
        return _("el {card}", card=first)
    return _("del {first} al {last}", first=first, last=last)


def ranges(parts: Sequence[SoldRange]) -> Sentence:
    """Return the numbers of cards as people say them: "del 1 al 12, el 30"; ranges that touch are one."""
    return listed(_range(part.first, part.last) for part in joined(parts))


def joined(parts: Sequence[SoldRange]) -> tuple[SoldRange, ...]:
    """Return ranges of cards in their order, those of one series that touch as one."""
    found: list[SoldRange] = []
    for part in parts:
        touches = bool(found) and (found[-1].series, found[-1].last + 1) == (part.series, part.first)
        found.append(SoldRange(part.series, found.pop().first, part.last) if touches else part)
    return tuple(found)
