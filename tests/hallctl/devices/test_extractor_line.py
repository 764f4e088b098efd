"""The line to the extractor: what is a fault, and what the hall did itself."""

import queue
import time
from collections.abc import Iterator

import pytest

from drivers.extractor import wire
from hallctl.devices.extractor import ExtractorLine
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from tests.drivers.extractor_bench import PATIENCE_S, Simulators


@pytest.fixture
def far() -> Iterator[Simulators]:
    far = Simulators()
    yield far
    far.close()


@pytest.mark.invariant("I13", "I21")
def test_an_order_that_a_stop_of_ours_overtook_is_no_fault_and_calls_for_no_other_stop(
    far: Simulators,
) -> None:
    """A stop that is not answered yet, and another: each would latch a fault, which stops again, for ever."""
    deaf = (wire.Stop, wire.Reset, wire.Draw)
    far.answer = lambda message, seq: b"" if isinstance(message, deaf) else far.politely(message, seq)
    inbox = Inbox()
    line = ExtractorLine(far.path, inbox)
    line.start()
    try:
        up = inbox.get(timeout=PATIENCE_S)
        assert isinstance(up, msg.ExtractorUp)
        up.extractor.reset()
        up.extractor.draw(1)
        up.extractor.stop()
        up.extractor.stop()
        failed = inbox.get(timeout=PATIENCE_S)
        assert isinstance(failed, msg.OrderFailed)
        assert (failed.order, failed.busy) == ("stop", False), (
            "the last one, which the machine never answered"
        )
        # A machine that does not answer a stop has no line any more, and no permission.
        assert isinstance(inbox.get(timeout=PATIENCE_S), msg.ExtractorDown)
        assert isinstance(inbox.get(timeout=PATIENCE_S), msg.ExtractorUp)
        time.sleep(0.1)
        with pytest.raises(queue.Empty):
            inbox.get_nowait()
    finally:
        line.stop()
