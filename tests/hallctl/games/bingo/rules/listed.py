"""Games of 75 balls whose rule set lists four prizes, in tests: corners, line, pattern, full card."""

from collections.abc import Sequence
from dataclasses import replace

from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.combination import LINES, Combination, Way
from hallctl.games.bingo.variants.library import shapes, variant
from hallctl.games.bingo.variants.prizes import FULL_CARD, Base, Prize
from tests.hallctl.games.bingo.rules.night import RULES, Night

LETTER_X = Combination(shapes=tuple(shape for shape in shapes() if shape.key == "letter-x"))
CORNERS = Prize(
    "corners", "Cuatro esquinas", "Quatro cantos", "Four corners", Combination((Way.CORNERS,)), 500
)
LINE = Prize("line", "Línea", "Linha", "Line", Combination(LINES), 1000)
PATTERN = Prize("pattern", "Letra X", "Letra X", "Letter X", LETTER_X, 1500)
FULL = Prize("full", "Cartón lleno", "Cartão cheio", "Full card", FULL_CARD, 4500)
FOUR = (CORNERS, LINE, PATTERN, FULL)
MATRIX = make_series(variant("pt-bingo-75"), 60, 3)
CARD = 5
LATE = replace(FULL, key="late", es="Consuelo", pt="Consolação", share_bp=200, consoles="Acumulado")
POT = Progressive("Acumulado", "full", seed=1000, share_bp=300, cap=500_000, max_balls=60)


def rules_of(prizes: Sequence[Prize] = FOUR, pots: tuple[Progressive, ...] = ()) -> RuleSet:
    fixed = sum(prize.share_bp for prize in prizes) + sum(p.share_bp for p in pots if p.base is Base.SALES)
    of_prizes = sum(pot.share_bp for pot in pots if pot.base is Base.PRIZES)
    shared = -(-fixed * 10_000 // (10_000 - of_prizes))
    assert shared * (10_000 - of_prizes) == fixed * 10_000, "these shares come out even"
    return replace(
        RULES,
        variant=variant("pt-bingo-75"),
        universe=75,
        line_bp=0,
        bingo_bp=0,
        house_bp=10_000 - shared,
        prizes=tuple(prizes),
        progressives=pots,
    )


def started(prizes: Sequence[Prize] = FOUR, pots: tuple[Progressive, ...] = ()) -> Night:
    return Night(rules_of(prizes, pots), MATRIX).open_session(MATRIX).start(60)


def form_of(night: Night, prize: str, card: int = CARD) -> tuple[int, ...]:
    return night.state.rules.forms(prize)[0].numbers(MATRIX.card(card).cells)


def draw(night: Night, balls: Sequence[int]) -> None:
    for ball in balls:
        if ball not in night.state.game.drawn:
            night.draw(ball)


def resumed(night: Night, prize: str, *cards: int) -> None:
    night.claim(prize, *cards)
    night.ask()
    night.do(ResumeDraw())


def finished(night: Night, prize: str, *cards: int) -> None:
    night.claim(prize, *cards)
    night.ask()
    night.do(FinishGame())
