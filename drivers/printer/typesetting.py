"""The process that typesets: ``python -m drivers.printer.typesetting``, which ``Typesetter`` alone starts.

Requests come over its standard input and answers go over its standard output, one socket. It forks for each
and ends when the socket is closed, which is when its starter ends, however that ends. Not responsible for how
a document is typeset (``pdf.py``).
"""

import json
import os
import signal
import sys
from contextlib import suppress
from datetime import datetime
from typing import BinaryIO

from drivers.patience import MOST
from drivers.printer import fonts
from drivers.printer.errors import PrinterError
from drivers.printer.pdf import render
from drivers.printer.typesetter import ANSWER, LIMIT_S, REQUEST


def serve(requests: BinaryIO, answers: BinaryIO) -> int:
    """Answer requests until there are no more; return the status to exit with.

    A fork that fails has spoilt the answer: the process ends with it, and whoever waits sees that at once.
    """
    fonts.families()
    while request := _next(requests):
        # Nothing has a thread yet: the typesetter makes its own with the first document, in the fork.
        child = os.fork()
        if child == 0:
            with suppress(ConnectionError):  # nobody is left who waits for it
                _answer(request, answers)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status != 0:
            return 1
    return 0


def _next(requests: BinaryIO) -> bytes:
    with suppress(ConnectionError):  # a hall that was killed asks for nothing more
        head = requests.read(REQUEST.size)
        if len(head) == REQUEST.size:
            return requests.read(*REQUEST.unpack(head))
    return b""


def _answer(request: bytes, answers: BinaryIO) -> None:
    signal.alarm(int(MOST * LIMIT_S))  # where nobody is left to give it up
    template, data, created = json.loads(request)
    try:
        done, answer = True, render(template, data, datetime.fromisoformat(created))
    except PrinterError as error:
        done, answer = False, str(error).encode("utf-8", "replace")
    answers.write(ANSWER.pack(done, len(answer)) + answer)
    answers.flush()


if __name__ == "__main__":
    sys.exit(serve(sys.stdin.buffer, sys.stdout.buffer))
