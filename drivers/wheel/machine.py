"""A wheel whose sensor speaks: what it says at each moment, on a clock that may be any.

Not responsible for a port. What a sensor looks at is simulated (``physics``); what it says is written from
its description, as ``profiles`` reads it, and was never compared with a device.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from drivers.wheel.physics import Flight, catches_of, fly
from drivers.wheel.readings import Flag, State
from drivers.wheel.world import OUT, RIM

_ORDER: Final = (
    "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
)

SINGLE_ZERO: Final = tuple(_ORDER.split("-"))
DOUBLE_ZERO: Final = (*SINGLE_ZERO[:19], "00", *SINGLE_ZERO[19:])

_REPEAT_S: Final = 0.5
_LAST_GAME: Final = 999


@dataclass(frozen=True)
class Pace:
    """How long the parts of a spin that people decide upon take, in seconds.

    Attributes:
        bets: From the start to the launch; None where somebody says when.
        shown: How long a number is said.
        start: From there to the next bets.
        times: By how much faster everything goes.
    """

    bets: float | None = 12.0
    shown: float = 3.0
    start: float = 3.0
    times: float = 1.0


@dataclass(frozen=True, slots=True)
class Spun:
    """A spin that is over.

    Attributes:
        game: Its number.
        pocket: Where the ball lies, whatever the sensor said.
        said: What the sensor said; empty where it said nothing.
        flags: What it warned of.
    """

    game: int
    pocket: str
    said: str
    flags: Flag


class SimulatedWheel:
    """A wheel, its ball and its sensor.

    Args:
        seed: Chooses every spin.
        pockets: Clockwise.
        pace: How long things take.
        more: Pockets that come more often, as 0.3 for 30 %.
        game: The number of the first game.

    Attributes:
        spun: Every spin that is over.
        plan: What goes wrong in the next spin.
    """

    def __init__(
        self,
        seed: int,
        pockets: tuple[str, ...] = SINGLE_ZERO,
        pace: Pace = Pace(),
        more: Mapping[str, float] | None = None,
        game: int = 1,
    ) -> None:
        self.spun: list[Spun] = []
        self.plan = Plan()
        self._luck = Random(seed)
        self._pockets = pockets
        self._pace = pace
        self._catches = catches_of(pockets, more) if more else ()
        self._game = game
        self._number = pockets[self._luck.randrange(len(pockets))]
        self._state = State.BETS
        self._now = self._since = 0.0
        self._due = 0.0
        self._rotor, self._clockwise = 0.45, True
        self._flight: Flight | None = None
        self._running = Plan()
        self._bare = False
        self._frozen: bytes | None = None

    @property
    def state(self) -> State:
        """Where the spin stands in truth."""
        return self._state

    @property
    def pockets(self) -> tuple[str, ...]:
        """Its pockets, clockwise."""
        return self._pockets

    @property
    def ball(self) -> str:
        """Where the ball is in truth: the pocket in which it lies, `RIM` or `OUT`."""
        if self._flight is not None:
            return RIM
        gone = self._state is State.NUMBER and Flag.BALL_REMOVED in self._running.flags
        return OUT if gone else self._number

    @property
    def speed(self) -> float:
        """Of the rotor, in turns per second clockwise."""
        return self._rotor * self._pace.times * (1 if self._clockwise else -1)

    def launch(self) -> bool:
        """Throw the ball; False where it cannot be thrown now."""
        if self._state is not State.BETS or self._flight is not None:
            return False
        self._running, self.plan = self.plan, Plan()
        self._rotor = self._luck.uniform(0.35, 0.6)
        self._clockwise = not self._clockwise
        self._since = self._now
        self._flight = fly(
            self._luck,
            len(self._pockets),
            launch=self._luck.uniform(1.6, 2.3),
            rotor=self._rotor,
            phase=self._luck.random(),
            catches=self._catches,
        )
        return True

    def pass_time(self, seconds: float) -> bytes:
        """Let time pass; return what the sensor says meanwhile."""
        end, said = self._now + seconds * self._pace.times, b""
        while self._now < end:
            self._now = min(end, self._now + 0.05)
            self._go_on()
            if self._bare:
                said += self._written(self._running.says or self._number) + b"\r\n"
                self._bare = False
            if self._now >= self._due:
                self._due += _REPEAT_S
                said += self._line()
        return said

    def _go_on(self) -> None:
        """Go to the next state, when it is time."""
        waited, flight = self._now - self._since, self._flight
        if flight is not None:
            self._fly(flight, waited)
        elif self._state is State.NUMBER and waited >= self._pace.shown:
            self._begin(State.START)
            if not self._running.repeat:
                self._game = 1 if self._game == _LAST_GAME else self._game + 1
            self._frozen = None
        elif self._state is State.START and waited >= self._pace.start:
            self._begin(State.BETS)
        elif self._state is State.BETS and self._pace.bets is not None and waited >= self._pace.bets:
            self.launch()

    def _fly(self, flight: Flight, waited: float) -> None:
        plan = self._running
        closes = flight.rested + 1.0 if plan.late else flight.slow
        if self._state is State.BETS and waited >= flight.first_turn and not plan.blind:
            self._state = State.BALL
        elif self._state is State.BALL and waited >= closes:
            self._state = State.CLOSED
        if waited < flight.rested:
            return
        self._number = self._pockets[flight.place]
        self._flight = None
        self.spun.append(
            Spun(self._game, self._number, "" if plan.freeze else plan.says or self._number, plan.flags)
        )
        self._begin(State.NUMBER)
        self._bare = not plan.freeze

    def _begin(self, state: State) -> None:
        self._state, self._since = state, self._now

    def _line(self) -> bytes:
        if self._frozen is None or not self._running.freeze:
            number = self._number
            if self._state is State.NUMBER:
                number = self._running.says or number
            flags = (
                self._running.flags if self._state in (State.BALL, State.CLOSED, State.NUMBER) else Flag.NONE
            )
            speed = round(self._rotor * 60 * 10) + self._luck.randint(-1, 1)
            self._frozen = b"*X;%d;%03d;%b;%X;%03d;%d\r\n" % (
                int(self._state),
                self._game,
                self._written(number),
                int(flags),
                speed,
                not self._clockwise,
            )
        line = self._frozen
        if not self._running.freeze:
            self._frozen = None
        return line

    @staticmethod
    def _written(number: str) -> bytes:
        return number.rjust(2).encode()

    def fail_next(self, **what: object) -> None:
        """Have something go wrong in the next spin: fields of `Plan`."""
        self.plan = replace(self.plan, **what)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Plan:
    """What goes wrong in a spin.

    Attributes:
        flags: What the sensor warns of.
        late: Whether it says no more bets too late: after the number.
        says: Another number than the one in which the ball lies.
        freeze: Whether it says the same line from the launch to the next game.
        blind: Whether it does not see the ball in the rim.
        repeat: Whether the next game has the number of this one.
    """

    flags: Flag = Flag.NONE
    late: bool = False
    says: str = ""
    freeze: bool = False
    blind: bool = False
    repeat: bool = False
