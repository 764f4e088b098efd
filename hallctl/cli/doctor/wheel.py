"""Listens to the sensor of a wheel for a while: whether lines come, and whether they are understood.

Not responsible for what they say.
"""

import time
from collections.abc import Callable
from typing import Final

from drivers.wheel.events import Fault, FaultCode
from drivers.wheel.sensor import WheelSensor
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.i18n.sentences import _

PART: Final = _("sensor de la ruleta")
LISTENS_S: Final = 4.0


def check_wheel(sensor: WheelSensor, clock: Callable[[], float] = time.monotonic) -> Finding:
    """Return whether a sensor speaks, and in the form that the configuration names."""
    faults: dict[FaultCode, str] = {}
    end = clock() + LISTENS_S
    try:
        while clock() < end and FaultCode.LOST not in faults:
            faults |= {each.code: each.detail for each in sensor.poll() if isinstance(each, Fault)}
    finally:
        sensor.close()
    health = sensor.tracker.health
    garbled, understood = sum(health.counts.values()), health.understood
    if FaultCode.LOST in faults:
        return missing(PART, faults[FaultCode.LOST], _('Revise [wheel] port = "…".'))
    if not understood and not garbled:
        return missing(
            PART,
            _("en {seconds} s no dijo nada", seconds=f"{LISTENS_S:g}"),
            _("Revise la corriente y [wheel] baudrate."),
        )
    if not understood:
        return missing(
            PART,
            _("{count} {count:línea|líneas}, ninguna se entiende", count=garbled),
            _("Revise [wheel] kind y baudrate."),
        )
    said = _("{count} {count:línea|líneas} en {seconds} s", count=understood, seconds=f"{LISTENS_S:g}")
    if garbled:
        return advice(
            PART,
            _("{said}, y {count} que no se {count:entiende|entienden}", said=said, count=garbled),
            _("Revise cable, masa y [wheel] kind."),
        )
    if FaultCode.SENSOR in faults:
        return advice(
            PART,
            _("{said}; avisa de sí mismo: {fault}", said=said, fault=faults[FaultCode.SENSOR]),
            _("Vea su manual."),
        )
    return good(PART, said)
