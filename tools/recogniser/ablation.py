"""What each part of the recogniser pays for: the figures of worlds with one part off after the other.

    python -m tools.recogniser.ablation WORLDS [--world NAME ...] [--part NAME ...]

WORLDS as `tools.recogniser.judge` left them, calibrated. Balls are cut out as that calibration finds them and
learnt anew without the part, at the size of prints that it chose. Of balls in pictures that did not calibrate
it counts what is told: as they are, in a mirror, and as strangers, their own prints left out. It is NOT
responsible for what a part does: it puts something simpler in its place (`unittest.mock.patch`).
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np

from drivers.recogniser import colours, judging, learning, matching, surface
from drivers.recogniser.calibration import Calibration
from drivers.recogniser.certainty import verdicts_of
from drivers.recogniser.finder import BallFinder
from drivers.recogniser.learning import BallPicture
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.surface import Bgr, Shading, Surface
from drivers.recogniser.trials import mirrored, tried
from hallctl.app.calibrating.folder import BallFolder, load_picture

_FEATURES: Final = ("likeness", "margin", "off", "seen", "told apart")
_KINDS: Final = ("asked", "mirrored", "strange")


@dataclass(frozen=True)
class Cut:
    """The balls of a world, cut out.

    Attributes:
        calibration: Made of those that were shown.
        shown: That calibrate.
        asked: That do not.
    """

    calibration: Calibration
    shown: list[BallPicture]
    asked: list[BallPicture]

    @classmethod
    def of(cls, world: Path) -> "Cut":
        """Cut out the balls of a world."""
        known = Calibration.load(world / "shown.calibracion")
        return cls(known, *(_balls(known.finder, world / each) for each in ("shown", "asked")))


def _balls(finder: BallFinder, folder: Path) -> list[BallPicture]:
    """One picture of each pose of each ball."""
    balls = []
    for (number, pose), pictures in BallFolder.at(folder).poses().items():
        picture = load_picture(pictures[0].path)
        difference = finder.exit.differs(picture)
        if difference is not None:
            balls.append(BallPicture(number, pose, finder.seen(picture, picture, difference).ball))
    return balls


def _dim(balls: Sequence[Bgr]) -> Shading:
    """The light without the lamps' reflections."""
    light = learn_shading(balls).light
    return Shading(light, np.zeros_like(light))


def _flat(balls: Sequence[Bgr]) -> Shading:
    """No light at all: the ball as the camera sees it."""
    shape = balls[0].shape[:2]
    return Shading(np.ones(shape, np.float32), np.zeros(shape, np.float32))


def _whole(surface: Surface, turn: int) -> Surface:  # noqa: ARG001 -- as `drivers.recogniser.trials.half`
    return surface


def _all_ink(levels: Any, *_: Any) -> Any:  # as `drivers.recogniser.surface._strokes`
    return levels


def _without(column: int) -> Callable[[Sequence[Match]], judging.Doubles]:
    def features(matches: Sequence[Match]) -> judging.Doubles:
        rows = judging_features(matches)
        rows[:, column] = 0
        return rows

    return features


judging_features, learn_shading = judging.features, surface.learn_shading
PARTS: Final[dict[str, dict[str, Any]]] = {
    "nothing": {},
    "the light": {"surface.learn_shading": _flat},
    "lamps": {"surface.learn_shading": _dim},
    "strokes": {"surface._strokes": _all_ink},
    "the balls' own colours": {"surface.own_channels": lambda *_: colours.ALIKE},
    "another colour": {"judging._farthest": lambda *_: np.inf},
    "joining": {"joining._placed": lambda *_: ()},
    "the middle of joined ink": {"joining._ROUNDS": 0},
    "beside a print": {"matching._RINGS": np.zeros((1, 3), np.float32)},
    "far beside a print": {"matching._RINGS": matching._RINGS[:19]},
    "alignment": {"matching._STEPS": (0, 0)},
    "second prints": {"prints._MOST": 1},
    "halves as strangers": {"trials.half": _whole},
    **{
        f"feature: {name}": {f"{module}.features": _without(column) for module in ("judging", "certainty")}
        for column, name in enumerate(_FEATURES)
    },
}


def figures(cut: Cut) -> dict[str, Counter[str]]:
    """Learn a world's balls and return how many of each kind were told rightly, refused, told falsely."""
    known = cut.calibration.learnt
    light = surface.learn_shading([each.ball for each in cut.shown])
    shading = replace(known.shading, light=light.light, lamp=light.lamp)
    learnt = learning.learn_set(shading, cut.shown, known.patterns.patch.reach)
    verdicts = verdicts_of(learnt, cut.shown, tried(learnt, cut.shown))
    matcher, counts = Matcher(learnt.whole.patterns), {kind: Counter[str]() for kind in _KINDS}
    for each in cut.asked:
        seen = shading.surface(each.ball)
        own = learnt.whole.patterns.numbers == each.number
        matches = matcher.match(seen), matcher.match(mirrored(seen)), matcher.match(seen, own)
        for kind, match in zip(_KINDS, matches, strict=True):
            told = match is not None and verdicts.judge.margin(match) >= 0
            right = match is not None and match.number == each.number
            counts[kind]["right" if told and right else "false" if told else "refused"] += 1
    return counts


def main() -> None:
    """Print a row for each part that is off."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worlds", type=Path)
    parser.add_argument("--world", nargs="*", help="only these")
    parser.add_argument("--part", nargs="*", choices=PARTS, default=list(PARTS))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    worlds = sorted(each.parent for each in options.worlds.glob("*/shown.calibracion"))
    cuts = [Cut.of(each) for each in worlds if not options.world or each.name in options.world]
    for part in options.part:
        whole = {kind: Counter[str]() for kind in _KINDS}
        with ExitStack() as stack:
            for target, value in PARTS[part].items():
                stack.enter_context(patch(f"drivers.recogniser.{target}", value))
            for cut in cuts:
                for kind, counts in figures(cut).items():
                    whole[kind] += counts
        each = (
            f"{kind} {' / '.join(f'{some[how]:4}' for how in ('right', 'refused', 'false'))}"
            for kind, some in whole.items()
        )
        print(f"{part:20}", "   ".join(each), flush=True)


if __name__ == "__main__":
    main()
