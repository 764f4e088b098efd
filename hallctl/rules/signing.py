"""Which entries a person signs, and how fresh the authentication for it must be (AJ-42, 52, 54, I16).

Not responsible for keys and signatures.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.rules import events as ev

TWO_PERSON_MS: Final = 120_000
"""Within which each of two people must have authenticated (I16)."""

SIGNED: Final[Mapping[type[ev.Event], int | None]] = {
    ev.BookOpened: None,
    ev.ClosingProposed: TWO_PERSON_MS,
    ev.BookClosed: TWO_PERSON_MS,
    ev.SessionOpened: None,
    ev.SessionClosed: None,
    ev.DrawStarted: None,
    ev.GameSigned: None,
    ev.BallSetMounted: None,
    ev.BallSetRetired: None,
    ev.IncidentMinuted: TWO_PERSON_MS,
    ev.IncidentApproved: TWO_PERSON_MS,
    ev.VoidProposed: TWO_PERSON_MS,
    ev.GameVoided: TWO_PERSON_MS,
    ev.ManualProposed: TWO_PERSON_MS,
    ev.MeansChanged: TWO_PERSON_MS,
    ev.NoBingoProposed: TWO_PERSON_MS,
    ev.BingoCarried: TWO_PERSON_MS,
    ev.WrongCallSettled: TWO_PERSON_MS,
    ev.ComplaintFiled: None,
    ev.ComplaintResolved: None,
    ev.RepairProposed: TWO_PERSON_MS,
    ev.MediumRepaired: TWO_PERSON_MS,
    ev.ShorterAccepted: TWO_PERSON_MS,
    ev.PrintingSuspensionProposed: TWO_PERSON_MS,
    ev.PrintingSuspended: TWO_PERSON_MS,
    ev.ClockReferenceProposed: TWO_PERSON_MS,
    ev.ClockReferenceSet: TWO_PERSON_MS,
    ev.SessionDayProposed: TWO_PERSON_MS,
    ev.SessionDayAgreed: TWO_PERSON_MS,
}
"""The events that their author signs, and how long before the person authenticated at most, in milliseconds.

None: at any time while the key is unlocked."""

REFERENCE: Final[frozenset[type[ev.Event]]] = frozenset({ev.ClockReferenceProposed, ev.ClockReferenceSet})
"""The signed events that a clock behind the book does not stand against: they settle it (I25)."""

SIGNED_WITHIN: Final[Mapping[str, int | None]] = {kind.__name__: within for kind, within in SIGNED.items()}
"""The same by the kinds of their entries."""

SIGNED_KINDS: Final = tuple(sorted(kind.__name__ for kind in SIGNED))
"""Their names, as the opening diligence says them."""
