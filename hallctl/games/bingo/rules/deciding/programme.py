"""The programme of a session: the Director says which games follow (PT-17).

Not responsible for holding the jefe de mesa to it: what is announced is what is played.
"""

from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.commands.programme import DropProgrammedGame, ProgrammeGame
from hallctl.games.bingo.rules.deciding.by_rules import unfit
from hallctl.games.bingo.rules.events.programme import GameProgrammed, Programmed, ProgrammedGameDropped
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.step import SELDOM, Button, Care, Place, Proof, Step, Steps

MOST: Final = 24
"""Games that a programme has at most: what a wall and a page can show."""


def programme_game(state: State, command: ProgrammeGame, _: Context) -> Answer:
    """Put a game at the end of the programme; its series, special and rule set must fit each other."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if command.series not in state.series:
        return refuse("SERIES-UNKNOWN", series=command.series)
    other = unfit(state, command)
    if other is not None:
        return other
    if len(state.session.programme) >= MOST:
        return refuse("PROGRAMME-FULL", most=MOST)
    return (GameProgrammed(Programmed(command.series, command.special, command.rule_set)),)


def drop_programmed_game(state: State, command: DropProgrammedGame, _: Context) -> Answer:
    """Take a game out of the programme that is not announced yet."""
    programme = () if state.session is None else state.session.programme
    if not 1 <= command.place <= len(programme):
        return refuse("PROGRAMME-NONE", place=command.place)
    return (ProgrammedGameDropped(command.place, programme[command.place - 1]),)


STEPS: Final[Steps] = {
    ProgrammeGame: Step("Programar una partida", (Post.DIRECTOR,), programme_game, SELDOM, suspended=True),
    DropProgrammedGame: Step(
        "Quitar del programa",
        (Post.DIRECTOR,),
        drop_programmed_game,
        Button(Place.SELDOM, (shown.programme,), Care.PRESS, Proof.SESSION),
        suspended=True,
    ),
}
"""How the commands of this chapter are decided and taken."""
