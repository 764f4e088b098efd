"""Which facts of linked jackpots an entry of a hall's book states.

Not responsible for whether they are right: entries are verified before, the ledger objects to what cannot be.
"""

from collections.abc import Mapping
from typing import Any, Final

from hallctl.office.jackpots.ledger import Claimed, Confirmed, Contributed, Fact, Lapsed, Reversed

ANNOUNCED: Final = "GameAnnounced"
KINDS: Final = (
    *(ANNOUNCED, "SaleClosed", "GameVoided"),
    *("LinkedJackpotClaimed", "LinkedJackpotReserved", "LinkedJackpotLapsed"),
)
"""The kinds of entries that have any, and the one that says which game they are of."""


def facts_of(hall: str, game: int, kind: str, body: Mapping[str, Any]) -> tuple[tuple[str, Fact], ...]:
    """Return the facts of an entry, each with the name of its jackpot.

    Args:
        hall: Whose book.
        game: The one announced last.
        kind: Of the entry.
        body: Of the entry, verified.
    """
    match kind:
        case "SaleClosed":
            return _linked(body["progressives"], lambda amount: Contributed(hall, game, amount))
        case "GameVoided":
            return _linked(body["reversed"], lambda amount: Reversed(hall, body["game"], amount))
        case "LinkedJackpotClaimed":
            return ((body["jackpot"], Claimed(hall, body["game"])),)
        case "LinkedJackpotReserved":
            return ((body["jackpot"], Confirmed(hall, body["game"], body["amount"])),)
        case "LinkedJackpotLapsed":
            return ((body["jackpot"], Lapsed(hall, body["game"])),)
    return ()


def _linked(contributions: Any, fact: Any) -> tuple[tuple[str, Fact], ...]:
    return tuple((each["linked"], fact(each["amount"])) for each in contributions if each.get("linked"))
