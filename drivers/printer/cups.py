"""CUPS: documents handed to a print queue by its own program, ``lp``.

Not responsible for the queue, nor for what becomes of the job (``service.py``).
"""

import re
import subprocess
from typing import Final

from drivers.printer.errors import PrinterError
from drivers.printer.service import plain_words

_REQUEST: Final = re.compile(r"request id is .+-([0-9]+) \(")
_PATIENCE_S: Final = 30.0


def print_on(queue: str, title: str, document: bytes) -> int:
    """Hand a document to a queue and return the number of its job; 0 where ``lp`` names none.

    Args:
        queue: The name of the queue; ``lpstat -e`` lists them.
        title: What the queue shows.
        document: The PDF.

    Raises:
        PrinterError: There is no ``lp``, it does not answer, or the queue refuses.
    """
    # On both sides a folio would not be one leaf; "fit" would move what is measured in millimetres.
    options = ("-o", "sides=one-sided", "-o", "media=A4", "-o", "print-scaling=none")
    command = ("lp", "-d", queue, "-t", title, *options, "--", "-")
    try:
        done = subprocess.run(
            command,
            input=document,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=True,
            env=plain_words(),
        )
    except FileNotFoundError as error:
        raise PrinterError("no está el programa «lp»: instale cups-client o quite la cola") from error
    except subprocess.TimeoutExpired as error:
        raise PrinterError(f"la cola «{queue}» no contesta en {_PATIENCE_S:.0f} s") from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip()
        raise PrinterError(f"la cola «{queue}» no acepta «{title}»: {said}") from error
    # The queue took it, so an answer that cannot be read is no refusal: it would be printed over and over.
    request = _REQUEST.match(done.stdout.decode("utf-8", "replace"))
    return 0 if request is None else int(request[1])
