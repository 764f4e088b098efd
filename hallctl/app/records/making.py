"""The process that makes a report or a picture of a folio: ``python -m hallctl.app.records.making``.

It gets one request over its standard input, answers over its standard output and ends, and its memory with
it: a report over a large book takes seconds of a processor, which the hall's own process must not give. Not
responsible for what a report says, nor for who may ask.
"""

import json
import os
import signal
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from drivers.printer.errors import PrinterError
from drivers.printer.pdf import picture, render
from hallctl.app.games import game_of_volume
from hallctl.minutes.entry import local_time
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Report, ReportError
from hallctl.rules.codec import decode
from hallctl.table.keeper import event_of

REFUSED: Final = 2
"""The status with which it ends where the answer is the sentence why there is none."""

LIMIT_S: Final = 120
"""How long it may take."""

_POLITE: Final = 10
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def answer(asked: Mapping[str, Any]) -> bytes:
    """Return what was asked for.

    Raises:
        ReportError: The book does not hold it.
        MinutesError: The book cannot be read.
        PrinterError: It cannot be typeset.
    """
    if asked["what"] == "picture":
        return picture(asked["document"], asked["data"], asked["sheet"])
    volume = Path(asked["volume"])
    game = game_of_volume(volume)
    kind = next(each for each in game.reports if each.name == asked["report"])
    entries = tuple(
        Minuted(each.number, local_time(each), each.actor, each.hash, event_of(game.rules, each))
        for each in read_entries(volume)
    )
    rules = decode(game.files.rules, asked["rules"])
    made = entries[-1].time if entries else _EPOCH
    return _written(kind.make(entries, asked["session"], rules, ()), asked["form"], made)


def _written(report: Report, form: str, made: datetime) -> bytes:
    if form == "csv":
        return report.sheet.csv().encode()
    if form == "pdf":
        return render("informe", report.paper(), made)
    return json.dumps(report.paper(), ensure_ascii=False, allow_nan=False).encode()


def main() -> int:
    """Answer the request on the standard input; return the status to end with."""
    os.nice(_POLITE)
    signal.alarm(LIMIT_S)  # where nobody is left to give it up
    try:
        said, status = answer(json.load(sys.stdin.buffer)), 0
    except (ReportError, MinutesError, PrinterError) as error:
        said, status = str(error).encode("utf-8", "replace"), REFUSED
    sys.stdout.buffer.write(said)
    sys.stdout.buffer.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
