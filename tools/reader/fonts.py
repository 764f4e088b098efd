"""The faces that numbers are drawn in: fonts of Debian packages, split by family: learnt, checked, held out.

    apt-get install --no-install-recommends $(python -m tools.reader.fonts --packages)

installs them, and `tools.reader.families` fetches more to learn from. Without any, the two faces inside
OpenCV remain, which are always learnt. A family whose figures are not all of one height is left out, as are
slanted, outlined, hairline and symbol faces.

It is NOT responsible for marks, discs or colours.
"""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Field = npt.NDArray[np.float32]

_PACKAGES_TEXT: Final = (
    "clear-sans adf-gillius adf-libris adf-switzera adf-universalis adf-verana adf-ikarius "
    "adf-tribun allerta averia-sans-gwf b612 bebas-neue cabin cantarell century-catalogue comfortaa "
    "courier-prime crosextra-caladea crosextra-carlito dejavu-core dejavu-extra dosis freefont-ttf "
    "go inter junction jura karla lato league-spartan liberation2 linuxlibertine manrope open-sans "
    "opendin osifont paratype play quattrocento quicksand roadgeek roboto-unhinted roboto-slab "
    "routed-gothic sil-andika sil-charis sora tuffy urw-base35 yanone-kaffeesatz national-park "
    "oxygen texgyre tiresias ocr-b croscore stix nanum gfs-neohellenic gfs-didot oldstandard "
    "eurofurence beteckna"
)
PACKAGES: Final = tuple(_PACKAGES_TEXT.split())
_HELD_OUT_TEXT: Final = (
    "Cabin|Lato|Carlito|Roboto|Roboto Condensed|Roboto Slab|Open Sans|Open Sans Condensed|PT Serif|"
    "PT Serif Caption|OSP-DIN|Nimbus Sans Narrow|TeX Gyre Heros Cn|Tuffy|Play|Linux Libertine O|"
    "Linux Libertine Display O|Karla|URW Gothic|TeX Gyre Adventor|Go|Go Medium|National Park|"
    "Gillius ADF|Gillius ADF No2|GFS Didot|Manrope"
)
HELD_OUT: Final = frozenset(_HELD_OUT_TEXT.split("|"))
"""Families never trained on; a family that copies one of them is here too."""

_CHECKED_TEXT: Final = (
    "Bebas Neue|PT Sans|PT Sans Narrow|PT Sans Caption|Tiresias Signfont|Tiresias Signfont Z|"
    "DejaVu Serif|Comfortaa|Yrsa|Rasa|Switzera ADF|Sora|Clear Sans|Clear Sans Light|"
    "Clear Sans Medium|Old Standard TT|osifont"
)
CHECKED: Final = frozenset(_CHECKED_TEXT.split("|"))
"""Families that only set the calibration and the threshold."""

_UNFIT_TEXT: Final = (
    "oblique italic slant mono code courier cousine cursor hack inconsolata noto symbol math "
    "integral variants size initials keyboard smallcaps gs inclined unifur fallback train thin "
    "hairline extralight ultralight outline keyfont gothiccoding latin eco jura-light"
)
_UNFIT: Final = tuple(_UNFIT_TEXT.split())
_CHARACTERS: Final = "0123456789BINGO"
HEIGHT: Final = 128
FETCHED: Final = Path("build/faces")
"""Where `tools.reader.families` puts faces that no Debian package has; all are learnt."""

_LEVEL = 0.93  # the lowest figure is at least this part of the highest: old-style figures are left out

_HAIRLINE = 0.07  # of the height: no ball is printed in thinner strokes


class Side(IntEnum):
    """A side of the split: what is trained on, what sets the threshold, what is measured."""

    LEARNT = 0
    CHECKED = 1
    HELD_OUT = 2


@dataclass(frozen=True, slots=True)
class Face:
    """A font as its family, its style and its file (or OpenCV's name for it)."""

    family: str
    style: str
    file: str


BUILT_IN: Final = (Face("OpenCV uni", "", "uni"), Face("OpenCV sans", "", "sans"))


@cache
def faces(side: Side) -> tuple[Face, ...]:
    """The usable faces of one side of the split, in an order that does not depend on the machine's."""
    found = tuple(face for face in _installed() if side_of(face.family) is side and usable(face))
    return (*BUILT_IN, *found) if side is Side.LEARNT else found


