"""What the desk of a roulette table shows by its own templates, and what programs are told of it.

Nobody is told what one witness says of a number (DR11). Not responsible for markup (``templates``).
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypedDict

from hallctl.games.roulette.desk.shown import shown
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.words import DIRECTIONS
from hallctl.outputs.stage import Stage


class SpinTold(TypedDict):
    """The newest spin.

    Attributes:
        number: Its order number in the volume.
        phase: Where it stands.
        croupier: Who launches the ball.
        pocket: The number, once it is established; empty before.
        entered: Whether the croupier has entered one.
    """

    number: int
    phase: str
    croupier: str
    pocket: str
    entered: bool


class Told(TypedDict):
    """What programs are told of the desk where roulette is played.

    Attributes:
        phase: That of the spin; without one, "book" before its opening, "hall" without a session, "session".
        table: Whether the table is open.
        spin: The newest spin of the day.
        numbers: The last numbers of the day, the newest first.
    """

    phase: Literal[
        "book",
        "hall",
        "session",
        "bets",
        "launched",
        "closed",
        "disputed",
        "number",
        "marked",
        "collected",
        "paid",
        "void",
    ]
    table: bool
    spin: SpinTold | None
    numbers: tuple[str, ...]


def told(state: State) -> Mapping[str, Any]:
    """Return what programs are told beside the phase."""
    spin = state.spin
    newest = None
    if spin is not None:
        newest = SpinTold(
            number=spin.number,
            phase=spin.phase.value,
            croupier=spin.croupier,
            pocket=spin.pocket,
            entered=bool(spin.entered),
        )
    return {"table": state.table is not None, "spin": newest, "numbers": list(state.numbers)}


ROULETTE_STAGE: Final = Stage(
    templates="hallctl.games.roulette.desk",
    shown=shown,
    names={"DIRECTIONS": DIRECTIONS},
    told=told,
    described={"Desk": Told},
)
"""The desk of a roulette table."""
