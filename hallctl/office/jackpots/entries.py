"""Which facts of linked jackpots an entry of a hall's book states.

Not responsible for whether they are right: the ledger objects to what cannot be.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hallctl.office.jackpots.ledger import Claimed, Confirmed, Contributed, Fact, Lapsed, Reversed

ANNOUNCED: Final = "GameAnnounced"
KINDS: Final = (
    *(ANNOUNCED, "SaleClosed", "GameVoided"),
    *("LinkedJackpotClaimed", "LinkedJackpotReserved", "LinkedJackpotLapsed"),
)
"""The kinds of entries that have any, and the one that says which game they are of."""


_MOST: Final = 10**12
_LAST_GAME: Final = 2**31 - 1


class FactError(ValueError):
    """An entry of one of the kinds does not say what such an entry says."""


def facts_of(hall: str, game: int, kind: str, body: Mapping[str, Any]) -> tuple[tuple[str, Fact], ...]:
    """Return the facts of an entry, each with the name of its jackpot.

    Args:
        hall: Whose book.
        game: The one announced last.
        kind: Of the entry.
        body: Of the entry, whose form nobody has vouched for: a book by other rules is stored too.

    Raises:
        FactError: It has another form.
    """
    match kind:
        case "SaleClosed":
            return _linked(body, "progressives", lambda amount: Contributed(hall, game, amount))
        case "GameVoided":
            of = game_of(body)
            return _linked(body, "reversed", lambda amount: Reversed(hall, of, amount))
        case "LinkedJackpotClaimed":
            return ((_jackpot(body), Claimed(hall, game_of(body))),)
        case "LinkedJackpotReserved":
            return (
                (_jackpot(body), Confirmed(hall, game_of(body), _amount(body), str(body.get("note", "")))),
            )
        case "LinkedJackpotLapsed":
            return ((_jackpot(body), Lapsed(hall, game_of(body))),)
    return ()


def game_of(body: Mapping[str, Any]) -> int:
    """Return the number of the game that an entry says.

    Raises:
        FactError: It says none.
    """
    return _whole(body.get("game"), _LAST_GAME, "game")


def _amount(body: Mapping[str, Any]) -> int:
    return _whole(body.get("amount"), _MOST, "amount")


def _whole(value: object, most: int, what: str) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise FactError(f"{what} is no number that it can be: {value!r:.40}")
    return value


def _jackpot(body: Mapping[str, Any]) -> str:
    name = body.get("jackpot")
    if type(name) is not str:
        raise FactError(f"jackpot is no name: {name!r:.40}")
    return name


def _linked(body: Mapping[str, Any], where: str, fact: Callable[[int], Fact]) -> tuple[tuple[str, Fact], ...]:
    found = body.get(where, [])
    if type(found) is not list or any(type(each) is not dict for each in found):
        raise FactError(f"{where} is no list of contributions")
    return tuple(
        (_jackpot({"jackpot": each["linked"]}), fact(_amount(each))) for each in found if each.get("linked")
    )
