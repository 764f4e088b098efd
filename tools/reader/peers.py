"""Lets other readers read the same prints, side by side with ours in one run.

    python -m tools.reader.peers [--crops 500]

in an environment with OpenCV, numpy and any of tesserocr (with Debian's tesseract-ocr-eng), rapidocr (with
onnxruntime) and ddddocr; it says which it could not find. Every reader gets the same print of a legible ball
of the held-out side, perfectly located and flattened: upright, and as it lies on the ball. The others, which
know no turn, are also asked for twelve turns of what lies; what they are surest of is what they say.

It is NOT a judgement on those programs: they were made for documents and captchas.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.limb import Circle
from drivers.reader.network import Network
from drivers.reader.prints import CONTEXT, SIDE, Print, flattened, shone
from drivers.reader.sighting import ALONE
from drivers.reader.view import View
from tools.reader.bench import FIRST_SEED
from tools.reader.fonts import Side
from tools.reader.looks import HIGHEST
from tools.reader.maker import picture

Image = npt.NDArray[np.uint8]
_TURNS = 12
_TESSDATA = "/usr/share/tesseract-ocr/5/tessdata"


@dataclass(frozen=True, slots=True)
class Said:
    """What a peer says a crop reads, and how sure it is by its own scale."""

    text: str
    sure: float


Peer = Callable[[Image], Said]


@dataclass(frozen=True, slots=True)
class Located:
    """One print: the number, the print and its shine as it lies, and the same upright."""

    number: int
    lying: Image
    upright: Image


def prints(count: int) -> Iterator[Located]:
    """The plainest print of each of so many legible balls."""
    seed = FIRST_SEED
    while count:
        shown = picture(seed, Side.HELD_OUT)
        seed += 1
        if not shown.legible or shown.number is None:
            continue
        stamp = max(shown.stamps, key=lambda each: (each.hidden < 0.02) * each.frame[2, 2])
        ringed = stamp.reach > stamp.inner
        towards = (stamp.frame[2] if ringed else stamp.middle).astype(np.float32)
        ball = Circle(*shown.place, 1.0)
        view = View(shown.image, ball)
        lying = shone(view, Print(towards, stamp.reach, flattened(view, towards, stamp.reach)))
        right = np.array([towards[2], 0.0, -towards[0]]) / np.hypot(towards[0], towards[2])
        down = np.cross(towards, right)
        angle = float(np.arctan2(stamp.frame[0] @ down, stamp.frame[0] @ right))
        yield Located(shown.number, lying, _turned(lying, -angle))
        count -= 1


def _turned(lying: Image, angle: float) -> Image:
    middle = ((SIDE - 1) / 2, (SIDE - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, -np.rad2deg(angle), 1.0)
    return np.asarray(cv2.warpAffine(lying, matrix, (SIDE, SIDE), borderValue=(255, 255)), np.uint8)


def for_people(crop: Image) -> Image:
    """A crop, without its shine, as readers of documents like it: large, dark on white, nothing around it."""
    line = np.arange(SIDE) - (SIDE - 1) / 2
    around = np.hypot(line[:, None], line) > SIDE / 2 / CONTEXT * 1.12
    clear = np.where(around, 255, crop[..., 0]).astype(np.uint8)
    return np.asarray(cv2.resize(clear, (192, 192), interpolation=cv2.INTER_CUBIC), np.uint8)


def tesseract() -> Peer:
    """Tesseract, told that it sees one word of digits."""
    import tesserocr  # noqa: PLC0415 -- only where it is installed
    from PIL import Image as Pil  # noqa: PLC0415

    api = tesserocr.PyTessBaseAPI(path=_TESSDATA, psm=tesserocr.PSM.SINGLE_WORD)
    api.SetVariable("tessedit_char_whitelist", "0123456789")

    def read(crop: Image) -> Said:
        api.SetImage(Pil.fromarray(crop))
        text = str(api.GetUTF8Text())
        return Said(text, float(api.MeanTextConf()))

    return read


def rapidocr() -> Peer:
    """RapidOCR's whole pipeline."""
    from rapidocr import RapidOCR  # noqa: PLC0415

    engine = RapidOCR()

    def read(crop: Image) -> Said:
        found = engine(cv2.cvtColor(crop, cv2.COLOR_GRAY2BGR))
        return Said(" ".join(found.txts or ()), float(np.mean(found.scores or (0.0,))))

    return read


