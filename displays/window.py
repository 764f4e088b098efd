"""A wall screen: one process, one window, one feed.

``python -m displays.window --feed URL [--size 1920x1080] [--fullscreen] [--snapshot FILE]``. It draws when
what it shows changes, says SIN SEÑAL when its feed falls silent, and comes back by itself. SIGUSR1 saves what
the window shows to the snapshot file. Escape, closing the window, SIGINT and SIGTERM end it. Not responsible
for what is drawn, nor for what may be shown.
"""

import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from displays.cli import OneLineParser, save_png, size
from displays.client import FeedReader
from displays.screens import board, no_signal

TICK: Final = 0.05  # seconds between looks at the keyboard and the clock


@dataclass(slots=True)
class Wishes:
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


def open_window(wanted: tuple[int, int], fullscreen: bool) -> pygame.Surface:
    """Open the window and return its surface.

    Raises:
        pygame.error: If there is nothing to open it on.
    """
    pygame.display.init()
    surface = (
        pygame.display.set_mode((0, 0), pygame.FULLSCREEN) if fullscreen else pygame.display.set_mode(wanted)
    )
    pygame.display.set_caption("hallctl")
    pygame.mouse.set_visible(False)
    return surface


def watch(window: pygame.Surface, feed: FeedReader, wishes: Wishes, snapshot: Path | None) -> None:
    """Show the feed until somebody wishes an end."""
    shown = None
    while not wishes.end:
        view = feed.showing()
        if wishes.repaint or view != shown:
            extent = window.get_size()
            picture = no_signal.draw(extent) if view is None else board.draw(view, extent)
            window.blit(picture, (0, 0))
            pygame.display.flip()
            shown, wishes.repaint = view, False
        if wishes.snapshot and snapshot is not None:
            save_png(window, snapshot)
        wishes.snapshot = False
        feed.wait(TICK)
        for event in pygame.event.get():
            wishes.on_event(event)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a wall screen and return the exit status; bad options or no display: 2 and one line."""
    parser = OneLineParser(prog="displays.window", description="Show the feed of the hall on a wall.")
    parser.add_argument("--feed", required=True, help="the address of the feed, http://host:port/path")
    parser.add_argument("--size", type=size, default=(1920, 1080), help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--fullscreen", action="store_true", help="fill the monitor")
    parser.add_argument("--snapshot", type=Path, help="where SIGUSR1 saves what the window shows")
    options = parser.parse_args(arguments)
    try:
        feed = FeedReader(options.feed)
    except ValueError as error:
        parser.error(str(error))
    wishes = Wishes()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
        signal.signal(number, wishes.on_signal)
    try:
        window = open_window(options.size, options.fullscreen)
    except pygame.error as error:
        parser.error(f"no window: {error} (without a desktop, SDL_VIDEODRIVER=kmsdrm may serve)")
    feed.start()
    try:
        watch(window, feed, wishes, options.snapshot)
    finally:
        feed.stop()
        pygame.display.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
