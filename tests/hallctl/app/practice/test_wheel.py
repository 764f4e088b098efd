"""The wheel, installed outside the checkout, plays the practice hall."""

import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hallctl.app.practice.data import PRACTICE, places
from tests.hallctl.cli.book.hall import ROOT

WHERE = (
    "import hallctl as h, drivers as d, displays as s, fonts as f; print(*(p.__file__ for p in (h, d, s, f)))"
)

HALLS = """
from hallctl.app.practice.data import practice_of
from hallctl.app.setting import load
for balls in ("90", "80", "75", "30"):
    print(load(practice_of(balls)).material[0].variant.universe)
"""
VERIFIER = ROOT / "hallctl/minutes/notary/verificar_libro.py"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's packages in a folder of their own."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packages:
        packages.extractall(folder / "site")
    return folder / "site"


def python(installed: Path, there: Path, *arguments: str) -> subprocess.Popen[str]:
    """Run Python in a folder: the installed packages come before those of the checkout."""
    return subprocess.Popen(
        [sys.executable, "-P", *arguments],
        cwd=there,
        env={**os.environ, "PYTHONPATH": str(installed), "DISPLAY": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_it_is_the_installed_program_that_runs(installed: Path, tmp_path: Path) -> None:
    said, _ = python(installed, tmp_path, "-c", WHERE).communicate(timeout=60)
    assert said.count(str(installed)) == 4, said


def test_its_practice_hall_opens_and_keeps_its_files_where_the_person_is(
    installed: Path, tmp_path: Path
) -> None:
    hall = python(installed, tmp_path, "-u", "-m", "hallctl", "practice")
    said = []
    try:
        assert hall.stdout is not None
        for line in hall.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                break
        assert "Ctrl-C" in said[-1], said
        hall.send_signal(signal.SIGINT)
        rest, _ = hall.communicate(timeout=60)
    finally:
        hall.kill()
        hall.communicate()
    assert hall.returncode == 0, (said, rest)
    assert (tmp_path / "practice/actas").is_dir()
    assert (tmp_path / "practice/claves").is_dir()
    assert not list(installed.rglob("claves"))


def test_it_has_the_practice_halls_of_every_number_of_balls(installed: Path, tmp_path: Path) -> None:
    said, _ = python(installed, tmp_path, "-c", HALLS).communicate(timeout=60)
    assert said.split() == ["90", "80", "75", "30"]


@pytest.mark.parametrize("balls", ["90", "80", "75", "30"])
def test_its_demonstration_plays_a_session_whose_book_verifies(
    installed: Path, tmp_path: Path, full: bool, balls: str
) -> None:
    if not full:
        pytest.skip("a minute: --torture")
    demo = python(installed, tmp_path, "-m", "hallctl", "demo", "--variant", balls)
    said, _ = demo.communicate(timeout=280)
    assert demo.returncode == 0, said
    book = tmp_path / "practice/demo/libro"
    assert subprocess.run([sys.executable, VERIFIER, book], capture_output=True, check=False).returncode == 0


def test_a_checkout_s_practice_hall_says_itself_where_its_files_are() -> None:
    assert places(PRACTICE) == []
