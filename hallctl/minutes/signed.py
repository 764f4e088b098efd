"""Which kinds of entries a person signs, in which post, and after whom: fixed by the format of the book.

A verifier demands signatures by this table, never by a book's own list. The rules of the hall have
their own (``hallctl.rules.signing``): how fresh an authentication must be. A test compares the two.
Not responsible for the signatures themselves (``signatures``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

JEFE: Final = "jefe"
DIRECTOR: Final = "director"


@dataclass(frozen=True, slots=True)
class Signing:
    """What the signature of one kind of entry needs.

    Attributes:
        posts: The posts of which one must be the actor's, and in the signer's certificate.
        after: The kind whose newest entry before it must be another person's; "" where one person decides.
        same: The key of the body in which the two have to agree; "" where none does.
    """

    posts: tuple[str, ...]
    after: str = ""
    same: str = ""


SIGNING: Final[Mapping[str, Signing]] = {
    "BallSetMounted": Signing((DIRECTOR,)),
    "BallSetRetired": Signing((DIRECTOR,)),
    "BingoCarried": Signing((DIRECTOR,), "NoBingoProposed"),
    "BookClosed": Signing((DIRECTOR,), "ClosingProposed"),
    "BookOpened": Signing((DIRECTOR,)),
    "ClockReferenceProposed": Signing((JEFE,)),
    "ClockReferenceSet": Signing((DIRECTOR,), "ClockReferenceProposed"),
    "ClosingProposed": Signing((JEFE,)),
    "ComplaintFiled": Signing((JEFE, DIRECTOR)),
    "ComplaintResolved": Signing((DIRECTOR,)),
    "DrawStarted": Signing((JEFE,)),
    "GameSigned": Signing((JEFE,)),
    "GameVoided": Signing((DIRECTOR,), "VoidProposed"),
    "IncidentApproved": Signing((DIRECTOR,), "IncidentMinuted", "number"),
    "IncidentMinuted": Signing((JEFE,)),
    "ManualProposed": Signing((JEFE,)),
    "MeansChanged": Signing((DIRECTOR,), "ManualProposed"),
    "MediumRepaired": Signing((DIRECTOR,), "RepairProposed"),
    "NoBingoProposed": Signing((JEFE,)),
    "PrintingSuspended": Signing((DIRECTOR,), "PrintingSuspensionProposed"),
    "PrintingSuspensionProposed": Signing((JEFE,)),
    "RepairProposed": Signing((JEFE,)),
    "SessionClosed": Signing((JEFE,)),
    "SessionDayAgreed": Signing((DIRECTOR,), "SessionDayProposed"),
    "SessionDayProposed": Signing((JEFE,)),
    "SessionOpened": Signing((JEFE,)),
    "ShorterAccepted": Signing((DIRECTOR,), "RepairProposed"),
    "VoidProposed": Signing((JEFE,)),
    "WrongCallSettled": Signing((DIRECTOR,)),
}
"""The kinds of entries that are signed in format 3."""

KINDS: Final = tuple(sorted(SIGNING))
"""Their names, as an opening diligence of format 3 lists them."""

WITHDRAWN: Final = "ProposalWithdrawn"
"""The kind of an entry that takes back the proposal of the kind in its ``proposal``."""

PROPOSALS: Final = {signing.after: signing.same for signing in SIGNING.values() if signing.after}
"""The kinds that one person decides after another, with the key of the body that tells them apart."""
