"""The views of the screens shown while nothing is played.

Not responsible for the mandatory fields of a game: there is none.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from displays.views.fields import (
    LARGEST_UNIVERSE,
    Band,
    PageView,
    Pattern,
    PrizeLine,
    balls,
    digests,
    faults_of_patterns,
)


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A game that is over.

    Attributes:
        game: Its number.
        called: Its balls in the order of extraction.
        won: What its bingo won, e.g. "BINGO Bs 738,00"; empty where nobody won it.
    """

    game: int
    called: tuple[int, ...]
    won: str


@dataclass(frozen=True, slots=True)
class BetweenView(PageView):
    """What players may read between games (AJ-115).

    Attributes:
        progressives: Every progressive with its condition and its share.
        recent: The last games, the newest first.
        rules: The rules of play in short, a sentence each.
        complaint: How to complain.
        qr: What the QR code beside it holds; empty for none.
        sponsors: The digests of the sponsors' pictures, which come beside the view; empty for none.
        bands: The numbers by letter or colour, as of a game; empty where the variant has neither.
        programme: The games that follow, a line each, e.g. "Partida 2 · Especial X · € 5,00" (PT-17).
        symbols: Whether symbols stand for the numbers (PT-67).
        patterns: What wins the prizes of the next game (PT-62), as of a game.
    """

    KIND: ClassVar[str] = "between"

    progressives: tuple[PrizeLine, ...]
    recent: tuple[RecentGame, ...]
    rules: tuple[str, ...]
    complaint: str
    qr: str
    sponsors: tuple[str, ...] = field(default=(), kw_only=True)
    bands: tuple[Band, ...] = field(default=(), kw_only=True)
    symbols: bool = field(default=False, kw_only=True)
    programme: tuple[str, ...] = field(default=(), kw_only=True)
    patterns: tuple[Pattern, ...] = field(default=(), kw_only=True)

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PageView.problems(self)
        yield from digests(self.sponsors)
        yield from faults_of_patterns(self.patterns)
        for recent in self.recent:
            yield from balls(recent.called, LARGEST_UNIVERSE, f"game {recent.game}")


@dataclass(frozen=True, slots=True)
class LastView(PageView):
    """The last game is announced (AJ-104).

    Attributes:
        said: The hall's notes on it, a sentence each.
        progressives: Every progressive with its condition and its share.
    """

    KIND: ClassVar[str] = "last"

    said: tuple[str, ...]
    progressives: tuple[PrizeLine, ...]


@dataclass(frozen=True, slots=True)
class ClosedView(PageView):
    """The hall is closed.

    Attributes:
        said: The hall's notes on it, a sentence each.
        progressives: Every progressive with its condition and its share.
        sponsors: The digests of the sponsors' pictures, which come beside the view; empty for none.
    """

    KIND: ClassVar[str] = "closed"

    said: tuple[str, ...]
    progressives: tuple[PrizeLine, ...]
    sponsors: tuple[str, ...] = field(default=(), kw_only=True)

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PageView.problems(self)
        yield from digests(self.sponsors)
