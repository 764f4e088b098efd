"""From the series at hand to the balls in the extractor.

Not responsible for the session (``hallctl.rules.deciding.session``), nor for games.
"""

import re
from collections import Counter
from typing import Final

from hallctl.games.bingo.rules.allotted import not_allotted
from hallctl.games.bingo.rules.cards import Series, series_key
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    CountBalls,
    DeclareMinimum,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.deciding.by_rules import rules_named, rules_of_balls, serves
from hallctl.games.bingo.rules.events.claims import ProgressiveSeeded
from hallctl.games.bingo.rules.events.opening import (
    BallsCounted,
    BallSetMounted,
    BallSetRegistered,
    BallSetRetired,
    BallsLoaded,
    LastGameAnnounced,
    MinimumDeclared,
    SeriesRegistered,
)
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import BallSet, Phase, State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.folios import first_folio, folios_left, kept_free
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Place, Proof, Step, Steps

_LETTERS: Final = re.compile(r"[A-Z]{1,3}")


def register_series(state: State, command: RegisterSeries, _: Context) -> Answer:
    """Register a printed series whose matrix is at hand."""
    key = series_key(command.letter, command.identification)
    if key in state.series:
        return refuse("SERIES-KNOWN", series=key)
    lettered = _LETTERS.fullmatch(command.letter) is not None
    if not lettered or command.identification < 1 or command.face_value < 1:
        return refuse("SERIES-VALUE")
    elsewhere = not_allotted(state, key)
    if elsewhere is not None:
        return elsewhere
    matrix = state.matrices.get(command.matrix)
    if matrix is None:
        return refuse("SERIES-FILE", series=key)
    size = len(matrix.cards)
    series = Series(command.letter, command.identification, size, command.face_value, command.matrix)
    return (SeriesRegistered(series),)


def register_ball_set(state: State, command: RegisterBallSet, _: Context) -> Answer:
    """Register a complete ball set: one that the camera has to know it knows (AJ-23, 27)."""
    name = command.ball_set.strip()
    if not name:
        return refuse("SET-NAME")
    if name in state.ball_sets:
        return refuse("SET-KNOWN", set=name)
    of = command.rule_set
    if rules_named(state, of) is None:
        return refuse("RULES-UNKNOWN", rules=of)
    if state.calibrated is None:
        return (BallSetRegistered(name, rule_set=of),)
    known = state.calibrated.get(name)
    if known is None:
        return refuse("SET-CALIBRATION")
    return (BallSetRegistered(name, known.file, known.prints, of),)


def mount_ball_set(state: State, command: MountBallSet, _: Context) -> Answer:
    """Mount a set that has games left, outside a game."""
    ball_set = state.ball_sets.get(command.ball_set)
    if ball_set is None:
        return refuse("SET-UNKNOWN", set=command.ball_set)
    if playing(state) is not None:
        return refuse("SET-IN-USE")
    if ball_set.retired:
        return refuse("SET-RETIRED", set=ball_set.name)
    if state.calibrated is not None and ball_set.name not in state.calibrated:
        return refuse("SET-CALIBRATION")
    if is_spent(state, ball_set):
        return refuse("SET-SPENT", set=ball_set.name, limit=state.rules.ball_set_games)
    if folios_left(state) <= kept_free(state):
        return refuse("BOOK-FULL")
    return (BallSetMounted(ball_set.name, ball_set.games, first_folio(state)),)


def count_balls(state: State, command: CountBalls, _: Context) -> Answer:
    """Count every ball of the mounted set, by its number."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.mounted is None:
        return refuse("SET-NONE")
    if playing(state) is not None:
        return refuse("COUNT-PLAY")
    expected = set(range(1, rules_of_balls(state, state.ball_sets[state.mounted]).universe + 1))
    counted = Counter(command.numbers)
    strange = sorted(n for n, times in counted.items() if n not in expected or times > 1)
    if strange:
        return refuse("COUNT-STRANGE", numbers=_list(strange))
    missing = sorted(expected - set(counted))
    if missing:
        if state.session.games:
            # It was there for a game and was lost since: a person has to be told what is left to do (I21).
            return refuse("COUNT-LOST", missing=_list(missing))
        return refuse("COUNT-MISSING", missing=_list(missing))
    if command.unsound:
        return refuse("COUNT-UNSOUND", numbers=_list(command.unsound))
    absent = _absent(state, command)
    if absent is not None:
        return absent
    before = (command.director, command.witness, command.witness_asked)
    return (BallsCounted(state.mounted, len(expected), *before),)


def _absent(state: State, command: CountBalls) -> Refusal | None:
    """Say who is missing from the count of a manual extractor's balls (AJ-62)."""
    if state.rules.operation != "manual" or state.session is None:
        return None
    director = state.session.posts[Post.DIRECTOR]
    if command.director != director:
        return refuse("COUNT-DIRECTOR", director=director)
    if command.witness_asked and not command.witness.strip():
        return refuse("COUNT-WITNESS")
    return None


