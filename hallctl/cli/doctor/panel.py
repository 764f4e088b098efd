"""Looks at the panel that a configuration names: its pins are opened, its contacts read, and all let go of.

No lamp is lit. Not responsible for what the machine has beside it (``hallctl.cli.doctor.devices``).
"""

from collections.abc import Callable
from contextlib import closing
from typing import Final

from drivers.panel.panel import Panel
from drivers.panel.pins import PanelError, Pins
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.config.panel import PanelSection
from hallctl.devices.panel import open_pins, wiring
from hallctl.i18n.sentences import _
from hallctl.readings.contacts import NAMES

_PART: Final = _("panel")


def check_panel(section: PanelSection, pins: Callable[[PanelSection], Pins] = open_pins) -> Finding:
    """Return how the panel is: which pins cannot be used, which contacts are not at rest.

    Args:
        section: What is on which pin.
        pins: Gives the pins.
    """
    wired = _(
        "{contacts} {contacts:contacto|contactos} y {lamps} {lamps:lámpara|lámparas}",
        contacts=len(section.contacts),
        lamps=len(section.lamps),
    )
    if section.simulated:
        return good(_PART, _("{wired}, de práctica: no hay nada conectado", wired=wired))
    try:
        with closing(Panel(wiring(section), pins(section))) as panel:
            active = panel.active()
    except PanelError as error:
        return missing(
            _PART, str(error), _("Revise [panel] y los cables (docs/panel.md); pare la sala antes.")
        )
    if active:
        said = ", ".join(NAMES[name] for name in active)
        busy = _("{wired}; no está en reposo: {contacts}", wired=wired, contacts=said)
        return advice(_PART, busy, _("Suelte el botón o cierre la puerta."))
    return good(_PART, _("{wired}, todo en reposo", wired=wired))
