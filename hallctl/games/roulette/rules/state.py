"""Where a roulette table stands: frozen, and always what a fold over the book gives.

Not responsible for how it got there (``folding``) nor for what may come next (``deciding``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from hallctl.games.any_table.rules.state import TableState
from hallctl.games.roulette.rules.commands.bets import Placed, Staked
from hallctl.games.roulette.rules.kinds import OVER, Cause, Direction, Dispute, Phase
from hallctl.games.roulette.rules.ruleset import RuleSet
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.rules import state as house
from hallctl.rules.ruleset import GameRuleSet

LAST: Final = 20
"""How many of the last numbers a table shows (RO-22, DR13)."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one person said of a spin and another must agree to: a number, or that it is void.

    Attributes:
        person: Who.
        reason: Why, or by what.
        pocket: The number; empty where the spin is to be void.
        cause: Why it is to be void; None where a number is said.
    """

    person: str
    reason: str
    pocket: str = ""
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class PlayersBets:
    """What a player has placed in the spin."""

    player: str
    bets: tuple[Placed, ...]


@dataclass(frozen=True)
class Spin:
    """One spin, from "façam as vossas apostas" to "pago".

    Attributes:
        number: Its order number in the volume.
        phase: Where it stands.
        opened_at: When its bets opened, in monotonic milliseconds of the boot.
        closes_at: When its betting time is over; likewise. None after a restart.
        croupier: Who opened the bets, then who launched the ball.
        direction: Of the rotor.
        game: The sensor's number of its game, None where it said none.
        sensed: The number that the sensor told, empty before. Nobody is shown it.
        entered: The number that the croupier entered, empty before. Nobody is shown it.
        picture: The SHA-256 of the camera's picture of the ball, empty where there is none.
        early_picture: Whether it was taken when the table was stopped, maybe before the ball lay.
        dispute: Why the table is stopped, None where it is not.
        cause: What may make the spin void, where something was seen.
        proposal: What one person said and nobody has agreed to yet.
        pocket: The number that is established, empty before: only this is shown.
        bets: What each player placed, where positions are known.
        stakes: What is staked on each chance, where totals are known.
        collected: What the losing bets came to.
        kept: What the winners' own stakes come to.
        paid: What was paid in prizes.
        void: Why it is void, None where it is not.
    """

    number: int
    phase: Phase = Phase.BETS
    opened_at: int = 0
    closes_at: int | None = None
    croupier: str = ""
    direction: Direction = Direction.UNKNOWN
    game: int | None = None
    sensed: str = ""
    entered: str = ""
    picture: str = ""
    early_picture: bool = False
    dispute: Dispute | None = None
    cause: Cause | None = None
    proposal: Proposal | None = None
    pocket: str = ""
    bets: tuple[PlayersBets, ...] = ()
    stakes: tuple[Staked, ...] = ()
    collected: int = 0
    kept: int = 0
    paid: int = 0
    void: Cause | None = None

    @property
    def open(self) -> bool:
        """Whether it is neither paid nor void yet."""
        return self.phase not in OVER

    @property
    def betting(self) -> bool:
        """Whether bets are taken."""
        return self.phase in (Phase.BETS, Phase.LAUNCHED)

    @property
    def unpictured(self) -> bool:
        """Whether a picture of the wheel is lacking, and may be taken now."""
        if self.phase in (Phase.DISPUTED, Phase.VOID):
            return not self.picture
        lies = self.phase in (Phase.NUMBER, Phase.MARKED, Phase.COLLECTED)
        return lies and (not self.picture or self.early_picture)

    @property
    def staked(self) -> int:
        """What is known to be staked, in cents."""
        placed = sum(bet.amount for each in self.bets for bet in each.bets)
        return placed + sum(stake.amount for stake in self.stakes)


@dataclass(frozen=True, slots=True)
class Played:
    """The wheel that was inspected for play, with the ball."""

    wheel: str
    ball: str


@dataclass(frozen=True)
class State(TableState):
    """The whole table.

    Attributes:
        at_hand: The wheels of the configuration.
        wheels: The registered wheels, by serial number (RO-15).
        played: The wheel and the ball that are fit for play today, None before their inspection.
        spin: The newest spin of the day, None before the first.
        numbers: The last established numbers of the day, the newest first; void spins are not among them.
        direction: Which way the rotor turned last (DR16).
        sensor: The last game of the sensor that was taken; what it repeats says nothing new.
    """

    rules: RuleSet
    at_hand: tuple[Wheel, ...] = ()
    wheels: Mapping[str, Wheel] = field(default_factory=dict)
    played: Played | None = None
    spin: Spin | None = None
    numbers: tuple[str, ...] = ()
    direction: Direction = Direction.UNKNOWN
    sensor: int | None = None

    @property
    def stakes_known(self) -> bool:
        """Whether the table knows what is staked."""
        return self.rules.stakes != "none"

    @classmethod
    def empty(
        cls,
        rules: GameRuleSet,
        _material: Iterable[Wheel] = (),
        calibrated: Mapping[str, house.Calibrated] | None = None,
    ) -> Self:
        """Return the state of an empty book; the material are the wheels of the configuration."""
        return cls(rules, calibrated, at_hand=tuple(_material))

    def emptied(self) -> Self:
        """Return what a volume begins from: the rule set and the wheels of the configuration."""
        return type(self)(self.rules, self.calibrated, at_hand=self.at_hand)

    @property
    def playing(self) -> Spin | None:
        """The spin that is not over yet."""
        return self.spin if self.spin is not None and self.spin.open else None

    @property
    def wheel(self) -> Wheel | None:
        """The wheel that is played on, None before its inspection."""
        return None if self.played is None else self.wheels[self.played.wheel]
