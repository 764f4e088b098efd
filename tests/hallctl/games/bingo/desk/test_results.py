"""Every step that a person takes is answered with what it did: no answer is the name of the step."""

from collections.abc import Iterable
from types import UnionType
from typing import get_args

import pytest

from hallctl.games.bingo.desk import results
from hallctl.games.bingo.desk.results import result
from hallctl.games.bingo.narration import BingoEvent
from hallctl.games.bingo.rules.events.calling import CallerHeard, CallerLost
from hallctl.games.bingo.rules.events.claims import (
    DrawResumed,
    GameFinished,
    PrizeAwarded,
    ProgressiveSeeded,
    RemainderBooked,
)
from hallctl.games.bingo.rules.events.draw import BallDrawn, ExtractionOrdered
from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotAsked,
    LinkedJackpotClaimed,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    LinkedJackpotShown,
)
from hallctl.games.bingo.rules.events.waiting import WaitBegan, WaitEnded
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.outputs import result as house
from hallctl.outputs.narration import HouseEvent
from hallctl.rules.commands.base import Command
from hallctl.rules.events.base import Event
from hallctl.rules.events.clock import ClockJumped
from hallctl.rules.events.papers import PaperReceived
from hallctl.rules.events.printing import FolioSealed, PrintingResumed
from hallctl.rules.events.running import (
    ControllerStarted,
    ControllerStopped,
    DeviceSettled,
    FaultEnded,
    FaultLatched,
    NoticeEnded,
    NoticeRaised,
    RulesAdopted,
)
from hallctl.rules.events.session import DualPostNoted
from hallctl.rules.events.volumes import (
    EntrySigned,
    MediumCompleted,
    MediumLost,
    MediumRestored,
    SignatoryEnrolled,
)
from tests.hallctl.hostile.night import HostileNight

OF_THE_CONTROLLER = {
    *(ControllerStarted, ControllerStopped, RulesAdopted, SignatoryEnrolled, DeviceSettled),
    *(FaultLatched, FaultEnded, NoticeRaised, NoticeEnded, MediumCompleted, MediumLost, MediumRestored),
    *(FolioSealed, PrintingResumed, ClockJumped, PaperReceived),
    *(LinkedJackpotShown, LinkedJackpotAbsent, LinkedJackpotReserved, LinkedJackpotLapsed),
    *(CallerHeard, CallerLost),
}
"""No person's step causes them."""

WITH_OTHERS = {
    *(DualPostNoted, EntrySigned, WaitBegan, WaitEnded, LinkedJackpotAsked, LinkedJackpotClaimed),
    *(PrizeAwarded, RemainderBooked, ProgressiveSeeded, DrawResumed, GameFinished),
}
"""They come with an event that is answered, or all of their step's events are answered together."""


def _events(union: UnionType) -> set[type[Event]]:
    return set(get_args(union))


def _answered(module: object) -> set[type[Event]]:
    """Return the events of every union of a module: each is matched to its end, or mypy complains."""
    unions = (value for name, value in vars(module).items() if name.startswith("_") and name[1:2].isupper())
    return {event for union in unions for event in get_args(union) if isinstance(event, type)}


def test_every_event_that_a_persons_step_causes_has_an_answer() -> None:
    alone = (_events(BingoEvent) | _events(HouseEvent)) - (OF_THE_CONTROLLER | WITH_OTHERS)
    matched = _answered(results) | _answered(house)
    assert alone - matched == set()


class _Answering(HostileNight):
    """A night that keeps what each person's step is answered with."""

    def __init__(self) -> None:
        self.answers: list[tuple[type[Command], house.Result | None]] = []
        super().__init__("")

    def do(self, *commands: Command) -> None:
        for command in commands:
            before = len(self.events)
            super().do(command)
            if STEPS[type(command)].button is not None:
                found = house.result(self.state, tuple(self.events[before:]), result)
                self.answers.append((type(command), found))


@pytest.fixture(scope="module")
def answers() -> Iterable[tuple[type[Command], house.Result | None]]:
    night = _Answering()
    night.volume()
    return night.answers


def test_no_step_of_a_volume_is_answered_with_its_name(
    answers: Iterable[tuple[type[Command], house.Result | None]],
) -> None:
    for command, answer in answers:
        assert answer is not None, command.__name__
        assert str(answer.headline) != STEPS[command].name


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((ExtractionOrdered(3, 9, 0), BallDrawn(3, 42, "", "person")), "Ha salido el 42"),
        ((ExtractionOrdered(3, 9, 0),), "Pedida la bola 3.ª"),
    ],
)
def test_a_ball_said_by_hand_is_answered_with_the_ball(events: tuple[Event, ...], said: str) -> None:
    answer = result(_Answering().state, events)
    assert answer is not None
    assert answer.headline == said
