"""The views of the screens shown while a game is sold, drawn, checked and paid.

Not responsible for what a room sees between games.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from displays.views.fields import LARGEST_UNIVERSE, PlayView, digests

VERDICTS: Final = ("none", "good", "bad")
MOST_CELLS: Final = 81
"""Of nine rows by nine columns."""
_STRIP: Final = 9
"""The columns of a card of 90 balls; other cards are square."""


@dataclass(frozen=True, slots=True)
class BoardView(PlayView):
    """Everything the board screen shows (AJ-32..37, PT-13..15).

    Attributes:
        corner: Whether the exit's live picture has a corner of it; the pixels come beside the view.
        uncalled: Whether a ball is on its way or out that is not called yet: the picture may show it.
    """

    KIND: ClassVar[str] = "board"

    corner: bool = field(default=False, kw_only=True)
    uncalled: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CctvView(PlayView):
    """The exit's live picture with the called number over it; the pixels come beside the view.

    Attributes:
        uncalled: Whether a ball is on its way or out that is not called yet: the picture may show it.
    """

    KIND: ClassVar[str] = "cctv"

    uncalled: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SeriesOnSale:
    """A series on sale (AJ-65).

    Attributes:
        name: How the series is read aloud, e.g. "A 1042".
        first: The first card on sale in this game.
        last: The last card of the series.
        size: How many cards the series has.
    """

    name: str
    first: int
    last: int
    size: int


@dataclass(frozen=True, slots=True)
class SaleView(PlayView):
    """What is sold, and until when (AJ-65, 73).

    Attributes:
        series: The series on sale, the one that is sold now last.
        closes_in: Seconds to the close of the sale when the view was made; None where none is set.
        sponsors: The digests of the sponsors' pictures, which come beside the view; empty for none.
    """

    KIND: ClassVar[str] = "sale"

    series: tuple[SeriesOnSale, ...]
    closes_in: int | None
    sponsors: tuple[str, ...] = field(default=(), kw_only=True)

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PlayView.problems(self)
        yield from digests(self.sponsors)


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """Another card sung at the same stop: never who holds it.

    Attributes:
        card: Its number.
        series: Its series as read aloud.
        verdict: "none" while it waits, "good" or "bad".
        said: The verdict in words.
    """

    card: int
    series: str
    verdict: str
    said: str


@dataclass(frozen=True, slots=True)
class Winner:
    """A card and what it won: never who holds it.

    Attributes:
        prize: What the prize is called.
        card: The number of the card.
        series: Its series as read aloud.
        amount: The formatted amount.
    """

    prize: str
    card: int
    series: str
    amount: str


@dataclass(frozen=True, slots=True)
class CheckView(PlayView):
    """The matrix card of a sung card before the whole room (AJ-94, 95, 100).

    Attributes:
        claim: What was sung, e.g. "LÍNEA".
        card: The number of the card being checked, None until it is read.
        series: Its series as read aloud; empty until it is read.
        cells: The cells of its matrix card row by row, 0 where one has no number; empty where there is none.
        columns: How many cells a row of it has.
        verdict: "none", "good" or "bad".
        said: The verdict in words; may be empty.
        reasons: Every reason why the card is not good.
        queue: The other cards of this stop.
        closes_in: Seconds left to sing when the view was made; None while the room is not asked.
        shout: What the wall shouts at a good card, e.g. "¡LÍNEA!"; empty where there is nothing to celebrate.
        amount: What all good cards of this stop win together, formatted.
        winners: What each of them wins, should nobody else sing.
        ringed: The numbers that won: of the completed row, or of the whole card.
        free: Which cells count as filled without a number, counted from 0 (PT-61).
        ringed_free: Which of those are of what won.
        missing: The numbers of a card that is not good that were not called.
        original: Whether the desk camera's picture of the sung card stands beside it; the pixels come beside
            the view.
    """

    KIND: ClassVar[str] = "check"

    claim: str
    card: int | None
    series: str
    cells: tuple[int, ...]
    verdict: str
    said: str
    reasons: tuple[str, ...]
    queue: tuple[CheckedCard, ...]
    closes_in: int | None
    original: bool = field(default=False, kw_only=True)
    shout: str = field(default="", kw_only=True)
    amount: str = field(default="", kw_only=True)
    winners: tuple[Winner, ...] = field(default=(), kw_only=True)
    ringed: tuple[int, ...] = field(default=(), kw_only=True)
    missing: tuple[int, ...] = field(default=(), kw_only=True)
    columns: int = field(default=_STRIP, kw_only=True)
    free: tuple[int, ...] = field(default=(), kw_only=True)
    ringed_free: tuple[int, ...] = field(default=(), kw_only=True)

    @property
    def rows(self) -> int:
        """How many rows the card has, also while it is not there yet."""
        if self.cells:
            return len(self.cells) // self.columns
        return _STRIP // 3 if self.columns == _STRIP else self.columns

    @property
    def celebrated(self) -> str:
        """What is shouted: nothing while the room is asked for more, whose time left comes first."""
        return self.shout if self.closes_in is None else ""

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PlayView.problems(self)
        if {self.verdict, *(other.verdict for other in self.queue)} - set(VERDICTS):
            yield f"verdict must be one of {', '.join(VERDICTS)}"
        whole = 1 <= self.columns <= _STRIP and len(self.cells) % self.columns == 0
        if not whole or len(self.cells) > MOST_CELLS or any(cell > LARGEST_UNIVERSE for cell in self.cells):
            yield f"cells must be whole rows of columns, numbers up to {LARGEST_UNIVERSE}"


@dataclass(frozen=True, slots=True)
class PrizesView(PlayView):
    """Who won what: cards and amounts.

    Attributes:
        winners: One line an award.
        shout: What the wall shouts, e.g. "¡BINGO!"; empty where there is nothing to celebrate.
        amount: What the bingo won in all, formatted.
    """

    KIND: ClassVar[str] = "prizes"

    winners: tuple[Winner, ...]
    shout: str = field(default="", kw_only=True)
    amount: str = field(default="", kw_only=True)

    @property
    def celebrated(self) -> str:
        """What is shouted: nobody is asked for more any longer."""
        return self.shout


@dataclass(frozen=True, slots=True)
class PauseView(PlayView):
    """A technical pause, with all that the room had.

    Attributes:
        said: The hall's notes on it, a sentence each.
    """

    KIND: ClassVar[str] = "pause"

    said: tuple[str, ...]
