"""Which key takes each of the steps that are shown together.

Not responsible for hearing keys (static/desk.js), nor for whether a step is open. A step's own keys are in
its row of ``STEPS``, beside what decides it.
"""

import string
import unicodedata
from collections.abc import Iterable
from typing import Final

from hallctl.outputs.offer import Offer
from hallctl.rules.step import Button

SCAN_KEY: Final = "F9"
"""Opens the camera beside the question for a card; where cards are checked, none are sold."""


def shortcuts(found: Iterable[tuple[Offer, Button]]) -> tuple[str, ...]:
    """Return the key of each of the steps that are shown together: "F2", or "Alt+V" by a letter of its name.

    A step whose key is taken, as where two cards may be paid, is given a letter; none has the key of another.
    """
    shown = tuple(found)
    taken: set[str] = set()
    keys = [_first(_own(offer, button), taken) for offer, button in shown]
    return tuple(
        key or _first_letter(offer.label, taken) for key, (offer, _) in zip(keys, shown, strict=True)
    )


def _own(offer: Offer, button: Button) -> str:
    """Return the key that a step has whatever else is shown; empty without one."""
    return next((key.name for key in button.keys if key.when.items() <= offer.body.items()), "")


def _first(key: str, taken: set[str]) -> str:
    if not key or key in taken:
        return ""
    taken.add(key)
    return key


def _first_letter(label: str, taken: set[str]) -> str:
    plain = unicodedata.normalize("NFD", label).upper()
    for letter in (*plain, *string.ascii_uppercase):
        if letter in string.ascii_uppercase and (key := _first(f"Alt+{letter}", taken)):
            return key
    return ""
