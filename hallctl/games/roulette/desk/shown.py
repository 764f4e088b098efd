"""What the desk of a roulette table shows beside the state: the layout, the last numbers, the table's money.

Nobody is shown a number, nor the picture of one, before it is established or two people look for it (DR11).
Not responsible for markup (``templates``), nor for steps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hallctl.games.any_table.rules.state import Table
from hallctl.games.roulette.rules.kinds import OVER, Phase
from hallctl.games.roulette.rules.money import due_by_player
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.games.roulette.rules.wheel import NUMBERS, USUAL_RED, ZEROS, Colour, Wheel
from hallctl.games.roulette.words import CALLED_SPACES, COLOURS, DISPUTES
from hallctl.i18n.sentences import Sentence, _

PICTURED: Final = (Phase.DISPUTED, Phase.NUMBER, Phase.MARKED, Phase.COLLECTED, *OVER)
"""Where the picture of the ball in its pocket may be looked at."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the layout.

    Attributes:
        number: It.
        colour: Its ground.
        says: It with its colour, as it is read aloud.
        lit: Whether it is the number of the spin.
    """

    number: str
    colour: str
    says: Sentence
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """A space outside the numbers, and whether it wins."""

    name: Sentence
    won: bool


@dataclass(frozen=True, slots=True)
class PlayersDue:
    """What a player has won in the spin, in cents."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What the templates show."""

    state: State

    @property
    def spin(self) -> Spin | None:
        """The newest spin of the day."""
        return self.state.spin

    @property
    def table(self) -> Table | None:
        """The float of the open table."""
        return self.state.table

    @property
    def number(self) -> Cell | None:
        """The number of the spin, once it is established."""
        spin, wheel = self.spin, self.state.wheel
        return None if spin is None or not spin.pocket or wheel is None else _cell(spin.pocket, wheel)

    @property
    def picture(self) -> str:
        """The digest of the picture of the ball in its pocket, where it may be looked at."""
        spin = self.spin
        return "" if spin is None or spin.phase not in PICTURED else spin.picture

    @property
    def stopped(self) -> Sentence | None:
        """Why the table is stopped; None where it is not."""
        spin = self.spin
        if spin is None or spin.phase is not Phase.DISPUTED or spin.dispute is None:
            return None
        return DISPUTES[spin.dispute]

    @property
    def zeros(self) -> tuple[Cell, ...]:
        """The zeros of the layout."""
        return tuple(self._cells(ZEROS[: self.state.rules.pockets - len(NUMBERS)]))

    @property
    def numbers(self) -> tuple[Cell, ...]:
        """The numbers of the layout, from 1 on."""
        return tuple(self._cells(NUMBERS))

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces outside the numbers that win or do not, once there is a number (RO-69, RO-76)."""
        number = self.number
        if number is None:
            return ()
        value = 0 if number.number in ZEROS else int(number.number)
        return tuple(Space(name, value > 0 and wins(value, number.colour)) for name, wins in CALLED_SPACES)

    @property
    def last(self) -> tuple[Cell, ...]:
        """The last numbers of the day, the newest first (RO-22)."""
        return tuple(self._cells(self.state.numbers))

    @property
    def laid_out(self) -> int:
        """What was brought to the table and not taken from it, in cents."""
        table = self.table
        return 0 if table is None else table.initial + table.fills - table.credits

    @property
    def counts(self) -> bool:
        """Whether the table knows what is staked (DR2)."""
        return self.state.rules.stakes != "none"

    @property
    def due(self) -> tuple[PlayersDue, ...]:
        """What each player is to be paid, where positions are known and the losers are collected."""
        spin = self.spin
        if spin is None or spin.phase is not Phase.COLLECTED:
            return ()
        return tuple(PlayersDue(player, paid) for player, paid in due_by_player(self.state, spin) if paid)

    def _cells(self, numbers: tuple[str, ...]) -> Iterator[Cell]:
        wheel = self.state.wheel or Wheel("", "", (), USUAL_RED)
        lit = "" if self.spin is None else self.spin.pocket
        return (_cell(each, wheel, lit) for each in numbers)


def _cell(number: str, wheel: Wheel, lit: str = "") -> Cell:
    colour = wheel.colour(number)
    says = _("{number}, {colour}", number=number, colour=COLOURS[Colour(colour).value])
    return Cell(number, colour.value, says, number == lit)


def shown(state: State) -> Shown:
    """Return what the templates show of a moment."""
    return Shown(state)
