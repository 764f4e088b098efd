"""Sets the reader's temperatures and what its scores mean on the checked side, and writes `ball.json`.

    python -m tools.reader.calibrate [--crops DIR] [--pictures N]

The temperatures make the networks' answers as sure as they are right. The scores become probabilities so
that one picture alone is believed only some way beyond where, on pictures of families that were not trained
on, the surest number was false. It is NOT a training, and it never sees the held-out side.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from drivers.reader.locate import Floats
from drivers.reader.network import (
    FOLDER,
    STATES,
    TWO_DIGITS,
    Asked,
    Calibration,
    Heat,
    Network,
    State,
    both_ways,
)
from drivers.reader.prints import turned
from drivers.reader.sighting import ALONE
from tools.reader.crops import Crops, Whole, block
from tools.reader.fonts import Side
from tools.reader.looks import flipped
from tools.reader.measure import Result, read_many

FIRST_SEED = 50_000_000
_LOW = 0.01  # what calibrating itself looks at
_HEATS = ("states", "digits", "doubted_states", "doubted_digits", "judged_states", "judged_digits")
_FLOOR = 0.3  # if nothing is false, as if a score as low as this were
_BEYOND = 0.5  # in the logarithm of the odds above the surest false number of two digits
_FAR_BEYOND = 1.0  # the same of one digit
_BOUNDS = (0.5, 0.997)
_SCORES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)  # of the curve


def temperatures(network: Network, crops: Crops, asked: Asked) -> Heat:
    """The temperatures of one of the networks that read with the least surprise at the truth."""
    angles = network.axes([turned(flat, 0.0) for flat in crops.flats])
    away = [np.angle(np.exp(1j * (angle - truth))) for angle, truth in zip(angles, crops.angle, strict=True)]
    upright = np.abs(away) < np.pi / 2
    shown = crops.flats if asked is Asked.FIRST else np.stack([crops.flats, crops.shines], axis=-1)
    views = [both_ways(each, angle, asked)[0] for each, angle in zip(shown, angles, strict=True)]
    logits = network.logits(views, asked)
    settled = (crops.whole == Whole.SETTLED) & ~crops.same_turned
    wanted = np.where(settled, np.where(upright, State.UPRIGHT, State.UPSIDE_DOWN), State.NOTHING)
    wanted[crops.whole == Whole.UNMARKED] = State.NO_MARK
    wanted[crops.whole == Whole.PARTIAL] = State.PARTIAL
    kept = ~((crops.whole == Whole.SETTLED) & crops.same_turned)
    shown = settled & upright
    states = _best([logits[kept][:, :STATES]], [wanted[kept]])
    digits = [logits[shown][:, STATES : STATES + 10], logits[shown][:, STATES + 10 : STATES + 20]]
    return Heat(states, _best(digits, [crops.number[shown] // 10, crops.number[shown] % 10]))


def _best(logits: list[Floats], truths: list[np.ndarray]) -> float:
    tried = np.geomspace(0.5, 4, 61)
    return float(
        min(tried, key=lambda heat: sum(_surprise(a / heat, b) for a, b in zip(logits, truths, strict=True)))
    )


def _surprise(logits: Floats, truth: np.ndarray) -> float:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return float((np.log(np.exp(shifted).sum(axis=1)) - shifted[np.arange(len(truth)), truth]).mean())


def odds_of_right(results: list[Result]) -> tuple[float, float]:
    """The slope and offset that make scores probabilities (a logistic fit by Newton's steps)."""
    told = [each for each in results if each.told is not None]
    held = np.clip([each.score for each in told], 1e-4, 1 - 1e-4)
    odds = np.stack([np.log(held / (1 - held)), np.ones(len(told))], axis=1)
    right = np.array([not each.false for each in told], float)
    fit = np.array([1.0, 0.0])
    for _ in range(30):
        sure = 1 / (1 + np.exp(-odds @ fit))
        bend = (odds * (sure * (1 - sure))[:, None]).T @ odds + 1e-6 * np.eye(2)
        fit += np.linalg.solve(bend, odds.T @ (right - sure))
    return max(0.2, float(fit[0])), float(fit[1])


def threshold(results: list[Result], single: bool) -> float:
    """The score from which a picture alone is believed: some way above the surest false one, at least a half.

    Farther above that of one digit: what is left of two is one, and there is no end to how it may be left.
    """
    results = [each for each in results if each.told is not None and (each.told < TWO_DIGITS) is single]
    surest = max((each.score for each in results if each.false and _mistook_a_digit(each)), default=_FLOOR)
    odds = _odds(max(_FLOOR, surest)) + (_FAR_BEYOND if single else _BEYOND)
    return float(np.clip(1 / (1 + np.exp(-odds)), *_BOUNDS))


def meaning(results: list[Result]) -> tuple[float, float, float]:
    """The slope, the offset and that of one digit which make scores probabilities, too low rather than high.

    So low that one picture alone is believed from the thresholds on.
    """
    slope, offset = odds_of_right(results)
    offsets = [
        min(offset, _odds(ALONE) - slope * _odds(threshold(results, single))) for single in (False, True)
    ]
    return slope, offsets[0], min(offsets)


def _odds(probability: float) -> float:
    """Their logarithm."""
    return float(np.log(probability / max(1e-6, 1 - probability)))


def _mistook_a_digit(result: Result) -> bool:
    """Whether a threshold can help: it cannot where two balls are taken for one, or a ring for a mark."""
    unsettled = result.truth is None and result.told == flipped(result.printed or 0)
    return result.kind != "two" and not unsettled


def curve(results: list[Result], single: bool) -> list[tuple[float, int, float]]:
    """For each threshold the false reads and the part of the legible refused, of one digit or of two."""
    results = [each for each in results if ((each.told or each.printed or 0) < TWO_DIGITS) is single]
    legible = sum(each.legible for each in results)
    rows = []
    for at in _SCORES:
        told = [each for each in results if each.score >= at and each.told is not None]
        read = sum(each.legible and not each.false for each in told)
        rows.append((at, sum(each.false for each in told), 1 - read / max(1, legible)))
    return rows


def write(calibration: Calibration) -> None:
    """Write the calibration where the reader finds it."""
    (FOLDER / "ball.json").write_text(json.dumps(asdict(calibration), indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Calibrate and print the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--crops", type=Path, default=Path("build/crops"))
    parser.add_argument("--pictures", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    write(Calibration(least=_LOW))
    crops = block(0, Side.CHECKED, options.crops, options.workers)
    heats = [heat for asked in Asked for heat in temperatures(Network(), crops, asked)]
    tempered = dict(zip(_HEATS, heats, strict=True))
    write(Calibration(**tempered, least=_LOW))
    seeds = range(FIRST_SEED, FIRST_SEED + options.pictures)
    results = read_many(seeds, Side.CHECKED, options.workers, least=_LOW)
    print(f"temperatures of states and digits, of each network that reads: {np.round(heats, 2)}")
    for single, name in ((False, "two digits"), (True, "one digit")):
        print(f"threshold, {name}  false  refused of legible")
        for at, false, refused in curve(results, single):
            print(f"{at:9.3f}  {false:5d}  {refused:.2%}")
        print(f"one picture alone is believed from {threshold(results, single):.3f} on")
    for each in sorted((each for each in results if each.false), key=lambda each: -each.score)[:12]:
        print(each)
    slope, offset, of_one = meaning(results)
    final = Calibration(**tempered, slope=slope, offset=offset, single=of_one)
    write(final)
    print(final)
    return 0


if __name__ == "__main__":
    sys.exit(main())
