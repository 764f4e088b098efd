"""Any view as a picture: which screen draws which view, and when a change begins to move.

Not responsible for windows, nor for where views come from.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

import pygame

from displays import screens, sponsors
from displays.canvas import Canvas
from displays.cctv import Camera
from displays.celebration import after, celebrating
from displays.layout import LISTED, Box
from displays.parts import ARRIVAL, POTS, TURN
from displays.views import (
    BetweenView,
    BoardView,
    CardsView,
    CctvView,
    CheckView,
    ClosedView,
    LastView,
    PauseView,
    PlayView,
    PrizesView,
    SaleView,
    TableView,
    View,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a view is drawn, and what stands beside it.

    Attributes:
        t: Seconds since the change that moves (see ``moves``); None draws what stands still at the end.
        frame: The newest picture of a camera, for a view that shows one (see ``live``).
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
        pictures: The hall's pictures by their digests, as far as they have arrived.
    """

    t: float | None = None
    frame: pygame.Surface | None = None
    shown: float | None = None
    pictures: Mapping[str, pygame.Surface] = field(default_factory=dict)


def draw(
    view: View,
    size: tuple[int, int],
    t: float | None = None,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
    pictures: Mapping[str, pygame.Surface] | None = None,
) -> pygame.Surface:
    """Draw any view as a new picture, a pure function of what it is given (see ``Moment``).

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    surface = pygame.Surface(size, 0, 32)
    paint(surface, view, Moment(t, frame, shown, pictures or {}))
    return surface


def paint(surface: pygame.Surface, view: View, moment: Moment) -> None:
    """Draw any view over all of a surface, whatever was there.

    Raises:
        LayoutError: If the surface is too small to read or too large to be a screen.
    """
    canvas = Canvas.of(surface, view, moment.pictures)
    t, frame, shown = moment.t, moment.frame, moment.shown
    match view:
        case BoardView():
            screens.board.draw(canvas, view, t, frame, shown)
        case SaleView():
            screens.sale.draw(canvas, view, shown)
        case CheckView():
            screens.check.draw(canvas, view, t, frame, shown)
        case PrizesView():
            screens.prizes.draw(canvas, view, t, shown)
        case PauseView():
            screens.notices.pause(canvas, view, t, shown)
        case CctvView():
            screens.cctv.draw(canvas, view, t, frame, shown)
        case BetweenView():
            screens.between.draw(canvas, view, shown)
        case LastView():
            screens.notices.last(canvas, view, shown)
        case ClosedView():
            screens.notices.closed(canvas, view, shown)
        case TableView():
            screens.table.draw(canvas, view)
        case CardsView():
            screens.cards.draw(canvas, view)


def redraw(
    surface: pygame.Surface,
    view: View,
    t: float,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
    pictures: Mapping[str, pygame.Surface] | None = None,
) -> tuple[Box, ...]:
    """Draw a view at another moment onto a surface that shows it, and return where it was drawn.

    A board and the exit draw only what moves, which is far less than a whole picture.
    """
    canvas = Canvas.of(surface, view, pictures)
    match view:
        case BoardView():
            return screens.board.redraw(canvas, view, t, frame)
        case CheckView() if view.original or celebrating(view.celebrated, t):
            return screens.check.redraw(canvas, view, t, frame)
        case PrizesView() if celebrating(view.celebrated, t):
            return screens.prizes.redraw(canvas, view, t)
        case CctvView():
            return screens.cctv.redraw(canvas, view, t, frame)
        case _:
            paint(surface, view, Moment(t, frame, shown, pictures or {}))
            return (Box(0, 0, *surface.get_size()),)


def place_of_clip(surface: pygame.Surface, view: View) -> tuple[int, int] | None:
    """Return how large a clip may be on a view; None where clips have no place: they play between games."""
    canvas = Canvas.of(surface, view)
    box = _poster_box(canvas, view)
    return None if box is None else sponsors.framed(canvas, box)


def turn_of_clip(view: View | None, there: Container[str], shown: float) -> str:
    """Return which sponsor's turn it is on a view on which clips have a place; "" for nobody's."""
    of_view = view.sponsors if isinstance(view, BetweenView | ClosedView) else ()
    return sponsors.whose_turn(of_view, there, shown)


def redraw_clip(surface: pygame.Surface, view: View, frame: pygame.Surface) -> tuple[Box, ...]:
    """Draw the frame of a clip onto a surface that shows it, and return where it was drawn."""
    canvas = Canvas.of(surface, view)
    box = _poster_box(canvas, view)
    if box is None:
        return ()
    sponsors.poster(canvas, box, frame)
    return (box,)


def _poster_box(canvas: Canvas, view: View) -> Box | None:
    match view:
        case BetweenView():
            return screens.between.poster_box(canvas, view)
        case ClosedView():
            return screens.notices.poster_box(canvas, view)
        case _:
            return None


def live(view: View | None) -> Camera | None:
    """Return which camera's live picture a view has on it."""
    match view:
        case CctvView() | BoardView(corner=True):
            return Camera.EXIT
        case CheckView(original=True):
            return Camera.DESK
        case _:
            return None


def moves(before: View | None, view: View) -> bool:
    """Return whether time begins anew with this view: another ball, another screen, another card checked."""
    if before is None or type(before) is not type(view):
        return True
    if isinstance(view, PlayView) and isinstance(before, PlayView) and view.called != before.called:
        return True
    if isinstance(view, CheckView) and isinstance(before, CheckView):
        # A card that was sung later is celebrated as the first; a page is turned in its own time.
        return (view.card, view.series, view.winners) != (before.card, before.series, before.winners)
    return False


def moving(view: View, t: float) -> bool:
    """Return whether something still moves on a picture of the view ``t`` seconds after its time began."""
    if isinstance(view, CheckView | PrizesView) and celebrating(view.celebrated, t):
        return True
    return isinstance(view, PlayView) and bool(view.called) and t < ARRIVAL


def steps(view: View, t: float, shown: float) -> tuple[int, int, int]:
    """Return what changes now and then on a picture: whether it celebrates, its list's page, its prizes'."""
    turned = int(shown // TURN) if _turns(view) else 0
    if not isinstance(view, PrizesView | CheckView):
        return 0, 0, turned
    return int(celebrating(view.celebrated, t)), int((after(view.celebrated, t) or 0.0) // TURN), turned


def _turns(view: View) -> bool:
    """Return whether a view has more than stands on one page."""
    if isinstance(view, PlayView):
        sale = isinstance(view, SaleView) and (bool(view.sponsors) or len(view.prizes) > screens.sale.HEROES)
        turned = any(len(pattern.forms) > 1 for pattern in view.patterns)
        return len(view.prizes) > LISTED or sale or turned
    if isinstance(view, ClosedView) and view.sponsors:
        return True
    return isinstance(view, BetweenView) or (
        not isinstance(view, TableView | CardsView) and len(view.progressives) > POTS
    )
