"""The simulator of a camera above a wheel: serves what it sees as a network camera does.

    python -m drivers.wheel.camera --world FILE --port N [--port-file PATH] [--fps 10] [--with-parent]

serves MJPEG on http://127.0.0.1:N/ of the wheel whose simulator writes FILE (`--world` there). Lines on
standard input cause the faults of the exit's camera (`drivers.camera.simulator`). What it does NOT model is
in `drivers.wheel.pictures`.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from drivers.camera.balls import Image
from drivers.camera.simulator import Lens, arguments_of, run
from drivers.wheel.pictures import WheelPictures
from drivers.wheel.world import World, read_world


class WheelLens(Lens):
    """Looks at a wheel from above.

    Args:
        world_file: Where the wheel's simulator says how it stands.
        clock: Monotonic seconds, the simulator's.
    """

    def __init__(self, world_file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._file, self._clock = world_file, clock
        self._drawn: tuple[tuple[str, ...], WheelPictures] | None = None

    def look(self, _faults: frozenset[str]) -> Image:
        """Return the wheel with its ball."""
        world = read_world(self._file)
        return self._pictures(world).draw(world, self._clock())

    def _pictures(self, world: World) -> WheelPictures:
        if self._drawn is None or self._drawn[0] != world.pockets:
            self._drawn = world.pockets, WheelPictures(world.pockets)
        return self._drawn[1]


def main() -> int:
    """Run the simulator as a program; returns its exit code."""
    parser = arguments_of("drivers.wheel.camera", __doc__.splitlines()[0], 10.0)
    parser.add_argument("--world", type=Path, required=True, help="file of the wheel's simulator")
    return run(parser, lambda options: WheelLens(options.world))


if __name__ == "__main__":
    sys.exit(main())
