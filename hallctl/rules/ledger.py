"""The hall's accounts in double entry: every event that moves money posts amounts that add up to zero.

Not responsible for deciding an amount, nor for what a game posts. Debits are positive: what the till holds,
and what the house has put in; credits are negative: what is owed to players, progressives and the house.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hallctl.rules.state import GameState

TILL: Final = "caja"
HOUSE: Final = "sala"
PRIZES_DUE: Final = "premios por pagar"
FLOAT: Final = "fondo de caja"
REFUNDS_DUE: Final = "devoluciones"

Postings = tuple[tuple[str, int], ...]
"""Accounts, each with what is added to its balance."""

Posting = Callable[[Any, GameState], Postings]
"""What an event posts; the state is that before it."""


def posted(ledger: Mapping[str, int], entries: Postings) -> dict[str, int]:
    """Return the balances after the postings."""
    balances = dict(ledger)
    for account, amount in entries:
        balances[account] = balances.get(account, 0) + amount
    return balances
