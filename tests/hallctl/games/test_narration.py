"""Every event has its sentence: the house's events are narrated by the house, a game's own by the game."""

from typing import get_args

from hallctl.games.bingo.narration import BingoEvent
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.outputs.narration import HouseEvent
from hallctl.rules.house import HOUSE_FOLDS


def test_the_house_narrates_every_event_of_its_own_and_no_other() -> None:
    assert set(get_args(HouseEvent)) == set(HOUSE_FOLDS)


def test_bingo_narrates_every_event_of_its_own_and_no_other() -> None:
    assert set(get_args(BingoEvent)) == set(BINGO_RULES.folds) - set(HOUSE_FOLDS)
