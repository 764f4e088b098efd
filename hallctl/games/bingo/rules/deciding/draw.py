"""The draw: order, ball, call, one after the other and never two at once.

Not responsible for reading balls: the number arrives as a report of the camera or as a person's word.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.commands.draw import (
    CallBall,
    CallByVoice,
    CorrectBall,
    DrawBall,
    EnterBall,
    FillDrum,
    SettleBall,
    StartDraw,
)
from hallctl.games.bingo.rules.deciding.out_of_game import out_of_game
from hallctl.games.bingo.rules.deciding.waiting import wait_over
from hallctl.games.bingo.rules.events.draw import (
    BallCalled,
    BallCorrected,
    BallDoubted,
    BallDrawn,
    BallEntered,
    DrawStarted,
    DrumFilled,
    ExtractionOrdered,
)
from hallctl.games.bingo.rules.hand import by_hand, heard, required, unwitnessed
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.running import ContinuePlay
from hallctl.rules.deciding.context import Answer, Context, seconds_left
from hallctl.rules.events.base import Event
from hallctl.rules.house import HOUSE_STEPS
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import IN_ORDER, Button, Care, Key, Place, Proof, Step, Steps
from hallctl.rules.witnesses import Reading, Witness


def report_filled(state: State, _: ReportFilled, __: Context) -> Answer:
    """Take note that the drum is full again; outside a game, or twice, it says nothing new."""
    return _filled(state)


def fill_drum(state: State, _: FillDrum, __: Context) -> Answer:
    """Take the jefe de mesa's word for a manual drum; a machine says so itself (AJ-61)."""
    if state.rules.operation != "manual":
        return refuse("DRUM-MACHINE")
    return refuse("GAME-NONE") if playing(state) is None else _filled(state)


def _filled(state: State) -> tuple[Event, ...]:
    game = playing(state)
    if game is None or game.filled or game.phase not in {Phase.SALE, Phase.CLOSED}:
        return ()
    return (DrumFilled(game.number),)


def start_draw(state: State, _: StartDraw, __: Context) -> Answer:
    """Announce the beginning: the diligence of commencement (AJ-42, 78, 85)."""
    game = playing(state)
    if game is None or game.phase is not Phase.CLOSED:
        return refuse("START-PHASE")
    out = out_of_game(game)
    if out is not None:
        return out
    if not game.filled:
        return refuse("DRUM-HAND") if state.rules.operation == "manual" else refuse("DRUM-FILLING")
    return (DrawStarted(game.number),)


def draw_ball(state: State, _: DrawBall, context: Context) -> Answer:
    """Order one ball that a person asks for, where the hall does not order them by itself."""
    game = playing(state)
    if game is not None and game.cadence is not None:
        return refuse("CADENCE-ON")
    return next_ball(state, context.now)


def drawing(state: State) -> Game | Refusal:
    """Return the game that the machine may be asked for a ball of, or why not; one may be on its way."""
    game = playing(state)
    if game is None or game.phase is not Phase.DRAW:
        return refuse("DRAW-PHASE")
    if game.caller is not None:
        return refuse("CALLER-DRAWS", hall=game.caller.hall)
    if game.claiming:
        return refuse("HALL-CLAIM", halls=game.claiming)
    if by_hand(state, game):
        return refuse("MANUAL-ON")
    if game.wrong_call is not None:
        return refuse("WRONG-WAITS")
    if game.uncalled is not None:
        return refuse("DRAW-UNCALLED", ball=game.uncalled)
    if state.mounted is None:
        return refuse("SET-NONE")
    if len(game.drawn) >= state.rules.universe:
        return refuse("DRAW-EMPTY", universe=state.rules.universe)
    return game


