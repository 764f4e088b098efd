"""The console's authentication service: log-in, sessions, and who a request comes from.

Not responsible for HTTP. Whatever looks at a passphrase takes some tenths of a second: call it from a
worker thread. What the log could not take is not done: its error goes up, and nobody is let in.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.web.access import totp
from hallctl.web.access.account import HALL_ROLES, Account, Roles
from hallctl.web.access.delays import Delays
from hallctl.web.access.hashing import Hasher
from hallctl.web.access.log import SecurityLog
from hallctl.web.access.sessions import PIN_TRIES, Session, Sessions
from hallctl.web.access.store import Store
from hallctl.web.access.words import Denied, denied

NOBODY: Final = ""
"""The account under which attempts for names without one are counted and written: what was typed for a name
costs no memory, and may be a passphrase that slipped into the wrong field."""


Rekey: TypeAlias = Callable[[str, str, str], None]
"""Is given a person, their passphrase and the new one."""


@dataclass(frozen=True, slots=True)
class Who:
    """Where a request comes from: an account, in a session that is open.

    Attributes:
        session: Their stay.
        account: Whose it is.
        stands_in: For whom they take the steps of each post; only a practice person stands in for anybody.
        asleep: Whether the session waits for its person; then it does nothing but stop a draw.
    """

    session: Session
    account: Account
    stands_in: Mapping[Post, str] = field(default_factory=dict)
    asleep: bool = False

    @property
    def person(self) -> str:
        """The name of the person."""
        return self.account.name

    @property
    def posts(self) -> frozenset[StrEnum]:
        """The posts of the person."""
        return frozenset(self.account.posts)

    @property
    def only_stops(self) -> Denied | None:
        """Why they may stop a draw and nothing else; None where they may do more."""
        if self.account.initial:
            return denied("ACC-CHANGE")
        return denied("ACC-ASLEEP") if self.asleep else None

    @property
    def actors(self) -> tuple[Actor, ...]:
        """The person in each of their posts, or whom they stand in for there."""
        return tuple(self._actor(post) for post in self.account.posts if isinstance(post, Post))

    def issuing(self, issued: Issued) -> Issued:
        """Return a step as this person gives it: in their own name, or of whom they stand in for."""
        return replace(issued, actor=self._actor(issued.actor.post))

    def _actor(self, post: Post) -> Actor:
        return Actor(self.stands_in.get(post, self.account.name), post)


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody entered: the token, which is returned once, and who it is."""

    token: str
    who: Who


@contextmanager
def open_auth_service(
    accounts: Path,
    security: Path,
    now: Callable[[], int],
    wall: Callable[[], datetime],
    hasher: Hasher | None = None,
    heard: Callable[[str, str], None] = lambda *_: None,
    stand_ins: Mapping[str, Mapping[Post, str]] | None = None,
    rekey: Rekey = lambda *_: None,
    roles: Roles = HALL_ROLES,
) -> Iterator["AuthService"]:
    """Open the service of these two files for the block; ``heard`` is called with each entry of the log.

    Args:
        accounts: The file of the accounts.
        security: That of the security log.
        now: Returns the monotonic milliseconds.
        wall: Returns the time of day.
        hasher: Of passphrases and PINs.
        heard: Called with each entry of the log.
        stand_ins: For whom an account takes the steps of each post, by its name: in a practice hall only.
        rekey: Puts a person's new passphrase on their key too, where the old one opens it.
        roles: What accounts can hold.

    Raises:
        AccessError: They cannot be used.
    """
    with closing(Store(accounts, roles)) as store, closing(SecurityLog(security, wall, heard)) as log:
        yield AuthService(store, log, hasher or Hasher(), now, wall, stand_ins, rekey)


