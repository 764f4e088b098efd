"""The views of a game of 75 balls in four parts, made by the hall: patterns, a split, what follows."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from displays.views import View
from hallctl.config.rules import rule_set
from hallctl.games.bingo.rules.commands.claims import ResumeDraw
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.programme import ProgrammeGame
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.games.bingo.screens.recent import Recent
from hallctl.i18n.refusals import translate_detail
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.extraction import ReportFilled
from tests.displays.phases import Phase
from tests.hallctl.games.bingo.rules.listed import CARD, MATRIX, draw, finished, form_of
from tests.hallctl.games.bingo.rules.night import Night

RULES = Path(__file__).parents[2] / "fixtures/config/rules-75.toml"
PARTS = ("sale", "draw", "bad", "good", "prizes", "between")
"""The phases that are kept."""


@lru_cache(maxsize=1)
def _phases() -> dict[str, Phase]:
    rules = rule_set(str(RULES), RuleSet, pace={})
    night, kept = Night(replace(rules, checks=("extractor", "cámara")), MATRIX), dict[str, Phase]()

    def keep(name: str) -> None:
        recent = Recent()
        for event in night.events:
            recent.take(event)
        kept[name] = Phase(night.state, recent.games, night.now)

    night.open_session(MATRIX)
    night.do(*(ProgrammeGame("A-1042", special) for special in ("letter-h", "", "letter-h", "")))
    night.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(60))
    keep("sale")
    night.do(CloseSale(), StartDraw())
    draw(night, [form_of(night, "corners")[0], *range(61, 70), *form_of(night, "corners")[1:]])
    for prize in ("corners", "line"):
        draw(night, form_of(night, prize))
        night.claim(prize, CARD)
        night.ask()
        night.do(ResumeDraw())
    keep("draw")
    night.claim("letter-x", CARD + 1)
    keep("bad")
    night.do(ResumeDraw())
    draw(night, form_of(night, "letter-x"))
    night.claim("letter-x", CARD)
    keep("good")
    night.ask()
    night.do(ResumeDraw())
    draw(night, sorted({*MATRIX.card(CARD).numbers, *MATRIX.card(CARD + 1).numbers}))
    finished(night, "bingo", CARD, CARD + 1)
    keep("prizes")
    night.settled()
    keep("between")
    return kept


def view_of(name: str, language: str) -> View:
    """Return what ``auto`` shows in a phase of the game."""
    phase = _phases()[name]
    wall = Wall("Bingo Illimani", False, language, now=phase.now, hour="21:35")
    wall = replace(wall, translate=lambda said: translate_detail(said, language))
    return make(auto(phase.state), phase.state, wall, phase.recent, corner=language == "es")