def next_ball(state: State, now: int, pace_ms: int = 0) -> Answer:
    """Order one ball, when the one before it is called and the pace allows it (AJ-86, 88).

    Args:
        state: Where the hall stands.
        now: Monotonic milliseconds of this boot.
        pace_ms: The time from the last order on, where that is more than the rule set's least.
    """
    game = drawing(state)
    if isinstance(game, Refusal):
        return game
    if game.pending is not None:
        return refuse("DRAW-PENDING")
    interval = max(state.rules.minimum_interval_ms, pace_ms)
    ready = 0 if game.ordered_at is None else game.ordered_at + interval
    if now < ready:
        return refuse("DRAW-PACE", wait=seconds_left(ready, now))
    return (ExtractionOrdered(game.order + 1, state.serial + 1, now),)


def report_ball(state: State, command: ReportBall, context: Context) -> Answer:
    """Take the number that the camera read for the pending order, where every witness agrees."""
    game = _awaiting(state, command.serial)
    if isinstance(game, Refusal):
        return game
    refusal = impossible(state, game, command.ball)
    if refusal is not None:
        return refusal
    said = heard(game, command.readings or (Reading(Witness.CAMERA, command.ball),))
    refusal = unwitnessed(state, game, command.ball, said)
    if refusal is not None:
        return refusal
    reader, told = "person" if by_hand(state, game) else "camera", said if len(said) > 1 else ()
    drawn = BallDrawn(game.order, command.ball, command.picture, reader, told)
    return (drawn, *wait_over(state, context.now))


def report_doubt(state: State, command: ReportDoubt, _: Context) -> Answer:
    """Put a ball without a certain number before a person (I15)."""
    game = _awaiting(state, command.serial)
    if isinstance(game, Refusal):
        return game
    if game.doubt is not None:
        return ()
    said = heard(game, command.readings)
    return (BallDoubted(game.order, command.candidates, command.reason, command.picture, said),)


def enter_ball(state: State, command: EnterBall, context: Context) -> Answer:
    """Take the locutor's word for a ball; with other witnesses it counts once they agree (AJ-08, 86, I15)."""
    game = playing(state)
    if game is None or game.phase is not Phase.DRAW:
        return refuse("MANUAL-NOT")
    if game.caller is not None:
        return refuse("CALLER-DRAWS", hall=game.caller.hall)
    if game.claiming:
        return refuse("HALL-CLAIM", halls=game.claiming)
    refusal = _may_take_out(state, game) if by_hand(state, game) else _may_confirm(state, game)
    if refusal is not None:
        return refusal
    refusal = impossible(state, game, command.ball)
    if refusal is not None:
        return refusal
    if not by_hand(state, game):
        return (BallEntered(game.order, command.ball),)
    order = game.order + 1
    ordered = ExtractionOrdered(order, state.serial + 1, context.now)
    if required(state, game) != {Witness.CALLER}:
        return (ordered, BallEntered(order, command.ball))
    return (ordered, BallDrawn(order, command.ball, "", "person"), *wait_over(state, context.now))


def _may_take_out(state: State, game: Game) -> Refusal | None:
    """Say why no ball is taken out by hand now: under a fault only by what two people agreed (D8, I14)."""
    if state.faults and not game.manual:
        return refuse("FAULT", faults=", ".join(fault.code for fault in state.faults))
    if game.wrong_call is not None:
        return refuse("WRONG-WAITS")
    if game.pending is not None:
        return refuse("DRAW-PENDING")
    if game.uncalled is not None:
        return refuse("DRAW-UNCALLED", ball=game.uncalled)
    return None


def _may_confirm(state: State, game: Game) -> Refusal | None:
    """Say why nobody asks the locutor for the number of the machine's ball now."""
    awaited = game.pending is not None and game.doubt is None and game.entered is None
    if Witness.CALLER not in required(state, game) or not awaited:
        return refuse("MANUAL-NOT")
    return None


def settle_ball(state: State, command: SettleBall, context: Context) -> Answer:
    """Take a person's word for a ball the camera is in doubt of, or the witnesses do not agree on."""
    game = playing(state)
    if game is None or game.doubt is None:
        return refuse("BALL-SURE")
    refusal = impossible(state, game, command.ball)
    if refusal is not None:
        return refusal
    drawn = BallDrawn(game.order, command.ball, game.doubt.picture, "person")
    return (drawn, *wait_over(state, context.now))


