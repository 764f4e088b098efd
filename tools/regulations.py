"""Takes the regulation and its quotes into the package: ``python -m tools.regulations FOLDER``.

The folder has requirements.md, requirements-tables.md and regulations/. Regulations are copied byte for byte;
a quote is written as the regulation spells it, also where the list of checks has other quotation marks or
spaces. Not responsible for the Spanish of ``meanings.es.csv``, which people write.
"""

import csv
import io
import re
import sys
from pathlib import Path

from hallctl.i18n.regulations import macau_baccarat, portugal, portugal_roulette
from hallctl.i18n.regulations.articles import LEFT_OUT, QUOTES, TEXT

HOME = Path(__file__).parents[1] / "hallctl/i18n/regulations"
_CHECK = re.compile(r"\| (AJ-\d+) \| ([A-Z]+) \| «(.*?)» \| ")
_CHECK_OF_PORTUGAL = re.compile(r"\| (PT-\d+) \| r\.[^|]* \| ([A-Z]+) \| «(.*?)» \| ")
_CHECK_OF_ROULETTE = re.compile(r"\| (RO-\d+) \| [A-Z]+ \|(?= «.*» \| ([A-Z]+)\. ) «(.*?)» \| ")

_CHECK_OF_BACCARAT = re.compile(r"\| (BA-\d+) \| ([A-Z]+) \| «(.*?)» \| ")


def main(folder: Path) -> None:
    """Write the regulation and its quotes."""
    text = (folder / "regulations" / TEXT).read_bytes()
    (HOME / TEXT).write_bytes(text)
    checks = (folder / "requirements.md").read_text("utf-8")
    (HOME / QUOTES).write_text(quotes(checks, text.decode()), "utf-8")
    read = (folder / "regulations" / portugal.TEXT).read_bytes()
    (HOME / portugal.TEXT).write_bytes(read)
    of_portugal = "\n".join(words for words, _ in portugal.joined(read.decode()))
    (HOME / portugal.QUOTES).write_text(quotes(checks, of_portugal, _CHECK_OF_PORTUGAL), "utf-8")
    read = (folder / "regulations" / portugal_roulette.TEXT).read_bytes()
    (HOME / portugal_roulette.TEXT).write_bytes(read)
    of_roulette = "\n".join(words for words, _ in portugal_roulette.paragraphs_of(read.decode()))
    tables = (folder / "requirements-tables.md").read_text("utf-8")
    (HOME / portugal_roulette.QUOTES).write_text(quotes(tables, of_roulette, _CHECK_OF_ROULETTE), "utf-8")
    read = (folder / "regulations" / macau_baccarat.TEXT).read_bytes()
    (HOME / macau_baccarat.TEXT).write_bytes(read)
    of_baccarat = "\n".join(words for words, _ in macau_baccarat.paragraphs_of(read.decode()))
    (HOME / macau_baccarat.QUOTES).write_text(quotes(tables, of_baccarat, _CHECK_OF_BACCARAT), "utf-8")


def quotes(checks: str, text: str, listed: re.Pattern[str] = _CHECK) -> str:
    """Return the checks' quotes, as CSV."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(("id", "kind", "quote"))
    for name, kind, quote in listed.findall(checks):
        parts = (spelt(words.strip(), text) for words in quote.split(LEFT_OUT))
        rows.writerow((name, kind, f" {LEFT_OUT} ".join(parts)))
    return written.getvalue()


def spelt(words: str, text: str) -> str:
    """Return some words as the regulation spells them.

    Raises:
        ValueError: If they are not in it.
    """
    marks = {'"': '["“”]', " ": r"\s+"}
    found = re.search("".join(marks.get(letter, re.escape(letter)) for letter in words), text)
    if found is None:
        raise ValueError(f"not in the regulation: {words}")
    return found[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
