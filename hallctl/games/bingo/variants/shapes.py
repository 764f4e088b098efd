"""Shapes on a card that win: a bitmap, and whether it may also be turned, mirrored or shifted (D21).

Not responsible for lines and full cards, which hang on the variant alone (``combination``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hallctl.games.bingo.variants.variant import Variant

FILLED: Final = "X"
EMPTY: Final = "."

MOST_FORMS: Final = 16
"""More forms than that nobody checks by eye; the exact odds of as many still take no time."""

Bitmap = tuple[str, ...]


class ShapeError(ValueError):
    """A shape is none of its card; the text says why, in Spanish."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape, drawn row by row with ``X`` for the cells that it takes.

    Attributes:
        key: What it is called in rule sets and in the book, e.g. "letter-x".
        es: What players call it.
        pt: The same in Portuguese.
        en: The same in English.
        rows: The bitmap, as many rows and columns as the card.
        turned: Whether its quarter turns win as well.
        mirrored: Whether its mirror images win as well.
        shifted: Whether it wins anywhere on the card.
    """

    key: str
    es: str
    pt: str
    en: str
    rows: Bitmap
    turned: bool = False
    mirrored: bool = False
    shifted: bool = False

    def __post_init__(self) -> None:
        width = len(self.rows[0]) if self.rows else 0
        if not width or any(len(row) != width or set(row) - {FILLED, EMPTY} for row in self.rows):
            raise ShapeError(
                f"{self.key}: se dibuja con «{FILLED}» y «{EMPTY}», todas las filas igual de largas"
            )
        if not any(FILLED in row for row in self.rows):
            raise ShapeError(f"{self.key}: no tiene ninguna casilla")
        if self.turned and len(self.rows) != width:
            raise ShapeError(f"{self.key}: solo se gira la figura de un cartón cuadrado")

    def name(self, language: str) -> str:
        """Return what players call it, in a language."""
        return {"pt": self.pt, "en": self.en}.get(language, self.es)

    def forms(self, variant: Variant) -> tuple[int, ...]:
        """Return every form of it on a card, each with bit n for cell n, in ascending order.

        Raises:
            ShapeError: It is drawn for another card, or has more than ``MOST_FORMS`` forms.
        """
        if (len(self.rows), len(self.rows[0])) != (variant.rows, len(variant.columns)):
            raise ShapeError(f"{self.key}: está dibujada para otro cartón que el de {variant.key}")
        if variant.has_blanks:
            raise ShapeError(f"{self.key}: en {variant.key} cada cartón tiene sus blancos en otro sitio")
        found = {_mask(form) for posed in self._poses() for form in self._places(posed)}
        if len(found) > MOST_FORMS:
            raise ShapeError(f"{self.key}: tiene {len(found)} formas; son {MOST_FORMS} como mucho")
        return tuple(sorted(found))

    def _poses(self) -> Iterator[Bitmap]:
        seen = self.rows
        for _ in range(4 if self.turned else 1):
            yield seen
            if self.mirrored:
                yield tuple(row[::-1] for row in seen)
            if self.turned:
                seen = tuple("".join(column) for column in zip(*seen[::-1], strict=True))

    def _places(self, posed: Bitmap) -> Iterator[Bitmap]:
        if not self.shifted:
            yield posed
            return
        height, width = len(posed), len(posed[0])
        cells = [(r, c) for r, row in enumerate(posed) for c, cell in enumerate(row) if cell == FILLED]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        bottom, right = max(r for r, _ in cells), max(c for _, c in cells)
        for down in range(-top, height - bottom):
            for aside in range(-left, width - right):
                moved = {(r + down, c + aside) for r, c in cells}
                yield tuple(
                    "".join(FILLED if (r, c) in moved else EMPTY for c in range(width)) for r in range(height)
                )


def _mask(form: Bitmap) -> int:
    return sum(1 << at for at, cell in enumerate("".join(form)) if cell == FILLED)
