"""A baccarat table's day with a hostile text in every field that takes one."""

from dataclasses import replace
from typing import Final, Self

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.baccarat.game import BACCARAT
from hallctl.games.baccarat.rules.commands.bets import Bet, ChangeBets, PlaceBets
from hallctl.games.baccarat.rules.commands.decks import (
    AgreeInspection,
    DestroyDecks,
    InspectDecks,
    ReceiveDecks,
    WithdrawDecks,
)
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
    StopTable,
)
from hallctl.games.baccarat.rules.commands.round import (
    CloseBets,
    CollectLosers,
    ConfirmResult,
    OpenBets,
    PayWinners,
    ReportCard,
    ReportResult,
    ReportShoeTrouble,
    TurnCards,
)
from hallctl.games.baccarat.rules.commands.shoe import (
    ApproveShoe,
    BeginShoe,
    BurnCards,
    CloseShoe,
    CollectCommission,
    CutCards,
    LoadShoe,
    PlaceCutCard,
    ReportCutCard,
    ShuffleCards,
)
from hallctl.games.baccarat.rules.commands.table import NoteBreach
from hallctl.games.baccarat.rules.commands.untold import ApproveUntold, ProposeUntold
from hallctl.games.baccarat.rules.deciding.cards import computed
from hallctl.games.baccarat.rules.kinds import Breach, Cutter, Kind
from hallctl.games.baccarat.rules.state import State
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.session import CloseSession, OpenSession
from tests.hallctl.games.baccarat.table import (
    BANKER,
    DAY,
    HELD,
    LOT,
    NATURAL,
    OPENING,
    PEOPLE,
    RULES,
    SHOE,
    TIE,
    chips,
)
from tests.hallctl.hostile.table_day import HostileDay, limits_of

OWN_FORM: Final = frozenset({"card", "first", "cards"})
"""Texts that are cards."""


class BaccaratDay(HostileDay):
    """A round that is paid, one that is corrected, one that is void, in a shoe whose cards people say."""

    game, people = BACCARAT, PEOPLE
    limits = limits_of(BACCARAT, OWN_FORM)

    def __init__(self, text: str) -> None:
        super().__init__(text, State(replace(RULES, stakes="positions", commission="end of shoe")))
        self._sequence = 0

    def whole(self) -> Self:
        """Receive decks, play a shoe of three rounds, destroy them, and close the table."""
        decks = RULES.decks
        self.do(OPENING, OpenSession(HELD, DAY), SHOE)
        self.do(ReceiveDecks(LOT, "Angel", decks), InspectDecks(LOT, 52 * decks, "una doblada"))
        self.do(InspectDecks(LOT, 52 * decks), AgreeInspection(LOT))
        self.do(OpenTable(chips(1_000_000)), FillTable("R-1", chips(5000)), CreditTable("C-1", chips(2500)))
        self.do(BeginShoe(LOT, SHOE.serial), ShuffleCards("M-1"), CutCards(Cutter.PLAYER))
        self.do(PlaceCutCard(12), LoadShoe(), self._trouble())
        self.do(ProposeUntold("AS ?", "se oyó tarde"), ApproveUntold())
        self.do(BurnCards(2, "AS"))
        self._paid()
        self._corrected()
        self.do(OpenBets(), CloseBets(), *self._told("4S"), StopTable("cayó una carta"))
        self.do(ProposeVoidRound("no se puede corregir"), ApproveVoidRound())
        self.do(
            NoteBreach(Breach.STANDING, "uno del asiento 3"),
            MinuteIncident("se fue la luz"),
            ApproveIncident(1),
        )
        self.do(CollectCommission("Eva"), CloseShoe("cartas marcadas"), ApproveShoe())
        self.do(WithdrawDecks(LOT, "fin de la partida"), DestroyDecks(LOT, "el inspector"))
        self.do(CloseTable(chips(1_002_500)), CloseSession())
        return self

    @property
    def _state(self) -> State:
        assert isinstance(self.state, State)
        return self.state

    def _next(self) -> int:
        self._sequence += 1
        return self._sequence

    def _trouble(self) -> ReportShoeTrouble:
        return ReportShoeTrouble(self._next(), "faltan mensajes", "error 7", missed=True)

    def _told(self, *cards: str) -> list[ReportCard]:
        return [ReportCard(self._next(), None, card, f"card {card}") for card in cards]

    def _paid(self) -> None:
        """Let a tie leave the bets where they are, to be changed."""
        self.do(OpenBets(), PlaceBets("Eva", (Bet(Kind.BANKER, 50_000),), 1), CloseBets(), *self._told(*TIE))
        self._settled()
        self.do(OpenBets(), ChangeBets("Eva", (Bet(Kind.BANKER, 60_000),)), CloseBets(), *self._told(*BANKER))
        self._settled()

    def _corrected(self) -> None:
        self.do(OpenBets(), CloseBets(), *self._told(*NATURAL, "7C"))
        self.do(ProposeCorrection(" ".join(NATURAL), "salió una de más"), ApproveCorrection())
        self.do(ReportCutCard(self._next(), "white"))
        self._settled()

    def _settled(self) -> None:
        round_ = self._state.round
        while round_ is not None and not round_.all_turned:
            self.do(TurnCards())
            round_ = self._state.round
        assert round_ is not None
        if not round_.agreed:
            self.do(ReportResult(self._next(), computed(round_), "result"))
        self.do(ConfirmResult(), CollectLosers(), PayWinners())
