"""The files of accounts and of the security log: private, versioned, durable, and chained."""

import os
import sqlite3
import stat
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.rules.commands.base import Post
from hallctl.web.access.account import Account
from hallctl.web.access.files import open_file
from hallctl.web.access.log import SecurityLog
from hallctl.web.access.store import _SCHEMA, LastDirectorError, Store
from hallctl.web.access.words import AccessError
from tests.hallctl.web.access.doors import Time

MARTA = Account("Marta", (Post.DIRECTOR,), "hash")
ANA = Account("Ana", (Post.JEFE,), "hash")


def test_what_is_kept_is_read_again_by_another_program(tmp_path: Path) -> None:
    path = tmp_path / "cuentas.sqlite"
    with closing(Store(path)) as store, closing(Store(path)) as other:
        assert store.add(MARTA, first=True)
        assert not store.add(ANA, first=True)
        assert store.add(ANA)
        assert not store.add(ANA)
        assert other.accounts() == (ANA, MARTA)
        assert other.account("Nadie") is None
        assert other.account("\ud800") is None


def test_nobody_else_can_read_the_files(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with (
            closing(Store(tmp_path / "a")) as store,
            closing(SecurityLog(tmp_path / "b", Time().wall)) as log,
        ):
            store.add(MARTA)
            log.write("log-in", "Marta", "x")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}, modes
    assert {"a", "b", "a-wal"} <= modes.keys()


@pytest.mark.parametrize("mode", [0o640, 0o604])
def test_files_that_others_can_read_are_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "cuentas.sqlite"
    Store(path).close()
    path.chmod(mode)
    with pytest.raises(AccessError, match=r"^ACC-OPEN: .*chmod go-rwx"):
        Store(path)


def test_a_file_of_a_newer_program_or_of_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cuentas.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=7")
    with pytest.raises(AccessError, match=r"^ACC-SCHEMA: .*7"):
        Store(path)
    path.write_bytes(b"this is no database" * 100)
    with pytest.raises(AccessError, match=r"^ACC-FILE: "):
        Store(path)
    with pytest.raises(AccessError, match=r"^ACC-FILE: "):
        Store(tmp_path / "nowhere" / "cuentas.sqlite")


def test_the_last_director_stays(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "a")) as store:
        store.add(MARTA)
        store.add(ANA)
        for changed in (
            Account("Marta", (Post.JEFE,), "hash"),
            Account("Marta", MARTA.posts, "hash", enabled=False),
        ):
            with pytest.raises(LastDirectorError):
                store.replace(changed, 1)
        assert store.account("Marta") == MARTA
        assert store.replace(Account("Ana", (Post.DIRECTOR,), "hash", version=2), 1)
        assert not store.replace(Account("Ana", (Post.JEFE,), "hash", version=2), 1), "somebody was faster"
        assert store.replace(Account("Marta", (Post.JEFE,), "hash", version=2), 1)


def test_a_file_from_before_first_passphrases_is_read_and_changed_by_both_programs(tmp_path: Path) -> None:
    path = tmp_path / "cuentas.sqlite"
    with closing(open_file(path, 1, _SCHEMA)) as before:
        before.execute("INSERT INTO accounts VALUES ('Marta', '[\"director\"]', 'hash', '', '', -1, 1, 1)")
        with closing(Store(path)) as store, closing(Store(path)) as other:
            assert store.account("Marta") == MARTA, "nobody's passphrase becomes a first one"
            assert store.replace(replace(MARTA, initial=True, version=2), 1)
            assert other.account("Marta") == replace(MARTA, initial=True, version=2)
            before.execute(
                "INSERT INTO accounts (name, posts, passphrase, pin, totp, enabled, version) "
                "VALUES ('Ana', '[\"jefe\"]', 'hash', '', '', 1, 1)"
            )
            assert store.account("Ana") == ANA


def test_a_time_step_is_used_once_however_many_ask_at_once(tmp_path: Path) -> None:
    taken = []
    with closing(Store(tmp_path / "a")) as store, closing(Store(tmp_path / "a")) as other:
        store.add(MARTA)
        threads = [
            threading.Thread(target=lambda each=each: taken.append(each.use_step("Marta", 100)))
            for each in (store, other) * 8
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(taken) == [False] * 15 + [True]
        assert not store.use_step("Marta", 99), "an earlier one is over too"
        assert store.use_step("Marta", 101)


def test_a_rehash_never_overwrites_a_newer_passphrase(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "a")) as store:
        store.add(MARTA)
        store.rehash("Marta", "older", "stale")
        store.rehash("Marta", "hash", "dearer")
        account = store.account("Marta")
        assert account is not None
        assert account.passphrase == "dearer"


def test_the_log_is_chained_and_what_was_changed_is_found(tmp_path: Path) -> None:
    path = tmp_path / "seguridad.sqlite"
    with closing(SecurityLog(path, Time().wall)) as log, closing(SecurityLog(path, Time().wall)) as other:
        for n in range(6):
            (log, other)[n % 2].write("log-in-failed", f"Ana {n}", "10.0.0.7", "x" * 1000 + "\ud800")
        assert [entry.number for entry in log.entries()] == [1, 2, 3, 4, 5, 6]
        assert [entry.number for entry in log.entries(2)] == [5, 6]
        assert log.broken() is None
        for statement in (
            "UPDATE entries SET person = 'Luis'",
            "DELETE FROM entries",
            "REPLACE INTO entries VALUES (3, '', '', '', '', '', '')",
        ):
            with (
                closing(sqlite3.connect(path)) as db,
                pytest.raises(sqlite3.DatabaseError, match="append only"),
            ):
                db.execute(statement)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("DROP TRIGGER never_changed")
            db.execute("UPDATE entries SET person = 'Luis' WHERE number = 4")
        assert log.broken() == 4
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("DROP TRIGGER never_deleted")
            db.execute("DELETE FROM entries WHERE number = 2")
        assert log.broken() == 2


def test_a_log_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    path = tmp_path / "seguridad.sqlite"
    log = SecurityLog(path, Time().wall)
    log.close()
    with pytest.raises(AccessError, match=r"^ACC-FILE: "):
        log.write("log-in", "Ana", "x")
