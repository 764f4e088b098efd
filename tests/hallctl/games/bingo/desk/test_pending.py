"""What waits for the Director in a game."""

from hallctl.games.bingo.desk.pending import pending
from hallctl.games.bingo.rules.commands.wrong_calls import ProposeManual
from tests.hallctl.games.bingo.rules.night import Night


def test_what_was_proposed_waits_for_nobody_once_the_game_is_over() -> None:
    night = Night().open_session().start()
    night.do(ProposeManual("no suelta bolas"))
    assert [item.kind for item in pending(night.state)] == ["Seguir a mano"]
    night.won()
    assert not [*pending(night.state)]
