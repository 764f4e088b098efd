"""What the extractor's driver tells its owner, and the machine's codes in words.

Not responsible for what follows from an event: that is for the owner to decide.
"""

from dataclasses import dataclass, field

from drivers.extractor import wire
from drivers.extractor.wire import FaultCode, NakReason

OTHER_FAULT = -1
"""The code of a fault that only the machine's own manual knows."""


@dataclass(frozen=True, slots=True)
class BallArrived:
    """The ball of an order stands at the exit. To be acknowledged by its event number.

    Attributes:
        again: Whether the event is older than this connection.
        since: From when on it may stand there, monotonic seconds: when it was heard, or earlier where that
            may have been late. None where the driver does not know.
    """

    event: int
    order: int
    again: bool = False
    since: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class DrumLoaded:
    """Every ball is back in the drum. To be acknowledged by its event number.

    Attributes:
        again: Whether the event is older than this connection.
    """

    event: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class MachineFault:
    """The machine stopped by itself and latched. To be acknowledged by its event number.

    Attributes:
        event: The machine's number of this event.
        code: A `FaultCode`, or a number that this program does not know; `describe_fault` says it in words.
        text: The driver's own words, where it has better ones.
    """

    event: int
    code: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """An order was refused (and changed nothing), or was never answered (and may have been obeyed).

    Attributes:
        command: The `wire.Draw`, `wire.Reload`, `wire.Stop` or `wire.Reset`.
        reason: The machine's `NakReason`; None when it did not answer or a stop overtook the order.
        text: The reason in words, and what to do.
        overtaken: Whether a stop overtook the order: nothing failed but what its owner gave up.
    """

    command: wire.Order
    reason: int | None
    text: str
    overtaken: bool = False


def overtaken(order: wire.Order) -> CommandFailed:
    """What becomes of an order that a stop of ours overtook."""
    said = "una parada se adelantó a la orden; quizá la máquina la cumplió: compruebe la mesa"
    return CommandFailed(order, None, said, overtaken=True)


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The end of a connection: close it and open again. Orders on their way may have been obeyed."""

    reason: str


ExtractorEvent = BallArrived | DrumLoaded | MachineFault | CommandFailed | LinkLost

_FAULTS: dict[int, str] = {
    FaultCode.NONE: "sin fallo",
    FaultCode.JAM: "una bola está atascada en el tubo; retírela y devuélvala al bombo",
    FaultCode.PERMISSION_LOST: "se detuvo porque el controlador dejó de darle permiso; compruebe la mesa",
    FaultCode.DOOR_OPEN: "se detuvo porque se abrió la puerta; ciérrela",
    FaultCode.STALLED: "la bola tardó demasiado en salir o en retirarse; revise aire, bombo y salida",
    FaultCode.MUSHROOM: "se pulsó la seta de emergencia; libérela cuando la causa esté resuelta",
}
_REFUSALS: dict[int, str] = {
    NakReason.NOT_IDENTIFIED: "la máquina se reinició; vuelva a abrir la conexión",
    NakReason.NO_PERMISSION: "la máquina no tiene permiso para moverse",
    NakReason.LATCHED: "la máquina está detenida; reconozca el fallo y repóngala",
    NakReason.BUSY: "la máquina todavía se mueve; espere",
    NakReason.DOOR_OPEN: "la puerta está abierta; ciérrela",
    NakReason.OLD_ORDER: "la orden es anterior a la última que tomó la máquina",
    NakReason.DRUM_EMPTY: "no quedan bolas en el bombo",
    NakReason.CAUSE_REMAINS: "la causa del fallo sigue ahí; corríjala y repita",
    NakReason.UNKNOWN: "la máquina no conoce esa orden; actualice su programa",
}


def describe_fault(code: int) -> str:
    """A fault of the machine in words, with what to do."""
    return _FAULTS.get(code, f"fallo {code}, desconocido; consulte el manual de la máquina")


def describe_refusal(reason: int) -> str:
    """Why the machine refuses an order, in words."""
    return _REFUSALS.get(reason, f"la máquina rehúsa por el motivo {reason}, desconocido")
