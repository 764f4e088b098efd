"""What a hall's entries mean: its book folded by the rules of its game, every posting adding up to zero.

The office has not the hall's own files: it folds by the rule set that the opening diligence names, where the
program has it with the very same digest, else by another of the game. Then a fold that does not go on says
nothing against the hall. Not responsible for whether entries are the hall's (``verification``).
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

from hallctl.app.games import GAMES
from hallctl.config.rules import PRACTISED, PROFILES, RuleSetError, rule_set
from hallctl.minutes.entry import Entry
from hallctl.rules.codec import CodecError
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.game_rules import GameRules
from hallctl.rules.ruleset import GameRuleSet
from hallctl.rules.state import State

_IMPOSSIBLE: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a fold raises of an event that cannot happen in the state it is given."""


@dataclass(frozen=True, slots=True)
class FoldFault:
    """Why a fold does not go on.

    Attributes:
        sentence: Why, in Spanish.
        proved: Whether it speaks against the hall: its own rules are known here.
    """

    sentence: str
    proved: bool


class Fold:
    """The state of one volume, and whether its accounts are right."""

    def __init__(self, rules: GameRules | None, state: State | None, *, exact: bool) -> None:
        """Begin before the opening diligence.

        Args:
            rules: Of its game; None: nothing is folded.
            state: The empty state.
            exact: Whether the rule set is the hall's own.
        """
        self._rules = rules
        self.state = state
        self._exact = exact

    @classmethod
    def begin(cls, opening: Entry) -> "Fold":
        """Begin a volume with its opening diligence, which is taken afterwards as any entry."""
        game = GAMES.get(str(opening.body.get("game", "bingo")))
        if game is None:
            return cls(None, None, exact=False)
        rules, exact = _rules_of(game.name, str(opening.body.get("rule_set", "")))
        exact = exact and rules is not None and rules.digest == opening.body.get("rule_set_digest")
        if rules is None:
            return cls(None, None, exact=False)
        return cls(game.rules, game.rules.state.empty(rules), exact=exact)

    @classmethod
    def again(cls, opening: Entry, state: State | None, *, going: bool) -> "Fold":
        """Go on from a state that the entries since the opening diligence came to."""
        fold = cls.begin(opening)
        fold.state = state
        if not going:
            fold._rules = None
        return fold

    @property
    def going(self) -> bool:
        """Whether it still goes on."""
        return self._rules is not None

    def take(self, entry: Entry) -> FoldFault | None:
        """Fold the next entry; return why it does not fit, after which nothing is folded any more."""
        rules, state = self._rules, self.state
        if rules is None or state is None:
            return None
        try:
            event = rules.event(entry.kind, entry.body)
        except (KeyError, CodecError):
            self._rules = None
            sentence = (
                f"esta oficina no conoce el asiento «{entry.kind}»: actualícela. Su cadena sí se comprueba"
            )
            return FoldFault(sentence, proved=False)
        try:
            after = rules.evolve(state, event)
        except _IMPOSSIBLE as error:
            self._rules = None
            why = f"«{entry.kind}» no puede seguir a lo anterior ({type(error).__name__})"
            return FoldFault(why, proved=self._exact)
        self.state = after
        unbalanced = after.ledger is not state.ledger and sum(after.ledger.values()) != 0
        if unbalanced:
            self._rules = None
            return FoldFault("las cuentas no suman cero", proved=self._exact or isinstance(event, BookOpened))
        return None


@cache
def _rules_of(game: str, named: str) -> tuple[GameRuleSet | None, bool]:
    """Return a rule set of a game, and whether it is the one of that name and version."""
    kind = GAMES[game].files.rules
    told, _, version = named.rpartition(" ")
    name = told.removesuffix(PRACTISED)
    if name in PROFILES:
        with suppress(RuleSetError):
            found = rule_set(name, kind)
            return found, found.version == version
    for other in PROFILES:
        with suppress(RuleSetError):
            return rule_set(other, kind), False
    return None, False
