"""Portugal's regulation, taken apart: paragraphs as they are read, with lines joined and words whole.

Not responsible for the articles (``articles``).
"""

import re
from typing import Final

TITLE: Final = "Regulamento n.º 425-A/2015, Regras do Jogo do Bingo Online (Portugal)"
"""What the regulation is called."""

TEXT: Final = "portugal-425A-2015-bingo.pt.txt"
QUOTES: Final = "quotes-pt.csv"
"""Written by ``python -m tools.regulations``."""

_BEGINS: Final = re.compile(r"\d+(\.º)? [—A-Z]|[a-z]+\) ")
_HEADING: Final = re.compile(r"(?:PARTE|CAPÍTULO|SECÇÃO|SUBSECÇÃO)\b.*|[A-ZÀ-Ý][^.;:,]{3,44}[^.;:, -]")
_BROKEN: Final = re.compile(r"(?<=\w)-\s+(?=[a-zà-ÿ])")
_CLITIC: Final = re.compile(r"-\s+-(?=\w)")
_LOOSE: Final = re.compile(r"(?<=\w) -(?=\w)")


def joined(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the paragraphs of the regulation, each with whether it is a heading."""
    found: list[list[str]] = []
    after_blank = True
    for line in text.splitlines():
        words = line.strip()
        if not words:
            after_blank = True
            continue
        open_ended = bool(found) and not re.search(r"[.;:]$", found[-1][-1]) and not _is_heading(found[-1])
        if _BEGINS.match(words) or not found or (after_blank and not open_ended) or _is_heading(found[-1]):
            found.append([words])
        else:
            found[-1].append(words)
        after_blank = False
    return tuple((whole(" ".join(lines)), _is_heading(lines)) for lines in found)


def whole(words: str) -> str:
    """Return words without what the page's lines broke: "núme- ros" is "números"."""
    return _LOOSE.sub("-", _BROKEN.sub("", _CLITIC.sub("-", words)))


def _is_heading(lines: list[str]) -> bool:
    return len(lines) == 1 and not _BEGINS.match(lines[0]) and _HEADING.fullmatch(lines[0]) is not None
