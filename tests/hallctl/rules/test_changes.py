from dataclasses import fields, replace
from typing import Any

import pytest

from hallctl.games.bingo.rules.state import Game
from hallctl.rules.folding.changes import changed
from tests.hallctl.games.bingo.rules.night import Night


def parts() -> list[Any]:
    state = Night().open_session().start().state
    return [state, state.session, state.game]


@pytest.mark.parametrize("part", parts(), ids=lambda part: type(part).__name__)
def test_each_field_changes_as_replace_changes_it_and_no_other_does(part):
    for field in fields(part):
        assert changed(part, **{field.name: "other"}) == replace(part, **{field.name: "other"}), field.name


def test_several_fields_change_at_once_and_the_value_itself_stays():
    game = Game(1, "A-1042", 500, 1)
    assert changed(game, order=1, pending=7) == Game(1, "A-1042", 500, 1, order=1, pending=7)
    assert changed(game) == game == Game(1, "A-1042", 500, 1)


def test_a_field_that_does_not_exist_cannot_change():
    with pytest.raises(KeyError, match="ordr"):
        changed(Game(1, "A-1042", 500, 1), ordr=1)
