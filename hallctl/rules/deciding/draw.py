"""The draw: order, ball, call, one after the other and never two at once.

Not responsible for reading balls: the number arrives as a report of the camera or of a person.
"""

from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.deciding.context import Answer, Context, seconds_left
from hallctl.rules.deciding.waiting import wait_over
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Game, Phase, State


def report_filled(state: State, _: cmd.ReportFilled, __: Context) -> Answer:
    """Take note that the drum is full again; outside a game, or twice, it says nothing new."""
    game = state.playing
    if game is None or game.filled or game.phase not in {Phase.SALE, Phase.CLOSED}:
        return ()
    return (ev.DrumFilled(game.number),)


def start_draw(state: State, _: cmd.StartDraw, __: Context) -> Answer:
    """Announce the beginning: the diligence of commencement (AJ-42, 78, 85)."""
    game = state.playing
    if game is None or game.phase is not Phase.CLOSED:
        return refuse("START-PHASE")
    if not game.filled:
        return refuse("DRUM-FILLING")
    return (ev.DrawStarted(game.number),)


def draw_ball(state: State, _: cmd.DrawBall, context: Context) -> Answer:
    """Order one ball, when the one before it is called and the pace allows it (AJ-86, 88)."""
    game = state.playing
    if game is None or game.phase is not Phase.DRAW:
        return refuse("DRAW-PHASE")
    if game.manual:
        return refuse("MANUAL-ON")
    if game.wrong_call is not None:
        return refuse("WRONG-WAITS")
    if game.pending is not None:
        return refuse("DRAW-PENDING")
    if game.uncalled is not None:
        return refuse("DRAW-UNCALLED", ball=game.uncalled)
    if state.mounted is None:
        return refuse("SET-NONE")
    if len(game.drawn) >= state.rules.universe:
        return refuse("DRAW-EMPTY", universe=state.rules.universe)
    ready = 0 if game.ordered_at is None else game.ordered_at + state.rules.minimum_interval_ms
    if context.now < ready:
        return refuse("DRAW-PACE", wait=seconds_left(ready, context.now))
    return (ev.ExtractionOrdered(game.order + 1, state.serial + 1, context.now),)


def report_ball(state: State, command: cmd.ReportBall, context: Context) -> Answer:
    """Take the number that the camera read for the pending order."""
    game = _awaiting(state, command.serial)
    if isinstance(game, Refusal):
        return game
    refusal = impossible(state, game, command.ball)
    if refusal is not None:
        return refusal
    drawn = ev.BallDrawn(game.order, command.ball, command.picture, "camera")
    return (drawn, *wait_over(state, context.now))


def report_doubt(state: State, command: cmd.ReportDoubt, _: Context) -> Answer:
    """Put a ball without a certain number before a person (I15)."""
    game = _awaiting(state, command.serial)
    if isinstance(game, Refusal):
        return game
    if game.doubt is not None:
        return ()
    return (ev.BallDoubted(game.order, command.candidates, command.reason, command.picture),)


def settle_ball(state: State, command: cmd.SettleBall, context: Context) -> Answer:
    """Take a person's word for a ball the camera is in doubt of."""
    game = state.playing
    if game is None or game.doubt is None:
        return refuse("BALL-SURE")
    refusal = impossible(state, game, command.ball)
    if refusal is not None:
        return refusal
    drawn = ev.BallDrawn(game.order, command.ball, game.doubt.picture, "person")
    return (drawn, *wait_over(state, context.now))


def call_ball(state: State, command: cmd.CallBall, _: Context) -> Answer:
    """Confirm that the extracted ball was called aloud; never during a stop (AJ-86, I9)."""
    game = state.playing
    if game is None or game.uncalled is None:
        return refuse("CALL-NONE")
    if game.phase is not Phase.DRAW:
        return refuse("CLAIM-OPEN")
    if command.ball != game.uncalled:
        return refuse("CALL-OTHER", ball=game.uncalled, said=command.ball)
    return (ev.BallCalled(command.ball),)


def _awaiting(state: State, serial: int) -> Game | Refusal:
    game = state.playing
    if game is None or game.pending is None or game.pending != serial:
        return refuse("BALL-NOT-ORDERED", serial=serial)
    return game


def impossible(state: State, game: Game, ball: int) -> Refusal | None:
    """Return why a ball cannot have come out of this game's drum, None where it can (I2)."""
    if not 1 <= ball <= state.rules.universe:
        return refuse("BALL-RANGE", ball=ball, universe=state.rules.universe)
    if ball in game.drawn:
        return refuse("BALL-TWICE", ball=ball)
    return None
