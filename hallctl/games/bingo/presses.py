"""Which step of bingo a button of the panel is.

Not responsible for whose the button is (``readings.presses``), nor for whether the step is allowed.
"""

from hallctl.games.bingo.rules.commands.claims import StopForClaim
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import State
from hallctl.readings.contacts import Button
from hallctl.rules.commands.base import Command


def pressed(button: Button, state: State) -> Command:
    """Return the step that a press asks for; the pedal calls the ball that waits.

    The buttons of line and bingo stop for the first and the last prize.
    """
    if button is Button.DRAW:
        return DrawBall()
    if button is Button.CALL:
        game = playing(state)
        # No ball is 0: the rules then refuse that none waits.
        return CallBall((game.uncalled or 0) if game is not None else 0)
    first = button in {Button.LINE, Button.SELLER_LINE}
    return StopForClaim(state.rules.sung[0].key if first else state.rules.last)
