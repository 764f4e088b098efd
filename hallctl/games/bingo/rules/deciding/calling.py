"""One caller for many halls: accepted by two people, taken ball by ball, stopped by any claim.

What is heard of another hall arrives as a report whose signature was checked (``devices``). A hall that loses
its caller is out at once, by the rule set; its game is then voided as any other, with its refunds (AJ-111).
"""

import re
from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.commands.calling import (
    AcceptCaller,
    ApproveWithoutHall,
    HearCaller,
    LoseCaller,
    ProposeCaller,
    ProposeWithoutHall,
    StandHall,
    TakeCall,
)
from hallctl.games.bingo.rules.deciding.draw import impossible
from hallctl.games.bingo.rules.deciding.out_of_game import out_of_game
from hallctl.games.bingo.rules.deciding.waiting import wait_over
from hallctl.games.bingo.rules.events.calling import (
    CallerAccepted,
    CallerHeard,
    CallerLost,
    CallerProposed,
    HallStood,
    WithoutHallProposed,
)
from hallctl.games.bingo.rules.events.draw import BallDrawn, ExtractionOrdered
from hallctl.games.bingo.rules.playing import holding, playing
from hallctl.games.bingo.rules.proposals import WITHOUT_HALL
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.rules.calls import IN_PLAY, MOST_CLAIMS, OVER_FOR, Lost, Stage
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

OF_HALL: Final = "hall"
"""The reader of a ball that another hall called."""

_HALL: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""What a chain calls a hall."""

_LOSABLE: Final = (Phase.SALE, Phase.CLOSED, Phase.DRAW)


def propose_caller(state: State, command: ProposeCaller, context: Context) -> Answer:
    """Propose, as jefe de mesa, that another hall may draw this session's games."""
    if not state.rules.remote_caller_s:
        return refuse("CALLER-NEVER")
    if state.session is None:
        return refuse("SESSION-NONE")
    if playing(state) is not None:
        return refuse("CALLER-GAME")
    if _HALL.fullmatch(command.hall) is None:
        return refuse("CALLER-NONE")
    return (CallerProposed(command.hall, context.actor.person),)


def accept_caller(state: State, _: AcceptCaller, context: Context) -> Answer:
    """Agree as Director, who is another person."""
    proposed = None if state.session is None else state.session.caller_proposed
    if proposed is None:
        return refuse("AGREE-NONE")
    if playing(state) is not None:
        return refuse("CALLER-GAME")
    if proposed[1] == context.actor.person:
        return refuse("AGREE-SAME")
    return (CallerAccepted(proposed[0], context.actor.person),)


def hear_caller(state: State, command: HearCaller, _: Context) -> Answer:
    """Take note of a game that may be followed, or no more; a hall that nobody accepted has none."""
    session, heard = state.session, (command.hall, command.volume, command.game)
    if session is None or session.caller != command.hall:
        return ()
    if session.caller_heard == (heard if command.game else None):
        return ()
    return (CallerHeard(*heard),)


def take_call(state: State, command: TakeCall, context: Context) -> Answer:
    """Take the next ball of a draw that another hall calls: in order, and never during a stop (I2, I9)."""
    game = playing(state)
    if game is None or game.caller is None or game.phase is not Phase.DRAW:
        return refuse("DRAW-PHASE")
    out = out_of_game(game)
    if out is not None:
        return out
    if game.wrong_call is not None:
        return refuse("WRONG-WAITS")
    if game.uncalled is not None:
        return refuse("DRAW-UNCALLED", ball=game.uncalled)
    if command.order != game.order + 1:
        return refuse("CALLER-ORDER", order=game.order + 1)
    if impossible(state, game, command.ball) is not None:
        # It would be said again for ever: no game can be played by it (I2).
        return (CallerLost(game.number, game.caller.hall, Lost.CHANGED),)
    ordered = ExtractionOrdered(command.order, state.serial + 1, context.now)
    said = (command.entry, command.hash, command.picture, command.delay_ms)
    drawn = BallDrawn(command.order, command.ball, "", OF_HALL, (), *said)
    return (ordered, drawn, *wait_over(state, context.now))


