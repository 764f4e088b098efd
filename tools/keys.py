"""Writes the keys of the steps into docs/manual.es.md: ``python -m tools.keys``.

The page ``/ayuda/teclas`` of a console has them from the same rows. Not responsible for which key a step has:
that is in its row of ``STEPS``.
"""

import re
from pathlib import Path
from typing import Final

from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.web.console.shortcuts import key_rows

PAGE: Final = Path(__file__).parents[1] / "docs/manual.es.md"
_TABLE: Final = re.compile(r"\| Tecla \| Paso \|\n(?:\|.*\n)+")


def table() -> str:
    """Return the keys as a table of Markdown."""
    rows = [f"| `{row.key}` | `{row.step}` |" for row in key_rows(BINGO_RULES.all_steps)]
    return "\n".join(["| Tecla | Paso |", "|---|---|", *rows, ""])


def with_keys(text: str) -> str:
    """Return the manual with the keys as they are.

    Raises:
        ValueError: If it has no table for them.
    """
    found, count = _TABLE.subn(lambda _: table(), text)
    if count != 1:
        raise ValueError(f"{count} tables of keys")
    return found


def main() -> None:
    """Rewrite the table."""
    PAGE.write_text(with_keys(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
