"""Which entries of the house a person signs, and how fresh the authentication must be (AJ-42, 52, 54, I16).

Not responsible for keys and signatures, nor for a game's own entries (``GameRules.signed``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.rules.events.base import Event
from hallctl.rules.events.clock import (
    ClockReferenceProposed,
    ClockReferenceSet,
    SessionDayAgreed,
    SessionDayProposed,
)
from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.events.printing import PrintingSuspended, PrintingSuspensionProposed
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import (
    BookClosed,
    BookOpened,
    ClosingProposed,
    MediumRepaired,
    RepairProposed,
    ShorterAccepted,
)

TWO_PERSON_MS: Final = 120_000
"""Within which each of two people must have authenticated (I16)."""

Signed = Mapping[type[Event], int | None]
"""Events that their author signs, and how long before the person authenticated at most, in milliseconds.

None: at any time while the key is unlocked."""

HOUSE_SIGNED: Final[Signed] = {
    BookOpened: None,
    ClosingProposed: TWO_PERSON_MS,
    BookClosed: TWO_PERSON_MS,
    SessionOpened: None,
    SessionClosed: None,
    IncidentMinuted: TWO_PERSON_MS,
    IncidentApproved: TWO_PERSON_MS,
    ComplaintFiled: None,
    ComplaintResolved: None,
    RepairProposed: TWO_PERSON_MS,
    MediumRepaired: TWO_PERSON_MS,
    ShorterAccepted: TWO_PERSON_MS,
    PrintingSuspensionProposed: TWO_PERSON_MS,
    PrintingSuspended: TWO_PERSON_MS,
    ClockReferenceProposed: TWO_PERSON_MS,
    ClockReferenceSet: TWO_PERSON_MS,
    SessionDayProposed: TWO_PERSON_MS,
    SessionDayAgreed: TWO_PERSON_MS,
}
"""What is signed whatever is played."""

REFERENCE: Final[frozenset[type[Event]]] = frozenset({ClockReferenceProposed, ClockReferenceSet})
"""The signed events that a clock behind the book does not stand against: they settle it (I25)."""