def lose_caller(state: State, command: LoseCaller, _: Context) -> Answer:
    """Put this hall out of the game, once; a claim is settled first by what was called here."""
    game = playing(state)
    if game is None or game.caller is None or game.number != command.game or game.caller.lost is not None:
        return ()
    if game.phase not in _LOSABLE:
        return ()
    return (CallerLost(game.number, game.caller.hall, command.why),)


def stand_hall(state: State, command: StandHall, _: Context) -> Answer:
    """Take note of where a following hall stands, which joins before the first ball."""
    game = playing(state)
    if game is None or game.number != command.game or game.caller is not None:
        return ()
    if not state.rules.remote_caller_s:
        return refuse("CALLER-NEVER")
    before = game.halls.get(command.hall)
    if before is command.stage or before in OVER_FOR:
        return ()
    joining = game.phase in {Phase.SALE, Phase.CLOSED} and command.stage in (Stage.SELLING, *IN_PLAY)
    if not joining and (before is None or (before is Stage.SELLING and command.stage is not Stage.OUT)):
        return ()
    if command.stage is Stage.CLAIM and game.stopped.get(command.hall, 0) >= MOST_CLAIMS:
        return (HallStood(game.number, command.hall, Stage.OUT, cut=MOST_CLAIMS),)
    return (HallStood(game.number, command.hall, command.stage),)


def propose_without_hall(state: State, command: ProposeWithoutHall, context: Context) -> Answer:
    """Propose to go on without a following hall that keeps the game waiting (AJ-99)."""
    game = playing(state)
    if game is None or command.hall not in holding(state, game):
        return refuse("WITHOUT-NONE", hall=command.hall)
    if not command.reason.strip():
        return refuse("WITHOUT-REASON")
    if WITHOUT_HALL in game.proposed:
        return refuse("AGREE-PROPOSED")
    return (WithoutHallProposed(game.number, command.hall, command.reason, context.actor.person),)


def approve_without_hall(state: State, _: ApproveWithoutHall, context: Context) -> Answer:
    """Agree as the second person: the hall is out, and nothing waits for it any more (I16)."""
    game = playing(state)
    proposed = None if game is None else game.proposed.get(WITHOUT_HALL)
    if game is None or proposed is None:
        return refuse("AGREE-NONE")
    if proposed[0] == context.actor.person:
        return refuse("AGREE-SAME")
    if game.without not in holding(state, game):
        return refuse("WITHOUT-NONE", hall=game.without)
    return (HallStood(game.number, game.without, Stage.OUT, context.actor.person),)


STEPS: Final[Steps] = {
    ProposeCaller: Step(
        "Proponer que llame otra sala",
        (Post.JEFE,),
        propose_caller,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
    ),
    AcceptCaller: Step(
        "Aceptar que llame otra sala",
        (Post.DIRECTOR,),
        accept_caller,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
    ),
    ProposeWithoutHall: Step(
        "Proponer seguir sin esa sala",
        (Post.JEFE,),
        propose_without_hall,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
        late=False,
    ),
    ApproveWithoutHall: Step(
        "Conformar seguir sin esa sala",
        (Post.DIRECTOR,),
        approve_without_hall,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
        late=False,
    ),
    HearCaller: Step("Partida de la sala que llama", (Post.CONTROLLER,), hear_caller, None, suspended=True),
    TakeCall: Step(
        "Bola de la sala que llama", (Post.CONTROLLER,), take_call, None, faulty=False, late=False
    ),
    LoseCaller: Step("Sala que llama perdida", (Post.CONTROLLER,), lose_caller, None, suspended=True),
    StandHall: Step("Sala que sigue la partida", (Post.CONTROLLER,), stand_hall, None, suspended=True),
}
"""How the commands of this chapter are decided and taken."""
