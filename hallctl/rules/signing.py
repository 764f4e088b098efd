"""Which entries a person signs, and how fresh the authentication for it must be (AJ-42, 52, 54, I16).

Not responsible for keys and signatures.
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
from hallctl.rules.events.closing import GameSigned, GameVoided, VoidProposed
from hallctl.rules.events.draw import DrawStarted
from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.events.opening import BallSetMounted, BallSetRetired
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
from hallctl.rules.events.wrong_calls import (
    BingoCarried,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallSettled,
)

TWO_PERSON_MS: Final = 120_000
"""Within which each of two people must have authenticated (I16)."""

SIGNED: Final[Mapping[type[Event], int | None]] = {
    BookOpened: None,
    ClosingProposed: TWO_PERSON_MS,
    BookClosed: TWO_PERSON_MS,
    SessionOpened: None,
    SessionClosed: None,
    DrawStarted: None,
    GameSigned: None,
    BallSetMounted: None,
    BallSetRetired: None,
    IncidentMinuted: TWO_PERSON_MS,
    IncidentApproved: TWO_PERSON_MS,
    VoidProposed: TWO_PERSON_MS,
    GameVoided: TWO_PERSON_MS,
    ManualProposed: TWO_PERSON_MS,
    MeansChanged: TWO_PERSON_MS,
    NoBingoProposed: TWO_PERSON_MS,
    BingoCarried: TWO_PERSON_MS,
    WrongCallSettled: TWO_PERSON_MS,
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
"""The events that their author signs, and how long before the person authenticated at most, in milliseconds.

None: at any time while the key is unlocked."""

REFERENCE: Final[frozenset[type[Event]]] = frozenset({ClockReferenceProposed, ClockReferenceSet})
"""The signed events that a clock behind the book does not stand against: they settle it (I25)."""

SIGNED_WITHIN: Final[Mapping[str, int | None]] = {kind.__name__: within for kind, within in SIGNED.items()}
"""The same by the kinds of their entries."""

SIGNED_KINDS: Final = tuple(sorted(kind.__name__ for kind in SIGNED))
"""Their names, as the opening diligence says them."""
