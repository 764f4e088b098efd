"""What a wall costs, on a monitor of Xorg without a GPU: ``python -m tests.displays.speed``.

A whole redraw of the board with the exit in its corner; a number, its ball and the exit alone; from an
envelope's arrival to pixels, in one thread and in a wall's own process beside a feed of recorded games.
CPU times say what it costs where others share the machine. Not responsible for what the feed costs
(``tools.bench_feed``) nor for memory (``tests.displays.hour``).
"""

import gc
import multiprocessing
import os
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, Final

import pygame

from displays import show
from displays.cctv import DEPTH, CctvReader
from displays.client import FeedReader
from displays.pane import Pane
from displays.parts import ARRIVAL
from displays.seal import read_key
from displays.views import BoardView, View
from displays.window import WindowInput, open_window, watch
from hallctl.devices.cctv import Cctv
from hallctl.web.feed.signature import Sealer
from tests.displays.golden import FULL, load
from tests.displays.hour import film, views
from tests.displays.monitors import monitors
from tests.displays.played import KEY, PlayedWall
from tools.bench_feed import Bench, Lens

CHANGES: Final = 400
EVERY_S: Final = 0.3
ROUNDS: Final = 5


def figures(times: Sequence[float]) -> str:
    """Return what is told of some times in milliseconds."""
    ordered = sorted(times)
    p99 = ordered[int(len(ordered) * 0.99)]
    return f"median {median(ordered):.1f}, p99 {p99:.1f}, longest {ordered[-1]:.1f} ms ({len(ordered)})"


def timed(work: Callable[[], None], clock: Callable[[], float]) -> float:
    """Return how long something takes, in milliseconds."""
    start = clock()
    work()
    return (clock() - start) * 1000


def board_of(balls: int) -> BoardView:
    """Return the board after so many balls, with the exit in its corner."""
    whole = load("draw-90")
    return replace(whole, called=whole.called[:balls], corner=True)


def monitor() -> pygame.Surface:
    """Return what is shown on the monitor."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


def drawing(clock: Callable[[], float], rounds: int = ROUNDS) -> tuple[list[float], list[float]]:
    """Return the times of whole redraws, and of what moves alone, while games of 90 balls go by."""
    window, whole, step = monitor(), list[float](), list[float]()
    pixels = Lens().latest().image
    frame = pygame.image.frombuffer(pixels.tobytes(), (pixels.shape[1], pixels.shape[0]), "BGR").convert(
        DEPTH
    )

    def draw(view: View) -> None:
        show.paint(window, view, show.Moment(0.0, frame))
        pygame.display.flip()

    def redraw(view: View) -> None:
        pygame.display.update(show.redraw(window, view, ARRIVAL / 2, frame))

    draw(board_of(1))
    for _ in range(rounds):
        for balls in range(1, 91):
            view = board_of(balls)
            whole.append(timed(partial(draw, view), clock))
            step.append(timed(partial(redraw, view), clock))
    return whole, step


def received(clock: Callable[[], float]) -> list[float]:
    """Return the times from the bytes of each changed view to its pixels, from a cold start."""
    recorded, pictures, times = list(islice(views(), CHANGES)), film(1), list[float]()
    player = PlayedWall(monitor())
    sealer = Sealer(KEY, "boot-1", 1, player.clock)
    player.take(sealer.hello("auto", player.nonce).data)

    def show_sealed(sealed: bytes) -> None:
        player.take(sealed)
        player.look()

    gc.freeze()  # the states of the recorded games are not a wall's garbage
    for view in recorded:
        sealed = sealer.view("auto", view).data
        times.append(timed(partial(show_sealed, sealed), clock))
        player.pass_time(player.clock.now + 1, pictures)
    return times


class TimedReader(FeedReader):
    """Notes how long after its arrival each view that differs from the one before was on the glass."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._asked: View | None = None
        self._drawn: View | None = None
        self.late: list[float] = []

    def showing(self) -> View | None:
        self._asked = super().showing()
        return self._asked

    def drawn(self) -> None:
        super().drawn()
        if self._asked is not None and self._asked != self._drawn:
            self.late.append((self._clock() - self._looked[1]) * 1000)
        self._drawn = self._asked


def wall(url: str, key: str, ended: Any, said: Any) -> None:
    """Be a wall until it has ended; then say the lateness of every view, and CPU seconds."""
    requests, feed = WindowInput(), TimedReader(url, key=read_key(key))
    window = open_window(FULL, True)
    pane = Pane(window, lambda camera: CctvReader(url, feed.wake, camera))
    ending = threading.Thread(target=lambda: (ended.wait(), setattr(requests, "end", True)))
    ending.start()
    feed.start()
    watch(window, feed, pane, requests, None)
    pane.close()
    feed.stop()
    used = resource.getrusage(resource.RUSAGE_SELF)
    said.put((feed.late, used.ru_utime + used.ru_stime))


def glass() -> tuple[list[float], float]:
    """Return how late each view was on the glass of a wall, and its share of a core in percent."""
    recorded, context = list(islice(views(), CHANGES)), multiprocessing.get_context("spawn")
    ended, said = context.Event(), context.Queue()
    with Bench({"auto": lambda snapshot: recorded[min(snapshot.sequence, CHANGES - 1)]}) as bench:
        camera = Cctv(Lens().latest, bench.pictures)
        camera.start()
        process = context.Process(target=wall, args=(bench.url, bench.key, ended, said))
        process.start()
        time.sleep(3)
        began = time.monotonic()
        for _ in range(CHANGES):
            bench.change()
            time.sleep(EVERY_S)
        passed = time.monotonic() - began
        ended.set()
        late, used = said.get()
        process.join()
        camera.stop()
    return late, 100 * used / passed


def main() -> None:
    """Print every figure."""
    with tempfile.TemporaryDirectory() as folder, monitors(Path(folder), FULL) as shown:
        os.environ |= {"DISPLAY": f":{shown.display}", "SDL_VIDEODRIVER": "x11"}
        open_window(FULL, True)
        print(f"view received to pixels, CPU: {figures(received(time.thread_time))}")
        for name, clock in (("", time.perf_counter), (", CPU", time.thread_time)):
            whole, step = drawing(clock)
            print(f"board and exit, all of 1920x1080{name}: {figures(whole)}")
            print(f"one number, its ball and the exit{name}: {figures(step)}")
        pygame.display.quit()
        late, share = glass()
        print(f"view received to pixels: {figures(late)}")
        print(f"a wall with the exit at 25 pictures of 1280x720 a second: {share:.0f} % of a core")


if __name__ == "__main__":
    main()
