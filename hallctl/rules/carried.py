"""What a closed volume hands on to the next one.

Not responsible for taking it over (``folding.volumes``), nor for what a game adds (``GameRules.carried``).
"""

from collections.abc import Mapping

from hallctl.rules.events.volumes import Balance, Carried, OpenComplaint
from hallctl.rules.state import State


def carried_forward(state: State) -> Carried:
    """Return what the house hands on, whatever was played."""
    return Carried(
        ledger=balances(state.ledger),
        games=state.games,
        sessions=state.sessions,
        last_day=state.last_day,
        incident=state.incident,
        complaint=state.complaint,
        complaints=tuple(OpenComplaint(number, name) for number, name in state.complaints.items()),
        papers=tuple(state.papers.adopted.values()),
        declined=tuple(state.papers.declined.values()),
    )


def balances(held: Mapping[str, int]) -> tuple[Balance, ...]:
    """Return what stands at which amount, as an event says it."""
    return tuple(Balance(name, amount) for name, amount in held.items())
