"""Fetches the faces to learn from that no Debian package has: families of the npm registry's `@fontsource`.

    python -m tools.reader.families

needs npm and fonttools (neither is a dependency of the project) and puts the faces that `families.txt`
names, the version of each with it, into `build/faces`. `tools.reader.fonts` finds them there; all of them are
on the learnt side, so none may be of a family that is checked or held out, nor look like one.

It is NOT responsible for which faces are usable.
"""

import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from tools.reader.fonts import FETCHED

LIST: Final = Path(__file__).with_name("families.txt")
_WEIGHTS: Final = ("400", "600", "700", "900")
_AT_ONCE: Final = 4


def families() -> Iterator[tuple[str, str]]:
    """The name and the version of each family of the list."""
    for line in LIST.read_text("utf-8").splitlines():
        name, version = line.split()
        yield name, version


def fetch(into: Path, family: tuple[str, str]) -> int:
    """Put the upright faces of one family into a folder as TTF; return how many there are.

    Raises:
        subprocess.CalledProcessError: npm cannot get the package.
    """
    name, version = family
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"@fontsource/{name}@{version}"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        (package,) = Path(folder).glob("*.tgz")
        with tarfile.open(package) as files:
            found = [
                (weight, member)
                for weight in _WEIGHTS
                if (member := _member(files, f"package/files/{name}-latin-{weight}-normal.woff")) is not None
            ]
            for weight, content in found:
                _written(content, into / f"{name}-{weight}.ttf")
    return len(found)


def _member(files: tarfile.TarFile, path: str) -> bytes | None:
    try:
        content = files.extractfile(path)
    except KeyError:
        return None
    return None if content is None else content.read()


def _written(woff: bytes, path: Path) -> None:
    from fontTools.ttLib import TTFont  # noqa: PLC0415 -- only who fetches faces needs it

    font = TTFont(io.BytesIO(woff))
    font.flavor = None
    font.save(path)


def main() -> int:
    """Fetch every family that is not there yet."""
    wanted = [each for each in families() if not list(FETCHED.glob(f"{each[0]}-?00.ttf"))]
    with ThreadPoolExecutor(_AT_ONCE) as several:
        for number, (family, count) in enumerate(
            zip(wanted, several.map(partial(fetch, FETCHED), wanted), strict=True), 1
        ):
            print(f"{number}/{len(wanted)} {family[0]}: {count}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
