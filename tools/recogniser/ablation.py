"""What each part of the recogniser pays for: the figures of worlds with one part off after the other.

    python -m tools.recogniser.ablation WORLDS [--world NAME ...] [--part NAME ...]

WORLDS as for `tools.recogniser.judge`. Each world is calibrated anew without the part, and asked the kinds of
`tools.recogniser.hard` that are most easily mistaken. It is NOT responsible for what a part does: it puts
something simpler in its place (`unittest.mock.patch`).
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np

from drivers.reader.exit import Difference
from drivers.recogniser import judging
from drivers.recogniser.calibration import Calibration, Shown, calibrate
from drivers.recogniser.disc import Disc
from drivers.recogniser.matching import Match
from drivers.recogniser.place import Looked
from drivers.recogniser.surface import Bgr, Shading, Surface, learn_shading
from hallctl.cli.commissioning.folder import BallFolder, load_picture, load_pictures
from tools.recogniser.hard import Hall, measure

_KINDS: Final = ("changed", "mirrored", "strange")
_VOTES: Final = 90
_FEATURES: Final = ("likeness", "margin", "off", "seen", "told apart")


def _dim(balls: Sequence[Bgr]) -> Shading:
    """The light without the lamps' reflections."""
    light = learn_shading(balls).light
    return Shading(light, np.zeros_like(light))


def _flat(balls: Sequence[Bgr]) -> Shading:
    """No light at all: the ball as the camera sees it."""
    shape = balls[0].shape[:2]
    return Shading(np.ones(shape, np.float32), np.zeros(shape, np.float32))


def _nowhere(pictures: Sequence[Bgr], differences: Sequence[Difference]) -> list[Disc]:  # noqa: ARG001
    """No disc that pictures have in common: as `drivers.recogniser.disc.common_discs`."""
    return []


def _unlike(looked: Sequence[Looked], discs: Sequence[Disc]) -> float:  # noqa: ARG001
    """No prints: as `drivers.recogniser.place._likeness`."""
    return 0.0


def _whole(surface: Surface, turn: int) -> Surface:  # noqa: ARG001 -- as `drivers.recogniser.trials.half`
    return surface


def _without(column: int) -> Callable[[Sequence[Match]], judging.Doubles]:
    def features(matches: Sequence[Match]) -> judging.Doubles:
        rows = judging_features(matches)
        rows[:, column] = 0
        return rows

    return features


judging_features = judging.features
_IN: Final = "drivers.recogniser."
PARTS: Final[dict[str, dict[str, Any]]] = {
    "nothing": {},
    "the light": {"calibration.learn_shading": _flat},
    "lamps": {"calibration.learn_shading": _dim},
    "size of prints": {"reach._REACHES": (float(np.radians(26)),)},
    "how light ink is": {"reach._WAYS": ((0, 2.0), (-1, 2.0))},
    "strokes on discs": {"reach._WAYS": ((0, 2.0), (0, 6.0))},
    "place in common": {"place.common_discs": _nowhere},
    "place by prints": {"place._likeness": _unlike},
    "beside a print": {"matching._RINGS": np.zeros((1, 3), np.float32)},
    "alignment": {"matching._STEPS": (0, 0)},
    "second prints": {"prints._MOST": 1},
    "halves as strangers": {"trials.half": _whole},
    **{
        f"feature: {name}": {f"{module}.features": _without(column) for module in ("judging", "certainty")}
        for column, name in enumerate(_FEATURES)
    },
}


def main() -> None:
    """Print a row for each part that is off."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worlds", type=Path)
    parser.add_argument("--world", nargs="*", help="only these")
    parser.add_argument("--part", nargs="*", choices=PARTS, default=list(PARTS))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    worlds = sorted(each.parent for each in options.worlds.glob("*/asked"))
    worlds = [each for each in worlds if not options.world or each.name in options.world]
    for part in options.part:
        with ExitStack() as stack:
            for target, value in PARTS[part].items():
                stack.enter_context(patch(_IN + target, value))
            print(f"{part:20}", _figures(worlds), flush=True)


def _figures(worlds: Sequence[Path]) -> str:
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in _KINDS}
    for world in worlds:
        hall = Hall(world, _calibrated(world))
        for kind in _KINDS:
            counts[kind] += measure(hall, hall, kind, _VOTES)[0]
    each = (
        f"{kind} {' / '.join(f'{some[how]:4}' for how in ('right', 'refused', 'false'))}"
        for kind, some in counts.items()
    )
    return "   ".join(each)


def _calibrated(world: Path) -> Calibration:
    folder = BallFolder.at(world / "shown")
    shown = (Shown(each.number, each.pose, load_picture(each.path)) for each in folder.pictures)
    return calibrate(list(load_pictures(folder.empties)), shown)


if __name__ == "__main__":
    main()
