"""The prize register: every prize of a book, who answered for it, and what was paid (AJ-55).

Not responsible for its paper: rows of strings and integers, for CSV, JSON or a page.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.outputs.minuted import Minuted


@dataclass(frozen=True, slots=True)
class RegisteredPrize:
    """One paid prize.

    Attributes:
        entry: The entry of the book that pays it.
        time: When, as the hall's clocks showed it.
        game: The order number of the game.
        prize: Its key, e.g. "line" or "bingo", or the name of the progressive.
        amount: In minor units.
        paid_by: Who paid it, as "post:person".
        winner: Who won a progressive; empty for the others, whose cards are transferable (AJ-113).
    """

    entry: int
    time: str
    game: int
    prize: str
    series: str
    card: int
    amount: int
    paid_by: str
    winner: str
    document: str


def prize_register(entries: Iterable[Minuted]) -> Iterator[RegisteredPrize]:
    """Return every paid prize of a book, in order."""
    game = 0
    for entry in entries:
        event = entry.event
        if isinstance(event, GameAnnounced):
            game = event.game
        elif isinstance(event, PrizePaid):
            yield RegisteredPrize(
                entry=entry.number,
                time=entry.time.isoformat(timespec="seconds"),
                game=game,
                prize=event.progressive or event.claim,
                series=event.series,
                card=event.card,
                amount=event.amount,
                paid_by=entry.actor,
                winner=event.winner,
                document=event.document,
            )
