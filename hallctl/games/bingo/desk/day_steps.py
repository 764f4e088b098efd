"""What the desk offers of bingo during a session, in a game and between games: its day.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""

from collections.abc import Iterator
from typing import Final

from hallctl.games.bingo.rules.commands.calling import AcceptCaller, ProposeCaller
from hallctl.games.bingo.rules.commands.opening import AnnounceLastGame, DeclareMinimum
from hallctl.games.bingo.rules.commands.programme import DropProgrammedGame, ProgrammeGame
from hallctl.games.bingo.rules.state import Session, State
from hallctl.games.bingo.words import game_name, games_at_hand
from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, Question, step
from hallctl.outputs.session_steps import step_of_players


def steps_of_the_day(state: State, session: Session) -> Iterator[Candidate]:
    """What is said of the whole session: its players, a smaller minimum, its last game."""
    yield step_of_players(session)
    smaller = state.rules.minimum_to_start - 1
    if not session.games and smaller:
        cards = Question("cards", _("Cartones para comenzar"), "number")
        yield step(DeclareMinimum(session.minimum or smaller), "", cards)
    if session.last_game is None:
        yield step(AnnounceLastGame())
    yield from _programme(state, session)


def steps_of_caller(state: State, session: Session, callers: tuple[str, ...]) -> Iterator[Candidate]:
    """What two people say of another hall that may draw the session's games; the configuration names it."""
    proposed = session.caller_proposed
    if proposed is not None:
        yield step(AcceptCaller(), _("Aceptar que llame {hall}", hall=proposed[0]))
    for hall in callers if state.rules.remote_caller_s and proposed is None else ():
        if hall != session.caller:
            yield step(ProposeCaller(hall), _("Proponer que llame {hall}", hall=hall))


def _programme(state: State, session: Session) -> Iterator[Candidate]:
    """What the Director changes of the programme, where games differ."""
    games = [*games_at_hand(state, state.series)]
    for place, game in enumerate(session.programme, 1):
        words = {"place": place, "game": game_name(game, state.rules)}
        yield step(DropProgrammedGame(place), _("Quitar del programa: {place}. {game}", **words))
    for game in games if len(games) > 1 else ():
        label = _("Programar: {game}", game=game_name(game, state.rules))
        yield step(ProgrammeGame(game.series, game.special, game.rule_set), label)


PRESENT: Final = (
    Question("director", _("Director presente"), "text"),
    Question("witness_asked", _("El público pide presenciarlo"), "yes"),
    Question("witness", _("Testigo del público y documento"), "text"),
)
"""Who sees the balls of a manual extractor counted (AJ-62)."""
