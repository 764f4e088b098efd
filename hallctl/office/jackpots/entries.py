"""Which facts of linked jackpots an entry of a hall's book states.

Not responsible for whether they are right: the ledger objects to what cannot be.
"""

from collections.abc import Callable
from typing import Final

from hallctl.office.bodies import Body, BodyError, text, whole
from hallctl.office.jackpots.ledger import Claimed, Confirmed, Contributed, Fact, Lapsed, Reversed

ANNOUNCED: Final = "GameAnnounced"
KINDS: Final = (
    *(ANNOUNCED, "SaleClosed", "GameVoided"),
    *("LinkedJackpotClaimed", "LinkedJackpotReserved", "LinkedJackpotLapsed"),
)
"""The kinds of entries that have any, and the one that says which game they are of."""


_MOST: Final = 10**12


def facts_of(hall: str, game: int, kind: str, body: Body) -> tuple[tuple[str, Fact], ...]:
    """Return the facts of an entry, each with the name of its jackpot.

    Args:
        hall: Whose book.
        game: The one announced last.
        kind: Of the entry.
        body: Of the entry, whose form nobody has vouched for: a book by other rules is stored too.

    Raises:
        BodyError: It has another form.
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


def game_of(body: Body) -> int:
    """Return the number of the game that an entry says.

    Raises:
        BodyError: It says none.
    """
    return whole(body, "game")


def _amount(body: Body) -> int:
    return whole(body, "amount", _MOST)


def _jackpot(body: Body) -> str:
    return text(body, "jackpot")


def _linked(body: Body, where: str, fact: Callable[[int], Fact]) -> tuple[tuple[str, Fact], ...]:
    found = body.get(where, [])
    if type(found) is not list or any(type(each) is not dict for each in found):
        raise BodyError(f"{where} is no list of contributions")
    return tuple((text(each, "linked"), fact(_amount(each))) for each in found if each.get("linked"))