def load_balls(state: State, _: LoadBalls, __: Context) -> Answer:
    """Put the balls into the extractor after the count, never before it."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if not state.session.counted:
        return refuse("COUNT-NONE")
    return () if state.session.loaded else (BallsLoaded(),)


def not_counted(state: State, _: CloseSession) -> Refusal | None:
    """Say that the balls are not counted, which the rule set may ask for before a session closes (D10)."""
    session = state.session
    if session is None or not state.rules.count_at_end or session.counted or state.mounted is None:
        # Of a set that was retired there is nothing to count: its retirement says what became of it.
        return None
    return refuse("SESSION-COUNT")


def seeds(state: State, _: SessionOpened, __: int) -> tuple[Event, ...]:
    """Return what the house puts into the progressives of its rule sets that have nothing yet (AJ-115)."""
    return tuple(
        ProgressiveSeeded(progressive.name, progressive.seed)
        for rules in state.rules.of_hall.of_games.values()
        for progressive in rules.progressives
        if progressive.name not in state.progressives and not progressive.linked
    )


def retire_ball_set(state: State, command: RetireBallSet, _: Context) -> Answer:
    """Retire a set at once, whatever it has played; during a game only voiding is left then (D9)."""
    ball_set = state.ball_sets.get(command.ball_set)
    if ball_set is None:
        return refuse("SET-UNKNOWN", set=command.ball_set)
    if ball_set.retired:
        return refuse("SET-RETIRED", set=ball_set.name)
    if not command.reason.strip():
        return refuse("SET-REASON")
    if command.sheets > folios_left(state) - kept_free(state):
        return refuse("BOOK-FULL")
    retired = BallSetRetired(
        ball_set.name, ball_set.games, command.reason, first_folio(state), command.sheets
    )
    return (retired,)


def is_spent(state: State, ball_set: BallSet) -> bool:
    """Return whether a set has played its last game; drums have no such limit (AJ-25)."""
    return state.rules.extractor == "pneumatic" and ball_set.games >= state.rules.ball_set_games


def is_fit(state: State, ball_set: BallSet) -> bool:
    """Return whether a game may be played with a set: it has games left, and the camera knows it."""
    known = state.calibrated is None or ball_set.name in state.calibrated
    return known and not ball_set.retired and not is_spent(state, ball_set)


def sets_lacking(state: State, rules: RuleSet, without: str = "") -> int:
    """Return how many fit sets a game lacks: one is in use and, by the rule set, another in reserve (AJ-27).

    Args:
        state: Where the hall stands.
        rules: The rule set of the game: only sets of its balls serve.
        without: A set that is left out, as if it were retired.
    """
    at_hand = (each for each in state.ball_sets.values() if each.name != without)
    fit = sum(is_fit(state, each) and serves(state, each, rules) for each in at_hand)
    return max(0, (2 if rules.spare_set else 1) - fit)


def declare_minimum(state: State, command: DeclareMinimum, _: Context) -> Answer:
    """Declare a smaller minimum, at the beginning of the day only (AJ-59)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.session.games:
        return refuse("MINIMUM-LATE")
    most = state.rules.minimum_to_start - 1
    if not 1 <= command.cards <= most:
        return refuse("MINIMUM-RANGE", most=most)
    return (MinimumDeclared(command.cards),)


def announce_last_game(state: State, _: AnnounceLastGame, __: Context) -> Answer:
    """Announce the last game: the one on sale, or else the next one (AJ-104)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.session.last_game is not None:
        return refuse("LAST-AGAIN", game=state.session.last_game)
    game = playing(state)
    on_sale = game is not None and game.phase is Phase.SALE
    return (LastGameAnnounced(state.games if on_sale else state.games + 1),)


def _list(numbers: list[int] | tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


STEPS: Final[Steps] = {
    RegisterSeries: Step("Registrar serie", (Post.DIRECTOR,), register_series, IN_ORDER),
    RegisterBallSet: Step("Registrar juego de bolas", (Post.DIRECTOR,), register_ball_set, IN_ORDER),
    MountBallSet: Step("Montar juego de bolas", (Post.DIRECTOR,), mount_ball_set, IN_ORDER),
    CountBalls: Step("Recuento de bolas", (Post.JEFE,), count_balls, IN_ORDER),
    LoadBalls: Step("Introducir bolas", (Post.JEFE,), load_balls, IN_ORDER),
    RetireBallSet: Step(
        "Retirar juego de bolas",
        (Post.DIRECTOR,),
        retire_ball_set,
        Button(Place.SELDOM, (), Care.HELD, Proof.SESSION),
    ),
    DeclareMinimum: Step("Declarar un mínimo menor", (Post.JEFE, Post.DIRECTOR), declare_minimum, SELDOM),
    AnnounceLastGame: Step(
        "Anunciar último juego",
        (Post.JEFE, Post.JEFE_SALA),
        announce_last_game,
        Button(Place.SELDOM, (), Care.HELD, Proof.SESSION),
    ),
}
"""How the commands of this chapter are decided and taken."""