def call_by_voice(state: State, command: CallByVoice, context: Context) -> Answer:
    """Take the voice's call for the locutor's, where the rule set lets it (AJ-08)."""
    return call_ball(state, command, context) if state.rules.voice_calls else refuse("CALL-VOICE")


def call_ball(state: State, command: CallBall | CallByVoice, _: Context) -> Answer:
    """Confirm that the extracted ball was called aloud; never during a stop (AJ-86, I9)."""
    game = playing(state)
    if game is None or game.uncalled is None:
        return refuse("CALL-NONE")
    if game.phase is not Phase.DRAW:
        return refuse("CLAIM-OPEN")
    if game.claiming:
        return refuse("HALL-CLAIM", halls=game.claiming)
    if command.ball != game.uncalled:
        return refuse("CALL-OTHER", ball=game.uncalled, said=command.ball)
    return (BallCalled(command.ball),)


def correct_ball(state: State, command: CorrectBall, _: Context) -> Answer:
    """Put another number in place of one that a person mistyped, before it is called (AJ-86).

    What the camera read, or agreed to, is not corrected so: a person's word alone does not outweigh it (I15).
    """
    game = playing(state)
    if game is None or game.uncalled is None or not game.named:
        return refuse("CORRECT-NONE")
    if game.phase is not Phase.DRAW:
        return refuse("CLAIM-OPEN")
    if game.wrong_call is not None:
        return refuse("WRONG-WAITS")
    refusal = impossible(state, game, command.ball)
    if refusal is not None:
        return refusal
    return (BallCorrected(game.order, game.uncalled, command.ball),)


def _awaiting(state: State, serial: int) -> Game | Refusal:
    game = playing(state)
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


_CONTINUE: Final = HOUSE_STEPS[ContinuePlay]

STEPS: Final[Steps] = {
    # Who continues play goes on from the ball and the claim that their page showed.
    ContinuePlay: replace(
        _CONTINUE,
        button=Button(Place.IN_ORDER, (shown.ball, shown.claim), Care.PRESS, Proof.SESSION, (Key("Alt+G"),)),
    ),
    ReportFilled: Step("Bombo lleno", (Post.CONTROLLER,), report_filled, None, suspended=True),
    FillDrum: Step("Bolas en el bombo", (Post.JEFE,), fill_drum, IN_ORDER.by("Alt+L")),
    StartDraw: Step(
        "Comienzo de la partida",
        (Post.JEFE,),
        start_draw,
        Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION, (Key("Alt+T"),)),
        faulty=False,
    ),
    DrawBall: Step(
        "Extraer bola",
        (Post.JEFE, Post.LOCUTOR),
        draw_ball,
        Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION, (Key("F2"),)),
        faulty=False,
        late=False,
    ),
    ReportBall: Step("Bola leída", (Post.CONTROLLER,), report_ball, None),
    ReportDoubt: Step("Bola dudosa", (Post.CONTROLLER,), report_doubt, None),
    SettleBall: Step(
        "Resolver bola dudosa",
        (Post.JEFE, Post.LOCUTOR),
        settle_ball,
        Button(Place.IN_ORDER, (shown.ball,), Care.WRITTEN, Proof.SESSION, (Key("Alt+D"),)),
    ),
    CallBall: Step(
        "Cantar bola",
        (Post.LOCUTOR,),
        call_ball,
        Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION, (Key("F1"),)),
    ),
    CallByVoice: Step("Cantar bola por megafonía", (Post.CONTROLLER,), call_by_voice, None),
    CorrectBall: Step(
        "Corregir la bola",
        (Post.LOCUTOR, Post.JEFE),
        correct_ball,
        Button(Place.IN_ORDER, (shown.ball,), Care.WRITTEN, Proof.SESSION, (Key("Alt+O"),)),
    ),
    EnterBall: Step(
        "Bola sacada a mano",
        (Post.LOCUTOR, Post.JEFE),
        enter_ball,
        Button(Place.IN_ORDER, (shown.ball,), Care.WRITTEN, Proof.SESSION, (Key("Alt+B"),)),
        late=False,
    ),
}
"""How the commands of this chapter are decided and taken."""
