"""Renders any screen to a picture.

``python -m displays sale --view FILE.json --png OUT.png [--size 1920x1080] [--frame EXIT.png]``, or
``no-signal``, which has no view. Not responsible for windows: ``python -m displays.window`` is.
"""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import pygame

from displays import show
from displays.cli import OneLineParser, save_png, size
from displays.screens import no_signal
from displays.views import KINDS, View, ViewError
from displays.words import LANGUAGES


def read_view(path: Path, kind: str) -> View:
    """Read a view of one screen from a file.

    Raises:
        OSError: If the file cannot be read.
        ViewError: If it holds no view of that screen.
    """
    try:
        return KINDS[kind].from_json(json.loads(path.read_bytes()))
    except (ViewError, RecursionError) as error:
        raise ViewError(f"{path}: {error}") from error
    except ValueError as error:
        raise ViewError(f"{path}: not JSON: {error}") from error


def picture(options: Namespace) -> pygame.Surface:
    """Draw what the options ask for.

    Raises:
        OSError: If a file cannot be read.
        ViewError: If the view's file holds no view of the screen.
    """
    if options.screen == "no-signal":
        return no_signal.draw(options.size, LANGUAGES[options.language])
    frame = None
    if options.frame is not None:
        try:
            frame = pygame.image.load(options.frame)
        except pygame.error as error:
            raise OSError(f"{options.frame}: {error}") from error
    return show.draw(read_view(options.view, options.screen), options.size, frame=frame)


def main(arguments: Sequence[str] | None = None) -> int:
    """Render one screen and return the exit status; bad files and options exit with 2 and one line."""
    parser = OneLineParser(prog="displays", description="Render a screen of the hall to a picture.")
    screens = parser.add_subparsers(dest="screen", required=True, parser_class=OneLineParser)
    for name in (*KINDS, "no-signal"):
        screen = screens.add_parser(name)
        if name == "no-signal":
            screen.add_argument("--language", choices=sorted(LANGUAGES), default="es")
        else:
            screen.add_argument("--view", type=Path, required=True, help="the view, a JSON file")
            screen.add_argument(
                "--frame", type=Path, help="the picture of the exit, for cctv and a board's corner"
            )
        screen.add_argument("--png", type=Path, required=True, help="where the picture goes")
        screen.add_argument("--size", type=size, default=(1920, 1080), help="WIDTHxHEIGHT in pixels")
    options = parser.parse_args(arguments)
    try:
        save_png(picture(options), options.png)
    except (OSError, ViewError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
