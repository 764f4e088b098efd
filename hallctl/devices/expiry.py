"""Reports weeks ahead that a certificate of the hall ends, so that it is renewed before nobody can sign.

Not responsible for refusing a signature, nor for renewing anything.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.verify import span_of
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.troubles import CERTIFICATE_ENDING
from hallctl.table.worker import Worker

SOON: Final = timedelta(days=30)
"""How long before its end a certificate is reported."""

HOUR_S: Final = 3600.0

Certificates = Callable[[], Iterable[tuple[str, bytes]]]
"""Gives every certificate of the hall, DER, and whose it is; raises SigningError."""


class ExpiryWatch(Worker):
    """Looks at the certificates now and then, in a thread of its own; no wall time hurries or delays it."""

    def __init__(
        self,
        certificates: Certificates,
        wall: Callable[[], datetime],
        inbox: Inbox,
        every_s: float = HOUR_S,
    ) -> None:
        """Prepare; nothing is read yet.

        Args:
            certificates: Read afresh at each look: people renew them while the hall runs.
            wall: The wall time, aware.
            inbox: Receives the notice.
            every_s: How long from one look to the next.
        """
        self._certificates = certificates
        self._wall = wall
        self._inbox = inbox
        self._every_s = every_s
        super().__init__("expiry-watch")

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._look()
            self._stopping.wait(self._every_s)

    def _look(self) -> None:
        device, code = CERTIFICATE_ENDING
        try:
            soon = ending(self._certificates(), self._wall())
        except SigningError as error:
            soon = (error.sentence,)
        self._inbox.put(msg.Trouble(device, code, "; ".join(soon)) if soon else msg.Recovered(device, code))


def ending(certificates: Iterable[tuple[str, bytes]], at: datetime) -> tuple[str, ...]:
    """Return a phrase for each certificate that ends soon, or has ended.

    Args:
        certificates: DER, with whose each is.
        at: The moment, aware.
    """
    spans = ((name, span_of(certificate)) for name, certificate in certificates)
    return tuple(
        f"el certificado de {name} {'caducó' if span[1] < at else 'caduca'} el {span[1]:%Y-%m-%d}"
        for name, span in spans
        if span is not None and span[1] - at <= SOON
    )
