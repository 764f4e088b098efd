"""The cadence: the jefe de mesa lets the hall order ball after ball at a set pace (AJ-06, 88).

It orders balls and does nothing else: each is read by the camera and called before the next, and whatever is
not the plain course of the draw ends it. It goes on only when the jefe starts it again. Not responsible for
time: the deciding loop asks ``due``.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.commands.cadence import DrawInCadence, StartCadence, StopCadence
from hallctl.games.bingo.rules.deciding.draw import drawing, next_ball
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.claims import ClaimRaised
from hallctl.games.bingo.rules.events.closing import GameVoided, VoidProposed
from hallctl.games.bingo.rules.events.draw import BallCalled, BallDoubted
from hallctl.games.bingo.rules.events.wrong_calls import ManualProposed, MeansChanged, WrongCallNoted
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import State
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.events.running import ControllerStarted, FaultLatched, NoticeRaised
from hallctl.rules.game_rules import Consequence
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps
from hallctl.rules.voice import VOICE


def start_cadence(state: State, command: StartCadence, context: Context) -> Answer:
    """Let the hall order a ball each so many seconds, from where the draw stands in good order."""
    game = drawing(state)
    if isinstance(game, Refusal):
        return game
    if game.cadence is not None:
        return refuse("CADENCE-ON")
    if command.seconds not in state.rules.paces:
        return refuse("CADENCE-PACE", paces=tuple(map(str, state.rules.paces)))
    if game.doubt is not None:
        return refuse("DRAW-PENDING")
    return (CadenceStarted(game.number, command.seconds, context.actor.person),)


def stop_cadence(state: State, _: StopCadence, context: Context) -> Answer:
    """Have the hall order no further ball; where it orders none, that is so already."""
    return _ended(state, Ending.ASKED, context.actor.person)


def draw_in_cadence(state: State, _: DrawInCadence, context: Context) -> Answer:
    """Order the ball whose time has come: as a person would, and never before the last is called (AJ-86)."""
    game = playing(state)
    if game is None or game.cadence is None:
        return refuse("CADENCE-NONE")
    return next_ball(state, context.now, game.cadence.seconds * 1000)


def due(state: State, now: int) -> Command | None:
    """Return the step that the hall itself takes now: the next ball of a cadence, None before its time."""
    game = playing(state)
    if game is None or game.cadence is None:
        return None
    answer = next_ball(state, now, game.cadence.seconds * 1000)
    return None if isinstance(answer, Refusal) else DrawInCadence()


def _ended(state: State, why: Ending, person: str = "") -> tuple[Event, ...]:
    """Return the end of the cadence, where there is one."""
    game = playing(state)
    if game is None or game.cadence is None:
        return ()
    return (CadenceStopped(game.number, game.order - game.cadence.after, why, person),)


def _by(why: Ending) -> Consequence:
    """Return the consequence that ends a cadence for this reason."""
    return lambda state, _, __: _ended(state, why)


def _called(state: State, _: BallCalled, __: int) -> tuple[Event, ...]:
    out = playing(state)
    return _ended(state, Ending.EMPTY) if out and len(out.drawn) >= state.rules.universe else ()


def _silent(state: State, event: NoticeRaised, _: int) -> tuple[Event, ...]:
    """End it where the voice calls and nobody hears it: a person calls from here on."""
    unheard = state.rules.voice_calls and (event.device, event.code) == VOICE
    return _ended(state, Ending.VOICE) if unheard else ()


CONSEQUENCES: Final[Mapping[type[Event], Consequence]] = {
    ClaimRaised: _by(Ending.CLAIM),
    BallDoubted: _by(Ending.DOUBT),
    FaultLatched: _by(Ending.FAULT),
    ControllerStarted: _by(Ending.RESTART),
    WrongCallNoted: _by(Ending.WRONG_CALL),
    ManualProposed: _by(Ending.BY_HAND),
    MeansChanged: _by(Ending.BY_HAND),
    VoidProposed: _by(Ending.VOID),
    GameVoided: _by(Ending.VOID),
    BallCalled: _called,
    NoticeRaised: _silent,
}
"""What ends a cadence beside a person's word, in the same append as what happened."""

STEPS: Final[Steps] = {
    StartCadence: Step(
        "Sacar solas",
        (Post.JEFE,),
        start_cadence,
        Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION, (Key("Alt+Z"),)),
        faulty=False,
        late=False,
    ),
    StopCadence: Step(
        "Parar las bolas",
        (Post.JEFE, Post.LOCUTOR, Post.VENDEDOR),
        stop_cadence,
        Button(Place.STOP, (), Care.PRESS, Proof.SESSION, (Key("Alt+Y"),)),
        suspended=True,
    ),
    DrawInCadence: Step(
        "Extraer bola en su momento", (Post.CONTROLLER,), draw_in_cadence, None, faulty=False, late=False
    ),
}
"""How the commands of this chapter are decided and taken."""
