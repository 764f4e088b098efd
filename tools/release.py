"""``make release``: sdist, wheel, bill of materials, notes and sums of a version, the same bytes each time.

Not responsible for publishing: it says which tag to set, and pushes nothing.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hallctl import BUILT, __version__

ROOT: Final = Path(__file__).parents[1]
_SECTION: Final = re.compile(r"^## (\S+) — (.+)\n((?:(?!## ).*\n)*)", re.MULTILINE)


class ReleaseError(ValueError):
    """The tree is not one to release; the message says why."""


def release(out: Path) -> list[Path]:
    """Make what is published of this version in a new folder; return its files.

    Args:
        out: Must not be there, or be empty.

    Raises:
        ReleaseError: The wheel that the sdist gives is not that of the tree.
    """
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise ReleaseError(f"{out} is not empty")
    _build(ROOT, "sdist", out)
    _build(ROOT, "wheel", out)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sdist) as packed:
            packed.extractall(folder, filter="data")
        _build(Path(folder) / sdist.name.removesuffix(".tar.gz"), "wheel", Path(folder))
        if (Path(folder) / wheel.name).read_bytes() != wheel.read_bytes():
            raise ReleaseError("the sdist gives another wheel than the tree")
    _bill_of_materials(out / f"hallctl-{__version__}.cdx.json")
    (out / "NOTES.md").write_text(section()[1], "utf-8")
    sums = "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in _in(out))
    (out / "SHA256SUMS").write_text(sums, "utf-8")
    return _in(out)


def problems() -> Iterator[str]:
    """Say why this tree is not one to release, if so."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    if project["version"] != __version__:
        yield f"pyproject.toml says {project['version']}, and hallctl/__init__.py {__version__}"
    date, _ = section()
    if date != f"{BUILT:%Y-%m-%d}":
        yield f"CHANGELOG.md dates {__version__} «{date}», and hallctl.BUILT is {BUILT:%Y-%m-%d}"
    status = ["git", "status", "--porcelain"]
    if subprocess.run(status, cwd=ROOT, check=True, capture_output=True, text=True).stdout:
        yield "there are files that are not committed"


def section() -> tuple[str, str]:
    """Return the date and the text of this version in the changelog.

    Raises:
        ReleaseError: It is not the newest one there.
    """
    found = _SECTION.search((ROOT / "CHANGELOG.md").read_text("utf-8"))
    if found is None or found[1] != __version__:
        raise ReleaseError(f"CHANGELOG.md does not begin with {__version__}")
    return found[2], found[3].strip() + "\n"


def _build(source: Path, kind: str, out: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    _run(command, source)


def _bill_of_materials(path: Path) -> None:
    program = str(Path(sys.executable).with_name("cyclonedx-py"))
    lock = ["requirements", "requirements.lock", "--pyproject", "pyproject.toml"]
    _run([program, *lock, "--output-reproducible", "--of", "JSON", "-o", str(path)], ROOT)
    bill = json.loads(path.read_text("utf-8"))
    bill["metadata"]["component"]["version"] = __version__
    bill["metadata"]["timestamp"] = BUILT.isoformat()
    path.write_text(json.dumps(bill, indent=2, sort_keys=True) + "\n", "utf-8")


def _run(command: list[str], folder: Path) -> None:
    moment = {"SOURCE_DATE_EPOCH": str(int(BUILT.timestamp()))}
    done = subprocess.run(
        command, cwd=folder, env=os.environ | moment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseError(f"{' '.join(command)}:\n{done.stderr}")


def _in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def main() -> int:
    """Make a release, or with ``--draft`` what it would be; end with 1 where it is refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / "dist" / __version__)
    parser.add_argument("--draft", action="store_true", help="also of a tree that is not one to release")
    options = parser.parse_args()
    try:
        found = list(problems())
        print(*found, sep="\n", end="\n" if found else "")
        if found and not options.draft:
            return 1
        print(*release(options.out), sep="\n")
    except ReleaseError as error:
        print(error)
        return 1
    if not found:
        print(f"git tag -s v{__version__} -F {options.out / 'NOTES.md'} && git push origin v{__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
