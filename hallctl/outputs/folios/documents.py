"""What a game has on paper beside the house's own documents, as one value.

Not responsible for any document: each game makes its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from hallctl.outputs.folios.paperwork import Paperwork
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.state import GameState


class Acts(Protocol):
    """Makes the game's documents of one volume, whose entries it reads in their order."""

    def add(
        self, entry: Minuted, before: GameState, state: GameState, letterhead: Letterhead, place: Place
    ) -> Folio | None:
        """Read the next entry; return the document that it completes, if it does.

        Args:
            entry: The entry.
            before: The state before it.
            state: The state after it.
            letterhead: What the configuration adds.
            place: The document's folio, and the hash of the one before.
        """


class _NoActs:
    """The documents of a game that has none."""

    def add(
        self, entry: Minuted, before: GameState, state: GameState, letterhead: Letterhead, place: Place
    ) -> Folio | None:
        """Complete no document."""


Annex = Callable[[GameState, Sequence[Minuted], Letterhead, Place], Folio]
"""Makes a register beside the acts, of a book's state, all its entries, its letterhead and its place."""


@dataclass(frozen=True, slots=True)
class Documents:
    """What a game has on paper.

    Attributes:
        acts: Makes what reads a volume and gives the game's folios.
        paperwork: Makes what counts the folios of documents that are not written yet.
        annexes: The game's registers, printed before the house's book of complaints.
        director: How its regulation names the Director's post.
        purpose: What a book of its own is for, as the opening diligence says.
    """

    acts: Callable[[], Acts] = _NoActs
    paperwork: Callable[[Letterhead], Paperwork] = Paperwork
    annexes: tuple[Annex, ...] = ()
    director: str = "Director"
    purpose: str = "Sorteos"


NO_DOCUMENTS: Final = Documents()
"""The house's documents alone."""
