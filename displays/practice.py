"""The SIMULACRO band of a page of a practice hall, and the frame around everything.

Not responsible for which hall is one.
"""

from displays import shapes, theme
from displays.canvas import Canvas
from displays.layout import Box, PageLayout
from displays.text import Face, Style, write
from displays.views import PageView


def band(canvas: Canvas, layout: PageLayout, place: Box, view: PageView) -> None:
    """Draw the SIMULACRO band and a frame of its stripes around everything; neither covers a number."""
    unit, frame = layout.unit, layout.frame
    width, height = canvas.surface.get_size()
    striped = shapes.stripes((width, height), theme.SIMULATED, theme.BLACK, round(30 * unit))
    for edge in (
        place,
        Box(0, 0, frame, height),
        Box(width - frame, 0, frame, height),
        Box(0, height - frame, width, frame),
    ):
        canvas.surface.blit(striped, edge, edge)
    style = Style(Face.WORD, round(32 * unit), theme.BLACK, "centre")
    mark, note = canvas.words.mark(view.replay)
    texts = [mark, note] + [mark] * (not layout.portrait)
    for part, text in zip(place.columns(len(texts), 0), texts, strict=True):
        plate = part.inset(round((24 if layout.portrait else 60) * unit), 0)
        canvas.surface.fill(theme.SIMULATED, plate)
        write(canvas.surface, plate.inset(round(16 * unit), 0), text, style)
