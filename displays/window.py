"""A wall screen: one process, one window, one feed.

``python -m displays.window --hall URL [--show auto] [--key KEY] [--monitor 0] [--fullscreen]``. It draws when
the content changes, shows SIN SEÑAL when its feed falls silent, and comes back by itself. SIGUSR1 saves what
the window shows to the snapshot file. Escape, closing the window, SIGINT and SIGTERM end it. Not responsible
for what is drawn, nor for what may be shown.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pygame

from displays.cctv import CctvReader
from displays.cli import OneLineParser, save_png, size
from displays.client import FeedReader, Reporter
from displays.hall_pictures import HallPictures
from displays.pane import TICK, Pane
from displays.seal import read_key


@dataclass(slots=True)
class WindowInput:
    """What keys and signals have asked for.

    Attributes:
        end: To end.
        snapshot: To save what the window shows.
        repaint: To draw again, though nothing changed.
    """

    end: bool = False
    snapshot: bool = False
    repaint: bool = True

    def on_signal(self, number: int, _frame: object) -> None:
        """Take a signal of the system."""
        if number == signal.SIGUSR1:
            self.snapshot = True
        else:
            self.end = True

    def on_event(self, event: pygame.event.Event) -> None:
        """Take an event of the window."""
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.end = True
        elif event.type in {pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED}:
            self.repaint = True


@contextmanager
def watch_signals() -> Iterator[WindowInput]:
    """Give wishes that hear SIGINT, SIGTERM and SIGUSR1, and leave the signals as they were."""
    requests = WindowInput()
    before = {
        number: signal.signal(number, requests.on_signal)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)
    }
    try:
        yield requests
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def open_window(wanted: tuple[int, int], fullscreen: bool, monitor: int = 0) -> pygame.Surface:
    """Open the window on a monitor (0 is the first) and return its surface.

    Raises:
        pygame.error: If there is nothing to open it on.
    """
    if draws_in_memory(os.environ):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    # A wall stays what it is while somebody uses another monitor of the same machine.
    os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    pygame.display.init()
    there = pygame.display.get_num_displays()
    if monitor >= there:
        raise pygame.error(f"there is no monitor {monitor}: there are {there}, counted from 0")
    extent, flags = (wanted, 0)
    if fullscreen:
        extent, flags = pygame.display.get_desktop_sizes()[monitor], pygame.FULLSCREEN
    surface = pygame.display.set_mode(extent, flags, display=monitor)
    pygame.display.set_caption("hallctl")
    pygame.mouse.set_visible(False)
    return surface


def draws_in_memory(environment: Mapping[str, str], devices: Path = Path("/dev/dri")) -> bool:
    """Return whether SDL will draw on X11 without a GPU, where its detour over OpenGL doubles the time."""
    driver = environment.get("SDL_VIDEODRIVER", "")
    on_x11 = driver == "x11" or (not driver and bool(environment.get("DISPLAY")))
    return on_x11 and not devices.exists()


def watch(
    window: pygame.Surface, feed: FeedReader, pane: Pane, requests: WindowInput, snapshot: Path | None
) -> None:
    """Show the feed until somebody wishes an end."""
    while not requests.end:
        drawn = pane.show(feed.showing(), time.monotonic(), requests.repaint)
        if drawn:
            pygame.display.update(drawn)
        requests.repaint = False
        feed.drawn()
        if requests.snapshot and snapshot is not None:
            save_png(window, snapshot)
        requests.snapshot = False
        feed.wait(TICK)
        for event in pygame.event.get():
            requests.on_event(event)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a wall screen and return the exit status; bad options or no display: 2 and one line."""
    parser = OneLineParser(prog="displays.window", description="Show the feed of the hall on a wall.")
    parser.add_argument("--hall", required=True, help="the address of the feed, http://host:port")
    parser.add_argument("--show", default="auto", help="what to show, as the feed names it")
    parser.add_argument("--key", default="", help="the controller's key; without it nothing is verified")
    parser.add_argument("--name", default="", help="the name by which the controller knows this screen")
    parser.add_argument("--monitor", type=int, default=0, help="the monitor, 0 is the first")
    parser.add_argument("--size", type=size, default=(1920, 1080), help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--fullscreen", action="store_true", help="fill the monitor")
    parser.add_argument("--snapshot", type=Path, help="where SIGUSR1 saves what the window shows")
    options = parser.parse_args(arguments)
    try:
        key = read_key(options.key) if options.key else None
        feed = FeedReader(options.hall, options.show, key, options.name)
    except ValueError as error:
        parser.error(str(error))
    with ExitStack() as parts:
        requests = parts.enter_context(watch_signals())
        parts.callback(pygame.display.quit)
        try:
            window = open_window(options.size, options.fullscreen, max(0, options.monitor))
        except pygame.error as error:
            parser.error(f"no window: {error} (without a desktop, SDL_VIDEODRIVER=kmsdrm may serve)")
        feed.start()
        parts.callback(feed.stop)
        if options.name:
            reporter = Reporter(options.hall, options.name, lambda: feed.glass)
            reporter.start()
            parts.callback(reporter.stop)
        pictures = HallPictures(options.hall, feed.wake)
        pane = Pane(window, lambda camera: CctvReader(options.hall, feed.wake, camera), pictures)
        parts.callback(pane.close)
        watch(window, feed, pane, requests, options.snapshot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
