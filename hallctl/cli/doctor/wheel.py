"""Listens to the sensor of a wheel for a while: whether lines come, and whether they are understood.

Not responsible for what they say.
"""

import time
from collections.abc import Callable
from typing import Final

from drivers.wheel.events import Fault, FaultCode
from drivers.wheel.sensor import WheelSensor
from hallctl.cli.doctor.finding import Finding, advice, good, missing

PART: Final = "sensor de la ruleta"
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
        return missing(PART, faults[FaultCode.LOST], 'Revise [wheel] port = "…".')
    if not understood and not garbled:
        return missing(PART, f"en {LISTENS_S:g} s no dijo nada", "Revise la corriente y [wheel] baudrate.")
    if not understood:
        return missing(PART, f"{garbled} líneas, ninguna se entiende", "Revise [wheel] kind y baudrate.")
    said = f"{understood} líneas en {LISTENS_S:g} s"
    if garbled:
        return advice(PART, f"{said}, y {garbled} que no se entienden", "Revise cable, masa y [wheel] kind.")
    if FaultCode.SENSOR in faults:
        return advice(PART, f"{said}; avisa de sí mismo: {faults[FaultCode.SENSOR]}", "Vea su manual.")
    return good(PART, said)