class AuthService:
    """Everything about who is who at the console; thread-safe."""

    def __init__(
        self,
        store: Store,
        log: SecurityLog,
        hasher: Hasher,
        now: Callable[[], int],
        wall: Callable[[], datetime],
        stand_ins: Mapping[str, Mapping[Post, str]] | None = None,
        rekey: Rekey = lambda *_: None,
    ) -> None:
        """Keep accounts, log and sessions together.

        Args:
            store: The accounts.
            log: The security log.
            hasher: Of passphrases and PINs.
            now: Returns the monotonic milliseconds.
            wall: Returns the time of day: one-time codes hang on it, and nothing else.
            stand_ins: For whom an account takes the steps of each post, by its name; nobody's without.
            rekey: Puts a person's new passphrase on their key too, where the old one opens it.
        """
        self.store = store
        self.log = log
        self.hasher = hasher
        self.now = now
        self._wall = wall
        self._stand_ins = stand_ins or {}
        self.rekey = rekey
        self._delays = Delays()
        self._sessions = Sessions()

    @property
    def usual(self) -> str:
        """Who most likely enters: the practice person, where there is one; else empty."""
        return next((name for name in self.names() if name in self._stand_ins), "")

    def names(self) -> tuple[str, ...]:
        """Return who may enter, by name."""
        return tuple(account.name for account in self.store.accounts() if account.enabled)

    def sessions(self) -> tuple[int, int]:
        """Return how many sessions are awake, and how many wait for a PIN."""
        return self._sessions.count(self.now())

    def log_in(self, name: str, passphrase: str, code: str, source: str) -> Entered | Denied:
        """Let a person in, with a token that is new.

        Args:
            name: The name that was given.
            passphrase: As typed.
            code: The one-time code, empty where none is asked for.
            source: From where.

        Raises:
            AccessError: Accounts or log cannot be used.
        """
        account = self.store.account(name)
        if account is not None and not account.enabled:
            account = None
        turned = self._turned_away(account, source)
        if turned is not None:
            return turned
        if account is None:
            self.hasher.spend(passphrase)
        if account is None or not self._knows(account, passphrase, code):
            return self._failed("log-in-failed", account, source)
        self._rehash(account, passphrase)
        self.log.write("log-in", account.name, source)
        self._delays.forgive(account.name, source)
        token, session = self._sessions.open(account.name, source, account.version, self.now())
        return Entered(token, self._who(session, account))

    def who(self, token: str, *, asleep: bool = False) -> Who | Denied:
        """Return who sends this token, or why it opens nothing.

        Args:
            token: As it came.
            asleep: Whether a session that sleeps will do.

        Raises:
            AccessError: The accounts cannot be read.
        """
        now = self.now()
        session = self._sessions.find(token, now)
        account = None if session is None else self._account_of(session)
        if session is None or account is None:
            return denied("ACC-NONE")
        if not session.asleep(now):
            return self._who(session, account)
        if asleep:
            return replace(self._who(session, account), asleep=True)
        return denied("ACC-ASLEEP" if account.pin else "ACC-NONE")

    def open(self, token: str) -> bool:
        """Return whether this token's session has not ended, asleep or awake.

        Raises:
            AccessError: The accounts cannot be read.
        """
        session = self._sessions.find(token, self.now())
        return session is not None and self._account_of(session) is not None

    def sleeper(self, token: str) -> str:
        """Return who may wake this session with their PIN; empty where nobody can."""
        session = self._sessions.find(token, self.now())
        account = None if session is None else self._account_of(session)
        if session is None or account is None or not account.pin or not session.asleep(self.now()):
            return ""
        return account.name

    def wake(self, token: str, pin: str, source: str) -> Entered | Denied:
        """Go on with a session that slept, by PIN; the third wrong one ends it. The token is another then.

        Raises:
            AccessError: Accounts or log cannot be used.
        """
        session = self._sessions.find(token, self.now())
        account = None if session is None else self._account_of(session)
        if session is None or account is None or not account.pin:
            return denied("ACC-NONE")
        wrong = self._try_pin(session, account, pin, source, "wake-failed")
        if wrong is not None:
            return wrong
        self.log.write("woken", account.name, source)
        fresh, renewed = self._sessions.renew(session, self.now())
        return Entered(fresh, self._who(renewed, account))

    def prove(self, who: Who, secret: str, source: str, *, pin: bool = True) -> Denied | None:
        """Authenticate again inside a session; None where it is the same person.

        Args:
            who: Whose session it is.
            secret: As typed.
            source: From where.
            pin: Whether their PIN will do, or only the passphrase.

        Raises:
            AccessError: Accounts or log cannot be used.
        """
        account = who.account
        if pin and account.pin and secret.isascii() and secret.isdigit():
            wrong = self._try_pin(who.session, account, secret, source, "proof-failed")
        else:
            wrong = self._try_passphrase(account, secret, source)
        if wrong is not None:
            return wrong
        self.vouch(who, source)
        return None

    def vouch(self, who: Who, source: str) -> None:
        """Take the person as just authenticated: by the above, or by the passphrase of their own key.

        Raises:
            AccessError: The log cannot be written.
        """
        self.log.write("proved", who.person, source)
        self._sessions.prove(who.session.key, self.now())

    def fresh(self, who: Who) -> bool:
        """Return whether the person authenticated within two minutes."""
        session = self._sessions.of(who.session.key)
        return session is not None and session.fresh(self.now())

    def used(self, who: Who) -> None:
        """Note that the person did something."""
        self._sessions.touch(who.session.key, self.now())

    def log_out(self, who: Who, source: str) -> None:
        """End a session.

        Raises:
            AccessError: The log cannot be written; the session has ended nevertheless.
        """
        self._sessions.close(who.session.key)
        self.log.write("log-out", who.person, source)

    def end_sessions(self, person: str, but: str = "") -> None:
        """End every session of a person, but one."""
        self._sessions.close_of(person, but)

    def refused(self, who: Who, source: str, what: str, code: str) -> None:
        """Write down that somebody was refused what is not theirs.

        Raises:
            AccessError: The log cannot be written.
        """
        self.log.write("refused", who.person, source, f"{code} {what}")

    def _who(self, session: Session, account: Account) -> Who:
        return Who(session, account, self._stand_ins.get(account.name, {}))

    def _account_of(self, session: Session) -> Account | None:
        """Return the account of a session, None where it has changed since, or is closed."""
        account = self.store.account(session.person)
        good = account is not None and account.enabled and account.version == session.version
        return account if good else None

    def _turned_away(self, account: Account | None, source: str) -> Denied | None:
        """Count an attempt, and return how long it has to wait; attempts not written singly are a number."""
        name = _counted(account)
        attempt = self._delays.begin(name, source, self.now())
        if attempt.first:
            self.log.write("log-in-delayed", name, source, f"{-(-attempt.wait_ms // 1000)} s")
        if attempt.unsaid:
            self.log.write("log-in-delayed", name, source, f"+{attempt.unsaid}")
        return denied("ACC-WAIT", attempt.wait_ms) if attempt.wait_ms else None

    def _failed(self, kind: str, account: Account | None, source: str) -> Denied:
        self.log.write(kind, _counted(account), source)
        wait = self._delays.wait_ms(_counted(account), source, self.now())
        return denied("ACC-WAIT", wait) if wait else denied("ACC-WRONG")

    def _knows(self, account: Account, passphrase: str, code: str) -> bool:
        if not self.hasher.verify(account.passphrase, passphrase):
            return False
        if not account.totp:
            return True
        step = totp.step_of(account.totp, code, int(self._wall().timestamp()))
        return step is not None and self.store.use_step(account.name, step)

    def _rehash(self, account: Account, passphrase: str) -> None:
        if self.hasher.outdated(account.passphrase):
            self.store.rehash(account.name, account.passphrase, self.hasher.hash(passphrase))

    def _try_pin(self, session: Session, account: Account, pin: str, source: str, kind: str) -> Denied | None:
        tries = self._sessions.try_pin(session.key)
        if tries <= PIN_TRIES and self.hasher.verify(account.pin, pin):
            return None
        self.log.write(kind, account.name, source, f"PIN, {tries}")
        if tries < PIN_TRIES:
            return denied("ACC-PIN")
        self._sessions.close(session.key)
        return denied("ACC-PIN-OVER")

    def _try_passphrase(self, account: Account, passphrase: str, source: str) -> Denied | None:
        turned = self._turned_away(account, source)
        if turned is not None:
            return turned
        if not self.hasher.verify(account.passphrase, passphrase):
            return self._failed("proof-failed", account, source)
        self._delays.forgive(account.name, source)
        return None


def _counted(account: Account | None) -> str:
    return NOBODY if account is None else account.name
