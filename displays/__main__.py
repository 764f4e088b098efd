"""Renders any screen to a picture.

``python -m displays board --view FILE.json --png OUT.png [--size 1920x1080]``, or ``no-signal``, which has no
view. Not responsible for windows: ``python -m displays.window`` is.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from displays.cli import OneLineParser, save_png, size
from displays.screens import board, no_signal
from displays.views import BoardView, ViewError


def read_view(path: Path) -> BoardView:
    """Read a view from a file.

    Raises:
        OSError: If the file cannot be read.
        ViewError: If it holds no view.
    """
    try:
        return BoardView.from_json(json.loads(path.read_bytes()))
    except (ViewError, RecursionError) as error:
        raise ViewError(f"{path}: {error}") from error
    except ValueError as error:
        raise ViewError(f"{path}: not JSON: {error}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Render one screen and return the exit status; bad files and options exit with 2 and one line."""
    parser = OneLineParser(prog="displays", description="Render a screen of the hall to a picture.")
    screens = parser.add_subparsers(dest="screen", required=True, parser_class=OneLineParser)
    for name, needs_view in (("board", True), ("no-signal", False)):
        screen = screens.add_parser(name)
        if needs_view:
            screen.add_argument("--view", type=Path, required=True, help="the view, a JSON file")
        screen.add_argument("--png", type=Path, required=True, help="where the picture goes")
        screen.add_argument("--size", type=size, default=(1920, 1080), help="WIDTHxHEIGHT in pixels")
    options = parser.parse_args(arguments)
    try:
        picture = (
            no_signal.draw(options.size)
            if options.screen == "no-signal"
            else board.draw(read_view(options.view), options.size)
        )
        save_png(picture, options.png)
    except (OSError, ViewError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
