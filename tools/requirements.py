"""Writes docs/requirements.md from tests and sources: ``python -m tools.requirements``.

Not responsible for the list of checks, which is fixtures/requirements.csv.
"""

from pathlib import Path

from hallctl.cli.scripts.requirements import page, summary, traced

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/requirements.md"


def main() -> None:
    """Rewrite the page and say how many checks have a test."""
    traces = traced(ROOT)
    PAGE.write_text(page(traces), "utf-8")
    print(summary(traces))


if __name__ == "__main__":
    main()
