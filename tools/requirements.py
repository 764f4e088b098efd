"""Writes docs/requirements.md and -pt.md from tests and sources: ``python -m tools.requirements``.

With ``--lines`` it prints each check with its tests and places, as file:line.

Not responsible for the lists of checks, which are fixtures/requirements.csv and -pt.csv.
"""

import sys
from pathlib import Path

from tools.traces import (
    IN_A_HALL,
    OF_PORTUGAL,
    listing,
    page,
    page_of_portugal,
    shown,
    summary,
    traced,
)

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/requirements.md"
PAGE_OF_PORTUGAL = ROOT / "docs/requirements-pt.md"


def main(lines: bool = False) -> None:
    """Rewrite the pages and say how many checks have a test."""
    traces, of_portugal = traced(ROOT), traced(ROOT, OF_PORTUGAL)
    PAGE.write_text(page(traces), "utf-8")
    PAGE_OF_PORTUGAL.write_text(page_of_portugal(of_portugal), "utf-8")
    listed = (*listing(traces), *listing(of_portugal)) if lines else ()
    for said in (*listed, summary(traces), shown(traces), summary(of_portugal, IN_A_HALL)):
        print(said)


if __name__ == "__main__":
    main("--lines" in sys.argv[1:])
