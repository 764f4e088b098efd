"""A combination as people see it: the forms of its shapes, and with which ball a card has it (PT-62, D19).

Not responsible for where it is drawn, nor for words.
"""

from functools import lru_cache

from hallctl.games.bingo.variants.combination import Combination, Way
from hallctl.games.bingo.variants.odds import OddsError, odds_of
from hallctl.games.bingo.variants.variant import Variant


@lru_cache(maxsize=256)
def mean_ball(variant: Variant, combination: Combination) -> float | None:
    """Return with which ball one card has a combination in the mean, None where that is not counted."""
    try:
        return float(odds_of(variant, combination).mean)
    except OddsError:
        return None


@lru_cache(maxsize=256)
def drawn_forms(variant: Variant, combination: Combination) -> tuple[str, ...]:
    """Return the forms of shapes and corners, drawn row by row; lines and the full card need no picture."""
    corners = (Way.CORNERS,) if Way.CORNERS in combination.ways else ()
    if not (corners or combination.shapes):
        return ()
    forms = Combination(corners, 1, combination.shapes).forms(variant)
    return tuple("".join("X" if form >> cell & 1 else "." for cell in range(variant.cells)) for form in forms)


def drawn_rows(variant: Variant, combination: Combination) -> tuple[tuple[str, ...], ...]:
    """Return the same forms, each as its rows."""
    width = len(variant.columns)
    return tuple(
        tuple(form[start : start + width] for start in range(0, len(form), width))
        for form in drawn_forms(variant, combination)
    )
