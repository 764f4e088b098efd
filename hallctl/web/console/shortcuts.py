"""Which key takes which step: one key for one step, for ever.

Not responsible for hearing keys (static/desk.js), nor for whether a step is open. A step's own keys are in
its row of ``STEPS``, beside what decides it; that no two steps share one is held by ``GameRules``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from hallctl.outputs.offer import Offer
from hallctl.rules.commands.base import Post
from hallctl.rules.step import Button, Steps

SCAN_KEY: Final = "Alt+K"
"""Opens the camera beside the question for a card. It is no step, and no step has it."""

HELP_KEY: Final = "Shift+F1"
"""Opens the manual at the chapter of the moment (static/help.js)."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key and what it takes, as it is printed.

    Attributes:
        key: As it stands on the button, e.g. "F2".
        step: What the step is called in the hall.
        posts: Who takes it.
    """

    key: str
    step: str
    posts: tuple[Post, ...]


def key_rows(steps: Steps) -> tuple[KeyRow, ...]:
    """Return every key that takes a step of the house or its game: the F keys first, then by letter."""
    found = [
        KeyRow(key.name, key.label or step.name, step.posts)
        for step in steps.values()
        if step.button is not None
        for key in step.button.keys
    ]
    return tuple(sorted(found, key=lambda row: (not row.key.startswith("F"), len(row.key), row.key)))


def keyless(steps: Steps) -> Sequence[str]:
    """Return what the steps of people without a key are called."""
    return tuple(step.name for step in steps.values() if step.button is not None and not step.button.keys)


def shortcuts(found: Iterable[tuple[Offer, Button]]) -> tuple[str, ...]:
    """Return the key of each of the steps that are shown together; empty for one without.

    Of several of one kind, as where two prizes may be paid, the first has their key: it takes them in order.
    """
    taken: set[str] = set()
    keys = []
    for offer, button in found:
        key = _own(offer, button)
        keys.append("" if key in taken else key)
        taken.add(key)
    return tuple(keys)


def _own(offer: Offer, button: Button) -> str:
    """Return the key of a step, whatever else is shown; empty without one."""
    if offer.key is not None:
        return offer.key
    return next((key.name for key in button.keys if key.when.items() <= offer.body.items()), "")
