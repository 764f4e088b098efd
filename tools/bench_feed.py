"""What the feed costs: ``python -m tools.bench_feed``.

Envelope to verified view in a real reader, the controller's CPU for 24 walls, and encoding the exit's picture
25 times a second for one and for 24 viewers. Not responsible for what a wall needs to draw.
"""

import multiprocessing
import statistics
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from displays.cctv import CctvReader
from displays.client import FeedReader
from displays.event_stream import FeedEvent
from displays.seal import read_key
from drivers.camera.camera import Frame
from hallctl.app.practice.demo import CONFIG
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.devices.cctv import Cctv, encoded
from hallctl.games.bingo.game import BINGO
from hallctl.minutes.note import verifier_of
from hallctl.outputs.screens.scene import View
from hallctl.outputs.screens.wall import Wall
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.web.feed.app import Feed
from hallctl.web.feed.health import Health
from hallctl.web.feed.pictures import Pictures
from hallctl.web.feed.ports import Screens
from hallctl.web.feed.screens import screens_of
from hallctl.web.feed.signature import Sealed, Sealer
from hallctl.web.server import ConsoleServer

WALLS: Final = 24
CHANGES: Final = 300
SECONDS: Final = 10.0
EVERY_S: Final = 0.02


class TimedSealer(Sealer):
    """Notes when each envelope was sealed."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.times: dict[int, float] = {}

    def view(self, screen: str, view: View) -> Sealed:
        """Seal, and note when it began."""
        began = time.perf_counter()
        sealed = super().view(screen, view)
        self.times[sealed.sequence] = began
        return sealed


class TimedReader(FeedReader):
    """Notes when each view was verified and could be shown."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.times: dict[int, float] = {}

    def _open(self, event: FeedEvent) -> bool:
        good = super()._open(event)
        if good:
            self.times[self.sequence] = time.perf_counter()
        return good


class Bench:
    """A feed over a bulletin that only this program turns."""

    def __init__(self, screens: Screens | None = None) -> None:
        key = Ed25519PrivateKey.generate()
        setting = load(CONFIG)
        self.key = str(verifier_of("bench.invalid/feed", key))
        self.bulletin = Bulletin(Snapshot(0, 0, empty_state(setting)))
        self.sealer = TimedSealer(key, "bench", 1)
        self.pictures = Pictures()
        screens = screens or screens_of(BINGO.screens, Wall(setting.config.hall.name, True))
        feed = Feed(self.bulletin, screens, self.sealer, Health(), self.pictures)
        self.server = ConsoleServer(feed.app(), 0, section="feed")
        self._ended = threading.Event()
        self._turning = threading.Thread(target=self._turn)

    def __enter__(self) -> "Bench":
        self._turning.start()
        self.server.start()
        self.url = f"http://127.0.0.1:{self.server.port}"
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._turning.join()
        self.server.stop()

    def _turn(self) -> None:
        while not self._ended.wait(0.04):
            self.bulletin.beat()

    def change(self) -> None:
        """Publish another snapshot."""
        newest = self.bulletin.newest()
        self.bulletin.publish(Snapshot(newest.sequence + 1, newest.entry, newest.state))


def latency(bench: Bench) -> None:
    """Print how long an envelope takes from before its signature to a verified view in the reader."""
    reader = TimedReader(bench.url, key=read_key(bench.key))
    reader.start()
    for _ in range(CHANGES):
        time.sleep(EVERY_S)
        bench.change()
    time.sleep(0.5)
    reader.stop()
    took = sorted((at - bench.sealer.times[number]) * 1000 for number, at in reader.times.items())
    p50, p99 = statistics.median(took), took[int(len(took) * 0.99)]
    print(f"envelope → verified view       p50 {p50:.2f} ms   p99 {p99:.2f} ms   ({len(took)} envelopes)")


def _walls(url: str, count: int, key: str, cctv: bool, ready: Any, ended: Any) -> None:
    lines: list[Any] = [FeedReader(url, key=read_key(key)) for _ in range(count)]
    if cctv:
        lines = [CctvReader(url) for _ in range(count)]
    for line in lines:
        line.start()
    ready.set()
    ended.wait()
    for line in lines:
        line.stop()


def share(bench: Bench, count: int, cctv: bool, during: Callable[[], None]) -> float:
    """Return the share of a core that this process needs while so many watch, in another process."""
    context = multiprocessing.get_context("spawn")
    ready, ended = context.Event(), context.Event()
    viewers = context.Process(target=_walls, args=(bench.url, count, bench.key, cctv, ready, ended))
    viewers.start()
    ready.wait()
    time.sleep(1.0)
    used, began = time.process_time(), time.perf_counter()
    during()
    used, passed = time.process_time() - used, time.perf_counter() - began
    ended.set()
    viewers.join()
    return 100 * used / passed


def _changing(bench: Bench) -> None:
    for _ in range(int(SECONDS)):
        bench.change()
        time.sleep(1.0)


class Lens:
    """A camera of 25 pictures of 1280×720 a second, of noise over a ramp: hard to compress."""

    def __init__(self) -> None:
        ramp = np.linspace(0, 200, 1280, dtype=np.uint8)[None, :, None]
        noise = np.random.default_rng(1).integers(0, 30, (720, 1280, 3), dtype=np.uint8)
        self.image = noise + ramp

    def latest(self) -> Frame:
        """Return the picture of this twenty-fifth of a second."""
        return Frame(int(time.monotonic() * 25), time.monotonic(), self.image)


def main() -> None:
    """Print every figure."""
    with Bench() as bench:
        latency(bench)
        idle = share(bench, 0, False, lambda: time.sleep(SECONDS / 2))
        walls = share(bench, WALLS, False, lambda: _changing(bench))
        print(f"{WALLS} walls, a change a second     {walls:.1f} % of a core   (without any {idle:.1f} %)")
        lens = Lens()
        began = time.process_time()
        for _ in range(50):
            jpeg = encoded(lens.image)
        one = (time.process_time() - began) * 1000 / 50
        print(f"encoding 1280×720              {one:.1f} ms CPU   {len(jpeg) / 1000:.0f} kB")
        cctv = Cctv(lens.latest, bench.pictures)
        cctv.start()
        for count in (1, WALLS):
            cost = share(bench, count, True, lambda: time.sleep(SECONDS / 2))
            print(f"CCTV, 25 a second, {count:2} viewers   {cost:.1f} % of a core")
        cctv.stop()


if __name__ == "__main__":
    main()
