"""The command ``hallctl panel``: lights one lamp after the other and says every contact that changes.

Nothing is decided and nothing is written. Not responsible for what a press means in a hall that runs.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from typing import Final

from drivers.panel.panel import Panel
from drivers.panel.pins import Pins
from hallctl.config.panel import PanelSection
from hallctl.devices.panel import open_pins, wiring
from hallctl.outputs.lamps import Lamp
from hallctl.readings.contacts import NAMES

LAMPS: Final[Mapping[str, str]] = {
    Lamp.SALE: "venta",
    Lamp.DRAW: "sorteo",
    Lamp.CLAIM: "canto",
    Lamp.FAULT: "fallo",
    Lamp.CAMERA: "cámara",
    Lamp.BEACON: "baliza",
}
"""What each lamp is called in the hall."""

_LAMP_S: Final = 1.0
_POLL_S: Final = 0.05


def watch(
    section: PanelSection,
    rounds: int,
    say: Callable[[str], None],
    pins: Callable[[PanelSection], Pins] = open_pins,
) -> None:
    """Light and listen.

    Args:
        section: What is on which pin.
        rounds: How many times every lamp is lit.
        say: Where it is said.
        pins: Gives the pins.

    Raises:
        PanelError: If the pins cannot be used.
    """
    with closing(Panel(wiring(section), pins(section))) as panel, suppress(KeyboardInterrupt):
        for name, pin in section.contacts.items():
            say(_contact(name, pin, name in panel.active()))
        for number in range(rounds):
            for lamp, pin in (section.lamps or {"": 0}).items():
                if lamp and not number:
                    say(f"lámpara {LAMPS[lamp]}, patilla {pin}: encendida")
                panel.light({lamp})
                _listen(section, panel, say)


def _listen(section: PanelSection, panel: Panel, say: Callable[[str], None]) -> None:
    end = time.monotonic() + _LAMP_S
    while time.monotonic() < end:
        for change in panel.changes():
            say(_contact(change.name, section.contacts[change.name], change.active))
        panel.wait(_POLL_S)


def _contact(name: str, pin: int, active: bool) -> str:
    return f"{NAMES[name]}, patilla {pin}: {'activo' if active else 'en reposo'}"
