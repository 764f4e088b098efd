"""What wins each prize, drawn for the room, and how soon one card has it (PT-62, D19).

Not responsible for amounts, nor for who won.
"""

from displays.views.fields import Pattern
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.drawn import drawn_forms, mean_ball
from hallctl.games.bingo.words import wall_name
from hallctl.i18n.screen_texts import ScreenTexts


def patterns(rules: RuleSet, texts: ScreenTexts) -> tuple[Pattern, ...]:
    """Return what wins each prize that is sung; none where the hall plays line and bingo by no such law."""
    if not (rules.prizes or rules.law):
        return ()
    found = []
    for prize in rules.sung:
        mean = mean_ball(rules.variant, prize.combination)
        said = "" if mean is None else texts.odds.format(ball=f"{mean:.1f}".replace(".", texts.decimals))
        forms = drawn_forms(rules.variant, prize.combination)
        found.append(Pattern(wall_name(prize.key, rules, texts), len(rules.variant.columns), forms, said))
    return tuple(found)
