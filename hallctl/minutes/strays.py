"""What lies in the folders of a book and does not belong there.

A copy beside a volume, or a volume under another name, could be taken for the book by a person or a program.
Only names that begin like a volume's are looked at. Not responsible for what the files hold.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hallctl.minutes.chain import Problem

_BESIDE: Final = r"\.new|\.nuevo|\.apartado-[0-9]+"
BOOK: Final = re.compile(rf"tomo-[0-9]{{4}}\.sqlite(({_BESIDE})?(-wal|-shm|-journal)?|\.lock)")
"""What the folder of the volumes may hold; a journal beside a volume is refused where that is read."""

SECOND: Final = re.compile(rf"tomo-[0-9]{{4}}\.jsonl({_BESIDE}|\.nuevo\.new)?")
"""What the folder of the second media may hold."""


def strays(folder: Path, second: Path | None) -> Iterator[Problem]:
    """Report what does not belong into the folders of a book (MIN-STRAY).

    Args:
        folder: The folder of the volumes.
        second: The folder of the second media; None where that is not looked at.
    """
    if second is None:
        yield from _strays(folder, [BOOK])
    elif second.exists() and folder.samefile(second):
        yield from _strays(folder, [BOOK, SECOND])
    else:
        yield from _strays(folder, [BOOK])
        yield from _strays(second, [SECOND])


def _strays(folder: Path, known: Iterable[re.Pattern[str]]) -> Iterator[Problem]:
    for path in sorted(folder.glob("tomo-*")):
        name = path.name.encode("utf-8", "backslashreplace").decode()
        if not any(pattern.fullmatch(path.name) for pattern in known):
            yield Problem(0, "MIN-STRAY", f"{folder.name}/{name} no es un archivo del libro")
        elif not path.is_file():
            yield Problem(0, "MIN-STRAY", f"{folder.name}/{name} no es un archivo")