def rapidocr_recogniser() -> Peer:
    """RapidOCR's recogniser alone."""
    from rapidocr import RapidOCR  # noqa: PLC0415

    engine = RapidOCR()

    def read(crop: Image) -> Said:
        found = engine(cv2.cvtColor(crop, cv2.COLOR_GRAY2BGR), use_det=False, use_cls=False, use_rec=True)
        return Said(" ".join(found.txts or ()), float(np.mean(found.scores or (0.0,))))

    return read


def ddddocr() -> Peer:
    """Ddddocr."""
    import ddddocr as library  # noqa: PLC0415

    engine = library.DdddOcr(show_ad=False)

    def read(crop: Image) -> Said:
        found = engine.classification(cv2.imencode(".png", crop)[1].tobytes(), probability=True)
        return Said(str(found["text"]), float(found["confidence"]))

    return read


def number_in(text: str) -> int | None:
    """The number of a ball that a text is, whatever stands between its digits."""
    digits = "".join(re.findall("[0-9]", text))
    return int(digits) if digits and 1 <= int(digits) <= HIGHEST else None


def surest(read: Peer, lying: Image) -> Said:
    """What a reader is surest of among twelve turns of a crop: a ball's number, if it sees one in any."""
    turns = [read(for_people(_turned(lying, angle))) for angle in np.arange(_TURNS) * 2 * np.pi / _TURNS]
    return max(turns, key=lambda said: (number_in(said.text) is not None, said.sure))


def compare(name: str, read: Peer, located: list[Located]) -> None:
    """Print how many one reader gets right each way that it is asked, and how long it takes."""
    ways: dict[str, Callable[[Located], Said]] = {
        "upright": lambda each: read(for_people(each.upright)),
        "lying": lambda each: read(for_people(each.lying)),
        f"{_TURNS} turns": lambda each: surest(read, each.lying),
    }
    for way, say in ways.items():
        right, times = 0, []
        for each in located:
            started = time.perf_counter()
            said = say(each)
            times.append((time.perf_counter() - started) * 1e3)
            right += number_in(said.text) == each.number
        print(f"{name:24} {way:8} {right / len(located):7.1%} right, {np.median(times):7.1f} ms", flush=True)


def ours(located: list[Located]) -> None:
    """Our networks on the same prints; refusals are not counted as right."""
    network = Network()
    for way in ("upright", "lying"):
        right = false = 0
        times = []
        for each in located:
            started = time.perf_counter()
            seen = getattr(each, way)
            (first,) = network([np.ascontiguousarray(seen[..., 0])])
            scores = network.calibration.probability(network.again(seen, first).certain)
            times.append((time.perf_counter() - started) * 1e3)
            said = int(scores.argmax()) if scores.max() >= ALONE else None
            right += said == each.number
            false += said is not None and said != each.number
        print(
            f"{'ours':24} {way:8} {right / len(located):7.1%} right, {np.median(times):7.1f} ms, "
            f"{false} false"
        )


def main() -> int:
    """Compare everything that is installed here."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=int, default=500)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    located = list(prints(options.crops))
    ours(located)
    for make in (tesseract, ddddocr, rapidocr_recogniser, rapidocr):
        try:
            peer = make()
        except (ImportError, RuntimeError) as error:
            print(f"{make.__name__}: not found ({error})")
            continue
        compare(make.__name__, peer, located)
    return 0


if __name__ == "__main__":
    sys.exit(main())
