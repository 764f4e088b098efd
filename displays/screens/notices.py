"""What the hall announces large: technical pause, last game, closed (AJ-104).

Not responsible for when that is shown.
"""

from typing import Final

from displays import heroes, parts, shapes, sponsors
from displays.canvas import Canvas
from displays.layout import Box, PageLayout
from displays.text import Face, Style, height_of, write_lines
from displays.views import ClosedView, LastView, PauseView

HEROES: Final = 4  # progressives that stand large


def pause(canvas: Canvas, view: PauseView, t: float | None = None, shown: float | None = None) -> None:
    """Draw a technical pause: the mandatory fields stay (AJ-37).

    Args:
        canvas: What is drawn on.
        view: What to show.
        t: Seconds since the ball being called came onto the view; None where nothing moves.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    area, strip = page.with_strip(len(view.prizes), 0)
    parts.strip(canvas, strip, view, shown=shown)
    if view.called and page.portrait:
        called, area = page.split(area, 0.42)
        parts.ball(canvas, called.square(), view, t)
    elif view.called:
        area, called = page.split(area, 0.64)
        parts.ball(canvas, called.square(), view, t)
    _announce(canvas, area, page, "octagon", view.said)


def last(canvas: Canvas, view: LastView, shown: float | None = None) -> None:
    """Draw the announcement of the last game.

    Args:
        canvas: What is drawn on.
        view: What to show.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    if not 0 < len(view.progressives) <= HEROES:
        _with_progressives(canvas, view, "bell", shown)
        return
    page = parts.page(canvas, view)
    left, right = page.split(page.body, 0.4)
    _announce(canvas, left, page, "bell", view.said)
    heroes.draw(canvas, right, canvas.words.progressives, view.progressives)


def closed(canvas: Canvas, view: ClosedView, shown: float | None = None) -> None:
    """Draw the closed hall.

    Args:
        canvas: What is drawn on.
        view: What to show.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    sponsor = sponsors.sponsor(canvas, view.sponsors, shown)
    if sponsor is not None:
        left, right = _sponsored(page)
        sponsors.poster(canvas, left, sponsor)
        if view.progressives:
            parts.progressives(canvas, right, view.progressives, shown)
        else:
            _announce(canvas, right, page, "", view.said)
        return
    if not 0 < len(view.progressives) <= HEROES:
        _with_progressives(canvas, view, "", shown)
        return
    left, right = page.split(page.body, 0.7)
    heroes.draw(canvas, left, canvas.words.progressives, view.progressives)
    _announce(canvas, right, page, "", view.said)


def poster_box(canvas: Canvas, view: ClosedView) -> Box:
    """Return where a sponsor stands in the closed hall."""
    return _sponsored(PageLayout.of(canvas.surface.get_size(), view.simulated))[0]


def _sponsored(page: PageLayout) -> tuple[Box, Box]:
    return page.split(page.body, 0.44 if page.portrait else 0.62)


def _with_progressives(canvas: Canvas, view: LastView | ClosedView, sign: str, shown: float | None) -> None:
    """Draw an announcement beside the progressives, which are shown at all times (AJ-115), or alone."""
    page = parts.page(canvas, view)
    if not view.progressives:
        _announce(canvas, page.body, page, sign, view.said)
        return
    left, right = page.split(page.body, 0.5 if page.portrait else 0.62)
    _announce(canvas, left, page, sign, view.said)
    parts.progressives(canvas, right, view.progressives, shown)


def _announce(canvas: Canvas, box: Box, page: PageLayout, sign: str, said: tuple[str, ...]) -> None:
    """Draw a sign, if any, over sentences, large and in the middle; the head of the page has the title."""
    unit = page.unit
    parts.panel(canvas, box, canvas.theme.panel)
    inner = box.inset(round(48 * unit), round(32 * unit))
    side, gap = (round(min(190 * unit, inner.h * 0.28)), round(36 * unit)) if sign else (0, 0)
    room = Box(inner.x, inner.y, inner.w, inner.h - side - gap)
    style = Style(Face.WORD, round(72 * unit), canvas.theme.text, "centre", 0.3)
    tall = height_of(said, style, room)
    top = inner.y + (room.h - tall) // 2
    if sign:
        canvas.surface.blit(
            shapes.sign(sign, side, canvas.theme.lit, canvas.theme.panel),
            (inner.x + (inner.w - side) // 2, top),
        )
    write_lines(canvas.surface, Box(inner.x, top + side + gap, inner.w, tall), said, style)
