"""What the desk of a game of bingo offers, the next step to take first.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""

from collections.abc import Iterator
from dataclasses import replace

from hallctl.games.bingo.desk.ball_sets import (
    steps_of_ball_sets,
    steps_of_defective_balls,
    steps_of_other_balls,
)
from hallctl.games.bingo.desk.day_steps import PRESENT, steps_of_caller, steps_of_the_day
from hallctl.games.bingo.desk.game_steps import steps_of_game, voiding
from hallctl.games.bingo.desk.missing import steps_of_owed
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.deciding.by_rules import rules_of_balls
from hallctl.games.bingo.rules.events.programme import Programmed
from hallctl.games.bingo.rules.playing import offered, playing
from hallctl.games.bingo.rules.proposals import VOID_PROPOSED, open_proposals
from hallctl.games.bingo.rules.state import Game, Phase, Session, State
from hallctl.games.bingo.words import games_at_hand, special_name
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.house_steps import between_sessions, copy, interruptions, of_clock, opening
from hallctl.outputs.offer import Candidate, Premises, Question, step
from hallctl.outputs.session_steps import steps_to_answer, steps_to_write, till_steps
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession, PassCheck
from hallctl.rules.text import series_name


def candidates(state: State, premises: Premises, late: bool) -> Iterator[Candidate]:
    """Yield the steps that belong to where the hall stands.

    Args:
        state: Where the hall stands.
        premises: What the hall has.
        late: Whether the game has waited too long for its first ball (D8).
    """
    if state.book is None:
        yield opening(state, premises)
        return
    game = playing(state)
    # What one person asked to void is answered before play goes on by a press that nobody thought of.
    first = game is not None and (late or VOID_PROPOSED in open_proposals(game) or _out(game))
    if game is not None and first:
        yield from voiding(game)
    yield from interruptions(state)
    if game is not None:
        yield from steps_of_game(state, game, first)
    else:
        yield from _between_games(state, premises)
    yield from of_clock(state)  # last: it stops no ball, and takes the place of none


def _out(game: Game) -> bool:
    """Whether the hall that calls is lost and the game is not void yet: nothing else can be done with it."""
    return game.phase is not Phase.VOID and game.caller is not None and game.caller.lost is not None


def _between_games(state: State, premises: Premises) -> Iterator[Candidate]:
    for series in premises.series:
        if isinstance(series, RegisterSeries):
            yield from _series(state, series)
    yield from steps_of_ball_sets(state, premises)
    if state.session is None:
        yield from between_sessions(state, premises)
        yield copy(state)
        return
    # The sound and the monitors are among them (AJ-31, 38).
    for item in state.rules.checks:
        if item not in state.session.passed:
            yield step(PassCheck(item), _("Funciona: {item}", item=Sentence(item)))
    yield from _balls_and_announcement(state)
    yield from steps_to_answer(state)
    yield from steps_of_other_balls(state)
    yield from steps_of_the_day(state, state.session)
    yield from steps_of_caller(state, state.session, premises.callers)
    if not state.rules.shifts or state.session.shift is not None:
        yield from till_steps(state)
    yield from steps_of_defective_balls(state)
    yield from steps_of_owed(state)
    yield from steps_to_write()
    yield copy(state)


def _series(state: State, series: RegisterSeries) -> Iterator[Candidate]:
    if f"{series.letter}-{series.identification}" not in state.series:
        name = series_name(f"{series.letter}-{series.identification}")
        yield step(series, _("Registrar serie {series}", series=name))


def _balls_and_announcement(state: State) -> Iterator[Candidate]:
    session = state.session
    assert session is not None
    count = _count(state, session)
    if not session.loaded:
        if not session.counted:
            yield count
        yield step(LoadBalls())
    if state.rules.shifts and session.shift is None:
        yield from till_steps(state)
    yield from _announcements(state, session)
    if session.loaded and not session.counted and state.mounted is not None:
        yield count._replace(label=_("Recuento final de bolas"))
    yield step(CloseSession())


def _announcements(state: State, session: Session) -> Iterator[Candidate]:
    """Offer the first game of the programme first, then every other that may be announced."""
    left = [key for key, series in state.series.items() if state.pointers[key] < series.size]
    games = [*games_at_hand(state, left)]
    following = [game for game in session.programme[:1] if game in games]
    for game in dict.fromkeys((*following, *games)):
        announced = AnnounceGame(game.series, special=game.special, rule_set=game.rule_set)
        if session.caller and offered(state) is not None:
            label = _("Anunciar serie {series}: llama {hall}", series=game.series, hall=session.caller)
            yield step(replace(announced, caller=session.caller), label)
        yield step(announced, _announced(state, game))


def _announced(state: State, game: Programmed) -> Sentence:
    """Return what the step that announces a game is called."""
    rules = state.rules.for_game(game.rule_set)
    special, series = rules.special(game.special), series_name(game.series)
    label = _("Anunciar serie {series} y precio", series=series)
    if special is not None:
        label = _(
            "Anunciar «{special}», serie {series} y precio", special=special_name(special), series=series
        )
    return _("{game}: {balls} bolas", game=label, balls=rules.universe) if game.rule_set else label


def _count(state: State, session: Session) -> Candidate:
    """The count of the balls; that of a manual extractor's says who is present (AJ-62)."""
    mounted = state.ball_sets.get(state.mounted or "")
    universe = state.rules.universe if mounted is None else rules_of_balls(state, mounted).universe
    everything = tuple(range(1, universe + 1))
    balls = Question("numbers", _("Bolas contadas"), "balls")
    if state.rules.operation != "manual":
        return step(CountBalls(everything, ()), "", balls)
    count = CountBalls(everything, (), session.posts[Post.DIRECTOR])
    return step(count, "", balls, *PRESENT)
