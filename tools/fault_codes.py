"""Writes the table of refusals in docs/fault-codes.md from the rules: ``python -m tools.fault_codes``.

Not responsible for the paragraphs on faults, which are written by hand above the table.
"""

from pathlib import Path

from hallctl.rules.refusals import catalogue

PAGE = Path(__file__).parents[1] / "docs/fault-codes.md"
MARK = "<!-- the table below is written by `python -m tools.fault_codes` -->"


def table() -> str:
    """Return the table of every refusal: code, requirement, sentence."""
    known = catalogue()
    rows = [f"| `{code}` | {known[code][0]} | {known[code][1]} |" for code in sorted(known)]
    return "\n".join(["| Code | From | What the person reads |", "|---|---|---|", *rows, ""])


def main() -> None:
    """Rewrite the page's table."""
    text = PAGE.read_text("utf-8").partition(MARK)[0]
    PAGE.write_text(f"{text}{MARK}\n\n{table()}", "utf-8")


if __name__ == "__main__":
    main()
