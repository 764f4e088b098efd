"""Which key takes a step, and which steps are held for a second instead of pressed.

Not responsible for hearing keys (static/desk.js), nor for whether a step is open. Nothing here protects the
hall: that is the rules' part, and a book knows no undo; what is held is what nobody should do by a slip.
"""

import string
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from hallctl.outputs.offer import Offer

KEYS: Final[Mapping[str, str]] = {
    "CallBall": "F1",
    "DrawBall": "F2",
    "EnterBall": "F2",
    "StopForClaim line": "F3",
    "StopForClaim bingo": "F4",
    "VerifyCard": "F6",
    "AskAnyMore": "F7",
    "ResumeDraw": "F8",
    "FinishGame": "F8",
    "SellCards": "F9",
    "SignGame": "F10",
}
"""The keys of the commonest steps, the same all night; F5 and F11 stay the browser's."""

SCAN_KEY: Final = "F9"
"""Opens the camera beside the question for a card; where cards are checked, none are sold."""

HELD: Final = frozenset(
    {"ProposeVoid", "ApproveVoid", "ProposeNoBingo", "ApproveNoBingo", "ProposeManual", "ApproveManual"}
    | {"ProposePrintingSuspension", "SuspendPrinting"}
    | {"RetireBallSet", "AnnounceLastGame", "CloseSession", "ProposeClosing", "CloseBook"}
)
"""Seldom wanted and never undone."""


def shortcuts(found: Iterable[Offer]) -> tuple[str, ...]:
    """Return the key of each of the steps that are shown together: "F2", or "Alt+V" by a letter of its name.

    A step whose key is taken, as where two cards may be paid, is given a letter; none has the key of another.
    """
    shown = tuple(found)
    taken: set[str] = set()
    keys = [_first(KEYS.get(_named(offer), ""), taken) for offer in shown]
    return tuple(key or _first_letter(offer.label, taken) for key, offer in zip(keys, shown, strict=True))


def _named(offer: Offer) -> str:
    claim = offer.body.get("claim", "") if offer.command == "StopForClaim" else ""
    return f"{offer.command} {claim}".strip()


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
