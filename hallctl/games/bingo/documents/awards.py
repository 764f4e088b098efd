"""The prizes of a game in its act: what was announced, who won, what was paid.

Not responsible for the rest of the act (``act``), nor for the register of all prizes (``prizes``).
"""

from typing import Any, Final

from hallctl.games.bingo.rules.events.claims import PrizeAwarded
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Game
from hallctl.games.bingo.words import prize_title
from hallctl.i18n.words import amount
from hallctl.outputs.folios.layout import BODY_PT
from hallctl.outputs.folios.numbers import amount_in_words
from hallctl.outputs.folios.text import breakable
from hallctl.rules.text import series_name

PRIZE_NAME_MM: Final = 34.0
"""The width of a prize's name."""


def prizes(game: Game, rules: RuleSet) -> dict[str, Any]:
    """Return what was announced of each prize, who won it and what was paid."""
    currency = rules.currency
    paid = sum(award.prize.amount for award in game.awards if award.paid)
    return {
        **_ordinary(game, rules),
        "progressives": [
            _prize(_paid(game, None, c.progressive), c.progressive, c.total, currency)
            for c in game.contributions
        ],
        "nothing": amount(0, currency),
        "total": amount(paid, currency),
        "words": amount_in_words(paid, currency),
    }


def _ordinary(game: Game, rules: RuleSet) -> dict[str, Any]:
    """Return line and bingo under their names, as every act before had them, or a list of other prizes."""
    keys = [prize.key for prize in rules.listed]
    found = [
        _prize(_paid(game, key), str(prize_title(key, rules)), game.offered(key), rules.currency)
        for key in keys
    ]
    return {"listed": found} if rules.prizes else dict(zip(keys, found, strict=True))


def _paid(game: Game, claim: str | None, progressive: str = "") -> list[PrizeAwarded]:
    """Return what was paid of an ordinary prize, or of a progressive whatever won it."""
    prizes = [award.prize for award in game.awards if award.paid and award.prize.progressive == progressive]
    return [prize for prize in prizes if claim is None or prize.claim == claim]


def _prize(paid: list[PrizeAwarded], name: str, offered: int, currency: str) -> dict[str, Any]:
    winners = [
        {
            "series": series_name(prize.series),
            "card": str(prize.card),
            "paid": amount(prize.amount, currency),
        }
        for prize in paid
    ]
    return {
        "name": breakable(name, PRIZE_NAME_MM, BODY_PT),
        "offered": amount(offered, currency),
        "paid": amount(sum(prize.amount for prize in paid), currency),
        "winners": winners,
    }
