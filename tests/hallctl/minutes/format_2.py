"""The kept book of format 2 (fixtures/README.md says how it was made), unpacked for a test."""

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ARCHIVE = Path(__file__).parents[3] / "fixtures/books/format-2.tar.xz"
PASSPHRASE = "solo en las pruebas"
"""Of the authority's key and of every person's."""


@dataclass(frozen=True)
class Format2:
    """A hall with its book of three volumes, the last one open and cut off in the middle of a game."""

    folder: Path

    @classmethod
    def unpacked(cls, folder: Path) -> "Format2":
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(folder, filter="data")
        for private in ("claves", "claves/anteriores", "testigo"):
            # The filter gives folders the mode that the umask leaves.
            (folder / "format-2" / private).chmod(0o700)
        return cls(folder / "format-2")

    @property
    def config(self) -> Path:
        return self.folder / "hall.toml"

    @property
    def book(self) -> Path:
        return self.folder / "sala/libro"

    @property
    def second(self) -> Path:
        return self.folder / "segundo"

    @property
    def exported(self) -> Path:
        """What ``hallctl book export`` made of it then, with the verifier of then."""
        return self.folder / "exportado"

    @property
    def pictures(self) -> Path:
        """Four of the pictures that the book names."""
        return self.folder / "sala/imagenes"

    @property
    def folios(self) -> Path:
        """One printed folio of each kind of document, sealed."""
        return self.folder / "fuera/folios"

    @property
    def codes(self) -> dict[str, list[str]]:
        """The texts of the codes on every folio, by the name of its file."""
        return json.loads((self.folder / "fuera/codigos.json").read_text("utf-8"))

    @property
    def counts(self) -> dict[str, Any]:
        """How many entries each volume has, and how many there are of each kind."""
        return json.loads((self.folder / "asientos.json").read_text("utf-8"))

    def outside(self, name: str) -> str:
        """Return what is known from elsewhere: ``clave``, ``autoridad`` or ``testigo``."""
        return (self.folder / f"fuera/{name}.txt").read_text("ascii").strip()

    @property
    def notes(self) -> list[Path]:
        """The checkpoints that were kept elsewhere and are of this book."""
        return sorted((self.folder / "fuera").glob("tomo-*.punto"))

    @property
    def lost(self) -> Path:
        """A checkpoint of the second volume that saw entries which the hall lost, as two people minuted."""
        return self.folder / "fuera/perdido.punto"
