"""What a book records of its folios and pictures, and whether the files outside of it are those.

Not responsible for the book itself (``hallctl.minutes``). Whatever stands in a volume becomes a problem here,
never an exception: the book may be anybody's.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hallctl.minutes.chain import Problem
from hallctl.minutes.errors import FILE_ERRORS, MinutesError
from hallctl.minutes.folio import is_folio
from hallctl.minutes.opening import FOLIO, NAMES, OPENED
from hallctl.minutes.reader import read_only
from hallctl.rules.codec import decode
from hallctl.rules.events.printing import FolioSealed

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_ASKED: Final = f"""SELECT kind, body FROM entries
    WHERE kind IN ('{FOLIO}', '{OPENED}') OR body LIKE '%"picture"%' ORDER BY number"""


@dataclass
class Records:
    """What the entries of a book say of files outside of it.

    Attributes:
        folios: The newest record of each folio, by the name of its file.
        pictures: The SHA-256 of every picture, in hex.
        formats: Whether a volume records every folio, by the beginning of its files' names, e.g. "tomo-0003":
            those of format 2 do not.
    """

    folios: dict[str, FolioSealed] = field(default_factory=dict)
    pictures: set[str] = field(default_factory=set)
    formats: dict[str, bool] = field(default_factory=dict)

    def take(self, kind: str, body: Any) -> None:
        """Take note of an entry, in the order of the book; the verdict tells of a record of another form."""
        if kind == OPENED and isinstance(body, dict) and isinstance(body.get("volume"), int):
            self.formats[f"tomo-{body['volume']:04d}"] = body.get("format") == NAMES[3]
        if kind == FOLIO and isinstance(body, dict) and is_folio(body):
            self.folios[body["name"]] = decode(FolioSealed, body)
        self.pictures |= set(_pictures(body))


def records_of(volumes: Sequence[Path]) -> Records:
    """Read what a book records of files; what cannot be read is left out, for the verdict says it."""
    found = Records()
    for volume in volumes:
        try:
            with read_only(volume) as connection:
                for kind, text in connection.execute(_ASKED):
                    found.take(kind, json.loads(text))
        except (MinutesError, ValueError, TypeError, RecursionError, *FILE_ERRORS):
            continue
    return found


def compare_folios(folder: Path, records: Records, *, alone: bool = False) -> tuple[list[Problem], list[str]]:
    """Compare the PDFs in a folder with their records; return what is wrong, and what is not compared.

    Args:
        folder: Where the PDFs are.
        records: What the book says of them.
        alone: Whether one volume was given by itself: those of others are left out.
    """
    problems, missing = [], 0
    for name, folio in records.folios.items():
        digest = _digest(folder / name)
        missing += digest is None
        if digest not in (None, folio.pdf):
            problems.append(Problem(0, "MIN-FOLIO", f"{name} no es el archivo que el libro registró"))
    older = 0
    for name in sorted(path.name for path in folder.glob("tomo-*.pdf")):
        recorded = records.formats.get(name[: len("tomo-0001")])
        if name in records.folios or (alone and recorded is None):
            continue
        older += recorded is False
        if recorded is not False:
            problems.append(Problem(0, "MIN-FOLIO", f"{name} es un folio que el libro no nombra"))
    unchecked = [f"{missing} folios no están en la carpeta."] if missing else []
    unchecked += [f"de {older} folios de tomos de formato 2 el libro no guarda huella."] if older else []
    return problems, unchecked


def compare_pictures(folder: Path, records: Records) -> tuple[list[Problem], list[str]]:
    """Compare the pictures in a folder with what the entries name."""
    problems, missing = [], 0
    for each in sorted(records.pictures):
        digest = _digest(folder / f"{each}.jpg")
        missing += digest is None
        if digest not in (None, each):
            problems.append(Problem(0, "MIN-PICTURE", f"{each}.jpg no es la imagen que el libro nombra"))
    return problems, [f"{missing} imágenes no están en la carpeta."] if missing else []


def _pictures(value: Any) -> Iterator[str]:
    """Yield each digest under a key ``picture``, anywhere in a body."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if key == "picture" and isinstance(each, str) and _DIGEST.fullmatch(each):
                yield each
            yield from _pictures(each)
    elif isinstance(value, list):
        for each in value:
            yield from _pictures(each)


def _digest(path: Path) -> str | None:
    """Return the SHA-256 of a file in hex; None where there is none, and "" where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None
    except OSError:
        return ""
