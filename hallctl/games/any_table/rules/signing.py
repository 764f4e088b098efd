"""Which entries of a bank a person signs (DR17, DB13, I16).

Not responsible for keys and signatures.
"""

from typing import Final

from hallctl.games.any_table.rules.events import TableClosed, TableCredited, TableFilled, TableOpened
from hallctl.rules.signing import Signed

BANK_SIGNED: Final[Signed] = {
    TableOpened: None,
    TableFilled: None,
    TableCredited: None,
    TableClosed: None,
}
"""What is signed of a table's money."""
