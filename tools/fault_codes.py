"""Writes docs/refusals.csv, every refusal of the rules, for a spreadsheet: ``python -m tools.fault_codes``.

Not responsible for docs/fault-codes.md, which is written by hand.
"""

import csv
import io
from pathlib import Path

from hallctl.rules.refusals import catalogue

TABLE = Path(__file__).parents[1] / "docs/refusals.csv"


def table() -> str:
    """Return every refusal as CSV: code, requirement, sentence."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("code", "requirement", "what the person reads"))
    rows.writerows((code, *entry) for code, entry in sorted(catalogue().items()))
    return text.getvalue()


def main() -> None:
    """Rewrite the table."""
    TABLE.write_text(table(), "utf-8")


if __name__ == "__main__":
    main()
