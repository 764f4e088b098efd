"""What may be wrong with the parts of a rule set of bingo: cards, prizes, progressives, specials.

Not responsible for its numbers, which the rule set looks at itself.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.money import WHOLE
from hallctl.games.bingo.variants import portugal
from hallctl.games.bingo.variants.combination import LINES, CombinationError, lines_of
from hallctl.games.bingo.variants.prizes import PlanError, PrizePlan, read_key

if TYPE_CHECKING:
    from hallctl.games.bingo.rules.ruleset import RuleSet

_LONGEST_NAME: Final = 24
_AMPLE: Final = WHOLE * WHOLE
"""An amount of which every share comes out even."""


def faults_of_cards(rules: "RuleSet") -> Iterator[str]:
    """Yield why the balls or the lines are not those of the cards (AJ-18, 91)."""
    if rules.universe != rules.variant.universe:
        yield (
            f"universe es {rules.universe}, y los cartones «{rules.variant.key}» son de "
            f"{rules.variant.universe} bolas (AJ-18)"
        )
    if not rules.line or not {*rules.line} <= {*LINES}:
        yield f"line son {', '.join(LINES)} o algunas de ellas (AJ-91)"
        return
    try:
        lines_of(rules.variant, rules.line)
    except CombinationError as error:
        yield f"line: {error} (AJ-91)"


def faults_of_prizes(rules: "RuleSet") -> Iterator[str]:
    """Yield what is wrong with the list of prizes, and with its shares under a law (AJ-116, PT-35)."""
    if rules.prizes and (rules.line_bp or rules.bingo_bp):
        yield "line_bp y bingo_bp son 0 donde prizes dice los premios (AJ-116)"
    if not (rules.prizes or rules.law):
        return
    try:
        plan = PrizePlan(rules.variant, rules.listed, tuple(each.grown for each in rules.progressives))
    except (CombinationError, PlanError) as error:
        yield f"prizes: {error} (AJ-116)"
        return
    if rules.law and plan.fixed:
        yield "law: sus límites son de partes de lo recaudado; los premios llevan share_bp (PT-35)"
    elif rules.law:
        yield from (f"law: {fault}" for fault in portugal.faults(plan, _AMPLE))


def faults_of_progressives(rules: "RuleSet") -> Iterator[str]:
    """Yield what is wrong with the progressives (AJ-115)."""
    keys = tuple(prize.key for prize in rules.prizes) or tuple(Claim)
    for progressive in rules.progressives:
        yield from progressive.faults(rules.universe, keys)
    if len({p.name for p in rules.progressives}) != len(rules.progressives):
        yield "dos pozos llevan el mismo nombre (AJ-115)"
    linked = [each.linked for each in rules.progressives if each.linked]
    if len({*linked}) != len(linked):
        yield "dos pozos están enlazados al mismo de la oficina central (AJ-115)"
    if any(rules.consolation(each.name) for each in rules.progressives if each.linked):
        yield "un pozo enlazado no tiene premio que se pague en su lugar: lo dice instead (AJ-115)"


def faults_of_specials(rules: "RuleSet") -> Iterator[str]:
    """Yield what is wrong with the games that have prizes of their own (AJ-117)."""
    keys = [special.key for special in rules.specials]
    if len({*keys}) != len(keys) or not all(map(read_key, keys)):
        yield "specials: cada juego especial tiene su propia clave (AJ-117)"
    for special in rules.specials:
        if not all(0 < len(name) <= _LONGEST_NAME for name in (special.es, special.pt, special.en)):
            said = f"necesita un nombre de hasta {_LONGEST_NAME} letras en los tres idiomas"
            yield f"specials: «{special.key}» {said} (AJ-117)"
        if not special.prizes or special.prizes[-1].key != rules.last:
            yield f"specials: «{special.key}» acaba con el premio «{rules.last}», como los demás (AJ-117)"
            continue
        try:
            rules.of_special(special)
        except ValueError as error:
            yield f"specials: {special.key}: {error}"
