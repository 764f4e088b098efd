"""Where a board's parts stand before the first ball, whose places would be empty.

Not responsible for what is drawn in them.
"""

from collections.abc import Sequence
from dataclasses import replace

from displays.layout import BoardLayout, Box, SideLayout, StripLayout


def before_first(layout: BoardLayout, priced: bool, listed: bool) -> BoardLayout:
    """Return a board's layout without the places of the called ball and the last ones.

    Args:
        layout: That of a board with balls.
        priced: Whether cards are sold: how many, and for how much, then has the place of the ball.
        listed: Whether there are prizes, which then have all of the strip.
    """
    body, gap = layout.page.body, layout.page.gap
    end = layout.strip.sold.y - gap if listed else body.bottom
    numbers, whole = _around((*layout.heads, *layout.cells)), _whole(layout.side)
    wide = whole if layout.page.portrait else Box(whole.x, whole.y, whole.w, end - whole.y)
    to = Box(numbers.x, numbers.y, numbers.w, end - numbers.y)
    if not priced and layout.side.corner is None:
        to = Box(body.x, body.y, body.w, end - body.y)
    heads, cells = (
        tuple(_moved(cell, numbers, to) for cell in each) for each in (layout.heads, layout.cells)
    )
    side = _side(layout.side, wide, priced, gap)
    strip = _prizes_alone(layout.strip, side.ball, gap)
    return replace(layout, heads=heads, cells=cells, side=side, strip=strip)


def _side(side: SideLayout, wide: Box, priced: bool, gap: int) -> SideLayout:
    """Return the side with its figures in the place of the balls, or with the exit's picture alone."""
    if side.corner is None:
        figures = Box(wide.x, wide.y, wide.w, side.drawn.y - gap - wide.y)
        return replace(side, ball=figures)
    if not priced:
        return replace(side, corner=wide)
    beside = _around((side.corner, side.drawn, side.left))
    if side.corner.y >= side.ball.bottom:
        figures = Box(wide.x, wide.y, wide.w, side.corner.y - gap - wide.y)
    else:
        figures = Box(wide.x, wide.y, side.corner.x - gap - wide.x, wide.h)
    to = Box(beside.x, beside.y, beside.w, wide.bottom - beside.y)
    moved = [_moved(each, beside, to) for each in (side.corner, side.drawn, side.left)]
    return replace(side, ball=figures, corner=moved[0], drawn=moved[1], left=moved[2])


def _prizes_alone(strip: StripLayout, figures: Box, gap: int) -> StripLayout:
    """Return the strip with its prizes over all of it, and its figures elsewhere."""
    whole = _around((strip.sold, strip.price, strip.prizes))
    places = [
        _moved(each, strip.prizes, whole) for each in (strip.prizes_label, strip.prize_area, *strip.prize)
    ]
    sold, price = figures.rows(2, gap)
    label, area, *prizes = places
    return StripLayout(strip.ball, sold, price, whole, label, area, tuple(prizes))


def _whole(side: SideLayout) -> Box:
    """Return the space of everything at the side of the numbers."""
    corner = () if side.corner is None else (side.corner,)
    return _around((side.ball, *side.latest, side.latest_label, side.drawn, side.left, *corner))


def _around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box around others."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)


def _moved(box: Box, before: Box, after: Box) -> Box:
    """Return where a box stands when the one around it becomes another."""
    across, down = after.w / before.w, after.h / before.h
    left, top = round((box.x - before.x) * across), round((box.y - before.y) * down)
    right, bottom = round((box.right - before.x) * across), round((box.bottom - before.y) * down)
    return Box(after.x + left, after.y + top, right - left, bottom - top)
