"""Which entries of a baccarat table a person signs (DB7, DB15, DB18, I16), and after which it rests.

Not responsible for keys and signatures.
"""

from typing import Final

from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.any_table.rules.signing import BANK_SIGNED
from hallctl.games.baccarat.rules.events.decks import (
    DecksDestroyed,
    DecksInspected,
    InspectionAgreed,
)
from hallctl.games.baccarat.rules.events.people import (
    CorrectionProposed,
    RoundCorrected,
    RoundVoided,
    RoundVoidProposed,
)
from hallctl.games.baccarat.rules.events.shoe import ShoeApproved, ShoeClosed
from hallctl.games.baccarat.rules.events.table import ShoeRegistered
from hallctl.games.baccarat.rules.events.untold import UntoldAgreed, UntoldProposed
from hallctl.rules.signing import TWO_PERSON_MS, Signed

SIGNED: Final[Signed] = {
    **BANK_SIGNED,
    ShoeRegistered: None,
    DecksInspected: None,
    InspectionAgreed: None,
    DecksDestroyed: None,
    ShoeClosed: None,
    ShoeApproved: TWO_PERSON_MS,
    CorrectionProposed: TWO_PERSON_MS,
    RoundCorrected: TWO_PERSON_MS,
    RoundVoidProposed: TWO_PERSON_MS,
    RoundVoided: TWO_PERSON_MS,
    UntoldProposed: TWO_PERSON_MS,
    UntoldAgreed: TWO_PERSON_MS,
}
"""What is signed in a table's day."""

RESTS: Final = (ShoeApproved, TableClosed)
"""After which the table rests."""
