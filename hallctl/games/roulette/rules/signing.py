"""Which entries of a roulette table a person signs (DR10, DR11, DR17, I16), and after which it rests.

Not responsible for keys and signatures.
"""

from typing import Final

from hallctl.games.roulette.rules.events.people import (
    NumberApproved,
    NumberProposed,
    SpinVoided,
    SpinVoidProposed,
)
from hallctl.games.roulette.rules.events.table import (
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
    WheelInspected,
    WheelRegistered,
)
from hallctl.rules.signing import TWO_PERSON_MS, Signed

SIGNED: Final[Signed] = {
    WheelRegistered: None,
    WheelInspected: None,
    TableOpened: None,
    TableFilled: None,
    TableCredited: None,
    TableClosed: None,
    NumberProposed: TWO_PERSON_MS,
    NumberApproved: TWO_PERSON_MS,
    SpinVoidProposed: TWO_PERSON_MS,
    SpinVoided: TWO_PERSON_MS,
}
"""What is signed in a table's day."""

RESTS: Final = (TableClosed,)
"""After which the table rests."""
