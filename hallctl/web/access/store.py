"""The accounts, in a SQLite file of their own in the hall's directory.

Not responsible for who may change them (``people``), nor for the security log. Reading never waits for
writing, so the console may look up an account at every request.
"""

import json
import threading
from pathlib import Path
from typing import Final

from hallctl.web.access.account import HALL_ROLES, Account, Roles, normalised_name
from hallctl.web.access.files import change, open_file, trouble

_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE accounts (
    name TEXT PRIMARY KEY,
    posts TEXT NOT NULL,
    passphrase TEXT NOT NULL,
    pin TEXT NOT NULL,
    totp TEXT NOT NULL,
    totp_step INTEGER NOT NULL DEFAULT -1,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    version INTEGER NOT NULL
) STRICT"""
_INITIAL: Final = (
    "ALTER TABLE accounts ADD COLUMN initial INTEGER NOT NULL DEFAULT 0 CHECK (initial IN (0, 1))"
)
"""Younger than the files: the program before reads and changes one with this column as well as without."""

_FIELDS: Final = "name, posts, passphrase, pin, totp, enabled, version, initial"


class LastDirectorError(ValueError):
    """What was asked would leave nobody who can enter and change accounts."""


class Store:
    """The file of accounts; thread-safe, and several programs may use it at once."""

    def __init__(self, path: Path, roles: Roles = HALL_ROLES) -> None:
        """Open the file.

        Args:
            path: Where it is.
            roles: What its accounts can hold.

        Raises:
            AccessError: It cannot be used.
        """
        self.path = path
        self.roles = roles
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._db = open_file(path, _VERSION, _SCHEMA)
        self._add_initial()
        self._reader = open_file(path, _VERSION, _SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._db.close()

    def account(self, name: str) -> Account | None:
        """Return the account of a person, however the name is typed; None where there is none.

        Raises:
            AccessError: The file cannot be read.
        """
        with self._reading, trouble(self.path):
            asked = f"SELECT {_FIELDS} FROM accounts WHERE name = ?"
            row = self._reader.execute(asked, (normalised_name(name),)).fetchone()
        return None if row is None else self._account(row)

    def accounts(self) -> tuple[Account, ...]:
        """Return every account, by name.

        Raises:
            AccessError: The file cannot be read.
        """
        with self._reading, trouble(self.path):
            rows = self._reader.execute(f"SELECT {_FIELDS} FROM accounts ORDER BY name").fetchall()
        return tuple(map(self._account, rows))

    def add(self, account: Account, *, first: bool = False) -> bool:
        """Add an account; return whether there was none of that name (or, for the first, none at all).

        Raises:
            AccessError: The file cannot be written.
        """
        with self._lock, trouble(self.path), change(self._db):
            taken = "SELECT 1 FROM accounts WHERE ? OR name = ?"
            if self._db.execute(taken, (first, account.name)).fetchone() is not None:
                return False
            self._db.execute(
                f"INSERT INTO accounts ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _row(account)
            )
            return True

    def replace(self, account: Account, version: int) -> bool:
        """Put an account in the place of the one of this version; return whether that was still there.

        Raises:
            AccessError: The file cannot be written.
            LastDirectorError: Nobody who changes accounts could enter any more.
        """
        with self._lock, trouble(self.path), change(self._db):
            set_ = "posts = ?, passphrase = ?, pin = ?, totp = ?, enabled = ?, version = ?, initial = ?"
            done = self._db.execute(
                f"UPDATE accounts SET {set_} WHERE name = ? AND version = ?",
                (*_row(account)[1:], account.name, version),
            )
            if not self._has_director():
                raise LastDirectorError(account.name)
            return done.rowcount == 1

    def rehash(self, name: str, old: str, new: str) -> None:
        """Put the same passphrase at another cost in the place of its old hash.

        Raises:
            AccessError: The file cannot be written.
        """
        with self._lock, trouble(self.path), change(self._db):
            self._db.execute(
                "UPDATE accounts SET passphrase = ? WHERE name = ? AND passphrase = ?", (new, name, old)
            )

    def use_step(self, name: str, step: int) -> bool:
        """Use up the one-time code of a time step; return whether neither it nor a later one was used before.

        Raises:
            AccessError: The file cannot be written.
        """
        with self._lock, trouble(self.path), change(self._db):
            done = self._db.execute(
                "UPDATE accounts SET totp_step = ? WHERE name = ? AND totp_step < ?", (step, name, step)
            )
            return done.rowcount == 1

    def _add_initial(self) -> None:
        with trouble(self.path), change(self._db):
            asked = "SELECT 1 FROM pragma_table_info('accounts') WHERE name = 'initial'"
            if self._db.execute(asked).fetchone() is None:
                self._db.execute(_INITIAL)

    def _account(self, row: tuple[str, str, str, str, str, int, int, int]) -> Account:
        name, posts, passphrase, pin, totp, enabled, version, initial = row
        held = self.roles.checked(json.loads(posts))
        return Account(name, held, passphrase, pin, totp, bool(enabled), version, bool(initial))

    def _has_director(self) -> bool:
        rows = self._db.execute("SELECT posts FROM accounts WHERE enabled").fetchall()
        return any(self.roles.head.value in json.loads(posts) for (posts,) in rows)


def _row(account: Account) -> tuple[str | int, ...]:
    posts = json.dumps([post.value for post in account.posts])
    return (
        account.name,
        posts,
        account.passphrase,
        account.pin,
        account.totp,
        int(account.enabled),
        account.version,
        int(account.initial),
    )
