"""The contacts of the panel: what each is, in whose post a press of it is, and what it is called in the hall.

Not responsible for what a press does (``readings.presses``), nor for pins (``settings.panel``).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from hallctl.rules.commands.base import Post


class Button(StrEnum):
    """What is pushed, and comes back by itself."""

    DRAW = "draw"
    CALL = "call"
    LINE = "line"
    BINGO = "bingo"
    SELLER_LINE = "seller_line"
    SELLER_BINGO = "seller_bingo"
    STOP = "stop"


class Sense(StrEnum):
    """What stays as it is put; both are closed at rest, so that a cut wire stops as well."""

    MUSHROOM = "mushroom"
    DOOR = "door"


POSTS: Final[Mapping[Button, Post]] = {
    Button.DRAW: Post.LOCUTOR,
    Button.CALL: Post.LOCUTOR,
    Button.LINE: Post.LOCUTOR,
    Button.BINGO: Post.LOCUTOR,
    Button.SELLER_LINE: Post.VENDEDOR,
    Button.SELLER_BINGO: Post.VENDEDOR,
}
"""In whose post each press is; the stop is anybody's."""

NAMES: Final[Mapping[str, str]] = {
    Button.DRAW: "extraer",
    Button.CALL: "cantar",
    Button.LINE: "línea del locutor",
    Button.BINGO: "bingo del locutor",
    Button.SELLER_LINE: "línea de los vendedores",
    Button.SELLER_BINGO: "bingo de los vendedores",
    Button.STOP: "parar",
    Sense.MUSHROOM: "seta de emergencia",
    Sense.DOOR: "puerta",
}
"""The name of each in the hall."""
