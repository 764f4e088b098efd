"""Linked jackpots: asked for as the sale opens, claimed by a good card, reserved by the office or lapsed.

The game waits for nobody: without an answer in time it is played without the jackpot, and a claim takes what
the rule set says. Not responsible for asking: ``questions`` says what is to be asked.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules.commands.linked import AnswerJackpot, MissJackpot
from hallctl.games.bingo.rules.deciding.claims import linked_prizes
from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotAsked,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    LinkedJackpotShown,
    Missing,
)
from hallctl.games.bingo.rules.events.sale import GameAnnounced, SaleClosed
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import Game, Linked, LinkedStage, Phase, State
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.game_rules import Consequence
from hallctl.rules.step import Step, Steps

_SECOND_MS: Final = 1_000
_MINUTE_MS: Final = 60_000
_WAITING: Final = (LinkedStage.ASKED, LinkedStage.CLAIMED)


def questions(state: State) -> tuple[tuple[str, int, bool], ...]:
    """Return what the office is to be asked now: the jackpot, the game, and whether a claim waits for it."""
    game = playing(state)
    if game is None:
        return ()
    waiting = (each for each in game.linked if each.stage in _WAITING)
    return tuple((each.jackpot, game.number, each.stage is LinkedStage.CLAIMED) for each in waiting)


def answer_jackpot(state: State, command: AnswerJackpot, _: Context) -> Answer:
    """Take what the office says, where it is still waited for; what comes late or again is nothing."""
    game, linked, progressive = _meant(state, command.jackpot, command.game)
    if game is None or linked is None or progressive is None:
        return ()
    if command.reserved:
        if linked.stage is not LinkedStage.CLAIMED:
            return ()
        said = (game.number, linked.jackpot, command.amount, command.moment, command.note)
        return (LinkedJackpotReserved(*said), *linked_prizes(state, game, progressive, command.amount))
    if linked.stage is not LinkedStage.ASKED or game.phase is not Phase.SALE:
        return ()
    if (command.at_once, command.window_s, command.seed) != progressive.terms:
        return (LinkedJackpotAbsent(game.number, linked.jackpot, Missing.TERMS),)
    shown = (game.number, linked.jackpot, command.amount, command.moment, command.note)
    return (LinkedJackpotShown(*shown),)


def miss_jackpot(state: State, command: MissJackpot, context: Context) -> Answer:
    """Go on without an answer, once its time is over."""
    game, linked, progressive = _meant(state, command.jackpot, command.game)
    if game is None or linked is None or not _over(linked, progressive, context.now):
        return ()
    if linked.stage is LinkedStage.ASKED:
        return (LinkedJackpotAbsent(game.number, linked.jackpot, Missing.SILENT),)
    if progressive is None:
        return (LinkedJackpotLapsed(game.number, linked.jackpot, 0),)
    lapsed = LinkedJackpotLapsed(game.number, linked.jackpot, progressive.instead)
    return (lapsed, *linked_prizes(state, game, progressive, progressive.instead))


def due(state: State, now: int) -> Command | None:
    """Return the step of the controller where an answer's time is over, None where none is."""
    game = playing(state)
    if game is None:
        return None
    for each in game.linked:
        if _over(each, state.rules.progressive(each.progressive), now):
            return MissJackpot(each.jackpot, game.number)
    return None


def _meant(state: State, jackpot: str, number: int) -> tuple[Game | None, Linked | None, Progressive | None]:
    game = playing(state)
    if game is None or game.number != number:
        return None, None, None
    linked = next((each for each in game.linked if each.jackpot == jackpot), None)
    return game, linked, None if linked is None else state.rules.progressive(linked.progressive)


def _over(linked: Linked, progressive: Progressive | None, now: int) -> bool:
    """Return whether what is waited for has been waited for as long as the rule set says.

    A rule set that was mounted meanwhile and has no such progressive waits for nothing.
    """
    if progressive is None:
        return linked.stage in _WAITING
    if linked.stage is LinkedStage.ASKED:
        return now - linked.at >= progressive.answer_s * _SECOND_MS
    return linked.stage is LinkedStage.CLAIMED and now - linked.at >= progressive.settle_min * _MINUTE_MS


def _announced(state: State, event: GameAnnounced, now: int) -> tuple[Event, ...]:
    """Ask what each linked jackpot of the game's rule set holds."""
    return tuple(
        LinkedJackpotAsked(event.game, each.linked, each.name, now)
        for each in state.rules.after(event).progressives
        if each.linked
    )


def _sale_closed(state: State, _: SaleClosed, __: int) -> tuple[Event, ...]:
    """Play without the jackpots of which nothing was heard until here."""
    game = playing(state)
    asked = () if game is None else (e for e in game.linked if e.stage is LinkedStage.ASKED)
    number = 0 if game is None else game.number
    return tuple(LinkedJackpotAbsent(number, each.jackpot, Missing.SILENT) for each in asked)


CONSEQUENCES: Final[Mapping[type[Event], Consequence]] = {GameAnnounced: _announced, SaleClosed: _sale_closed}
"""When a jackpot is asked for, and when it is too late for it."""

STEPS: Final[Steps] = {
    AnswerJackpot: Step(
        "Respuesta de la oficina sobre un pozo", (Post.CONTROLLER,), answer_jackpot, None, suspended=True
    ),
    MissJackpot: Step(
        "Seguir sin respuesta de la oficina", (Post.CONTROLLER,), miss_jackpot, None, suspended=True
    ),
}
"""How the commands of this chapter are decided and taken."""
