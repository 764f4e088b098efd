"""What the commands of this package share: options, errors of one line, saving a picture.

Not responsible for any command.
"""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from re import fullmatch
from typing import NoReturn

import pygame

from displays.layout import LayoutError, unit_of


class OneLineParser(ArgumentParser):
    """A parser whose errors are one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        """Exit with a message of one line."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def size(text: str) -> tuple[int, int]:
    """Read a size such as "1920x1080".

    Raises:
        ArgumentTypeError: If it is not a size, or none that a screen can have.
    """
    match = fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if match is None:
        raise ArgumentTypeError(f"a size is WIDTHxHEIGHT, e.g. 1920x1080, not {text!r}")
    width, height = int(match[1]), int(match[2])
    try:
        unit_of((width, height))
    except LayoutError as error:
        raise ArgumentTypeError(str(error)) from error
    return width, height


def save_png(picture: pygame.Surface, target: Path) -> None:
    """Save a picture as PNG; whoever looks finds the whole file or none.

    Raises:
        OSError: If the file cannot be written.
    """
    draft = target.with_name(target.name + ".part")
    with draft.open("wb") as file:
        pygame.image.save(picture, file, "picture.png")
    draft.replace(target)
