"""Which entries of a roulette table a person signs (DR10, DR11, DR17, I16), and after which it rests.

Not responsible for keys and signatures.
"""

from typing import Final

from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.any_table.rules.signing import BANK_SIGNED
from hallctl.games.roulette.rules.events.people import (
    NumberApproved,
    NumberProposed,
    SpinVoided,
    SpinVoidProposed,
)
from hallctl.games.roulette.rules.events.table import WheelInspected, WheelRegistered
from hallctl.rules.signing import TWO_PERSON_MS, Signed

SIGNED: Final[Signed] = {
    **BANK_SIGNED,
    WheelRegistered: None,
    WheelInspected: None,
    NumberProposed: TWO_PERSON_MS,
    NumberApproved: TWO_PERSON_MS,
    SpinVoidProposed: TWO_PERSON_MS,
    SpinVoided: TWO_PERSON_MS,
}
"""What is signed in a table's day."""

RESTS: Final = (TableClosed,)
"""After which the table rests."""
