"""The spins of a wheel, of its ball and of each croupier, and whether the wheel passes for fair (DR15).

What is looked at begins anew with another wheel, ball or level. Not responsible for the page (``pages``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hallctl.games.roulette.rules.events.spin import BallLaunched, NumberEstablished
from hallctl.games.roulette.rules.events.table import WheelInspected, WheelRegistered
from hallctl.games.roulette.rules.kinds import Direction
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.games.roulette.watch import Spin, Watch, first_harmonic, pearson
from hallctl.outputs.chance import chi_square_tail
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.volumes import BookOpened

LEAST_EXPECTED: Final = 5
"""Spins that each pocket must be expected to have before χ² says anything (vectors of the house)."""


@dataclass(frozen=True, slots=True)
class Group:
    """The spins of a third of the wheel, of a direction or of a croupier.

    Attributes:
        name: What it is.
        spins: How many.
        expected: How many a fair wheel gives; None where chance has nothing to say.
    """

    name: str
    spins: int
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class WheelSpins:
    """What was spun with one ball on one wheel at one level.

    Attributes:
        wheel: Its serial number.
        ball: The ball.
        level: What the level showed.
        pockets: How often each came, clockwise from the zero.
        thirds: The wheel in three, from the zero on.
        directions: By the rotor's direction.
        croupiers: By who launched the ball.
        chi_square: Of the pockets, against a fair wheel.
        p: How probable so great a one is; None for too few spins.
        lean: How probable it is that a fair wheel leans as much to one side.
        alarm: What the wheel prefers, by the watch that may be looked at after every spin; empty while fair.
    """

    wheel: str
    ball: str
    level: str
    pockets: Mapping[str, int]
    thirds: tuple[Group, ...]
    directions: tuple[Group, ...]
    croupiers: tuple[Group, ...]
    chi_square: float
    p: float | None
    lean: float
    alarm: str

    @property
    def spins(self) -> int:
        """How many there were."""
        return sum(self.pockets.values())


@dataclass
class _Period:
    """The spins with one wheel, ball and level, as they are read."""

    wheel: Wheel
    inspected: WheelInspected
    spins: list[Spin]


def wheel_spins(entries: Iterable[Minuted]) -> tuple[WheelSpins, ...]:
    """Return what was spun on each wheel, in the order of the book; void spins do not count."""
    return tuple(_told(period) for period in _periods(entries) if period.spins)


def _periods(entries: Iterable[Minuted]) -> Iterator[_Period]:
    wheels: dict[str, Wheel] = {}
    period: _Period | None = None
    launched: BallLaunched | None = None
    for entry in entries:
        match entry.event:
            case BookOpened(carried=carried):
                wheels |= {wheel.serial: wheel for wheel in getattr(carried, "wheels", ())}
            case WheelRegistered(maker=maker, serial=serial, pockets=pockets, red=red):
                wheels[serial] = Wheel(maker, serial, pockets, red)
            case WheelInspected() as inspected if not inspected.findings:
                if period is None or _differs(period.inspected, inspected):
                    if period is not None:
                        yield period
                    period = _Period(wheels[inspected.wheel], inspected, [])
            case BallLaunched() as each:
                launched = each
            case NumberEstablished(spin=spin, pocket=pocket) if period is not None:
                known = launched if launched is not None and launched.spin == spin else None
                turn = Direction.UNKNOWN if known is None else known.direction
                period.spins.append(Spin(pocket, turn.value, "" if known is None else known.croupier))
            case _:
                pass
    if period is not None:
        yield period


def _differs(one: WheelInspected, other: WheelInspected) -> bool:
    return (one.wheel, one.ball, one.level) != (other.wheel, other.ball, other.level)


def _told(period: _Period) -> WheelSpins:
    watch = Watch(period.wheel)
    for spin in period.spins:
        watch.spin(spin)
    counts = watch.counts
    values, size = tuple(counts.values()), len(counts)
    spun = len(period.spins)
    chi = pearson(values)
    return WheelSpins(
        wheel=period.inspected.wheel,
        ball=period.inspected.ball,
        level=period.inspected.level,
        pockets=counts,
        thirds=tuple(_thirds(values, spun)),
        directions=_groups([spin.direction for spin in period.spins]),
        croupiers=_groups([spin.croupier for spin in period.spins]),
        chi_square=chi,
        p=chi_square_tail(chi, size - 1) if spun >= LEAST_EXPECTED * size else None,
        lean=first_harmonic(values),
        alarm="" if watch.alarm is None else watch.alarm.value,
    )


def _thirds(values: Sequence[int], spun: int) -> Iterator[Group]:
    size, third = len(values), len(values) // 3
    for at, name in enumerate(("primer tercio", "segundo tercio", "tercer tercio")):
        end = size if at == 2 else (at + 1) * third
        part = values[at * third : end]
        yield Group(name, sum(part), spun * len(part) / size)


def _groups(named: Sequence[str]) -> tuple[Group, ...]:
    return tuple(Group(name, named.count(name)) for name in dict.fromkeys(named))
