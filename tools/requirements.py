"""Writes docs/requirements.md, -pt, -ro and -ba from tests and sources: ``python -m tools.requirements``.

With ``--lines`` it prints each check with its tests and places, as file:line.

Not responsible for the lists of checks, which are fixtures/requirements.csv, -pt.csv, -ro.csv and -ba.csv.
"""

import sys
from pathlib import Path

from tools.traces import (
    IN_A_HALL,
    OF_BACCARAT,
    OF_PORTUGAL,
    OF_ROULETTE,
    listing,
    page,
    page_of_baccarat,
    page_of_portugal,
    page_of_roulette,
    shown,
    summary,
    traced,
)

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/requirements.md"
PAGE_OF_PORTUGAL = ROOT / "docs/requirements-pt.md"
PAGE_OF_ROULETTE = ROOT / "docs/requirements-ro.md"
PAGE_OF_BACCARAT = ROOT / "docs/requirements-ba.md"


def main(lines: bool = False) -> None:
    """Rewrite the pages and say how many checks have a test."""
    traces, of_portugal, of_roulette = traced(ROOT), traced(ROOT, OF_PORTUGAL), traced(ROOT, OF_ROULETTE)
    of_baccarat = traced(ROOT, OF_BACCARAT)
    PAGE.write_text(page(traces), "utf-8")
    PAGE_OF_PORTUGAL.write_text(page_of_portugal(of_portugal), "utf-8")
    PAGE_OF_ROULETTE.write_text(page_of_roulette(of_roulette), "utf-8")
    PAGE_OF_BACCARAT.write_text(page_of_baccarat(of_baccarat), "utf-8")
    others = of_portugal, of_roulette
    every = (traces, *others, of_baccarat)
    listed = tuple(line for each in every for line in listing(each)) if lines else ()
    of_portugals = (summary(each, IN_A_HALL) for each in others)
    told = (summary(traces), shown(traces), *of_portugals, summary(of_baccarat), shown(of_baccarat))
    for said in (*listed, *told):
        print(said)


if __name__ == "__main__":
    main("--lines" in sys.argv[1:])
