"""Macau's regulation of baccarat, taken apart: a paragraph a line, as it was published.

Not responsible for the articles (``articles``).
"""

import re
from typing import Final

TITLE: Final = "Despacho Regulamentar Externo n.º 55/2004, Regulamento oficial de «Bacará» (Macau)"
"""What the regulation is called; the official text is in the Boletim Oficial of Macau (BA-66)."""

TEXT: Final = "macau-55-2004-bacara.pt.txt"
QUOTES: Final = "quotes-ba.csv"
"""Written by ``python -m tools.regulations``."""

_HEADING: Final = re.compile(r"(?=\D)[^»]{,69}[^.:;»—]")


def paragraphs_of(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the paragraphs of the regulation, each with whether it is a heading."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tuple((line, _HEADING.fullmatch(line) is not None) for line in lines)
