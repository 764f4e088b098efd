"""Writes docs/refusals.csv, what the rules, the keys and the log-in refuse: ``python -m tools.fault_codes``.

Not responsible for docs/fault-codes.md, which is written by hand.
"""

import csv
import io
from pathlib import Path

from hallctl.app.games import every_refusal
from hallctl.minutes.signing.errors import FILES, REFUSED
from hallctl.web.access.words import SENTENCES

TABLE = Path(__file__).parents[1] / "docs/refusals.csv"


def table() -> str:
    """Return every refusal as CSV: code, requirement (none of keys and log-in), sentence."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("code", "requirement", "what the person reads"))
    others = {code: ("", str(sentence)) for code, sentence in {**SENTENCES, **REFUSED, **FILES}.items()}
    rows.writerows((code, *entry) for code, entry in sorted({**every_refusal(), **others}.items()))
    return text.getvalue()


def main() -> None:
    """Rewrite the table."""
    TABLE.write_text(table(), "utf-8")


if __name__ == "__main__":
    main()
