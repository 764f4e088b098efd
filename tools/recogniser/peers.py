"""Lets readers of any text read the balls that the recogniser recognises, in one run.

    build/peers/bin/python -m tools.recogniser.peers WORLDS [--world NAME ...] [--every 3]

in the environment of `tools.reader.peers`, on worlds that `tools.recogniser.judge` calibrated. The others are
given the ball cut out and evened by the hall's light, so that they see dark ink on white paper, in twelve
turns; what they are surest of is what they say. It is NOT a judgement on them: they know no hall and no ball.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.calibration import Calibration
from drivers.recogniser.finder import Seen
from drivers.recogniser.recogniser import Recogniser
from tools.reader.peers import Peer, Said, ddddocr, number_in, rapidocr, rapidocr_recogniser, tesseract

Image = npt.NDArray[np.uint8]

_TURNS: Final = 12
_INK: Final = 160.0  # levels that a print of the bare ball's brightness, less all of it, is darker than paper


@dataclass(frozen=True, slots=True)
class Cut:
    """A ball that is asked: its number, its picture, what knows it, and its print on paper; None unfound."""

    number: int
    picture: Image
    recogniser: Recogniser
    paper: Image | None


def cuts(world: Path, every: int) -> Iterator[Cut]:
    """Yield the first picture of every so many balls of a world."""
    known = Calibration.load(world / "shown.calibracion")
    recogniser = Recogniser(known)
    files = sorted(each for each in (world / "asked").glob("*-*-0.png") if not each.name.startswith("empty"))
    for file in files[::every]:
        picture = np.asarray(cv2.imread(str(file), cv2.IMREAD_COLOR), np.uint8)
        seen = known.finder.find(picture)
        paper = None
        if isinstance(seen, Seen):
            ink = np.abs(known.learnt.shading.surface(seen.ball).ink)
            paper = np.asarray(np.clip(255 - _INK * 2 * ink, 0, 255), np.uint8)
        yield Cut(int(file.name.split("-", 1)[0]), picture, recogniser, paper)


def turns_of(paper: Image) -> Iterator[Image]:
    """Yield a picture in twelve turns about its middle."""
    middle = (paper.shape[1] - 1) / 2, (paper.shape[0] - 1) / 2
    for turn in range(_TURNS):
        move = cv2.getRotationMatrix2D(middle, turn * 360 / _TURNS, 1.0)
        yield np.asarray(cv2.warpAffine(paper, move, paper.shape[::-1], borderValue=(255,)), np.uint8)


def said_by(peer: Peer, cut: Cut) -> int | None:
    """Return the number that a peer is surest of in any turn."""
    if cut.paper is None:
        return None
    said: list[Said] = [peer(each) for each in turns_of(cut.paper)]
    return number_in(max(said, key=lambda one: (number_in(one.text) is not None, one.sure)).text)


def main() -> None:
    """Print a row for each reader."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worlds", type=Path)
    parser.add_argument("--world", nargs="*", help="only these")
    parser.add_argument("--every", type=int, default=3)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    worlds = sorted(each.parent for each in options.worlds.glob("*/shown.calibracion"))
    chosen = [each for each in worlds if not options.world or each.name in options.world]
    asked = [cut for world in chosen for cut in cuts(world, options.every)]
    _row("recogniser", lambda cut: cut.recogniser.look(cut.picture).number, asked)
    for make in (tesseract, ddddocr, rapidocr_recogniser, rapidocr):
        try:
            peer = make()
        except (ImportError, RuntimeError) as error:
            print(f"{make.__name__}: not found ({error})")
            continue
        _row(make.__name__, partial(said_by, peer), asked)


def _row(name: str, say: Callable[[Cut], int | None], asked: list[Cut]) -> None:
    counts, spent = Counter[str](), list[float]()
    for cut in asked:
        began = time.process_time()
        said = say(cut)
        spent.append((time.process_time() - began) * 1000)
        counts["none" if said is None else "right" if said == cut.number else "false"] += 1
    each = ", ".join(f"{counts[how]} {how}" for how in ("right", "none", "false"))
    print(f"{name:20} {each}, {np.median(spent):.1f} ms", flush=True)


if __name__ == "__main__":
    main()
