"""Measures the reader on the held-out side of the maker and prints what docs/reader.md keeps.

    python -m tools.reader.bench [--frames 20000] [--first SEED] [--votes 4000] [--first-vote SEED]
                                 [--curve 120] [--workers 2] [--plots FILE]

Faces, layouts, some marks and backgrounds of that side were never trained on and set no threshold. It is NOT
responsible for the other readers: `tools.reader.peers` runs beside them, in an environment of their own.
"""

import argparse
import platform
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hallctl.readings.vote import VotePolicy
from tools.pool import started
from tools.reader.fonts import Side, has_faces
from tools.reader.looks import a_look
from tools.reader.maker import a_number, made
from tools.reader.measure import Result, Tally, judged, read_many, tally
from tools.reader.plot import Panel, svg
from tools.reader.taking import Conditions
from tools.reader.votes import polled

FIRST_SEED = 130_000_000
VOTE_SEED = 104_000_000
CURVE_SEED = 97_000_000
CURVES: dict[str, tuple[str, Sequence[float]]] = {
    "blur": ("blur, px", (0.6, 1.2, 1.8, 2.4, 3.0, 3.8, 4.6)),
    "light": ("brightness, 1 is right", (0.15, 0.25, 0.35, 0.5, 0.75, 1.0, 1.3, 1.6, 2.0)),
    "tilt": ("degrees off the camera", (0, 10, 20, 30, 40, 50, 60)),
    "radius": ("radius of the ball, px", (94, 100, 110, 120, 130, 140, 150)),
    "noise": ("noise, grey levels", (1, 3, 6, 9, 13, 18, 24)),
}


def point(task: tuple[str, float, int]) -> Result:
    """One picture under ideal conditions but for one."""
    name, value, seed = task
    rng = np.random.default_rng([seed, 11])
    look = replace(a_look(rng, Side.HELD_OUT), layout="eight", marks="bar all", reach=0.36)
    fixed: dict[str, Any] = {name: value}
    conditions = replace(Conditions(radius=128, tilt=10), **fixed)
    return judged(made("ball", str(a_number(rng)), look, conditions, rng, Side.HELD_OUT), seed)


def show(name: str, sums: Tally) -> None:
    """Print one tally."""
    refused = sums.legible_refused / max(1, sums.legible)
    print(
        f"{name}: {sums.seen} frames, {sums.nothing} without anything to read; "
        f"{len(sums.false)} FALSE; {sums.right} right; "
        f"of {sums.legible} legible {sums.legible_refused} refused "
        f"({refused:.2%}): {dict(sums.refused.most_common())}"
    )
    print(
        f"  nothing to read, and so said: {dict(sums.of_nothing.most_common())}; "
        f"read anyway, rightly: {sums.anyway}"
    )
    middle, late = np.percentile(sums.times, [50, 99])
    print(f"  a frame: median {middle:.1f} ms, 99 % within {late:.1f} ms, one thread a process")
    for each in sums.false[:20]:
        print("  FALSE", each)


def frames(count: int, workers: int, first: int) -> int:
    """Read many single frames; returns the number of false reads."""
    sums = tally(read_many(range(first, first + count), Side.HELD_OUT, workers))
    show("held out", sums)
    return len(sums.false)


def votes(count: int, workers: int, first: int, *, turns: bool) -> int:
    """Vote on many balls; returns the number of false ones."""
    seeds = range(first, first + count)
    (found,) = polled(seeds, Side.HELD_OUT, [VotePolicy()], workers, turns=turns)
    false = [each for each in found if each.false]
    legible = [each for each in found if each.legible]
    refused = [each for each in legible if each.told is None]
    settled = [each.settled_ms for each in found if each.settled_ms]
    print(
        f"votes of five frames: {count} {'turning' if turns else 'standing'} balls, "
        f"{len(false)} FALSE, of {len(legible)} legible "
        f"{len(refused)} refused ({len(refused) / max(1, len(legible)):.2%}): "
        f"{dict(Counter(each.why for each in refused).most_common())}"
    )
    if settled:
        middle, late = np.percentile(settled, [50, 99])
        print(f"  first picture to number: median {middle:.0f} ms, 99 % within {late:.0f} ms")
    for each in false[:20]:
        print("  FALSE", each)
    return len(false)


def curves(count: int, workers: int, plots: Path | None) -> int:
    """Read balls under ever worse conditions, print and plot; returns the number of false reads."""
    panels, wrong = [], 0
    with started(workers) as pool:
        for name, (label, values) in CURVES.items():
            refused, false = [], []
            for value in values:
                tasks = [(name, value, CURVE_SEED + seed) for seed in range(count)]
                results = pool.map(point, tasks, chunksize=10)
                false.append(sum(each.false for each in results) / count)
                refused.append(sum(each.told is None for each in results) / count)
            wrong += round(sum(false) * count)
            print(
                f"{label}: "
                + ", ".join(f"{v:g}: {r:.1%}/{f:.1%}" for v, r, f in zip(values, refused, false, strict=True))
            )
            panels.append(Panel(label, tuple(values), tuple(refused), tuple(false)))
    if plots is not None:
        plots.write_text(svg(panels), encoding="utf-8")
    return wrong


def main() -> int:
    """Measure and print; 1 if anything was read falsely."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first frame")
    parser.add_argument("--votes", type=int, default=4000)
    parser.add_argument("--first-vote", type=int, default=VOTE_SEED, help="seed of the first ball voted on")
    parser.add_argument("--curve", type=int, default=120, help="balls for each point of a curve")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--plots", type=Path, help="where to write the curves, as SVG")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if not has_faces(Side.HELD_OUT):
        return 2
    print(
        f"on {platform.processor() or platform.machine()}, Python {platform.python_version()}, "
        f"OpenCV {cv2.__version__}"
    )
    wrong = frames(options.frames, options.workers, options.first) if options.frames else 0
    for turns in (False, True) if options.votes else ():
        wrong += votes(options.votes, options.workers, options.first_vote, turns=turns)
    wrong += curves(options.curve, options.workers, options.plots) if options.curve else 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
