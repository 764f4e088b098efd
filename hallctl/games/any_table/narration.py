"""What the bank of a table did, in Spanish.

Not responsible for what was played.
"""

from typing import assert_never

from hallctl.games.any_table.rules.events import (
    BankEvent,
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
)
from hallctl.i18n.words import amount, pieces_in_words


def narrate_bank(event: BankEvent, currency: str) -> str:
    """Return the sentence of an event of a table's bank."""
    match event:
        case TableOpened(initial=initial, pieces=pieces):
            return f"Se abre la mesa con {amount(initial, currency)}{pieces_in_words(pieces)}."
        case TableFilled(slip=slip, amount=brought):
            return f"Se reponen fichas por {amount(brought, currency)}, vale {slip}."
        case TableCredited(slip=slip, amount=taken):
            return f"Se retiran fichas por {amount(taken, currency)}, vale {slip}."
        case TableClosed(counted=counted, result=result):
            said = "gana" if result >= 0 else "pierde"
            there, sum_ = amount(counted, currency), amount(abs(result), currency)
            return f"Se cierra la mesa: hay {there}; la mesa {said} {sum_}."
        case _:
            assert_never(event)
