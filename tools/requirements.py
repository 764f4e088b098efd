"""Writes docs/requirements.md from tests and sources: ``python -m tools.requirements``.

With ``--lines`` it prints each check with its tests and places, as file:line.

Not responsible for the list of checks, which is fixtures/requirements.csv.
"""

import sys
from pathlib import Path

from tools.traces import listing, page, shown, summary, traced

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/requirements.md"


def main(lines: bool = False) -> None:
    """Rewrite the page and say how many checks have a test."""
    traces = traced(ROOT)
    PAGE.write_text(page(traces), "utf-8")
    for said in (*(listing(traces) if lines else ()), summary(traces), shown(traces)):
        print(said)


if __name__ == "__main__":
    main("--lines" in sys.argv[1:])
