"""What two people decided of a spin (DR9, DR10, DR11).

Not responsible for the number that follows from it (``spin``).
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.kinds import Cause
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class NumberProposed(Event):
    """One person said in which pocket the ball lies."""

    spin: int
    pocket: str
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class NumberApproved(Event):
    """A second person agreed to it; the number follows."""

    spin: int
    pocket: str
    person: str


@dataclass(frozen=True, slots=True)
class SpinVoidProposed(Event):
    """One person proposed to void the spin."""

    spin: int
    cause: Cause
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class SpinVoided(Event):
    """Two people voided the spin; all bets go back, to the cent (RO-71, RO-72)."""

    spin: int
    cause: Cause
    reason: str
    returned: int


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn(Event):
    """What one person had proposed of the spin is withdrawn; ``proposal`` is the kind of its entry."""

    proposal: str
    person: str
