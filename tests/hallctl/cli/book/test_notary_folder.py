"""The folder for the notary: whole or not there, always the same, and verified by the other program."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import zipfile

import pytest

from hallctl.cli.book.notary_folder import export
from hallctl.minutes.entry import Draft, Stamp
from hallctl.minutes.volumes import Shelf
from tests.hallctl.cli.book.hall import ROOT, Hall, book, started

STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "unknown", "boot")


@pytest.fixture(scope="module")
def exported(three, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "para el notario"
    result = book("export", three.book, out)
    assert result.returncode == 0, result.stderr
    return out


def contents(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def verified(folder, *options):
    """Run the notary's verifier as he does: in the folder, with nothing of ours."""
    command = [sys.executable, "-I", "verificar_libro.py", ".", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={}, check=False)


def test_the_folder_holds_all_that_a_third_person_needs(three, exported):
    found = contents(exported)
    for number in (1, 2, 3):
        assert found[f"tomo-000{number}.jsonl"] == three.medium(number).read_bytes()
        assert f"tomo-000{number}.puntos" in found
        assert f"tomo-000{number}.punto" in found
    assert found["formato-del-libro.md"] == (ROOT / "docs/minutes.md").read_bytes()
    assert found["verificar_libro.py"] == (ROOT / "hallctl/minutes/notary/verificar_libro.py").read_bytes()
    assert sum(name.startswith("certificados/") for name in found) == 1 + len(three.setting.config.people)


def test_exported_again_it_is_the_same_byte_by_byte(three, exported, tmp_path):
    assert book("export", three.book, tmp_path / "again").returncode == 0
    assert contents(tmp_path / "again") == contents(exported)


def test_the_sums_are_those_of_every_file(exported):
    command = ["sha256sum", "-c", "SHA256SUMS"]
    result = subprocess.run(command, cwd=exported, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert result.stdout.count(": OK") == len(contents(exported)) - 1


def test_the_command_of_the_letter_verifies_the_folder_as_it_stands(exported):
    letter = (exported / "LEEME.txt").read_text("utf-8")
    (line,) = (line for line in letter.splitlines() if "--clave" in line and "python3" in line)
    _, script, *options = shlex.split(line)
    assert script == "verificar_libro.py"
    result = verified(exported, *options[1:])
    assert result.returncode == 0, result.stdout
    assert "EL LIBRO ESTÁ ÍNTEGRO" in result.stdout
    assert "{" not in letter


def test_the_other_verifier_finds_a_changed_export(exported, tmp_path):
    shutil.copytree(exported, tmp_path / "copy")
    lines = tmp_path / "copy/tomo-0002.jsonl"
    lines.write_bytes(lines.read_bytes().replace(b"Illimani", b"Illimanu", 1))
    assert verified(tmp_path / "copy").returncode == 1


def test_one_volume_is_exported_by_itself(three, tmp_path):
    assert book("export", three.volume(1), tmp_path / "one").returncode == 0
    assert [name for name in contents(tmp_path / "one") if name.endswith(".jsonl")] == ["tomo-0001.jsonl"]
    assert verified(tmp_path / "one").returncode == 0


def test_a_book_without_keys_is_exported_and_the_letter_says_so(tmp_path):
    hall = Hall.made(tmp_path, keys=False).open()
    assert book("export", hall.book, tmp_path / "out").returncode == 0
    assert "de una sala sin claves" in (tmp_path / "out/LEEME.txt").read_text("utf-8")
    assert verified(tmp_path / "out").returncode == 0
    assert (tmp_path / "out/tomo-0001.puntos").read_bytes() == b""
    assert not (tmp_path / "out/tomo-0001.punto").exists()


def test_nothing_is_written_over_and_an_empty_folder_is_taken(three, exported, tmp_path):
    before = contents(exported)
    result = book("export", three.book, exported)
    assert result.returncode == 2
    assert "ya hay algo ahí" in result.stderr
    assert contents(exported) == before
    (tmp_path / "empty").mkdir()
    assert book("export", three.book, tmp_path / "empty").returncode == 0


def test_a_book_that_does_not_verify_is_not_exported(hall, tmp_path):
    hall.close()
    hall.open(2)
    hall.volume(1).unlink()
    result = book("export", hall.book, tmp_path / "out")
    assert result.returncode == 1
    assert "No se exporta" in result.stderr
    assert not (tmp_path / "out").exists()


def test_a_place_that_cannot_be_written_is_named_and_nothing_is_left(three, tmp_path):
    (tmp_path / "file").write_text("")
    result = book("export", three.book, tmp_path / "file/out")
    assert result.returncode == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize("after", [1, 7, 8, 19])
def test_broken_off_anywhere_it_leaves_nothing(three, tmp_path, after):
    left = [after]

    def step():
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export([three.volume(n) for n in (1, 2, 3)], tmp_path / "out", step)
    assert list(tmp_path.iterdir()) == []


def test_broken_off_as_its_folder_appears_it_leaves_nothing(three, tmp_path, monkeypatch):
    made = os.mkdir

    def interrupted(*arguments):
        made(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt):
        export([three.volume(1)], tmp_path / "out", lambda: None)
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_nothing(hall, tmp_path):
    many = [Draft("MediumCompleted", {"size": n}, "controller:hallctl") for n in range(20_000)]
    with Shelf.open(hall.book, hall.second) as shelf:
        shelf.append(many, STAMP)
    (tmp_path / "here").mkdir()
    process = started("export", hall.book, tmp_path / "here/out")
    try:
        until = time.monotonic() + 30
        while not list((tmp_path / "here").iterdir()):
            assert time.monotonic() < until
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130, errors
    assert list((tmp_path / "here").iterdir()) == []


def test_the_wheel_carries_what_an_export_needs(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        assert files.read("hallctl/cli/book/minutes.md") == (ROOT / "docs/minutes.md").read_bytes()
        names = files.namelist()
    assert {"hallctl/cli/book/LEEME.txt", "hallctl/minutes/notary/verificar_libro.py"} <= set(names)
