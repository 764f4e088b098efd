"""What a hall is at, as its head office shows it to people: a hint, and never a fact (docs/chain.md).

Not responsible for when it is sent (``hallctl.devices.office_view``).
"""

from collections.abc import Mapping
from typing import Any

from hallctl import __version__
from hallctl.app.games import GAMES
from hallctl.config.hall import Setting
from hallctl.games.bingo.rules.state import State as BingoState
from hallctl.rules.state import State
from hallctl.rules.totals import of_session
from hallctl.table.snapshot import Snapshot


def live_view(setting: Setting, newest: Snapshot, witness_lag: int | None) -> Mapping[str, Any]:
    """Return what is at hand of the newest durable state, without anything that players are not shown yet.

    Args:
        setting: The configuration.
        newest: The state.
        witness_lag: How many entries the witness lacks; None where there is no witness, or no word of it.
    """
    state, game = newest.state, GAMES[setting.config.hall.game]
    phase, totals = game.phase(state), of_session(state)
    return {
        "program": __version__,
        "game": game.name,
        "simulated": setting.config.simulated,
        "volume": state.volume,
        "entry": newest.entry,
        "session": 0 if state.session is None else state.session.number,
        "day": state.last_day if state.session is not None else "",
        "round": 0 if state.playing is None else state.playing.number,
        "phase": "" if state.session is None or phase is None else str(phase.key),
        "suspended": state.suspended,
        "currency": state.rules.currency,
        "collected": totals.collected,
        "paid": totals.paid,
        "refunded": totals.refunded,
        "faults": [fault.code for fault in state.faults],
        "notices": [notice.code for notice in state.notices],
        "halted": bool(newest.halted),
        "second_medium": _second_medium(setting, state),
        "witness_lag": witness_lag,
        **_balls(state),
    }


def _second_medium(setting: Setting, state: State) -> str:
    if setting.config.book.second is None:
        return "none"
    return "whole" if state.medium_lost is None else "lost"


def _balls(state: State) -> Mapping[str, Any]:
    """Return how many balls are called, and how much the mounted set has played; nothing in other games."""
    if not isinstance(state, BingoState):
        return {"balls": 0, "ball_set": "", "ball_set_games": 0}
    mounted = state.ball_sets.get(state.mounted or "")
    return {
        "balls": 0 if state.game is None or state.playing is None else state.game.called,
        "ball_set": "" if mounted is None else mounted.name,
        "ball_set_games": 0 if mounted is None else mounted.games,
    }
