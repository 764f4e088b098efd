"""Typesetting in another process, so that what the typesetter keeps in memory never is in the hall's.

The process (``typesetting.py``) has the typesetter and its fonts loaded, and forks for each document: that
takes as long as it does here, and what it leaves behind ends with the fork (I20). Not responsible for how
a document is typeset (``pdf.py``).
"""

import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from drivers.patience import Patience, busy_by
from drivers.printer.errors import PrinterError

LIMIT_S: Final = 60.0
"""How long a document may take, in seconds without the process's work; a page takes a quarter of one."""

_LOOK_S: Final = 0.5
"""How often it is looked whether the process works."""

REQUEST: Final = struct.Struct("!Q")
"""Before a request: the length of its JSON, [template, data, moment]."""

ANSWER: Final = struct.Struct("!?Q")
"""Before an answer: whether it is the document, else why there is none, and its length."""

_ROOT: Final = Path(__file__).parents[2]
"""Where the process finds this very program, wherever the hall was started."""


class Typesetter:
    """Has documents typeset one after the other; the process starts with the first and ends with the hall.

    One thread at a time uses it.
    """

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        """Prepare; nothing runs yet.

        Args:
            limit_s: After how many seconds without an answer the process is given up, those not counted in
                which it works: a slow machine works longer.
        """
        self._limit_s = limit_s
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    def render(self, template: str, data: Mapping[str, Any], created: datetime) -> bytes:
        """Typeset a document: the bytes that ``pdf.render`` gives.

        Raises:
            PrinterError: As there; or the process does not start, ends, or does not answer in time. The next
                document then has a new one.
        """
        try:
            request = json.dumps([template, data, created.isoformat()], allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise PrinterError(f"los datos de «{template}» no son JSON: {error}") from error
        line = self._line if self._line is not None and self._runs() else self._begin()
        try:
            line.sendall(REQUEST.pack(len(request)) + request)
            self._await(line)
            done, answer = _answer(line)
        except TimeoutError as error:
            self.close()
            raise PrinterError(f"«{template}» no se compuso en {self._limit_s:g} s") from error
        except OSError as error:
            self.close()
            raise PrinterError(f"el proceso que compone «{template}» terminó antes de tiempo") from error
        if not done:
            raise PrinterError(answer.decode("utf-8"))
        return answer

    def close(self) -> None:
        """End the process, with whatever it is typesetting."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def _await(self, line: socket.socket) -> None:
        """Wait until an answer comes, or the process ends.

        Raises:
            TimeoutError: It takes too long.
        """
        assert self._process is not None
        pid = self._process.pid
        patience = Patience(self._limit_s, lambda: busy_by(pid))
        while not select.select([line], [], [], min(_LOOK_S, self._limit_s))[0]:
            if patience.is_over:
                raise TimeoutError

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _begin(self) -> socket.socket:
        self.close()
        try:
            ours, theirs = socket.socketpair()
            self._line = ours
            with theirs:
                # In a group of its own: Ctrl-C is for the hall, and the process ends with all its forks.
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "drivers.printer.typesetting"],
                    stdin=theirs.fileno(),
                    stdout=theirs.fileno(),
                    cwd=_ROOT,
                    process_group=0,
                )
        except OSError as error:
            self.close()
            raise PrinterError(
                f"no arranca el proceso que compone los documentos: {error.strerror}"
            ) from error
        ours.settimeout(self._limit_s)
        return ours


def _answer(line: socket.socket) -> tuple[bool, bytes]:
    """Return whether the answer that comes is a document, and the answer.

    Raises:
        OSError: There is none.
    """
    with line.makefile("rb") as answers:
        head = answers.read(ANSWER.size)
        done, length = ANSWER.unpack(head) if len(head) == ANSWER.size else (False, 1)
        answer = answers.read(length)
    if len(answer) != length:
        raise ConnectionError("no answer")
    return done, answer
