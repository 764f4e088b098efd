"""Pictures of every document of the book, from a small scripted volume: ``python -m tools.folios``.

Needs ``pdftoppm`` (poppler-utils). The tests compare what the templates make now with these pictures. Not
responsible for the other pictures of the README (``tools.pictures``).
"""

import subprocess
import tempfile
from pathlib import Path

from drivers.printer.pdf import render
from tests.hallctl.games.bingo.documents.volume import closed, documents, played

PICTURES = Path(__file__).parents[1] / "docs/pictures"
DPI = 80


def pages(document: bytes, folder: Path) -> list[Path]:
    """Turn a PDF into a grey PNG of each page, in this folder; return them in order."""
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-png", "-", str(folder / "page")]
    subprocess.run(command, input=document, check=True)
    return sorted(folder.glob("page-*.png"))


def main() -> None:
    """Take the picture of the first page of each document."""
    PICTURES.mkdir(exist_ok=True)
    for kind, folio in documents(closed(played())).items():
        with tempfile.TemporaryDirectory(dir=PICTURES) as name:
            first, *_ = pages(render(kind, folio.data, folio.moment), Path(name))
            first.replace(PICTURES / f"folio-{kind}.png")


if __name__ == "__main__":
    main()
