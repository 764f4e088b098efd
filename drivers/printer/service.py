"""The print service: how a queue is, and what became of a job, as CUPS says it over IPP.

Not responsible for handing a document over (``cups.py``), nor for what a hall does about a job that was lost.
"""

import os
import pwd
import subprocess
from dataclasses import dataclass
from enum import Enum
from typing import Final

from drivers.printer import ipp
from drivers.printer.errors import PrinterError

PATIENCE_S: Final = 5.0
"""How long an answer may take."""

_QUEUE: Final = (
    "printer-state",
    "printer-state-reasons",
    "printer-state-message",
    "printer-is-accepting-jobs",
)
_JOB: Final = ("job-state", "job-name")
_STOPPED: Final = 5
_SEVERITIES: Final = ("-report", "-warning", "-error")
_REASONS: Final = {
    "media-empty": "no hay papel",
    "media-needed": "no hay papel",
    "media-jam": "el papel está atascado",
    "toner-empty": "no hay tóner",
    "marker-supply-empty": "no hay tóner o tinta",
    "door-open": "la tapa está abierta",
    "cover-open": "la tapa está abierta",
    "interlock-open": "la tapa está abierta",
    "output-area-full": "la bandeja de salida está llena",
    "offline": "la impresora está apagada o sin conexión",
    "shutdown": "la impresora está apagada o sin conexión",
    "timed-out": "la impresora no contesta",
}
"""The reasons of RFC 8011 (5.4.12) and CUPS for which no paper comes out, without their severity."""


class Fate(Enum):
    """What became of a job."""

    WAITING = "espera en la cola"
    HELD = "está retenido en la cola"
    PRINTED = "impreso"
    CANCELLED = "se anuló en la cola"
    ABORTED = "la cola lo abandonó"
    FORGOTTEN = "la cola ya no lo conoce y no dijo si salió"


_FATES: Final = {
    3: Fate.WAITING,
    4: Fate.HELD,
    5: Fate.WAITING,
    6: Fate.WAITING,
    7: Fate.CANCELLED,
    8: Fate.ABORTED,
    9: Fate.PRINTED,
}
"""By ``job-state`` (RFC 8011, 5.3.7)."""


@dataclass(frozen=True, slots=True)
class Service:
    """A print service of CUPS.

    Attributes:
        address: The path of its socket, or "host:port".
        user: Who asks.
    """

    address: str
    user: str

    def trouble(self, queue: str) -> str:
        """Return why no paper comes out of a queue, a sentence; empty where nothing is known against it.

        Raises:
            PrinterError: The service does not answer.
        """
        said = self._ask(ipp.GET_PRINTER_ATTRIBUTES, "printer-uri", f"printers/{queue}", _QUEUE)
        if said is None:
            return f"no existe la cola «{queue}»"
        message = " ".join(str(each) for each in said.get("printer-state-message", ()) if each)
        why = f" ({message})" if message else ""
        if said.get("printer-state") == (_STOPPED,):
            return f"la cola «{queue}» está parada{why}; se pone en marcha con «cupsenable {queue}»"
        if said.get("printer-is-accepting-jobs") == (False,):
            return f"la cola «{queue}» no admite trabajos{why}; los admite con «cupsaccept {queue}»"
        known = [_reason(str(each)) for each in said.get("printer-state-reasons", ())]
        told = next((each for each in known if each), "")
        return f"la cola «{queue}» espera: {told}" if told else ""

    def fate(self, job: int, title: str) -> Fate:
        """Return what became of the job with this number and title; another title is another job.

        Raises:
            PrinterError: The service does not answer.
        """
        said = self._ask(ipp.GET_JOB_ATTRIBUTES, "job-uri", f"jobs/{job}", _JOB)
        # A service that keeps the titles of jobs to itself is believed by the number alone.
        if said is None or said.get("job-name", (title,)) != (title,):
            return Fate.FORGOTTEN
        state = said.get("job-state", (0,))[0]
        return _FATES.get(int(state), Fate.WAITING)

    def _ask(self, operation: int, about: str, path: str, wanted: tuple[str, ...]) -> ipp.Group | None:
        target = (about, f"ipp://localhost/{path}")
        try:
            return ipp.ask(self.address, operation, target, self.user, wanted, PATIENCE_S)
        except ipp.IppError as error:
            if error.status == ipp.NOT_FOUND:
                return None
            raise PrinterError(str(error)) from error


def find_service() -> Service:
    """Return the service that ``lp`` prints with, as the programs of CUPS find it.

    Raises:
        PrinterError: The programs of CUPS are not there, or say nothing.
    """
    try:
        done = subprocess.run(
            ("lpstat", "-H"), capture_output=True, timeout=PATIENCE_S, check=True, env=plain_words()
        )
    except FileNotFoundError as error:
        raise PrinterError("no está el programa «lpstat»: instale cups-client o quite la cola") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise PrinterError(f"«lpstat» no dice dónde está el servicio de impresión: {error}") from error
    return Service(done.stdout.decode("utf-8", "replace").strip(), pwd.getpwuid(os.getuid()).pw_name)


def plain_words() -> dict[str, str]:
    """Return the environment in which the programs of CUPS speak no language but C's."""
    return {**os.environ, "LC_ALL": "C"}


def _reason(reason: str) -> str:
    """Return what one of a printer's reasons means for paper; empty where it means nothing."""
    severity = next((each for each in _SEVERITIES if reason.endswith(each)), "")
    known = _REASONS.get(reason.removesuffix(severity), "")
    return known or (reason if severity == "-error" else "")
