"""What the documents of the book are made from, and what they become.

Not responsible for any document's wording.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from hallctl.outputs.rounds import GAMES, Rounds

NOT_SAID: Final = "no consta"
"""What a document prints where the book does not say."""
NO_HASH: Final = "0" * 64
"""The hash before the first folio."""


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What the documents say of the hall beyond the first entry of its book.

    Attributes:
        tax_id: The tax number of the company.
        place: Where the hall is.
        fingerprints: The certificate of each person, by name, as a fingerprint in hex.
        director: How the regulation of the hall's game names the Director's post.
        rounds: How the game calls its rounds.
    """

    tax_id: str
    place: str
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    director: str = "Director de Bingo"
    rounds: Rounds = GAMES


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document goes.

    Attributes:
        folio: Its first folio.
        previous: The hash of the folio before.
        sheets: On how many folios it is, as the book says; 0 for as many as it takes.
    """

    folio: int
    previous: str
    sheets: int = 0


@dataclass(frozen=True, slots=True)
class Folio:
    """A document on one or more consecutive folios, ready for the printer.

    Attributes:
        kind: The printer's template.
        first: The number of its first folio.
        sheets: On how many folios it is.
        entries: The first and the last entry that it prints.
        moment: When the last of them was written.
        hash: The hash of ``data`` (``folio_hash``).
        data: What the template prints.
    """

    kind: str
    first: int
    sheets: int
    entries: tuple[int, int]
    moment: datetime
    hash: str
    data: dict[str, Any]
