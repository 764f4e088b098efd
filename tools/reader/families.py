"""Fetches the faces to learn from that no Debian package has: families of the npm registry's `@fontsource`.

    python -m tools.reader.families

needs npm and fonttools (neither is a dependency of the project) and puts the faces that `families.txt`
names, the version and the weights of each with it, into `build/faces`, where `tools.reader.fonts` finds them.
All are learnt (docs/decisions/0012-faces-beyond-debian.md says how they were chosen).

It is NOT responsible for which faces are usable.
"""

import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.reader.fonts import FETCHED

LIST: Final = Path(__file__).with_name("families.txt")
_AT_ONCE: Final = 60


@dataclass(frozen=True, slots=True)
class Family:
    """A family as the registry names it, its version, and the weights to learn."""

    name: str
    version: str
    weights: tuple[str, ...]

    def faces(self, into: Path) -> list[Path]:
        """Where its faces are to be, in the order of its weights."""
        return [into / f"{self.name}-{weight}.ttf" for weight in self.weights]


def families() -> Iterator[Family]:
    """The families of the list."""
    for line in LIST.read_text("utf-8").splitlines():
        name, version, *weights = line.split()
        yield Family(name, version, tuple(weights))


def fetch(wanted: Sequence[Family], into: Path) -> None:
    """Put the faces of some families into a folder as TTF.

    Raises:
        subprocess.CalledProcessError: npm cannot get the packages.
    """
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        packages = [f"@fontsource/{each.name}@{each.version}" for each in wanted]
        command = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", *packages]
        subprocess.run(command, cwd=folder, check=True)
        for each in wanted:
            files = Path(folder) / "node_modules/@fontsource" / each.name / "files"
            for weight, path in zip(each.weights, each.faces(into), strict=True):
                _convert(files / f"{each.name}-latin-{weight}-normal.woff", path)


def _convert(woff: Path, path: Path) -> None:
    from fontTools.ttLib import TTFont  # noqa: PLC0415 -- only who fetches faces needs it

    font = TTFont(io.BytesIO(woff.read_bytes()))
    font.flavor = None
    font.save(path)


def main() -> int:
    """Fetch every family that is not there yet."""
    wanted = [each for each in families() if not all(path.exists() for path in each.faces(FETCHED))]
    for start in range(0, len(wanted), _AT_ONCE):
        fetch(wanted[start : start + _AT_ONCE], FETCHED)
        print(f"{min(start + _AT_ONCE, len(wanted))} of {len(wanted)} families", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
