"""Several rule sets in one hall: what they may not differ in, so that one session is played by all of them.

Not responsible for which game is played by which: its announcement says so.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hallctl.games.bingo.rules.ruleset import RuleSet

OF_HALL: Final = (
    *("currency", "payment", "notes", "coins", "chips", "shifts", "seats", "extractor", "operation"),
    *("seller_may_pay", "complaint_needs_document", "checks", "witnesses", "second_medium", "voice_calls"),
    *("language", "law", "minimum_basis", "minimum_cards", "spare_set", "ball_set_games", "count_at_end"),
    "void_counts_for_ball_set",
)
"""What is the hall's and not a game's: the same in each of its rule sets."""


def faults_of_beside(rules: "RuleSet", beside: Sequence["RuleSet"]) -> Iterator[str]:
    """Yield what keeps rule sets from being those of one hall (AJ-117)."""
    if not beside:
        return
    whole = (rules, *beside)
    names = [each.name for each in whole]
    if len({*names}) < len(names) or not all(names):
        yield "rule_sets: cada una de las reglas de la sala tiene su propio nombre (AJ-117)"
    for each in beside:
        differing = [name for name in OF_HALL if getattr(each, name) != getattr(rules, name)]
        if differing:
            yield (
                f"rule_sets: «{each.name}» difiere de «{rules.name}» en {', '.join(differing)}, que son de "
                "la sala y no de una partida (AJ-117)"
            )
        if each.beside or each.home or each.approved:
            yield f"rule_sets: «{each.name}» no tiene a su vez otras reglas (AJ-117)"
    pots = [pot.name for each in whole for pot in each.progressives]
    if len({*pots}) < len(pots):
        yield "rule_sets: dos reglas tienen un pozo del mismo nombre; cada pozo es de unas (AJ-115, 123)"
    yield from _named_twice(whole)
    if sum(each.variant.symbols for each in whole) and len({each.variant.key for each in whole}) > 1:
        yield "rule_sets: las bolas con símbolos no se mezclan con las de números en una sala (PT-67)"


def _named_twice(whole: Sequence["RuleSet"]) -> Iterator[str]:
    """Yield which prizes have one key and several names: reports and the voice know them by the key."""
    named: dict[str, tuple[str, str, str]] = {}
    for each in whole:
        for prize in each.listed:
            said = (prize.es, prize.pt, prize.en)
            if named.setdefault(prize.key, said) != said:
                yield f"rule_sets: el premio «{prize.key}» de «{each.name}» tiene otro nombre (AJ-117)"
