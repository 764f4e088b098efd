"""The commands of the keys, from an empty folder to a certified person, and what they refuse."""

import os
import pty
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.verify import verifies
from tests.hallctl.minutes.signing.conftest import ANA, OFFICE

DOC = Path(__file__).parents[4] / "docs/keys.md"
HALL = ("--hall", "Bingo Illimani", "--company", "Juegos SRL")


def keys(*arguments, typed=""):
    return CliRunner().invoke(app, ["keys", *(str(each) for each in arguments)], input=typed)


@pytest.fixture
def secrets(tmp_path):
    (tmp_path / "office").write_text(f"{OFFICE}\n", "utf-8")
    (tmp_path / "ana").write_text(f"{ANA}\r\nno cuenta\n", "utf-8")
    return tmp_path / "office", tmp_path / "ana"


@pytest.fixture
def folder(tmp_path, secrets):
    path = tmp_path / "claves"
    made = keys("init", path, *HALL, "--passphrase-file", secrets[0])
    assert made.exit_code == 0, made.output
    return path


def enrol(folder, secrets, *more):
    files = ("--passphrase-file", secrets[1], "--authority-passphrase-file", secrets[0])
    return keys("enrol", folder, "Ana Quispe", "--post", "jefe", "--post", "director", *files, *more)


def test_a_hall_is_made_a_person_enrolled_and_listed(folder, secrets):
    assert enrol(folder, secrets).exit_code == 0
    listed = keys("list", folder)
    assert listed.exit_code == 0
    (ana,) = Keystore(folder).people()
    authority, line = listed.stdout.splitlines()
    assert re.fullmatch(r"Autoridad de certificación de Bingo Illimani: [0-9a-f]{64}", authority)
    assert line == f"Ana Quispe (jefe, director): {ana.fingerprint}"
    signer = Keystore(folder).unlock("Ana Quispe", ANA)
    assert verifies(ana.certificate, signer.algorithm, b"x", signer.sign(b"x"))


def test_the_keys_that_the_command_writes_cost_a_guesser_time(folder):
    asn1 = subprocess.run(
        ["openssl", "asn1parse", "-in", str(folder / "ca.key")], capture_output=True, text=True, check=True
    )
    assert ":PBKDF2" in asn1.stdout
    assert f":{600_000:06X}" in asn1.stdout
    assert ":hmacWithSHA256" in asn1.stdout


def test_nothing_is_ever_overwritten(folder, secrets):
    before = {path: path.read_bytes() for path in folder.iterdir()}
    again = keys("init", folder, *HALL, "--passphrase-file", secrets[0])
    assert (again.exit_code, again.stderr) == (
        2,
        f"{folder} ya existe y no se toca. Elija otra carpeta o retire esa.\n",
    )
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert enrol(folder, secrets).exit_code == 0
    assert "ya tiene certificado" in enrol(folder, secrets).stderr
    assert enrol(folder, secrets, "--replace").exit_code == 0
    assert len(list((folder / "anteriores").iterdir())) == 1


def test_passphrases_are_typed_twice_and_never_an_argument(tmp_path, folder):
    typed = f"{OFFICE}\n{ANA}\notra cosa\n{ANA}\n{ANA}\n"
    enrolled = keys("enrol", folder, "Luis Mamani", "--post", "director", typed=typed)
    assert enrolled.exit_code == 0, enrolled.output
    assert Keystore(folder).unlock("Luis Mamani", ANA).sign(b"x")
    assert ANA not in enrolled.output
    for command in ("init", "enrol"):
        options = re.findall(r"--[a-z-]*passphrase[a-z-]*", keys(command, "--help").output)
        assert options
        assert all(option.endswith("file") or option.endswith("-") for option in options), options


def test_nothing_typed_at_a_terminal_is_echoed(tmp_path):
    path = tmp_path / "claves"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "hallctl", "keys", "init", str(path), *HALL]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as child:
        os.close(theirs)
        seen = b""
        for prompts in (1, 2):
            while seen.count(b": ") < prompts:
                seen += os.read(ours, 1000)
            os.write(ours, f"{OFFICE}\n".encode())
        while chunk := _read(ours):
            seen += chunk
    os.close(ours)
    assert child.returncode == 0, seen
    assert OFFICE not in seen.decode()
    assert "Contraseña de la autoridad, otra vez: " in seen.decode()
    assert Keystore(path).seal().sign(b"x")


