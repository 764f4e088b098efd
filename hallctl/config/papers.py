"""Where a hall keeps the papers of its head office, and which of them count: with its data.

Not responsible for whether a paper counts: the book says that, and the hall holds these files against it.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = "papeles"
"""In the hall's directory."""

RULES_FILE: Final = "reglas.toml"
"""The rule set of the paper that the Director adopted."""


def received_file(directory: Path, kind: str, digest: str) -> Path:
    """Return where a paper is kept as it came."""
    return directory / FOLDER / f"{kind}-{digest[:16]}.json"


def adopted_file(directory: Path, kind: str) -> Path:
    """Return where the paper of a kind that counts is kept."""
    return directory / FOLDER / f"adoptado-{kind}.json"


def adopted_rules(directory: Path) -> Path | None:
    """Return the file of the rule set that the Director adopted, None where there is none."""
    path = directory / FOLDER / RULES_FILE
    return path if path.is_file() else None
