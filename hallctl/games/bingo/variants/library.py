"""The variants and shapes that come with the program, read from its TOML files.

Not responsible for what a hall adds to them.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.shapes import Shape
from hallctl.games.bingo.variants.variant import Variant
from hallctl.rules.codec import decode

VARIANTS: Final = (
    AJ_90.key,
    "pt-bingo-90",
    "pt-bingo-80",
    "pt-bingo-75",
    "pt-bingo-75-numbered",
    "pt-bingo-30",
    "pt-bingo-30-symbols",
)
"""The variants that come with the program."""


@dataclass(frozen=True, slots=True)
class _Shapes:
    shape: tuple[Shape, ...]


@cache
def variant(key: str) -> Variant:
    """Return a variant of the program.

    Raises:
        KeyError: It has no such variant.
    """
    if key not in VARIANTS:
        raise KeyError(key)
    return AJ_90 if key == AJ_90.key else decode(Variant, _read(f"{key}.toml"))


@cache
def shapes() -> tuple[Shape, ...]:
    """Return the shapes of the program, all for cards of 5 × 5."""
    return decode(_Shapes, _read("shapes.toml")).shape


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("hallctl.games.bingo.variants").joinpath("profiles", name).read_text("utf-8"))
