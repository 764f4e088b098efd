"""The extractor's line, kept open: connects, reports when it is up or down, connects again.

Not responsible for what is ordered. A line that comes back resumes nothing by itself.
"""

import threading
from contextlib import suppress
from typing import Final

from drivers.extractor import wire
from drivers.extractor.driver import (
    BallArrived,
    CommandFailed,
    DrumLoaded,
    Extractor,
    ExtractorError,
    ExtractorEvent,
    FaultCode,
    LinkLost,
    MachineFault,
    NakReason,
    describe_fault,
)
from drivers.extractor.interface import ExtractorDriver, MakeDriver
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

RETRY_S: Final = 0.5

_FAULTS: Final = {
    FaultCode.JAM: "EXT-JAM",
    FaultCode.PERMISSION_LOST: "EXT-PERMISSION",
    FaultCode.DOOR_OPEN: "EXT-DOOR",
    FaultCode.STALLED: "EXT-STALLED",
    FaultCode.MUSHROOM: "EXT-STOP",
}
_ORDERS: Final = {wire.Draw: "draw", wire.Reload: "reload", wire.Stop: "stop", wire.Reset: "reset"}
_NOT_READY: Final = (NakReason.BUSY, NakReason.NO_PERMISSION)


def fault_named(code: str) -> FaultCode:
    """Return the fault of a machine that the hall calls so."""
    return next(fault for fault, name in _FAULTS.items() if name == code)


class ConnectedExtractor:
    """One connection, as the deciding loop holds it.

    A call on a connection that is lost does nothing: the loss is a message already on its way.
    """

    def __init__(self, driver: ExtractorDriver) -> None:
        self._driver = driver

    def draw(self, order: int) -> None:
        """Bring a ball to the exit."""
        with suppress(ExtractorError):
            self._driver.draw(order)

    def reload(self) -> None:
        """Put every ball back into the drum."""
        with suppress(ExtractorError):
            self._driver.reload()

    def stop(self) -> None:
        """Stand still."""
        with suppress(ExtractorError):
            self._driver.stop()

    def reset(self) -> None:
        """Clear the machine's latched stop."""
        with suppress(ExtractorError):
            self._driver.reset()

    def permit(self) -> None:
        """Renew the permission to move."""
        self._driver.permit()

    def acknowledge(self, event: int) -> None:
        """Report that an event is durable in the book."""
        self._driver.acknowledge(event)

    def holds(self, order: int) -> bool:
        """Return whether the ball of this order stands at the exit already."""
        with suppress(ExtractorError):
            state = self._driver.state
            return state.order == order and state.exit_occupied and not state.moving
        return False

    def shows(self, code: str) -> bool:
        """Return whether the machine still shows the cause of one of its faults."""
        with suppress(ExtractorError):
            state = self._driver.state
            if code == "EXT-JAM":
                return state.tube_occupied and not state.moving
            return code == "EXT-DOOR" and state.door_open
        return False


class ExtractorLine(Worker):
    """Keeps one serial line connected, in a thread of its own.

    Args:
        port: Path of the tty.
        inbox: Where its news go.
        make: Makes the driver of the machine that hangs there.
    """

    def __init__(self, port: str, inbox: Inbox, make: MakeDriver = Extractor) -> None:
        self._port = port
        self._inbox = inbox
        self._make = make
        self._lost = threading.Event()
        self._reason = ""
        self._early: list[ExtractorEvent] | None = None
        self._handing_on = threading.Lock()
        super().__init__("extractor-line")

    def _request_stop(self) -> None:
        super()._request_stop()
        self._lost.set()

    def _run(self) -> None:
        reported = ""
        while not self._stopping.is_set():
            driver = self._make(self._port, self._on_event)
            self._lost.clear()
            self._early = []
            try:
                driver.open()
            except ExtractorError as error:
                if str(error) != reported:
                    reported = str(error)
                    self._inbox.put(msg.ExtractorDown(reported))
                self._stopping.wait(RETRY_S)
                continue
            reported = ""
            self._serve(driver)

    def _serve(self, driver: ExtractorDriver) -> None:
        """Hand events on until the link is lost."""
        with self._handing_on:
            # Nothing overtakes the news that the line is up.
            self._inbox.put(msg.ExtractorUp(ConnectedExtractor(driver)))
            for event in self._early or ():
                self._hand_on(event)
            self._early = None
        if not self._stopping.is_set():
            self._lost.wait()
        if not self._stopping.is_set():
            self._inbox.put(msg.ExtractorDown(self._reason))
        driver.close()

    def _on_event(self, event: ExtractorEvent) -> None:
        with self._handing_on:
            if self._early is None:
                self._hand_on(event)
            else:
                self._early.append(event)

    def _hand_on(self, event: ExtractorEvent) -> None:
        match event:
            case BallArrived(event=number, order=order, again=again, since=since):
                self._inbox.put(msg.BallArrived(number, order, again=again, since=since))
            case DrumLoaded(event=number, again=again):
                self._inbox.put(msg.DrumLoaded(number, again))
            case MachineFault(event=number, code=code, text=text):
                name = next((name for known, name in _FAULTS.items() if known == code), "EXT-UNKNOWN")
                self._inbox.put(msg.MachineFailed(number, name, text or describe_fault(code)))
            case CommandFailed(overtaken=True):
                pass  # a stop of ours: what is still owed is given again when play goes on
            case CommandFailed(command=command, reason=reason, text=text):
                self._inbox.put(msg.OrderFailed(_ORDERS[type(command)], text, reason in _NOT_READY))
            case LinkLost(reason=reason):
                self._reason = reason
                self._lost.set()
