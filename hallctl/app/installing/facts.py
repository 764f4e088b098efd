"""What the rules of a hall say that its installation hangs on.

Not responsible for the rules themselves (``hallctl.config.rules``).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from hallctl.app.games import GAMES
from hallctl.config.rules import RuleSetError, rule_set
from hallctl.games.bingo.rules.ruleset import RuleSet as BingoRules
from hallctl.i18n.sentences import Sentence, _
from hallctl.rules.commands.base import Post
from hallctl.rules.ruleset import RuleSet
from hallctl.rules.witnesses import Witness

BINGO: Final = "bingo"
ROULETTE: Final = "roulette"
BACCARAT: Final = "baccarat"

RULE_SETS: Final[Mapping[str, Mapping[str, Sentence]]] = {
    BINGO: {
        "aj-bolivia": _("Bolivia, 90 bolas, máquina y cámara"),
        "aj-bolivia-manual": _("Bolivia, 90 bolas, bombo que una persona hace girar"),
        "pt-bingo-90": _("Portugal, 90 bolas"),
        "pt-bingo-80": _("Portugal, 80 bolas"),
        "pt-bingo-75": _("Portugal, 75 bolas"),
        "pt-bingo-30": _("Portugal, 30 bolas"),
        "pt-bingo-30-symbols": _("Portugal, 30 bolas con símbolos"),
    },
    ROULETTE: {"pt-roulette": _("Portugal, ruleta americana con sensor")},
    BACCARAT: {"macau-bacara": _("Macao, bacará con distribuidor que lee las cartas")},
}
"""The rule sets that come with the program, by game."""

POSTS: Final[Mapping[str, tuple[Post, ...]]] = {
    BINGO: (
        *(Post.DIRECTOR, Post.JEFE, Post.LOCUTOR, Post.VENDEDOR, Post.CAJERO),
        *(Post.JEFE_SALA, Post.AUXILIAR),
    ),
    ROULETTE: (Post.DIRECTOR, Post.JEFE, Post.CROUPIER),
    BACCARAT: (Post.DIRECTOR, Post.JEFE, Post.CROUPIER),
}
"""The posts of each game, those that must be held among them."""


def mandatory(game: str) -> tuple[Post, ...]:
    """Return the posts that somebody must hold."""
    return GAMES[game].files.posts if game in GAMES else ()


@cache
def _read(game: str, name: str, folder: str) -> RuleSet | str:
    try:
        return rule_set(name, GAMES[game].files.rules, folder=Path(folder))
    except RuleSetError as error:
        return str(error)


def rules_of(given: Mapping[str, str]) -> RuleSet | None:
    """Return the rules that were chosen; None before that, or where they cannot be read."""
    found = _read(given.get("game", BINGO), given.get("rules", ""), str(Path.cwd()))
    return None if isinstance(found, str) else found


def fault_of_rules(game: str, name: str) -> str:
    """Return what is wrong with rules, empty for nothing."""
    found = _read(game, name, str(Path.cwd()))
    return found if isinstance(found, str) else ""


def is_bingo(given: Mapping[str, str]) -> bool:
    """Return whether the hall plays with balls and cards."""
    return given.get("game") == BINGO


def is_automatic(given: Mapping[str, str]) -> bool:
    """Return whether a machine draws, which needs a line to it and a camera."""
    rules = rules_of(given)
    return rules is not None and rules.operation == "automatic"


def needs_camera(given: Mapping[str, str]) -> bool:
    """Return whether the rules take a ball by what a camera of ours sees."""
    rules = rules_of(given)
    return rules is not None and (is_automatic(given) or Witness.CAMERA in getattr(rules, "witnesses", ()))


def variant_of(given: Mapping[str, str]) -> str:
    """Return the variant of the cards, empty where the game has none."""
    rules = rules_of(given)
    return rules.variant.key if isinstance(rules, BingoRules) else ""


def currency_of(given: Mapping[str, str]) -> str:
    """Return the currency's sign."""
    rules = rules_of(given)
    return "" if rules is None else str(rules.currency)
