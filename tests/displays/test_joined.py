"""Whatever a golden picture shows comes from the hall: no field of a view that only a kept file fills."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

from displays.views import KINDS
from tests.displays import card_tables, phases, tables
from tests.displays.golden import EVERY, load_any

CHOICES = frozenset({"tone", "verdict"})
"""Fields whose every value draws something else."""

BY_ORDER = {"board.tone calm", "board.tone stop", "cctv.simulated", "sale.simulated", "table.simulated"}
"""What ``phases`` and ``tables`` do not come by: screens ordered for another moment, or practised."""


def filled(value: Any, name: str) -> Iterator[str]:
    """Yield the names of the fields that hold something, down to those of each line of a list."""
    for each in fields(value):
        held, path = getattr(value, each.name), f"{name}.{each.name}"
        if each.name in CHOICES:
            yield f"{path} {held}"
        elif held is True or (held is not None and held is not False and held not in ("", ())):
            yield path
        for item in held if isinstance(held, tuple) else ():
            if is_dataclass(item):
                yield from filled(item, path)


def by_kind(views: Iterator[Any]) -> dict[str, set[str]]:
    found = defaultdict(set)
    for view in views:
        found[view.KIND] |= set(filled(view, view.KIND))
    return found


def test_every_field_that_a_kept_view_fills_is_filled_by_the_hall_on_the_same_screen() -> None:
    bingo = (phases.view(name, "es") for name in phases.NAMES)
    tabled = (tables.view(name, "pt") for name in tables.phases())
    carded = (card_tables.view(name, "pt") for name in card_tables.phases())
    made = by_kind(chain(bingo, tabled, carded))
    kept = by_kind(load_any(name) for name in EVERY)
    assert set(made) == set(KINDS)
    unmade = {path for kind, paths in kept.items() for path in paths - made[kind]}
    assert unmade == BY_ORDER
