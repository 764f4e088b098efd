"""Keeps names in one piece wherever a page shows them: no line break parts one that fits on a line.

A name is that of a series or a ball set, of the hall, its company and its people, or an amount. Not
responsible for the links of codes (``citing``).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from hallctl.outputs.offer import Premises

_FORMS: Final = r"\b\w{1,8}-\d{1,8}\b|\b[A-Z] \d{1,8}\b|\bn\.º \d+|(?:\bBs|€|\bEUR) \d[\d.,]*\d|\d[\d.,]* €"
"""What is read as one word though it is written with a hyphen or a space: a series, a ball set, an amount."""


LONGEST: Final = 30
"""The letters of a name that are sure to fit on a phone's line."""


def names_of(hall: str, premises: Premises) -> frozenset[str]:
    """Return the names of several words that the configuration gives: hall, company, notary, people."""
    known = (hall, premises.opening.hall, premises.opening.company, premises.opening.notary)
    people = (each.person for each in premises.appointments)
    return frozenset(name for name in (*known, *people) if " " in name and len(name) <= LONGEST)


class Whole:
    """Puts each name of a text in a piece of its own."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Know the names of more than one word."""
        self._names = _pattern(frozenset(names))

    def __call__(self, text: object) -> Markup:
        """Return a text as HTML."""
        said, parts, end = str(text), list[Markup](), 0
        for name in self._names.finditer(said):
            parts += [escape(said[end : name.start()]), Markup('<bdi class="whole">{}</bdi>').format(name[0])]
            end = name.end()
        return Markup("").join([*parts, escape(said[end:])])


@lru_cache(maxsize=8)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    known = (rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(names, key=len, reverse=True))
    return re.compile("|".join((*known, _FORMS)))
