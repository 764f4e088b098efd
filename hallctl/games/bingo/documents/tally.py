"""What a stretch of the book adds up to: its games, one by one, and their totals.

Not responsible for the accounts, which are the rules' (``rules.ledger``): this reads the same entries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.events.closing import CardsCollected, GameSigned, GameVoided, PrizePaid
from hallctl.games.bingo.rules.events.missing import MissingRefunded
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CardsSold,
    GameAnnounced,
    SaleClosed,
)
from hallctl.games.bingo.rules.missing import number
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.incidents import IncidentMinuted
from hallctl.rules.events.session import SessionOpened

READ: Final = (
    SessionOpened,
    GameAnnounced,
    CardsSold,
    CardsDelivered,
    CardsReturned,
    SaleClosed,
    PrizePaid,
    GameVoided,
    CardsCollected,
    MissingRefunded,
    GameSigned,
    IncidentMinuted,
)
"""The events that are added up here; no other one changes a total."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a line, in minor units.

    Attributes:
        number: Its order number.
        cards: The cards sold.
        collected: What they brought in.
        line: Paid for lines, or for all prizes before the last of a list.
        bingo: Paid for bingos, or for the last prize of a list.
        progressives: Paid out of progressives.
        refunded: Given back for a void game, but for what waits for cards that nobody has brought.
        void: Whether it is void.
        signed: The entry that signs it; 0 before.
        last: The key of the prize that ends it.
    """

    number: int
    cards: int = 0
    collected: int = 0
    line: int = 0
    bingo: int = 0
    progressives: int = 0
    refunded: int = 0
    void: bool = False
    signed: int = 0
    last: str = Claim.BINGO

    @property
    def paid(self) -> int:
        """What was paid in prizes."""
        return self.line + self.bingo + self.progressives


def games(entries: Iterable[Minuted], face_value: int = 0) -> tuple[GameLine, ...]:
    """Return every game of these entries; ``face_value`` is that of a game announced before them."""
    found: list[GameLine] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, GameAnnounced):
            found.append(GameLine(event.game))
            face_value = event.face_value
        elif isinstance(event, MissingRefunded):
            found = [_refunded(each, event) for each in found]
        elif found:
            found[-1] = _after(found[-1], entry, face_value)
    return tuple(found)


def _refunded(game: GameLine, event: MissingRefunded) -> GameLine:
    """Return a game after a card of some game came late."""
    return replace(game, refunded=game.refunded + event.amount) if game.number == event.game else game


def _after(game: GameLine, entry: Minuted, face_value: int) -> GameLine:
    match entry.event:
        case CardsSold(sold=cards) | CardsDelivered(cards=cards):
            sold = game.cards + cards.count
            return replace(game, cards=sold, collected=sold * face_value)
        case CardsReturned(cards=cards):
            sold = game.cards - cards.count
            return replace(game, cards=sold, collected=sold * face_value)
        case SaleClosed(cards=sold, collected=collected) as closed:
            return replace(game, cards=sold, collected=collected, last=closed.amounts[-1].prize)
        case PrizePaid(progressive=pot, amount=paid) if pot:
            return replace(game, progressives=game.progressives + paid)
        case PrizePaid(claim=prize, amount=paid) if prize == game.last:
            return replace(game, bingo=game.bingo + paid)
        case PrizePaid(amount=paid):
            return replace(game, line=game.line + paid)
        case GameVoided(refunded=refunded):
            return replace(game, refunded=refunded, void=True)
        case CardsCollected(owed=cards) if cards:
            return replace(game, refunded=game.refunded - number(cards) * face_value)
        case GameSigned():
            return replace(game, signed=entry.number)
        case _:
            return game


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of a stretch of the book, in minor units.

    Attributes:
        refunded: What was given back for void games of the stretch.
        late: What was given back for missing cards of void games before it.
    """

    games: int
    void: int
    sessions: int
    incidents: int
    cards: int
    collected: int
    line: int
    bingo: int
    progressives: int
    refunded: int
    late: int

    @property
    def paid(self) -> int:
        """What was paid in prizes."""
        return self.line + self.bingo + self.progressives


def tally(entries: Sequence[Minuted]) -> Tally:
    """Return the totals of these entries."""
    played = games(entries)
    own = {game.number for game in played}
    events = (entry.event for entry in entries)
    late = sum(e.amount for e in events if isinstance(e, MissingRefunded) and e.game not in own)
    return Tally(
        games=len(played),
        void=sum(game.void for game in played),
        sessions=sum(isinstance(entry.event, SessionOpened) for entry in entries),
        incidents=sum(isinstance(entry.event, IncidentMinuted) for entry in entries),
        cards=sum(game.cards for game in played),
        collected=sum(game.collected for game in played),
        line=sum(game.line for game in played),
        bingo=sum(game.bingo for game in played),
        progressives=sum(game.progressives for game in played),
        refunded=sum(game.refunded for game in played),
        late=late,
    )
