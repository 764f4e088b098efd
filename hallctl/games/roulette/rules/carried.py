"""What a closed volume of a roulette table hands on to the next one.

Not responsible for taking it over (``folding.table``).
"""

from dataclasses import dataclass, fields

from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.rules import carried as house
from hallctl.rules.events import volumes


@dataclass(frozen=True, slots=True)
class Carried(volumes.Carried):
    """What one volume hands on to the next of the house and of the table.

    Attributes:
        wheels: The register of wheels (RO-15).
        sensor: The last game of the sensor that was taken.
    """

    wheels: tuple[Wheel, ...] = ()
    sensor: int | None = None


def carried_forward(state: State) -> Carried:
    """Return what a closed volume hands on."""
    of_house = house.carried_forward(state)
    return Carried(
        **{each.name: getattr(of_house, each.name) for each in fields(of_house)},
        wheels=tuple(state.wheels.values()),
        sensor=state.sensor,
    )
