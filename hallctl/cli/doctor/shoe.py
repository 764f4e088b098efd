"""Listens to a shoe that reads its cards for a while: whether messages come, and are understood.

Not responsible for what they say.
"""

import time
from collections.abc import Callable
from typing import Final

from drivers.shoe.events import Fault, FaultCode
from drivers.shoe.reader import ShoeReader
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.i18n.sentences import _

PART: Final = _("distribuidor")
LISTENS_S: Final = 4.0


def check_shoe(reader: ShoeReader, clock: Callable[[], float] = time.monotonic) -> Finding:
    """Return whether a shoe speaks, and in the form that the configuration names."""
    faults: dict[FaultCode, str] = {}
    end = clock() + LISTENS_S
    try:
        while clock() < end and FaultCode.LOST not in faults:
            faults |= {each.code: each.detail for each in reader.poll() if isinstance(each, Fault)}
    finally:
        reader.close()
    health = reader.tracker.health
    garbled, understood = sum(health.counts.values()), health.understood
    if FaultCode.LOST in faults:
        return missing(PART, faults[FaultCode.LOST], _('Revise [shoe] port = "…".'))
    if not understood and not garbled:
        return missing(
            PART,
            _("en {seconds} s no dijo nada", seconds=f"{LISTENS_S:g}"),
            _("Revise la corriente y [shoe] baudrate."),
        )
    if not understood:
        return missing(
            PART,
            _("{count} {count:mensaje|mensajes}, ninguno se entiende", count=garbled),
            _("Revise [shoe] kind y baudrate."),
        )
    said = _("{count} {count:mensaje|mensajes} en {seconds} s", count=understood, seconds=f"{LISTENS_S:g}")
    if garbled:
        return advice(
            PART,
            _("{said}, y {count} que no se {count:entiende|entienden}", said=said, count=garbled),
            _("Revise cable, masa y [shoe] kind."),
        )
    return good(PART, said)
