"""The rows of a shoe and of a table's day on paper, taken from their events one by one.

Not responsible for the documents that have them, nor for how much room they take.
"""

from dataclasses import dataclass, field
from typing import Final

from hallctl.games.any_table.day_rows import BankRows, Row
from hallctl.games.baccarat.narration import narrate
from hallctl.games.baccarat.rules.events.decks import (
    DecksDestroyed,
    DecksInspected,
    DecksReceived,
    DecksWithdrawn,
    InspectionAgreed,
)
from hallctl.games.baccarat.rules.events.people import RoundCorrected, RoundVoided
from hallctl.games.baccarat.rules.events.round import (
    CardExposed,
    DemonstrationOpened,
    ResultEstablished,
    TableStopped,
)
from hallctl.games.baccarat.rules.events.shoe import (
    CardBurnt,
    CardsBurnt,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutCardSeen,
    ShoeBegun,
    ShoeClosed,
    ShoeLoaded,
)
from hallctl.games.baccarat.rules.events.table import BreachNoted
from hallctl.games.baccarat.rules.events.untold import MessagesMissed, UntoldAgreed
from hallctl.games.baccarat.rules.tableau import Result
from hallctl.rules.events.base import Event

NO_TIME: Final = "00:00:00"
"""What takes the place of a time in a document that is not written yet."""

RESULTS: Final = {Result.PLAYER: "jugador", Result.BANKER: "banca", Result.TIE: "empate"}

_BEGINNING: Final = (ShoeBegun, CardsShuffled, CardsCut, CutCardPlaced, ShoeLoaded, CardsBurnt, CutCardSeen)
_NOTED: Final = (
    *(TableStopped, RoundCorrected, RoundVoided, CardExposed, CardBurnt, BreachNoted),
    *(MessagesMissed, UntoldAgreed),
)
_DECKS: Final = (DecksReceived, DecksInspected, InspectionAgreed, DecksWithdrawn, DecksDestroyed)


@dataclass
class ShoeRows:
    """What a shoe's act lists, as far as the shoe has come.

    Attributes:
        number: Of the shoe; 0 before the first.
        beginning: Decks, shuffle, cut, burn; then the white card.
        rounds: Every round with its cards in their order, its points and its result.
        noted: Errors, corrections, void rounds, burnt and exposed cards.
        closed: Its end, None before it.
    """

    number: int = 0
    beginning: list[Row] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)
    noted: list[Row] = field(default_factory=list)
    closed: ShoeClosed | None = None
    _demonstration: int = 0

    def take(self, time: str, event: Event) -> None:
        """Take the next event of the shoe, with the time at which it happened."""
        if isinstance(event, ShoeBegun):
            self.number = event.number
        if isinstance(event, _BEGINNING):
            self.beginning.append((time, narrate(event, "")))
        elif isinstance(event, _NOTED):
            self._take_noted(time, event)
        match event:
            case DemonstrationOpened(round=number):
                self._demonstration = number
            case ResultEstablished() as found:
                self.rounds.append(self._round(time, found))
            case RoundVoided(round=number, drawn=drawn):
                self.rounds.append((str(number), time, " ".join(drawn), "", "", "nula"))
            case ShoeClosed():
                self.closed = event
            case _:
                pass

    def _take_noted(self, time: str, event: Event) -> None:
        if isinstance(event, CardBurnt) and event.why != "stray":
            return
        number = getattr(event, "round", 0)
        self.noted.append((str(number or ""), time, narrate(event, "")))

    def _round(self, time: str, found: ResultEstablished) -> Row:
        pairs = "".join((" par J" if found.player_pair else "", " par B" if found.banker_pair else ""))
        shown = " demostración" if found.round == self._demonstration else ""
        return (
            str(found.round),
            time,
            " ".join(found.player_cards),
            " ".join(found.banker_cards),
            f"{found.player}–{found.banker}",
            f"{RESULTS[found.result]}{pairs}{shown}",
        )


@dataclass
class DayRows(BankRows):
    """What a day's act lists, as far as the day has come.

    Attributes:
        shoes: Every shoe: its number, how many rounds, why it ended early.
        decks: Receipt, inspection, withdrawal, destruction.
    """

    shoes: list[Row] = field(default_factory=list)
    decks: list[Row] = field(default_factory=list)
    _demonstration: int = 0

    def take(self, time: str, event: Event) -> None:
        """Take the next event of the day, with the time at which it happened."""
        if isinstance(event, _DECKS):
            self.decks.append((time, narrate(event, "")))
        if self.take_bank(time, event):
            return
        match event:
            case BreachNoted():
                self.incidents.append(("", time, narrate(event, "")))
            case ShoeClosed(number=number, rounds=rounds, reason=reason):
                self.shoes.append((str(number), time, str(rounds), reason or "última jugada"))
            case DemonstrationOpened(round=shown):
                self._demonstration = shown
            case ResultEstablished(round=number) if number != self._demonstration:
                self.played += 1
            case RoundVoided():
                self.voided += 1
            case _:
                pass
