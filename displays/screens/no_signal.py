"""SIN SEÑAL: what a screen shows when it hears nothing, instead of a picture that may be old.

Not responsible for deciding when that is: ``displays.event_stream.Signal`` does.
"""

import pygame

from displays import shapes
from displays.layout import Box, unit_of
from displays.text import Face, Style, write
from displays.theme import THEMES, USUAL
from displays.words import SPANISH, Words


def draw(size: tuple[int, int], words: Words = SPANISH) -> pygame.Surface:
    """Draw the screen as a new picture.

    Args:
        size: Width and height in pixels.
        words: The screen's own words.

    Raises:
        LayoutError: If the size is too small to read or too large to be a screen.
    """
    unit, usual = unit_of(size), THEMES[USUAL]
    surface = pygame.Surface(size, 0, 32)
    surface.fill(usual.ground)
    width, height = size
    band = round(44 * unit)
    striped = shapes.stripes((width, band), usual.panel, usual.ground, round(44 * unit))
    surface.blit(striped, (0, 0))
    surface.blit(striped, (0, height - band))
    side = round(240 * unit)
    surface.blit(
        shapes.dead_screen(side, usual.lit, usual.ground), ((width - side) // 2, round(height * 0.14))
    )
    inner = Box(0, 0, width, height).inset(round(90 * unit), 0)
    title = Box(inner.x, round(height * 0.43), inner.w, round(200 * unit))
    write(surface, title, words.no_signal, Style(Face.WORD, round(170 * unit), usual.text, "centre"))
    notes = Box(inner.x, round(height * 0.69), inner.w, round(160 * unit))
    for place, note in zip(notes.rows(len(words.no_signal_notes), 0), words.no_signal_notes, strict=True):
        write(surface, place, note, Style(Face.LABEL, round(44 * unit), usual.label, "centre"))
    return surface
