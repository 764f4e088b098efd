"""Records every text that a screen writes, with the box it has and the place it takes, or alters one."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import pygame

from displays import text
from displays.layout import Box
from displays.text import Style
from displays.theme import contrast


@dataclass(frozen=True)
class Written:
    asked: str
    shown: str
    box: Box
    place: Box
    style: Style


@contextmanager
def recording() -> Iterator[list[Written]]:
    """Yield the texts written within, by whatever module writes them."""
    whole, written = text.write, list[Written]()

    def write(surface: pygame.Surface, box: Box, said: str, style: Style) -> Box:
        place = whole(surface, box, said, style)
        cap = max(1, min(style.cap, box.h))
        shown, fitted = text.fit(
            text.clean(said), Style(style.face, cap, style.colour, style.align, style.smallest), box.w
        )
        written.append(Written(text.clean(said), shown, box, place, fitted))
        return place

    with _writing(write):
        yield written


@contextmanager
def contrasts() -> Iterator[list[tuple[str, float]]]:
    """Yield the texts written within, each with its contrast to the worst of what it is written on."""
    whole, found = text.write, list[tuple[str, float]]()

    def write(surface: pygame.Surface, box: Box, said: str, style: Style) -> Box:
        before = pygame.surfarray.array3d(surface)
        place = whole(surface, box, said, style)
        if said.strip() and place.w and place.h:
            under = before[place.x : place.right, place.y : place.bottom].reshape(-1, 3)
            colours, counts = np.unique(under, axis=0, return_counts=True)
            much = colours[counts > 0.05 * counts.sum()]
            grounds = [(int(red), int(green), int(blue)) for red, green, blue in much]
            found.append((said, min(contrast(style.colour, ground) for ground in grounds)))
        return place

    with _writing(write):
        yield found


@contextmanager
def altered(number: int, change: str) -> Iterator[None]:
    """Alter one text of the screens drawn within: "left out", "a pixel lower", "a pixel aside" or else."""
    whole, count = text.write, 0

    def write(surface: pygame.Surface, box: Box, said: str, style: Style) -> Box:
        nonlocal count
        count += 1
        if count - 1 != number:
            return whole(surface, box, said, style)
        if change == "left out":
            return whole(surface, box, "", style)
        if change == "one letter else":
            return whole(surface, box, said[:-1] + ("X" if said[-1] != "X" else "H"), style)
        lower, aside = (1, 0) if change == "a pixel lower" else (0, 1)
        return whole(surface, Box(box.x + aside, box.y + lower, box.w, box.h), said, style)

    with _writing(write):
        yield


@contextmanager
def _writing(write: Callable[[pygame.Surface, Box, str, Style], Box]) -> Iterator[None]:
    """Let every module of the screens write with this."""
    whole = text.write
    modules = [
        module
        for name, module in sys.modules.items()
        if name.startswith("displays.") and getattr(module, "write", None) is whole
    ]
    for module in modules:
        module.write = write  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in modules:
            module.write = whole  # type: ignore[attr-defined]
