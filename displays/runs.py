"""A line of text in the fonts that show it: the face asked for, and for other alphabets those of ``fonts``.

Not responsible for what is written or where. A name in Arabic or Hebrew runs from right to left; of several
such stretches in one line, each stands where it comes in the line.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

import fonts

CAPITAL: Final = 0.72
"""The height of a capital in the fonts to fall back to, as a share of their size."""
_SCRIPTS: Final = {
    "ARABIC": "Arab",
    "ARMENIAN": "Armn",
    "BENGALI": "Beng",
    "DEVANAGARI": "Deva",
    "GEORGIAN": "Geor",
    "GUJARATI": "Gujr",
    "HEBREW": "Hebr",
    "KHMER": "Khmr",
    "MYANMAR": "Mymr",
    "SINHALA": "Sinh",
    "SYRIAC": "Syrc",
    "TAMIL": "Taml",
    "THAANA": "Thaa",
    "THAI": "Thai",
}
"""The scripts whose letters change beside others, by how Unicode names their letters (ISO 15924)."""
_LEFTWARD: Final = frozenset(("R", "AL"))


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one font, one script and one direction.

    Attributes:
        text: The stretch.
        file: The font; None for the face that was asked for.
        script: Its ISO 15924 code where it matters, else empty.
        leftward: Whether it runs from right to left.
    """

    text: str
    file: Path | None
    script: str = ""
    leftward: bool = False


@lru_cache(maxsize=1024)
def runs(text: str, own: Path) -> tuple[Run, ...]:
    """Return a text as stretches, each in a font that shows it; ``own`` is the file of the face asked for."""
    done: list[Run] = []
    for run in _clusters(text, _shown(own)):
        before = done[-1] if done else None
        if before is not None and (run.file, run.script, run.leftward) == (
            before.file,
            before.script,
            before.leftward,
        ):
            done[-1] = Run(before.text + run.text, before.file, before.script, before.leftward)
        else:
            done.append(run)
    return tuple(done)


def _clusters(text: str, own: fonts.Face) -> Iterator[Run]:
    """Give each cluster as a run of its own; spaces between two words to the left are one of them."""
    parts = list(fonts.clusters(text))
    for place, cluster in enumerate(parts):
        if cluster.isspace() and 0 < place < len(parts) - 1:
            around = {_run(parts[place - 1], own), _run(parts[place + 1], own)}
            keys = {(run.file, run.script, run.leftward) for run in around}
            if len(keys) == 1 and next(iter(keys))[2]:
                yield Run(cluster, *keys.pop())
                continue
        yield _run(cluster, own)


def _run(cluster: str, own: fonts.Face) -> Run:
    if own.shows(cluster):
        return Run(cluster, None)
    face = fonts.face_of(cluster)
    script = _SCRIPTS.get(unicodedata.name(cluster[0], "").partition(" ")[0], "")
    leftward = unicodedata.bidirectional(cluster[0]) in _LEFTWARD
    return Run(cluster, None if face is None else face.file, script, leftward)


@lru_cache(maxsize=8)
def _shown(own: Path) -> fonts.Face:
    return fonts.Face(own)


@lru_cache(maxsize=128)
def fallback(file: Path, cap: int, script: str, leftward: bool) -> pygame.font.Font:
    """Return a font to fall back to, whose capitals are about so many pixels high."""
    pygame.font.init()
    font = pygame.font.Font(file, max(1, round(cap / CAPITAL)))
    if script:
        font.set_script(script)
    if leftward:
        font.set_direction(pygame.DIRECTION_RTL)
    return font
