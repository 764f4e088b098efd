"""The exit's live picture, with the called number large over it and the mandatory fields below (AJ-30, 37).

Not responsible for taking the picture: it comes beside the view, as pixels.
"""

import pygame

from displays import parts, shapes, theme
from displays.canvas import Canvas
from displays.layout import Box, PageLayout
from displays.text import Face, Style, write
from displays.views import CctvView


def draw(
    canvas: Canvas,
    view: CctvView,
    t: float | None = None,
    frame: pygame.Surface | None = None,
    shown: float | None = None,
) -> None:
    """Draw the exit.

    Args:
        canvas: What is drawn on.
        view: What to show.
        t: Seconds since the ball being called came onto the view; None where nothing moves.
        frame: The newest picture of the exit; None where none arrives, which is then shown.
        shown: Seconds since the screen came up, for pages that turn; None shows the first.
    """
    page = parts.page(canvas, view)
    _, strip = page.with_strip(len(view.prizes), 0)
    parts.strip(canvas, strip, view, shown=shown)
    redraw(canvas, view, t, frame)


def redraw(canvas: Canvas, view: CctvView, t: float | None, frame: pygame.Surface | None) -> tuple[Box, ...]:
    """Draw what moves onto a screen of this view: the exit, and the ball over it; return where."""
    page = PageLayout.of(canvas.surface.get_size(), view.simulated)
    area, _ = page.with_strip(len(view.prizes), 0)
    canvas.surface.fill(theme.BLACK, area)
    place, over = places(_extent(frame), area)
    _picture(canvas, place, frame, canvas.words.no_picture)
    if view.uncalled:
        caption(canvas, place, canvas.words.uncalled)
    if view.called:
        parts.ball(canvas, over, view, t)
    return (area,)


def whole(canvas: Canvas, box: Box, frame: pygame.Surface | None, missing: str) -> None:
    """Draw a camera's picture into a box, whole and on black, or the notice that it is missing."""
    canvas.surface.fill(theme.BLACK, box)
    width, height = _extent(frame)
    scale = min(box.w / width, box.h / height)
    wide, high = max(1, round(width * scale)), max(1, round(height * scale))
    place = Box(box.x + (box.w - wide) // 2, box.y + (box.h - high) // 2, wide, high)
    _picture(canvas, place, frame, missing)


def caption(canvas: Canvas, box: Box, said: str) -> None:
    """Write over the foot of a picture what it is: the exit shows the next ball before it is called."""
    band = Box(box.x, box.bottom - round(box.h * 0.17), box.w, round(box.h * 0.17))
    tone = canvas.theme.tone("attention")
    canvas.surface.fill(tone.fill, band)
    style = Style(Face.WORD, round(band.h * 0.5), tone.ink, "centre", 0.2)
    write(canvas.surface, band.inset(round(band.w * 0.02), 0), said, style)


def _extent(frame: pygame.Surface | None) -> tuple[int, int]:
    return (4, 3) if frame is None else frame.get_size()


def _picture(canvas: Canvas, box: Box, frame: pygame.Surface | None, missing: str) -> None:
    """Draw the picture, or the notice that none arrives."""
    if frame is not None:
        canvas.surface.blit(pygame.transform.scale(frame, (box.w, box.h)), box)
        return
    canvas.surface.fill(canvas.theme.panel, box)
    side = round(min(box.w, box.h) * 0.3)
    sign = shapes.dead_screen(side, canvas.theme.lit, canvas.theme.panel)
    canvas.surface.blit(sign, (box.centre[0] - side // 2, box.centre[1] - side))
    below = Box(box.x, box.centre[1], box.w, round(box.h * 0.17)).inset(round(box.w * 0.03), 0)
    write(canvas.surface, below, missing, Style(Face.WORD, round(box.h * 0.085), canvas.theme.text, "centre"))


def places(extent: tuple[int, int], area: Box) -> tuple[Box, Box]:
    """Return where a picture of this extent and the called number stand.

    The picture is whole and undistorted, as large as its area allows, at the left or on top. The number has
    what is left beside it, or the picture's upper right corner where that is larger; never its middle.
    """
    width, height = extent
    scale = min(area.w / width, area.h / height)
    picture = Box(area.x, area.y, max(1, round(width * scale)), max(1, round(height * scale)))
    below = area.h - picture.h > area.w - picture.w
    rest = (
        Box(area.x, picture.bottom, area.w, area.bottom - picture.bottom)
        if below
        else Box(picture.right, area.y, area.right - picture.right, area.h)
    )
    corner = round(min(picture.w, picture.h) * 0.38)
    side = round(rest.square().w * 0.92)
    if side < corner:
        return picture, Box(picture.right - corner, picture.y, corner, corner)
    return picture, Box(rest.centre[0] - side // 2, rest.centre[1] - side // 2, side, side)