def _read(descriptor):
    try:
        return os.read(descriptor, 1000)
    except OSError:  # how a terminal says that the other end is closed
        return b""


def test_what_is_wrong_is_said_in_one_line_and_ends_with_2(folder, secrets, tmp_path):
    short = tmp_path / "short"
    short.write_text("corta\n")
    cases = {
        "al menos 8 caracteres": ("init", tmp_path / "otra", *HALL, "--passphrase-file", short),
        "No existe": ("list", tmp_path / "nada"),
        "No existe ": ("init", tmp_path / "otra", *HALL, "--passphrase-file", tmp_path / "no hay"),
        "La tarjeta no respondió": (
            "token", "--module", tmp_path / "no.so", "--label", "x", "--key", "y", "--pin-file", short,
        ),
    }  # fmt: skip
    for sentence, arguments in cases.items():
        ran = keys(*arguments)
        assert ran.exit_code == 2, ran.output
        assert sentence in ran.stderr
        assert ran.stderr.count("\n") == 1
    wrong = enrol(folder, (secrets[1], secrets[1]))
    assert "La contraseña de la autoridad no es correcta" in wrong.stderr
    folder.chmod(0o755)
    assert "chmod -R go-rwx" in keys("list", folder).stderr


def test_a_certificate_of_another_authority_is_reported(folder, secrets, tmp_path):
    other = tmp_path / "otra"
    assert keys("init", other, *HALL, "--passphrase-file", secrets[0]).exit_code == 0
    assert enrol(other, secrets).exit_code == 0
    (folder / "persona-ana-quispe.crt").write_bytes((other / "persona-ana-quispe.crt").read_bytes())
    listed = keys("list", folder)
    assert listed.exit_code == 1
    assert "la autoridad no emitió este certificado" in listed.stdout


def test_the_commands_of_the_document_work_as_written(tmp_path, monkeypatch, folio):
    """Every ``hallctl`` and ``openssl`` line of docs/keys.md, in order, with files for what is typed.

    Those that need a token are tried where there is one: test_token.
    """
    (tmp_path / "autoridad.txt").write_text(OFFICE, "utf-8")
    (tmp_path / "persona.txt").write_text(ANA, "utf-8")
    (tmp_path / "folio.pdf").write_bytes(folio)
    (tmp_path / "hallctl").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hallctl "$@"\n')
    (tmp_path / "hallctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    blocks = re.findall(r"```sh\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    tried = [block for block in blocks if "--module" not in block]
    assert len(tried) >= 3
    for block in tried:
        done = subprocess.run(
            ["sh", "-e"], input=block, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, block + done.stdout + done.stderr


def test_the_document_names_every_file_of_the_folder(folder, secrets):
    enrol(folder, secrets)
    enrol(folder, secrets, "--replace")
    keys("console", folder, "--host", "sala.local", "--authority-passphrase-file", secrets[0])
    assert (folder / "console.key").exists()
    page = DOC.read_text("utf-8")
    for path in folder.rglob("*"):
        name = re.sub("persona-ana-quispe", "persona-NAME", path.name)
        if path.is_file() and path.parent == folder:
            assert f"`{name}`" in page, name
    assert "`anteriores/" in page


@pytest.mark.invariant("I25")
def test_no_certificate_is_made_under_a_clock_from_before_the_program(folder, secrets, tmp_path, monkeypatch):
    monkeypatch.setattr("hallctl.cli.keys.BUILT", datetime.now(UTC) + timedelta(days=1))
    made = keys("init", tmp_path / "otra", *HALL, "--passphrase-file", secrets[0])
    for refused in (made, enrol(folder, secrets)):
        assert refused.exit_code == 2
        assert "timedatectl set-time" in refused.stderr
    assert not (tmp_path / "otra").exists()
    assert not Keystore(folder).people()
