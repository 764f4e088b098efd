"""Whether what a hall has fits the rule set by which a game is played: its days, its cards, its balls.

Not responsible for what differs between rule sets of one hall (``rules.beside``).
"""

from typing import Protocol

from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import BallSet, State
from hallctl.rules.refusals import Refusal


class GameAsked(Protocol):
    """What a step asks to be played."""

    @property
    def series(self) -> str:
        """The key of the series."""

    @property
    def special(self) -> str:
        """The key of the special, or ""."""

    @property
    def rule_set(self) -> str:
        """The name of the rule set, "" for the hall's own."""


def rules_named(state: State, name: str) -> RuleSet | None:
    """Return the rule set of the hall with this name, its own for none; None where it has no such."""
    return state.rules.of_hall.of_games.get(name)


def rules_of_balls(state: State, ball_set: BallSet) -> RuleSet:
    """Return a rule set whose balls a set has: the one in play where it serves that too."""
    own = rules_named(state, ball_set.rule_set) or state.rules.of_hall
    return state.rules if state.rules.variant.balls == own.variant.balls else own


def next_rules(state: State) -> RuleSet:
    """Return by which rule set the next game is played: the programme's, or one of the mounted balls'."""
    programme = () if state.session is None else state.session.programme
    mounted = state.ball_sets.get(state.mounted or "")
    if programme:
        return state.rules.for_game(programme[0].rule_set, programme[0].special)
    return state.rules.for_special("") if mounted is None else rules_of_balls(state, mounted).for_special("")


def serves(state: State, ball_set: BallSet, rules: RuleSet) -> bool:
    """Return whether a set has the balls of a rule set."""
    own = rules_named(state, ball_set.rule_set)
    return own is not None and own.variant.balls == rules.variant.balls


def unfit(state: State, asked: GameAsked) -> Refusal | None:
    """Say why a game cannot be played so, whatever is mounted: rule set, special and series fit or do not."""
    rules = rules_named(state, asked.rule_set)
    if rules is None:
        return refuse("RULES-UNKNOWN", rules=asked.rule_set)
    idle = unfit_rules(state, rules)
    if idle is not None:
        return idle
    if asked.special and rules.special(asked.special) is None:
        return refuse("SPECIAL-UNKNOWN", special=asked.special)
    return unfit_cards(state, asked.series, rules)


def unfit_rules(state: State, rules: RuleSet) -> Refusal | None:
    """Say that no game is played by a rule set today: its days are others, or the hall has no such balls."""
    if not rules.valid_from <= state.last_day <= rules.valid_until:
        return refuse("RULES-VALIDITY", rules=rules.name, first=rules.valid_from, until=rules.valid_until)
    if any(serves(state, each, rules) for each in state.ball_sets.values()):
        return None
    beside = rules.name != state.rules.of_hall.name
    return refuse("SET-OTHER", rules=rules.name, wanted=rules.universe) if beside else None


def unfit_cards(state: State, series: str, rules: RuleSet) -> Refusal | None:
    """Say that a series has other cards than those of a rule set; one whose file is lost is not asked."""
    matrix = state.matrices.get(state.series[series].matrix)
    if matrix is None or matrix.variant.layout == rules.variant.layout:
        return None
    return refuse("SERIES-VARIANT", series=series, balls=matrix.variant.universe, wanted=rules.universe)


def unfit_balls(state: State, rules: RuleSet) -> Refusal | None:
    """Say that the mounted set has other balls than those of a rule set."""
    mounted = state.ball_sets.get(state.mounted or "")
    if mounted is None or serves(state, mounted, rules):
        return None
    balls = rules_of_balls(state, mounted).universe
    return refuse("SET-VARIANT", set=mounted.name, balls=balls, wanted=rules.universe)
