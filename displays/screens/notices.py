"""What the hall announces large: technical pause, last game, closed (AJ-104).

Not responsible for when that is shown.
"""

from typing import Final

import pygame

from displays import parts, shapes, theme
from displays.layout import NO_BALL, Box, PageLayout
from displays.text import Face, Style, height_of, write_lines
from displays.views import ClosedView, LastView, PauseView

HEROES: Final = 4  # progressives that stand large in a closed hall


def pause(
    view: PauseView, size: tuple[int, int], t: float | None = None, shown: float | None = None
) -> pygame.Surface:
    """Draw a technical pause as a new picture: the mandatory fields stay (AJ-37).

    Args:
        view: What to show.
        size: Width and height in pixels.
        t: Seconds since the ball being called came onto the view; None where nothing moves.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    surface, page, words = parts.page(view, size)
    area, strip = page.with_strip(len(view.prizes), 0 if view.called else NO_BALL)
    parts.strip(surface, strip, page.unit, view, words, shown=shown)
    if view.called and page.portrait:
        called, area = page.split(area, 0.42)
        parts.ball(surface, called.square(), view.called, t)
    elif view.called:
        area, called = page.split(area, 0.64)
        parts.ball(surface, called.square(), view.called, t)
    _announce(surface, area, page, "octagon", view.said)
    return surface


def last(view: LastView, size: tuple[int, int], shown: float | None = None) -> pygame.Surface:
    """Draw the announcement of the last game as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    return _with_progressives(view, size, "bell", shown)


def closed(view: ClosedView, size: tuple[int, int], shown: float | None = None) -> pygame.Surface:
    """Draw the closed hall as a new picture.

    Args:
        view: What to show.
        size: Width and height in pixels.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    surface, page, words = parts.page(view, size)
    if not 0 < len(view.progressives) <= HEROES:
        return _with_progressives(view, size, "", shown)
    left, right = page.split(page.body, 0.7)
    parts.heroes(surface, left, page.unit, words.progressives, view.progressives)
    _announce(surface, right, page, "", view.said)
    return surface


def _with_progressives(
    view: LastView | ClosedView, size: tuple[int, int], sign: str, shown: float | None
) -> pygame.Surface:
    """Draw an announcement beside the progressives, which are shown at all times (AJ-115)."""
    surface, page, words = parts.page(view, size)
    left, right = page.split(page.body, 0.5 if page.portrait else 0.62)
    _announce(surface, left, page, sign, view.said)
    parts.progressives(surface, right, page.unit, view.progressives, words, shown)
    return surface


def _announce(surface: pygame.Surface, box: Box, page: PageLayout, sign: str, said: tuple[str, ...]) -> None:
    """Draw a sign, if any, over sentences, large and in the middle; the head of the page has the title."""
    unit = page.unit
    parts.panel(surface, box, theme.PANEL, unit)
    inner = box.inset(round(48 * unit), round(32 * unit))
    side, gap = (round(min(190 * unit, inner.h * 0.28)), round(36 * unit)) if sign else (0, 0)
    room = Box(inner.x, inner.y, inner.w, inner.h - side - gap)
    style = Style(Face.WORD, round(72 * unit), theme.TEXT, "centre", 0.3)
    tall = height_of(said, style, room)
    top = inner.y + (room.h - tall) // 2
    if sign:
        surface.blit(shapes.sign(sign, side, theme.LIT, theme.PANEL), (inner.x + (inner.w - side) // 2, top))
    write_lines(surface, Box(inner.x, top + side + gap, inner.w, tall), said, style)