def has_faces(side: Side) -> bool:
    """Whether faces of a side are installed; says how they are if not."""
    if not faces(side):
        install = "apt-get install $(python -m tools.reader.fonts --packages)"
        print(f"no {side.name.lower().replace('_', '-')} fonts here: {install}", file=sys.stderr)
    return bool(faces(side))


def side_of(family: str) -> Side:
    """The side of the split that a family is on."""
    if family in HELD_OUT:
        return Side.HELD_OUT
    return Side.CHECKED if family in CHECKED else Side.LEARNT


def usable(face: Face) -> bool:
    """Whether OpenCV draws ten different figures of one height in it."""
    drawn = glyphs(face)
    return drawn is not None and all(drawn[a].shape != (0, 0) for a in _CHARACTERS)


@lru_cache(maxsize=8192)
def glyphs(face: Face) -> dict[str, Field] | None:
    """Each character as coverage 0..1, cropped to its ink, `HEIGHT` lines high; None if the face is unfit."""
    try:
        font = _font(face.file)
        drawn = {character: _drawn(character, font, face.file) for character in _CHARACTERS}
    except cv2.error:
        return None
    heights = [drawn[digit].shape[0] for digit in "0123456789"]
    if min(heights) < _LEVEL * max(heights) or min(heights) < 40:
        return None
    if any(np.array_equal(drawn["3"], drawn[digit]) for digit in "12456789"):
        return None  # the same empty box for everything
    if drawn["8"][0, 0] > 0.9 or _same(drawn["7"], drawn["G"]):
        return None  # figures cut out of a box, or a file that OpenCV reads wrongly
    fitted = {character: _fitted(picture) for character, picture in drawn.items()}
    return fitted if stroke(fitted["4"]) > _HAIRLINE * HEIGHT else None


@cache
def _font(file: str) -> cv2.FontFace:
    """Open a face and never let go of it: OpenCV 5.0.0 keeps figures by the face's place in memory.

    A face that takes the place of one that was let go is drawn with the other's figures.
    """
    return cv2.FontFace(file)


def stroke(figure: Field) -> float:
    """The width of a figure's widest stroke in pixels."""
    ink = np.pad((figure > 0.5).astype(np.uint8), 2)
    return 2 * float(cv2.distanceTransform(ink, cv2.DIST_L2, 5).max())


def likeness(first: Field, second: Field) -> float:
    """How much of two pictures of one size overlaps, 0..1."""
    return float(np.minimum(first, second).sum() / max(1e-6, np.maximum(first, second).sum()))


def _same(first: Field, second: Field) -> bool:
    return likeness(_fitted(first), cv2.resize(second, _fitted(first).shape[::-1]).astype(np.float32)) > 0.7


def _installed() -> Sequence[Face]:
    command = ["fc-list", "--format", "%{file}|%{family[0]}|%{style[0]}\\n"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        return []
    known: dict[tuple[str, str], Face] = {}
    fetched = [f"{path}|@fontsource/{path.stem[:-4]}|{path.stem[-3:]}" for path in FETCHED.glob("*.ttf")]
    for line in sorted([*listed.splitlines(), *fetched]):
        file, _, rest = line.partition("|")
        family, _, style = rest.partition("|")
        words = f"{family} {style} {Path(file).stem}".lower()
        if Path(file).suffix.lower() in (".ttf", ".otf") and not any(word in words for word in _UNFIT):
            known.setdefault((family, style), Face(family, style, file))
    return [known[key] for key in sorted(known)]


def _drawn(character: str, font: cv2.FontFace, name: str) -> Field:
    canvas = np.zeros((260, 320, 3), np.uint8)
    letter = "O" if name == "sans" and character == "0" else character  # its zero has a slash
    cv2.putText(canvas, letter, (70, 200), (255, 255, 255), font, 150, 560 if name == "sans" else 0)
    x, y, width, height = cv2.boundingRect(canvas[..., 0])
    return np.asarray(canvas[y : y + height, x : x + width, 0].astype(np.float32) / 255, np.float32)


def _fitted(picture: Field) -> Field:
    height, width = picture.shape
    size = max(2, round(width * HEIGHT / height)), HEIGHT
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


if __name__ == "__main__":
    if "--packages" in sys.argv:
        print(" ".join(f"fonts-{package}" for package in PACKAGES))
    else:
        for each in Side:
            print(each.name, *sorted({face.family for face in faces(each)}), sep=" | ")
