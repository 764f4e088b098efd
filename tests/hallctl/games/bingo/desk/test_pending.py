"""What waits for the Director in a game."""

from itertools import islice

from hallctl.games.bingo.desk.pending import pending
from hallctl.games.bingo.rules.commands.closing import ProposeVoid
from hallctl.games.bingo.rules.commands.wrong_calls import ProposeManual
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.desk.test_desk import PREMISES
from tests.hallctl.games.bingo.rules.night import Night


def test_what_was_proposed_waits_for_nobody_once_the_game_is_over() -> None:
    night = Night().open_session().start()
    night.do(ProposeManual("no suelta bolas"))
    assert [item.kind for item in pending(night.state)] == ["Seguir a mano"]
    night.won()
    assert not [*pending(night.state)]


def test_a_proposal_to_void_is_answered_before_play_goes_on() -> None:
    night = Night().open_session().start()
    night.do(ProposeVoid("no se llega al mínimo"))
    first, second = islice(offers(night.state, PREMISES, night.now), 2)
    assert [first.command, second.command] == ["ApproveVoid", "WithdrawProposal"]
