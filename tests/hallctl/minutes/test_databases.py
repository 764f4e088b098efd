"""SQLite files are opened in one way: a second descriptor of one would drop SQLite's locks on it."""

import json
import os
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import hallctl
from hallctl.minutes.databases import connect
from tests.hallctl.web.console.hall import ROOT


def test_only_one_module_connects_and_the_notary_s_verifier_which_stands_alone() -> None:
    ours = Path(hallctl.__file__).parent.rglob("*.py")
    found = {path.name for path in ours if "sqlite3.connect(" in path.read_text("utf-8")}
    assert found == {"databases.py", "verificar_libro.py"}


@pytest.mark.invariant("I29")
def test_nothing_in_a_running_hall_opens_a_file_that_sqlite_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hallctl.opened", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT, check=True)
    said = json.loads(done.stdout)
    names = {Path(path).name for path in said["connected"]}
    volumes = {f"tomo-000{number}.sqlite" for number in (1, 2, 3)}
    assert names >= volumes | {"cuentas.sqlite", "seguridad.sqlite", "testigo.sqlite", "own.sqlite"}
    assert said["opened"] == [str(tmp_path / "own.sqlite")]
    assert set(said["codes"]) <= {0, 1, 3}, said["codes"]


def _locked(path: Path) -> bool:
    """Return whether some process holds a POSIX lock on a file, as /proc tells."""
    inode = f":{path.stat().st_ino} "
    lines = Path("/proc/locks").read_text("ascii").splitlines()
    return any(inode in line and str(os.getpid()) in line.split() for line in lines)


def test_a_second_connection_of_the_process_leaves_the_locks_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(connect(path, 0)) as first:
        first.execute("PRAGMA journal_mode = WAL")
        first.execute("CREATE TABLE t (x)")
        assert _locked(path)
        connect(path, 0).close()
        assert _locked(path)
        os.close(os.open(path, os.O_RDONLY))  # what nobody may do
        assert not _locked(path)


def test_a_new_file_and_its_companions_are_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with closing(connect(tmp_path / "a.sqlite", 0)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("CREATE TABLE t (x)")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("a.sqlite", "a.sqlite-wal", "a.sqlite-shm"), 0o600)
