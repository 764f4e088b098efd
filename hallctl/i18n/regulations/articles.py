"""What stands behind the ID of a refusal: what it asks, in the hall's words, and the regulation's own text.

Not responsible for keeping any of it: that is the rules' part. The text is the regulation's, byte for byte;
where a check is no more than a part of a sentence its whole paragraph is given.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from hallctl.i18n.regulations import macau_baccarat, portugal, portugal_roulette

TITLE: Final = "Sorteos - Bingo, Autoridad de Fiscalización del Juego (Bolivia)"
"""What the regulation is called."""

TEXT: Final = "aj-bolivia-sorteos-bingo.es.txt"
QUOTES: Final = "quotes.csv"
"""Written by ``python -m tools.regulations``."""

MEANINGS: Final = "meanings.es.csv"
LEFT_OUT: Final = "…"
"""What a quote has where it leaves words of the regulation out."""

_HEADING: Final = re.compile(r"[^•]{,69}[^•.:;”]")
_BULLET: Final = "•"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the regulation.

    Attributes:
        number: Its place, counted from 0.
        text: Its words.
        depth: How deep a list it is an item of; 0 of none.
        heading: Whether it is a heading.
        lead: The number of the paragraph that its list continues, None where there is none.
    """

    number: int
    text: str
    depth: int
    heading: bool
    lead: int | None


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph that a check quotes.

    Attributes:
        number: Of the paragraph.
        heading: Under which heading it stands.
        lead: What its list begins with; empty where it is in none.
        parts: Its words in pieces, each with whether it is quoted.
    """

    number: int
    heading: str
    lead: str
    parts: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Article:
    """What stands behind an ID.

    Attributes:
        id: A check of the regulation, a decision where it is silent, or an invariant of the hall.
        meaning: What it asks, in Spanish.
        kind: What the program does for it: "DO", "KEEP", "SHOW", "REFUSE", "CFG" or "HUMAN", of
            Portugal's regulation "HALL", "CARD" or "ADAPT"; empty where it
            is no check of a regulation.
        passages: The paragraphs that it quotes, none where the regulation is silent.
    """

    id: str
    meaning: str
    kind: str = ""
    passages: tuple[Passage, ...] = ()


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Take the regulation apart."""
    found: list[Paragraph] = []
    open_leads: dict[int, int] = {}
    last: Paragraph | None = None
    for line in text.splitlines():
        words = line.strip()
        if not words:
            last = None if last is None or not last.text.endswith(":") else last
            continue
        depth = 1 + (len(line) - len(line.lstrip())) // 4 if words.startswith(_BULLET) else 0
        if depth and last is not None and last.depth < depth and last.text.endswith(":"):
            open_leads[depth] = last.number
        elif not depth or last is None:
            open_leads.clear()
        heading = not depth and _HEADING.fullmatch(words) is not None
        last = Paragraph(
            len(found), words.removeprefix(_BULLET).strip(), depth, heading, open_leads.get(depth)
        )
        found.append(last)
    return tuple(found)


def passages(regulation: tuple[Paragraph, ...], quote: str) -> tuple[Passage, ...]:
    """Return each paragraph that a quote has words of, in the quote's order.

    Raises:
        ValueError: If some of its words are nowhere in the regulation.
    """
    quoted: dict[int, list[str]] = {}
    for part in quote.split(LEFT_OUT):
        words = part.strip()
        found = next((each for each in regulation if words in each.text), None)
        if found is None:
            raise ValueError(f"not in the regulation: {words}")
        quoted.setdefault(found.number, []).append(words)
    return tuple(_passage(regulation, number, words) for number, words in quoted.items())


def _passage(regulation: tuple[Paragraph, ...], number: int, quoted: Iterable[str]) -> Passage:
    paragraph = regulation[number]
    parts, rest = [], paragraph.text
    for words in quoted:
        before, _, rest = rest.partition(words)
        parts += [(before, False), (words, True)]
    heading = next((each.text for each in regulation[number::-1] if each.heading), "")
    lead = "" if paragraph.lead is None else regulation[paragraph.lead].text
    return Passage(number, heading, lead, tuple(part for part in (*parts, (rest, False)) if part[0]))


class Law:
    """The articles by their IDs.

    Attributes:
        regulation: The whole text.
        of_portugal: That of Portugal's, for bingo.
        of_roulette: That of Portugal's for roulette.
        of_baccarat: That of Macau's for baccarat.
        articles: Every ID with what stands behind it.
    """

    def __init__(
        self,
        text: str,
        quotes: str,
        meanings: str,
        of_portugal: tuple[str, str],
        of_roulette: tuple[str, str] = ("", ""),
        of_baccarat: tuple[str, str] = ("", ""),
    ) -> None:
        self.regulation = paragraphs(text)
        self.of_portugal = _flat(portugal.joined(of_portugal[0]))
        self.of_roulette = _flat(portugal_roulette.paragraphs_of(of_roulette[0]))
        self.of_baccarat = _flat(macau_baccarat.paragraphs_of(of_baccarat[0]))
        every = (quotes, of_portugal[1], of_roulette[1], of_baccarat[1])
        quoted = {row["id"]: row for each in every for row in _rows(each)}
        self.articles: Mapping[str, Article] = {
            row["id"]: self._article(row["id"], row["meaning"], quoted.get(row["id"]))
            for row in _rows(meanings)
        }

    def _article(self, name: str, meaning: str, quoted: Mapping[str, str] | None) -> Article:
        if quoted is None:
            return Article(name, meaning)
        return Article(name, meaning, quoted["kind"], passages(self.text_of(name), quoted["quote"]))

    def text_of(self, name: str) -> tuple[Paragraph, ...]:
        """Return the regulation that a check is of."""
        others = {"PT-": self.of_portugal, "RO-": self.of_roulette, "BA-": self.of_baccarat}
        return others.get(name[:3], self.regulation)


def read_law() -> Law:
    """Read the law that the package carries."""
    folder = files("hallctl.i18n.regulations")

    def read(*names: str) -> Iterator[str]:
        return (folder.joinpath(name).read_text("utf-8") for name in names)

    text, quotes, meanings = read(TEXT, QUOTES, MEANINGS)
    others = (portugal, portugal_roulette, macau_baccarat)
    pairs = (tuple(read(each.TEXT, each.QUOTES)) for each in others)
    return Law(text, quotes, meanings, *((pair[0], pair[1]) for pair in pairs))


def _flat(taken: Iterable[tuple[str, bool]]) -> tuple[Paragraph, ...]:
    """Return paragraphs of no list."""
    return tuple(Paragraph(n, words, 0, heading, None) for n, (words, heading) in enumerate(taken))


def _rows(text: str) -> Iterator[dict[str, str]]:
    return iter(csv.DictReader(text.splitlines()))
