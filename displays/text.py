"""Words in their places: bundled fonts, and text that shrinks rather than overflows.

Sizes are heights of a capital letter in pixels, which is what decides how far a word is read. Not responsible
for colours or places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

from displays.layout import Box
from displays.runs import fallback, runs
from displays.theme import Colour
from fonts import clusters

FONTS: Final = Path(__file__).parent / "fonts"
PROBE: Final = 1000
SMALLEST: Final = 0.5
LINE: Final = 1.75  # from one line to the next, in heights of a capital
ELLIPSIS: Final = "…"
JOINERS: Final = "\u200c\u200d"
FIGURE_GAP: Final = 0.13  # between the digits on a ball, as a share of their height


class Face(Enum):
    """The bundled faces, by their use."""

    NUMBER = "Overpass-Bold.ttf"
    HEAVY_NUMBER = "Overpass-ExtraBold.ttf"
    LABEL = "BarlowSemiCondensed-SemiBold.ttf"
    WORD = "BarlowSemiCondensed-Bold.ttf"
    NARROW = "BarlowCondensed-Bold.ttf"


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set.

    Attributes:
        face: The face it starts with.
        cap: The height of its capitals in pixels, where there is room.
        colour: The colour of its ink.
        align: "left", "centre" or "right" in its box.
        smallest: How far it may shrink before it is cut, as a share of ``cap``; amounts go further than
            words, since a cut amount is a wrong one.
    """

    face: Face
    cap: int
    colour: Colour
    align: str = "left"
    smallest: float = SMALLEST


@lru_cache(maxsize=len(Face))
def _file(face: Face) -> Path:
    # Asked for at every text: the same object each time, for it is looked up by what is in it.
    return FONTS / face.value


@lru_cache(maxsize=256)
def font(face: Face, cap: int) -> pygame.font.Font:
    """Return a face at the size whose capitals are nearest to ``cap`` pixels high."""
    pygame.font.init()
    return pygame.font.Font(_file(face), max(1, round(cap * PROBE / _cap_at_probe(face))))


@lru_cache(maxsize=len(Face))
def _cap_at_probe(face: Face) -> int:
    """Return the height of a capital of the face at the probing size."""
    pygame.font.init()
    return _top_of_capital(pygame.font.Font(_file(face), PROBE))


def _top_of_capital(face: pygame.font.Font) -> int:
    """Return how far a capital rises above the base line."""
    metrics = face.metrics("H")[0]
    assert metrics is not None  # every bundled face has an H
    return metrics[3]


def clean(text: str) -> str:
    """Return a text on one line, without what cannot be printed; joiners of emoji and letters stay."""
    return " ".join("".join(c if c.isprintable() or c in JOINERS else " " for c in text).split())


def width_of(text: str, style: Style) -> int:
    """Return how wide a text is at its full size, in pixels."""
    return _wide(clean(text), style.face, style.cap)


def _in_fonts(text: str, face: Face, cap: int) -> Iterator[tuple[str, pygame.font.Font]]:
    """Give the stretches of a text, each with the font that shows it."""
    for run in runs(text, _file(face)):
        shown = font(face, cap) if run.file is None else fallback(run.file, cap, run.script, run.leftward)
        yield run.text, shown


def _wide(text: str, face: Face, cap: int) -> int:
    return sum(shown.size(part)[0] for part, shown in _in_fonts(text, face, cap))


def _ascent(text: str, face: Face, cap: int) -> int:
    """Return how far the picture of a text reaches above its base line."""
    return max((shown.get_ascent() for _, shown in _in_fonts(text, face, cap)), default=0)


@lru_cache(maxsize=512)
def fit(text: str, style: Style, width: int) -> tuple[str, Style]:
    """Return the text and the style in which it fits a width.

    It tries the narrow face first, then smaller sizes down to the style's smallest, and cuts with an ellipsis
    at last.
    """
    if _wide(text, style.face, style.cap) <= width:
        return text, style
    if style.face in {Face.LABEL, Face.WORD}:
        style = replace(style, face=Face.NARROW)
    smallest = max(1, round(style.cap * style.smallest))
    likely = style.cap * width // max(1, _wide(text, style.face, style.cap))
    for cap in range(min(style.cap, likely + 2), smallest - 1, -1):
        if _wide(text, style.face, cap) <= width:
            return text, replace(style, cap=cap)
    return _cut(text, style.face, smallest, width), replace(style, cap=smallest)


def together(texts: Sequence[str], style: Style, widths: Sequence[int]) -> Style:
    """Return the one style in which each text fits its width: what stands in a grid has one size."""
    fitted = [fit(clean(text), style, width)[1] for text, width in zip(texts, widths, strict=True)]
    narrow = any(each.face is not style.face for each in fitted)
    return replace(
        style,
        face=Face.NARROW if narrow else style.face,
        cap=min((each.cap for each in fitted), default=style.cap),
    )


def _cut(text: str, face: Face, cap: int, width: int) -> str:
    """Return the longest beginning of a text that fits with an ellipsis; empty where not even that fits."""
    kept = list(clusters(text))
    while kept:
        kept.pop()
        shorter = "".join(kept).rstrip() + ELLIPSIS
        if _wide(shorter, face, cap) <= width:
            return shorter
    return ""


def _pictured(text: str, shown: pygame.font.Font, colour: Colour) -> pygame.Surface:
    """A text in one font; what has no width, as a variation selector alone, is an empty picture."""
    if text and not shown.size(text)[0]:
        return pygame.Surface((0, shown.get_height()), pygame.SRCALPHA, 32)
    return shown.render(text, True, colour)


