"""What ends a running hall: SIGINT, SIGTERM, and the death of one of its threads.

Not responsible for how it ends: the table closes.
"""

import threading
from contextlib import AbstractContextManager

from hallctl.app.service.duty import Observation
from hallctl.app.service.journal import where
from hallctl.minutes import threads
from hallctl.minutes.threads import ThreadDiedError, watched
from hallctl.table import messages as msg
from hallctl.table.table import Inbox


def end_when_a_thread_dies(inbox: Inbox, duty: Observation) -> AbstractContextManager[None]:
    """Watch every thread of the hall: it does not look alive with one of them dead."""

    def died(error: ThreadDiedError, cause: BaseException | None) -> None:
        at = "" if cause is None else where(cause)
        duty.log("error", "thread-died", thread=threading.current_thread().name, at=at)
        inbox.put(msg.ThreadDied(error))

    return watched(died)


def quit_on_signals(inbox: Inbox) -> AbstractContextManager[None]:
    """Turn SIGINT and SIGTERM into an orderly end of the table."""
    return threads.quit_on_signals(lambda: inbox.put(msg.Quit()))
