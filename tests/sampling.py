"""What `make test` takes of a long list of parameters: a sample; the rest runs in `make torture`."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import settings


def sampled(values: Iterable[Any], keep: int | Callable[[Any], bool]) -> list[Any]:
    """Return the values of one parameter; those that are not kept run with ``--torture`` alone.

    Args:
        values: All of them.
        keep: Which ones stay in `make test`; a number keeps one of so many, the first among them.
    """
    listed = list(values)
    kept = [n % keep == 0 if isinstance(keep, int) else keep(value) for n, value in enumerate(listed)]
    assert any(kept), _NOTHING
    return [pytest.param(value, marks=_marks(stays)) for value, stays in zip(listed, kept, strict=True)]


def sampled_rows(rows: Iterable[tuple[Any, ...]], keep: int) -> list[Any]:
    """Return rows of values for several names, of which one of so many stays; as ``sampled``."""
    return [pytest.param(*row, marks=_marks(n % keep == 0)) for n, row in enumerate(rows)]


def sampled_pairs(
    firsts: Iterable[Any], seconds: Iterable[Any], keep: int | Callable[[Any, Any], bool]
) -> list[Any]:
    """Return each value of one parameter with each of another's, for two names; as ``sampled``.

    A number keeps one of so many pairs of each row, one further on in the next row: all values have a turn.
    """
    chosen = list(_chosen(firsts, seconds, keep))
    assert any(stays for _, stays in chosen), _NOTHING
    return [pytest.param(*pair, marks=_marks(stays)) for pair, stays in chosen]


def sampled_tuples(firsts: Iterable[Any], seconds: Iterable[Any], keep: int) -> list[Any]:
    """Return the same as the values of one parameter, a tuple each."""
    return [pytest.param(pair, marks=_marks(stays)) for pair, stays in _chosen(firsts, seconds, keep)]


def in_full(torture: int, otherwise: int) -> int:
    """Return how many there are with ``--torture``, or otherwise, in a worker of xdist too."""
    return torture if settings.get_current_profile_name() == "torture" else otherwise


_NOTHING = "nothing is left in `make test`"


def _chosen(
    firsts: Iterable[Any], seconds: Iterable[Any], keep: int | Callable[[Any, Any], bool]
) -> Iterator[tuple[tuple[Any, Any], bool]]:
    for (n, one), (m, other) in product(enumerate(firsts), enumerate(seconds)):
        yield (one, other), (n + m) % keep == 0 if isinstance(keep, int) else keep(one, other)


def _marks(stays: bool) -> tuple[pytest.MarkDecorator, ...]:
    return () if stays else (pytest.mark.campaign,)
