"""What a closed volume of a baccarat table hands on to the next one.

Not responsible for taking it over (``folding.table``).
"""

from dataclasses import dataclass, fields

from hallctl.games.baccarat.rules.state import Decks, Device, State
from hallctl.rules import carried as house
from hallctl.rules.events import volumes


@dataclass(frozen=True, slots=True)
class Carried(volumes.Carried):
    """What one volume hands on to the next of the house and of the table.

    Attributes:
        devices: The register of shoes (BA-04).
        lots: The register of decks (DB15).
        shoes: The last order number of a shoe.
        device: The device of the last shoe (BA-16).
        sequence: The number of the shoe's last message that was taken.
    """

    devices: tuple[Device, ...] = ()
    lots: tuple[Decks, ...] = ()
    shoes: int = 0
    device: str = ""
    sequence: int | None = None


def carried_forward(state: State) -> Carried:
    """Return what a closed volume hands on."""
    of_house = house.carried_forward(state)
    return Carried(
        **{each.name: getattr(of_house, each.name) for each in fields(of_house)},
        devices=tuple(state.devices.values()),
        lots=tuple(state.lots.values()),
        shoes=state.shoes,
        device=state.device,
        sequence=state.sequence,
    )
