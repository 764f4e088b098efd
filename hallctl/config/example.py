"""The explained configuration ``hall.example.toml``, as it is, or with its commented lines taken in.

Not responsible for what a configuration may say (``hallctl.config.hall``).
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

EXAMPLE: Final = Path(__file__).with_name("hall.example.toml")
"""Each key of each section, explained."""

_TAKEN: Final = {"": r"$^", "#": r"^#(?=[\w\[])", "##": r"^##?(?=[\w\[])"}


def example_text(marks: str = "") -> str:
    """Return the example; with "#" its optional lines count, with "##" its other possibilities too."""
    return re.sub(_TAKEN[marks], "", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)


def every_key() -> dict[str, Any]:
    """Return a value for every key that a configuration may have, of whatever game."""
    return tomllib.loads(example_text("##"))
