"""The values that screens draw: frozen, complete, JSON both ways.

A view holds exactly what is shown, as it is shown: amounts arrive formatted and words arrive in the hall's
language. Not responsible for deciding what may be shown; whoever makes a view answers for that (AJ-86).
"""

from typing import Any, Final

from displays.views.between import BetweenView, ClosedView, LastView, RecentGame
from displays.views.cards import CardsView
from displays.views.fields import TONES, Band, PageView, Pattern, PlayView, PrizeLine, ViewError
from displays.views.play import (
    BoardView,
    CctvView,
    CheckedCard,
    CheckView,
    PauseView,
    PrizesView,
    SaleView,
    SeriesOnSale,
    Winner,
)
from displays.views.table import TableView

View = (
    BoardView
    | SaleView
    | CheckView
    | PrizesView
    | PauseView
    | CctvView
    | BetweenView
    | LastView
    | ClosedView
    | TableView
    | CardsView
)

KINDS: Final[dict[str, type[View]]] = {
    "board": BoardView,
    "sale": SaleView,
    "check": CheckView,
    "prizes": PrizesView,
    "pause": PauseView,
    "cctv": CctvView,
    "between": BetweenView,
    "last": LastView,
    "closed": ClosedView,
    "table": TableView,
    "cards": CardsView,
}


def read(data: Any) -> View:
    """Read a view of any screen from JSON values.

    Raises:
        ViewError: If the data is no view, or one of another version.
    """
    kind = data.get("view") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise ViewError(f"a view is one of {', '.join(KINDS)}, not {kind!r}")
    return KINDS[kind].from_json(data)


def pictures_of(view: View | None) -> tuple[str, ...]:
    """Return the digests of the hall's pictures that stand on a view."""
    if view is None:
        return ()
    sponsors = view.sponsors if isinstance(view, SaleView | BetweenView | ClosedView) else ()
    return (*filter(None, [view.logo]), *sponsors)


__all__ = [
    "Band",
    "KINDS",
    "TONES",
    "BetweenView",
    "BoardView",
    "CardsView",
    "CctvView",
    "CheckView",
    "CheckedCard",
    "ClosedView",
    "LastView",
    "PageView",
    "Pattern",
    "PauseView",
    "PlayView",
    "PrizeLine",
    "PrizesView",
    "RecentGame",
    "SaleView",
    "SeriesOnSale",
    "TableView",
    "View",
    "ViewError",
    "Winner",
    "pictures_of",
    "read",
]
