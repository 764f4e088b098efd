"""Cards that left the shoe and that it did not tell, said by two people (BA-10, BA-11, DB14).

Not responsible for the cards of a round, which two people correct (``people``).
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Prose, Short


@dataclass(frozen=True, slots=True)
class ProposeUntold(Command):
    """Say which cards left the shoe outside a round: the first of two people.

    Attributes:
        cards: While the first are burnt, all of them in their order, e.g. "4S ? 5D ?"; later those alone
            that nobody noted. "?" for each that nobody could read, "—" for none at all.
    """

    cards: Short
    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveUntold(Command):
    """Agree to those cards: the second person."""
