"""A roulette table's day with a hostile text in every field that takes one."""

from dataclasses import replace
from typing import Final, Self

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.roulette.game import ROULETTE
from hallctl.games.roulette.rules.commands.bets import PlaceBets, Placed
from hallctl.games.roulette.rules.commands.people import (
    ApproveNumber,
    ApproveVoidSpin,
    ProposeNumber,
    ProposeVoidSpin,
)
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
    ReportIrregularity,
    ReportLaunch,
    ReportNoMoreBets,
    ReportNumber,
    ReportPicture,
    ReportSilence,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel
from hallctl.games.roulette.rules.kinds import Cause, Direction
from hallctl.games.roulette.rules.layout import Chance
from hallctl.games.roulette.rules.state import State
from hallctl.rules.commands.base import Appointment, Post
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.session import CloseSession, OpenSession
from tests.hallctl.games.roulette.table import CAMMEGH, DAY, OPENING, PEOPLE, RULES, chips
from tests.hallctl.hostile.table_day import HostileDay, limits_of

OWN_FORM: Final = frozenset({"pocket", "pockets", "red", "numbers", "picture"})
"""Texts of the wheel, the layout and the camera."""


class RouletteDay(HostileDay):
    """Four spins, of which one is void and two are said by people."""

    game, people = ROULETTE, PEOPLE
    limits = limits_of(ROULETTE, OWN_FORM)
    never = (("PlaceBets", ("bets", "numbers")),)

    def __init__(self, text: str) -> None:
        super().__init__(text, State(replace(RULES, stakes="positions")))

    def whole(self) -> Self:
        """Open the table, play four spins of which one is void, and close it."""
        held = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)
        self.do(OPENING, OpenSession(held, DAY), CAMMEGH, replace(self._inspection(), findings="sucia"))
        self.do(self._inspection(), OpenTable(chips(1_000_000)))
        self.do(FillTable("R-1", chips(5000)), CreditTable("C-1", chips(2500)))
        self._agreed(1, "17")
        self._disputed(2)
        self.do(OpenBets(), ReportLaunch(3, Direction.COUNTER, "257", "*X;3"))
        self.do(ReportIrregularity(3, Cause.BALL_OUT, "*X;5"), ReportPicture(3, "cd" * 32))
        self.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), ApproveVoidSpin())
        self.do(OpenBets(), LaunchBall(), CloseBets(), ReportSilence("no dice nada"))
        self.do(ProposeNumber("0", "se ve"), ApproveNumber())
        self.do(PlaceMarker(), CollectLosers(), PayWinners())
        self.do(
            MinuteIncident("se fue la luz"), ApproveIncident(1), CloseTable(chips(1_002_500)), CloseSession()
        )
        return self

    def _inspection(self) -> InspectWheel:
        """Return the inspection of the wheel under the name that it was registered by."""
        return InspectWheel(CAMMEGH.serial, "B-1", "0,1 mm/m")

    def _agreed(self, game: int, pocket: str) -> None:
        self.do(OpenBets(), PlaceBets("Uno", (Placed(Chance.STRAIGHT, (pocket,), 500),)))
        self.do(ReportLaunch(game, Direction.CLOCKWISE, "300", "*X;3"), ReportNoMoreBets(game, "*X;4"))
        self.do(ReportNumber(game, pocket, "*X;5", "ab" * 32), EnterNumber(pocket))
        self.do(PlaceMarker(), CollectLosers(), PayWinners())

    def _disputed(self, game: int) -> None:
        self.do(OpenBets(), ReportLaunch(game, Direction.COUNTER, "300", "*X;3"), CloseBets())
        self.do(ReportNumber(game, "8", "*X;5", "ab" * 32), EnterNumber("11"))
        self.do(ProposeNumber("11", "se ve la bola"), ApproveNumber())
        self.do(PlaceMarker(), CollectLosers(), PayWinners())
