"""The prize register for the accountant: what was won, by which card, and who paid it when (AJ-55).

Not responsible for who a winner is beyond what the book holds: an ordinary prize belongs to whoever hands in
the card (AJ-113), and only progressives name their winner (AJ-21).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from hallctl.games.bingo.reports.record import Stretch, games, of
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.games.bingo.rules.events.draw import BallCalled
from hallctl.outputs.minuted import Minuted


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One award of a card, paid or not; the amount in minor units.

    Attributes:
        entry: The entry that awards it.
        after: After how many called balls its claim was found good, None where the book does not say.
        prize: Its key, e.g. "line" or "bingo", or the name of the progressive.
        paid: When it was paid, None while it is owed; ``paid_by`` is "post:person".
        winner: Who won it, where the book holds a name; ``document`` likewise.
    """

    entry: int
    game: int
    claim: str
    prize: str
    series: str
    card: int
    awarded: datetime
    after: int | None
    amount: int
    paid: datetime | None
    paid_by: str
    paid_entry: int | None
    winner: str
    document: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """One sung card that was verified; ``faults`` is why it was not good."""

    entry: int
    game: int
    time: datetime
    after: int
    claim: str
    series: str
    card: int
    good: bool
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrizeRegister:
    """Every award and every verified claim of some entries."""

    prizes: tuple[PrizeLine, ...]
    claims: tuple[ClaimLine, ...]

    @property
    def awarded(self) -> int:
        """What was awarded, in minor units."""
        return sum(line.amount for line in self.prizes)

    @property
    def paid(self) -> int:
        """What of it was paid, in minor units."""
        return sum(line.amount for line in self.prizes if line.paid is not None)


def register(entries: Sequence[Minuted]) -> PrizeRegister:
    """Return the register of a session's entries, or of the whole book's."""
    played = games(entries)
    claims = tuple(line for game in played for line in _claims(game))
    return PrizeRegister(tuple(line for game in played for line in _prizes(game, claims)), claims)


def _claims(game: Stretch) -> list[ClaimLine]:
    lines, called = [], 0
    for entry in game.entries:
        match entry.event:
            case BallCalled():
                called += 1
            case CardVerified() as sung:
                place = (entry.number, game.number, entry.time, called, sung.claim)
                lines.append(ClaimLine(*place, sung.series, sung.card, sung.good, sung.faults))
            case _:
                pass
    return lines


def _prizes(game: Stretch, claims: Sequence[ClaimLine]) -> list[PrizeLine]:
    good = [claim for claim in claims if claim.game == game.number and claim.good]
    after = {(claim.claim, claim.series, claim.card): claim.after for claim in good}
    # What nobody sang before is won by what was sung (AJ-90): its claim is the one of that card.
    of_card = {(claim.series, claim.card): claim.after for claim in reversed(good)}
    payments = {
        (paid.claim, paid.series, paid.card, paid.progressive): (entry, paid)
        for entry, paid in of(game.entries, PrizePaid)
    }
    lines = []
    for entry, won in of(game.entries, PrizeAwarded):
        payment = payments.get((won.claim, won.series, won.card, won.progressive))
        lines.append(
            PrizeLine(
                entry=entry.number,
                game=game.number,
                claim=won.claim,
                prize=won.progressive or won.claim,
                series=won.series,
                card=won.card,
                awarded=entry.time,
                after=after.get((won.claim, won.series, won.card), of_card.get((won.series, won.card))),
                amount=won.amount,
                paid=payment[0].time if payment else None,
                paid_by=payment[0].actor if payment else "",
                paid_entry=payment[0].number if payment else None,
                winner=payment[1].winner if payment else "",
                document=payment[1].document if payment else "",
            )
        )
    return lines
