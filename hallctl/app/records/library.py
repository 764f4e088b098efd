"""The book's past as the console sees it: the index, the files of the folios, and what another process makes.

Not responsible for what a report says, nor for who may see it.
"""

import hashlib
import json
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hallctl.app.records.index import BookIndex
from hallctl.devices.paper import DATA
from hallctl.devices.spool import SENT, Job, job_of
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import Reader
from hallctl.minutes.volumes import number_of, volumes_in
from hallctl.outputs.folios.frame import restored
from hallctl.rules.codec import encode
from hallctl.rules.folios import data_name
from hallctl.rules.ruleset import RuleSet
from hallctl.web.records import FolioRow, RecordsError, SessionRow

LIMIT_S: Final = 120.0
"""How long the process may take, in seconds; it has the same limit of its own (``making``)."""

_REFUSED: Final = 2
_KEPT: Final = 24
_SHOWN: Final = "vista en pantalla; el documento es su archivo PDF"
_ROOT: Final = Path(__file__).parents[3]
_UNMADE: Final = (
    "No se pudo componer; inténtelo de nuevo y, si se repite, haga el informe con «hallctl report»."
)
_LATE: Final = "Tarda demasiado. Pida una sola sesión, o haga el informe con «hallctl report»."


class Library:
    """The past of one book; thread-safe. What it made is kept while the book stays the same."""

    def __init__(self, book: Path, acts: Path, rules: RuleSet, limit_s: float = LIMIT_S) -> None:
        """Prepare; nothing is read yet.

        Args:
            book: The folder of the volumes, or the one file that is the book.
            acts: The folder of the printed folios.
            rules: The hall's rule set.
            limit_s: How long the process that makes something may take.
        """
        self._book, self._acts, self._rules, self._limit_s = book, acts, rules, limit_s
        self._index = BookIndex(self._volumes)
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._making = threading.Lock()

    def folios(self) -> Sequence[FolioRow]:
        """Return every folio with a file, the newest first, and what became of each at its queue."""
        with _told():
            found = self._index.folios()
        return [replace(each, printed=_fate(job_of(self._acts / SENT, each.name))) for each in found]

    def sessions(self) -> Sequence[SessionRow]:
        """Return every session, the newest first."""
        with _told():
            return self._index.sessions()

    def pdf(self, folio: FolioRow) -> bytes:
        """Return the file of a folio, as the book records it."""
        return self._kept(self._acts / folio.name, folio.pdf)

    def picture(self, folio: FolioRow, sheet: int) -> bytes:
        """Return a page of a folio as PNG."""
        data = json.loads(self._kept(self._acts / DATA / data_name(folio.name), folio.data))
        stamped = restored(data, folio.document, folio.time, folio.copy, _SHOWN)
        asked = {"what": "picture", "document": folio.document, "data": stamped.data, "sheet": sheet}
        return self._make(f"{folio.data}-{folio.copy}-{sheet}", asked)

    def page(self, report: str, volume: int, session: int | None) -> Mapping[str, Any]:
        """Return a report as the data of the printer's template ``informe``."""
        made: dict[str, Any] = json.loads(self.file(report, volume, session, "page"))
        return made

    def file(self, report: str, volume: int, session: int | None, form: str) -> bytes:
        """Return a report as a file."""
        path = dict(self._volumes()).get(volume)
        if path is None:
            raise RecordsError(f"No hay ningún tomo {volume}.")
        with _told(), Reader(path) as reader:
            last = reader.last()
        number = 0 if last is None else last.number
        asked = {"what": "report", "volume": str(path), "report": report, "session": session, "form": form}
        key = f"{report}-{volume}-{session}-{form}-{number}"
        return self._make(key, asked | {"rules": encode(self._rules)})

    def _volumes(self) -> Sequence[tuple[int, Path]]:
        if self._book.is_file():
            return [(1, self._book)]
        return [(number_of(path) or 0, path) for path in volumes_in(self._book)]

    def _kept(self, path: Path, digest: str) -> bytes:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise RecordsError(f"{path.name} no está en la carpeta de las actas.") from error
        if hashlib.sha256(content).hexdigest() != digest:
            raise RecordsError(f"{path.name} no es el archivo que el libro registró: avise al Director.")
        return content

    def _make(self, key: str, asked: Mapping[str, Any]) -> bytes:
        """Have something made, one thing at a time, or give what was made of the same book before."""
        with self._making:
            if key not in self._made:
                self._made[key] = _answered(asked, self._limit_s)
                while len(self._made) > _KEPT:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            return self._made[key]


@contextmanager
def _told() -> Iterator[None]:
    """Have who asked read why the book cannot be read."""
    try:
        yield
    except MinutesError as error:
        raise RecordsError(str(error)) from error


def _answered(asked: Mapping[str, Any], limit_s: float) -> bytes:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "hallctl.app.records.making"],
            input=json.dumps(asked).encode(),
            stdout=subprocess.PIPE,
            timeout=limit_s,
            cwd=_ROOT,
            process_group=0,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise RecordsError(_LATE) from error
    except OSError as error:
        raise RecordsError(_UNMADE) from error
    if done.returncode == _REFUSED:
        raise RecordsError(done.stdout.decode("utf-8", "replace"))
    if done.returncode:
        raise RecordsError(_UNMADE)
    return done.stdout


def _fate(job: Job | None) -> str:
    """Return what became of a folio that went to a queue; empty for one that went to none."""
    if job is None:
        return ""
    if job.printed:
        return "printed"
    return "lost" if job.lost else "waits"
