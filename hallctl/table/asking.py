"""Waiting for the table's answer, from any other thread.

Not responsible for asking: whoever waits has put the message into the inbox.
"""

import time
from concurrent.futures import Future, wait

from hallctl.minutes.errors import MinutesError
from hallctl.table.messages import Outcome
from hallctl.table.snapshot import Bulletin

POLL_S = 0.2


def await_answer(reply: "Future[Outcome]", bulletin: Bulletin, seconds: float) -> Outcome:
    """Return the outcome of what was asked.

    Raises:
        MinutesError: If the book failed, with this step or before it.
        TimeoutError: If the table does not answer; whether the step was taken is not known.
    """
    deadline = time.monotonic() + seconds
    while not reply.done() and time.monotonic() < deadline:
        wait([reply], POLL_S)
        halted = bulletin.newest().halted
        if halted and not reply.done():
            code, _, sentence = halted.partition(": ")
            raise MinutesError(code, sentence)
    return reply.result(0)
