"""What bingo says to halls that follow its draw, or of the hall whose draw it follows.

Not responsible for what follows from what they say (``rules.deciding.calling``).
"""

from collections.abc import Mapping
from typing import Any, Final

from hallctl.games.bingo.rules.commands.calling import HearCaller, LoseCaller, StandHall, TakeCall
from hallctl.games.bingo.rules.events.draw import BallCalled, BallCorrected, BallDrawn
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.readings.calls import Calls, CallUse
from hallctl.rules.calls import Call, Calling, CallPhase, Following, GameId, Lose, Stage, Stand, Take, asking
from hallctl.rules.commands.base import Command

_PHASES: Final = {
    Phase.SALE: CallPhase.SELLING,
    Phase.CLOSED: CallPhase.SELLING,
    Phase.DRAW: CallPhase.CALLING,
    Phase.CLAIM: CallPhase.CALLING,
}
_STAGES: Final = {
    Phase.SALE: Stage.SELLING,
    Phase.CLOSED: Stage.PLAYING,
    Phase.DRAW: Stage.PLAYING,
    Phase.CLAIM: Stage.CLAIM,
    Phase.VOID: Stage.OUT,
}
_PICTURES: Final = (BallDrawn.__name__, BallCorrected.__name__)


def _calling(state: State, hall: str, volume: int, calls: Calls) -> Calling | None:
    game = state.game
    if game is None or game.caller is not None or not state.rules.remote_caller_s:
        return None
    called = GameId(hall, volume, game.number)
    return Calling(called, _PHASES.get(game.phase, CallPhase.OVER), calls[: game.called], game.halls)


def _following(state: State, hall: str) -> Following | None:
    game = state.game
    if game is None or game.caller is None:
        wanted = _wanted(state)
        return None if wanted is None else asking(hall, wanted[0])
    stage = Stage.OUT if game.caller.lost is not None else _STAGES.get(game.phase, Stage.DONE)
    unready = game.phase is not Phase.DRAW or game.uncalled is not None or game.wrong_call is not None
    waits = unready or bool(state.faults) or state.suspended
    caller = GameId(game.caller.hall, game.caller.volume, game.caller.game)
    return Following(hall, caller, stage, game.drawn, waits)


def _wanted(state: State) -> tuple[str, GameId | None] | None:
    session = state.session
    if session is None or not session.caller:
        return None
    return session.caller, None if session.caller_heard is None else GameId(*session.caller_heard)


def _after(calls: Calls, kind: str, body: Mapping[str, Any], number: int, digest: str) -> Calls:
    """Return the calls after an entry; one whose hash is empty is drawn and not called yet."""
    if kind == GameAnnounced.__name__:
        return ()
    if kind in _PICTURES:
        called = tuple(call for call in calls if call.hash)
        return (*called, Call(body["ball"], 0, "", body.get("picture", "")))
    if kind == BallCalled.__name__ and calls:
        return (*calls[:-1], Call(body["ball"], number, digest, calls[-1].picture))
    return calls


def _hear(hall: str, game: GameId | None) -> Command:
    return HearCaller(hall, 0, 0) if game is None else HearCaller(hall, game.volume, game.game)


def _take(step: Take, delay_ms: int) -> Command:
    call = step.call
    return TakeCall(step.order, call.ball, call.entry, call.hash, call.picture, delay_ms)


def _lose(state: State, step: Lose) -> Command:
    return LoseCaller(0 if state.game is None else state.game.number, step.why)


def _stand(state: State, step: Stand) -> Command:
    return StandHall(0 if state.game is None else state.game.number, step.hall, step.stage)


BINGO_CALLS: Final = CallUse(
    calling=_calling,
    following=_following,
    wanted=_wanted,
    patience=lambda state: int(state.rules.remote_caller_s) * 1000,
    calls=_after,
    hear=_hear,
    take=_take,
    lose=_lose,
    stand=_stand,
)
"""What the composition root hands to the line between halls."""
