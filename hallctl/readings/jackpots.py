"""What a game has to do with jackpots of a head office: what it asks, and what takes an answer.

Not responsible for asking (``hallctl.devices.office_jackpots``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from hallctl.rules.commands.base import Command
from hallctl.rules.state import GameState


@dataclass(frozen=True, slots=True)
class JackpotQuestion:
    """What is to be asked now.

    Attributes:
        claim: Whether a claim waits for what is reserved; otherwise for what the jackpot holds.
    """

    jackpot: str
    game: int
    claim: bool


@dataclass(frozen=True, slots=True)
class JackpotAnswer:
    """What the office answered, its signature checked.

    Attributes:
        reserved: Whether the amount is reserved for a claim; otherwise it is what the jackpot holds.
        amount: In minor units.
        moment: The office's, in UTC.
        at_once: How it decides between halls that win at once.
        window_s: Within how many seconds they share.
        seed: What the jackpot begins with.
        note: The signed answer.
    """

    jackpot: str
    game: int
    reserved: bool
    amount: int
    moment: str
    at_once: str
    window_s: int
    seed: int
    note: str


def _nothing_asked(_: GameState) -> tuple[JackpotQuestion, ...]:
    """Ask nothing."""
    return ()


def _not_answered(answer: Any) -> Command:
    raise TypeError(f"a game without jackpots has no answer: {answer!r:.80}")


@dataclass(frozen=True, slots=True)
class JackpotUse:
    """A game's part.

    Attributes:
        questions: Returns what the office is to be asked where the hall stands.
        answered: Returns the step of the controller that takes an answer.
    """

    questions: Callable[[GameState], tuple[JackpotQuestion, ...]]
    answered: Callable[[JackpotAnswer], Command]


NO_JACKPOTS: Final = JackpotUse(_nothing_asked, _not_answered)
"""A game that asks nothing."""
