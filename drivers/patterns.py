"""Which regular expressions may read the lines of a device: those that are quick on every line.

A pattern is tried in all the ways in which its choices and repeats can be combined. Their number, on a line
of `LONGEST_LINE` characters, is counted before the pattern is ever used. Not responsible for its groups.
"""

import re
from collections.abc import Iterable
from importlib import import_module
from math import prod
from typing import Any, Final

# Python has no public way to look into a pattern.
c: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

LONGEST_LINE: Final = 80
"""Characters of a line; what is longer is no line of a device."""

LONGEST_PATTERN: Final = 300

MOST_WAYS: Final = 10_000
"""In how many ways a pattern may be tried on one line; more could keep the hall waiting."""

_ONE: Final = (c.LITERAL, c.NOT_LITERAL, c.IN, c.ANY, c.AT)
_REPEATS: Final = (c.MAX_REPEAT, c.MIN_REPEAT)


class PatternError(ValueError):
    """A pattern cannot read lines; the message says why, in Spanish."""


def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern, ready to be tried on whole lines.

    Raises:
        PatternError: It is none, or could take too long.
    """
    if len(pattern) > LONGEST_PATTERN:
        raise PatternError(f"tiene {len(pattern)} caracteres; como máximo, {LONGEST_PATTERN}")
    try:
        tree, made = parser.parse(pattern, re.ASCII), re.compile(pattern, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise PatternError(f"no es una expresión regular: {error}") from error
    tried = _ways(tree)
    if tried > MOST_WAYS:
        raise PatternError(
            f"podría probarse de más de {MOST_WAYS} maneras en una sola línea; "
            "limite las repeticiones, p. ej. {1,3}"
        )
    return made


def _ways(tree: Iterable[tuple[Any, Any]]) -> int:
    """Return in how many ways a sequence can be tried, at most; never much more than `MOST_WAYS`."""
    return _capped(prod(_capped(_ways_of(kind, what)) for kind, what in tree))


def _ways_of(kind: Any, what: Any) -> int:
    if kind in _ONE:
        return 1
    if kind is c.SUBPATTERN:
        return _ways(what[3])
    if kind is c.BRANCH:
        return sum(_ways(each) for each in what[1])
    if kind in _REPEATS:
        least, most, inner = what
        ways = _ways(inner)
        return sum(
            _capped(ways**times) for times in range(min(least, LONGEST_LINE), min(most, LONGEST_LINE) + 1)
        )
    raise PatternError(
        f"no se admite «{str(kind).lower()}»: solo caracteres, clases, grupos, | y repeticiones"
    )


def _capped(ways: int) -> int:
    return min(ways, MOST_WAYS + 1)