@lru_cache(maxsize=512)
def render(text: str, face: Face, cap: int, colour: Colour) -> pygame.Surface:
    """Return a text as a picture; it is shared, so nobody paints on it."""
    parts = list(_in_fonts(text, face, cap))
    if len(parts) < 2:
        shown = parts[0][1] if parts else font(face, cap)
        return _pictured(text, shown, colour)
    ascent = _ascent(text, face, cap)
    pictures = [(_pictured(part, shown, colour), ascent - shown.get_ascent()) for part, shown in parts]
    size = (sum(one.get_width() for one, _ in pictures), max(one.get_height() + y for one, y in pictures))
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    whole.fill((*colour, 0))
    x = 0
    for picture, y in pictures:
        whole.blit(picture, (x, y))
        x += picture.get_width()
    return whole


def write(surface: pygame.Surface, box: Box, text: str, style: Style) -> Box:
    """Write a text in a box, its capitals centred in the height, and return where it stands."""
    picture, x, y, capital = _placed(text, style, box.w, box.h)
    surface.blit(picture, (box.x + x, box.y + y))
    return Box(box.x + x, box.y + (box.h - capital) // 2, picture.get_width(), capital)


@lru_cache(maxsize=256)
def _placed(text: str, style: Style, width: int, height: int) -> tuple[pygame.Surface, int, int, int]:
    """Return a text as a picture, its place in a box of this size, and how high its capitals are."""
    line, fitted = fit(clean(text), replace(style, cap=max(1, min(style.cap, height))), width)
    face = font(fitted.face, fitted.cap)
    while _top_of_capital(face) > height and fitted.cap > 1:
        # A face is hinted to whole pixels, so a capital may come out one higher than asked for.
        fitted = replace(fitted, cap=fitted.cap - 1)
        face = font(fitted.face, fitted.cap)
    picture = render(line, fitted.face, fitted.cap, fitted.colour)
    spare = width - picture.get_width()
    x = {"left": 0, "centre": spare // 2, "right": spare}[fitted.align]
    capital = _top_of_capital(face)
    return picture, x, (height + capital) // 2 - _ascent(line, fitted.face, fitted.cap), capital


def lines_of(texts: Sequence[str], style: Style, box: Box) -> tuple[list[list[str]], Style]:
    """Return texts broken into lines, and the one style in which they all fit a box, a gap between them.

    Sizes go down to the style's smallest.
    """
    words, smallest = [clean(text).split() for text in texts], max(1, round(style.cap * style.smallest))
    for cap in range(max(smallest, min(style.cap, box.h)), smallest - 1, -1):
        tried = replace(style, cap=cap)
        broken = [_broken(part, tried, box.w) for part in words]
        if _height(broken, cap) <= box.h and all(
            width_of(line, tried) <= box.w for lines in broken for line in lines
        ):
            return broken, tried
    tried = replace(style, cap=smallest)
    return [_broken(part, tried, box.w) for part in words], tried


def height_of(texts: Sequence[str], style: Style, box: Box) -> int:
    """Return how much of a box's height ``write_lines`` will take."""
    broken, fitted = lines_of(texts, style, box)
    return min(box.h, _height(broken, fitted.cap))


def _height(paragraphs: list[list[str]], cap: int) -> int:
    """Return how high paragraphs stand, with a gap between them."""
    return sum(len(lines) * round(cap * LINE) for lines in paragraphs) + max(0, len(paragraphs) - 1) * cap


def _broken(words: list[str], style: Style, width: int) -> list[str]:
    """Return words set into lines no wider than this, where a single word is not wider itself."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, style) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _balanced(lines: list[str], style: Style, width: int) -> list[str]:
    """Return the same words on as many lines of more even lengths, so that none stands alone on the last."""
    words, best = " ".join(lines).split(), lines
    for narrower in range(width, 0, -style.cap):
        tried = _broken(words, style, narrower)
        if len(tried) > len(lines):
            break
        best = tried
    return best


def write_lines(surface: pygame.Surface, box: Box, texts: Sequence[str], style: Style) -> None:
    """Write texts one below the other from the top of a box, each over as many lines as it needs.

    All are of one size, the largest that fits; what does not fit even at the style's smallest is left out,
    and the last line that is written marks that.
    """
    paragraphs, fitted = lines_of(texts, style, box)
    if style.align == "centre":
        paragraphs = [_balanced(lines, fitted, box.w) for lines in paragraphs]
    y, step = box.y, min(box.h, max(1, round(fitted.cap * LINE)))
    for paragraph in paragraphs:
        for place, line in enumerate(paragraph):
            if y + step > box.bottom:
                return
            full = y + 2 * step > box.bottom and place + 1 < len(paragraph)
            write(surface, Box(box.x, y, box.w, step), line + ELLIPSIS if full else line, fitted)
            y += step
        y += fitted.cap


@lru_cache(maxsize=8)
def figure(number: int | str, face: Face, cap: int, colour: Colour) -> pygame.Surface:
    """Return a number or a letter for a ball: only its ink, the digits set close together."""
    digits = [render(digit, face, cap, colour) for digit in str(number)]
    inks = [digit.subsurface(digit.get_bounding_rect()) for digit in digits]
    gap = max(1, round(cap * FIGURE_GAP))
    height = max(ink.get_height() for ink in inks)
    picture = pygame.Surface((sum(ink.get_width() + gap for ink in inks) - gap, height), pygame.SRCALPHA, 32)
    picture.fill((*colour, 0))
    x = 0
    for ink in inks:
        picture.blit(ink, (x, (height - ink.get_height()) // 2))
        x += ink.get_width() + gap
    return picture
