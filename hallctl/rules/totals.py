"""What a volume adds up to, for its closing diligence, and the cash that an event moves.

Not responsible for balances (``ledger``): these only ever grow.
"""

from dataclasses import dataclass, replace

from hallctl.rules.state import State, Totals


@dataclass(frozen=True, slots=True)
class Takings:
    """What an event did to the cash, in minor units, whatever the game.

    Attributes:
        collected: What came in.
        paid: What was paid out in prizes.
        owed: What must be given back for a void game, less what waits for cards that nobody has brought.
        refunded: What was given back of it.
        voids: How many games it made void.
    """

    collected: int = 0
    paid: int = 0
    owed: int = 0
    refunded: int = 0
    voids: int = 0


def of_session(state: State) -> Totals:
    """Return what the open session adds up to so far; nothing where none is open."""
    if state.session is None:
        return Totals()
    now, before = state.totals, state.session.before
    return Totals(
        now.collected - before.collected,
        now.paid - before.paid,
        now.refunded - before.refunded,
        now.voids - before.voids,
    )


def added(totals: Totals, takings: Takings) -> Totals:
    """Return the totals after takings; a refund counts when it is owed."""
    return replace(
        totals,
        collected=totals.collected + takings.collected,
        paid=totals.paid + takings.paid,
        refunded=totals.refunded + takings.owed,
        voids=totals.voids + takings.voids,
    )
