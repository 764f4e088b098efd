"""What programs are told of a baccarat table beside what the house tells them of the desk.

Nobody is told a card before it is turned, nor a result before it is established (BA-22, DB14).
Not responsible for the page of the desk.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypedDict

from hallctl.games.baccarat.desk.shown import shown
from hallctl.games.baccarat.rules.state import Round, Shoe, State
from hallctl.games.baccarat.rules.tableau import Side
from hallctl.outputs.stage import Stage


class RoundTold(TypedDict):
    """The newest round.

    Attributes:
        number: Its order number in the volume.
        phase: Where it stands.
        croupier: Who opened it.
        demonstration: Whether no bets are taken.
        player: The player's cards that are turned.
        banker: The banker's.
        drawn: How many cards were drawn.
        next: Whose the next card is; empty where the round is complete.
        result: Who won, once it is established; empty before.
        dispute: Why the table is stopped; empty where it is not.
    """

    number: int
    phase: str
    croupier: str
    demonstration: bool
    player: list[str]
    banker: list[str]
    drawn: int
    next: str
    result: str
    dispute: str


class ShoeTold(TypedDict):
    """The newest shoe.

    Attributes:
        number: Its order number in the volume.
        stage: Where it stands.
        lot: Its decks.
        left: How many cards are in it.
        last: The number of its last round, once that is known.
    """

    number: int
    stage: str
    lot: str
    left: int
    last: int | None


class Told(TypedDict):
    """What programs are told of the desk where baccarat is played.

    Attributes:
        phase: That of the round; without one, "book" before its opening, "hall" without a session, "session".
        table: Whether the table is open.
        shoe: The newest shoe of the day.
        round: The newest round of the day.
        results: The results of the shoe, the oldest first.
    """

    phase: Literal[
        "book",
        "hall",
        "session",
        "bets",
        "dealing",
        "disputed",
        "result",
        "collected",
        "paid",
        "void",
    ]
    table: bool
    shoe: ShoeTold | None
    round: RoundTold | None
    results: list[str]


def told(state: State) -> Mapping[str, Any]:
    """Return what programs are told beside the phase."""
    return {
        "table": state.table is not None,
        "shoe": None if state.shoe is None else _shoe(state.shoe),
        "round": None if state.round is None else _round(state.round),
        "results": [each.result.value for each in state.past],
    }


def _shoe(shoe: Shoe) -> ShoeTold:
    return ShoeTold(number=shoe.number, stage=shoe.stage.value, lot=shoe.lot, left=shoe.left, last=shoe.last)


def _round(round_: Round) -> RoundTold:
    expected = None if not round_.open else round_.expected
    dispute = round_.dispute if round_.dispute is not None and round_.open else None
    return RoundTold(
        number=round_.number,
        phase=round_.phase.value,
        croupier=round_.croupier,
        demonstration=round_.demonstration,
        player=[each.card for each in round_.shown if each.side is Side.PLAYER],
        banker=[each.card for each in round_.shown if each.side is Side.BANKER],
        drawn=len(round_.drawn),
        next="" if expected is None else expected.value,
        result="" if round_.result is None else round_.result.value,
        dispute="" if dispute is None else dispute.value,
    )


BACCARAT_STAGE: Final = Stage(
    templates="hallctl.games.baccarat.desk", shown=shown, told=told, described={"Desk": Told}
)
"""The desk of a baccarat table."""
