"""Portugal's regulation of American roulette, taken apart: a paragraph a line, as it was published.

Not responsible for the articles (``articles``).
"""

from typing import Final

TITLE: Final = "Regulamento n.º 804/2015, Regras do Jogo Roleta Americana Online (Portugal)"
"""What the regulation is called."""

TEXT: Final = "portugal-804-2015-roleta.pt.txt"
QUOTES: Final = "quotes-ro.csv"
"""Written by ``python -m tools.regulations``."""


def paragraphs_of(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the paragraphs of the regulation, each with whether it is a heading."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return tuple((line.lstrip("#-").strip(), line.startswith("#")) for line in lines)
