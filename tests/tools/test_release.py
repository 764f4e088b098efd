"""What ``make release`` makes: an sdist that gives the same wheel, and a bill of all that is installed."""

import hashlib
import json
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from hallctl import BUILT
from tools import release
from tools.release import ROOT, ReleaseError

LOCKED = re.compile(r"^([a-z0-9-]+)==([^ ]+)", re.MULTILINE)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    release.release(folder)
    return folder


def test_the_sums_are_those_of_the_files(made: Path) -> None:
    said = dict(line.split("  ")[::-1] for line in (made / "SHA256SUMS").read_text("utf-8").splitlines())
    files = {path.name: path.read_bytes() for path in made.iterdir() if path.name != "SHA256SUMS"}
    assert said == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert len(files) == 4


def test_the_bill_of_materials_names_every_locked_package(made: Path) -> None:
    (path,) = made.glob("*.cdx.json")
    bill = json.loads(path.read_text("utf-8"))
    locked = LOCKED.findall((ROOT / "requirements.lock").read_text("utf-8"))
    assert {(each["name"], each["version"]) for each in bill["components"]} == set(locked)
    assert bill["metadata"]["timestamp"] == BUILT.isoformat(), "the same each time"
    assert "serialNumber" not in bill


def test_the_packages_hold_what_the_program_needs(made: Path) -> None:
    (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        installed = {name for name in packed.namelist() if ".dist-info/" not in name}
        assert packed.read("hallctl/cli/book/minutes.md") == (ROOT / "docs/minutes.md").read_bytes()
    with tarfile.open(sdist) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert "hallctl/minutes/notary/verificar_libro.py" in installed
    assert {"Makefile", "tools/install.sh", "tests/conftest.py"} <= names
    assert not [name for name in names if name.startswith((".venv", "dist/", "build/", "practice/"))]


def test_a_tree_with_two_versions_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "__version__", "9.9")
    with pytest.raises(ReleaseError, match="CHANGELOG"):
        list(release.problems())


def test_a_release_never_goes_over_another(made: Path) -> None:
    with pytest.raises(ReleaseError, match="not empty"):
        release.release(made)
