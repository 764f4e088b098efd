"""The fonts at hand in the order in which they are asked, and what none of them shows.

First those of this folder, which every hall has; then those of Debian's ``fonts-noto-*`` packages, where a
hall has installed them. Not responsible for the faces that paper and screens have of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

from fonts.clusters import clusters, is_mark, is_silent
from fonts.reading import shown

FOLDER: Final = Path(__file__).parent
BUNDLED: Final = (
    "NotoSans-Regular.ttf",
    "NotoSansTC-Walls.otf",
    "NotoEmoji-Regular.ttf",
    "DejaVuSans.ttf",
    "NotoSansSymbols-Regular.ttf",
    "NotoSansSymbols2-Regular.ttf",
)
SYSTEM: Final = (Path("/usr/share/fonts/truetype/noto"), Path("/usr/share/fonts/opentype/noto"))
"""Where Debian's packages fonts-noto-core and fonts-noto-cjk put their files."""
_SYSTEM_FILES: Final = ("NotoSans*-Regular.ttf", "NotoSansCJK-Regular.ttc")
MOST_MARKS: Final = 3
"""A character with more marks than these reaches into the lines above and below."""


@dataclass(frozen=True)
class Face:
    """A font file of the chain."""

    file: Path

    @cached_property
    def shown(self) -> frozenset[int]:
        """The code points that it shows; of a file that is no font, none."""
        try:
            return shown(self.file)
        except OSError:
            return frozenset()

    def shows(self, cluster: str) -> bool:
        """Tell whether it shows every character of a cluster that has something to show."""
        return all(ord(sign) in self.shown or is_silent(sign) for sign in cluster)


@cache
def at_hand(system: tuple[Path, ...] = SYSTEM) -> tuple[Face, ...]:
    """Return the fonts of this machine, in the order in which they are asked."""
    installed = (file for folder in system for pattern in _SYSTEM_FILES for file in folder.glob(pattern))
    return tuple(Face(file) for file in (*(FOLDER / name for name in BUNDLED), *sorted(installed)))


@lru_cache(maxsize=4096)
def face_of(cluster: str, system: tuple[Path, ...] = SYSTEM) -> Face | None:
    """Return the first font that shows a cluster as a whole; None where none does."""
    return next((face for face in at_hand(system) if face.shows(cluster)), None)


def uncovered(text: str, system: tuple[Path, ...] = SYSTEM) -> str:
    """Return what of a text no font at hand shows, each character once, in order; empty if all is shown."""
    return "".join(dict.fromkeys(sign for cluster in clusters(text) for sign in _unseen(cluster, system)))


def _unseen(cluster: str, system: tuple[Path, ...]) -> Iterator[str]:
    stands = not is_mark(cluster[0]) and sum(map(is_mark, cluster)) <= MOST_MARKS
    if stands and face_of(cluster, system) is not None:
        return
    alone = [sign for sign in cluster if face_of(sign, system) is None]
    yield from alone or cluster  # every character is in some font, and no font has them all
