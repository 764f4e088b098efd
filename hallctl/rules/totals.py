"""What a volume adds up to, for its closing diligence.

Not responsible for balances (``ledger``): these only ever grow.
"""

from dataclasses import replace

from hallctl.rules import events as ev
from hallctl.rules.state import State, Totals


def added(event: ev.Event, state: State) -> Totals | None:
    """Return the totals after an event, None where it changes none; ``state`` is the state before it."""
    totals = state.totals
    match event:
        case ev.SaleClosed(collected=collected):
            return replace(totals, collected=totals.collected + collected)
        case ev.PrizePaid(amount=amount):
            return replace(totals, paid=totals.paid + amount)
        case ev.GameVoided(refunded=refunded):
            game = state.game
            assert game is not None
            collected = totals.collected + game.cards * game.face_value - game.collected
            owed = totals.refunded + refunded
            return replace(totals, voids=totals.voids + 1, collected=collected, refunded=owed)
        case _:
            return None
