"""Changes of accounts: by a Director at the console, or by who has the machine itself.

Not responsible for whether that one may: the console asks the role matrix. Every change is in the security
log before it is reported, and ends the sessions of the account that it changes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hallctl.web.access.account import (
    Account,
    fault_of_name,
    fault_of_passphrase,
    fault_of_pin,
    normalised_name,
)
from hallctl.web.access.auth import AuthService
from hallctl.web.access.store import LastDirectorError
from hallctl.web.access.words import Denied, denied


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a person is given, or chooses; hashed as soon as it is taken.

    Attributes:
        passphrase: The passphrase.
        pin: The PIN; empty where there is none.
        initial: Whether somebody else made them: their person changes them before anything else.
    """

    passphrase: str
    pin: str = ""
    initial: bool = False


class People:
    """The accounts, as somebody changes them.

    Every change returns why it was not made, None when it was.

    Raises, every one:
        AccessError: Accounts or log cannot be used.
    """

    def __init__(self, auth: AuthService, by: str, source: str) -> None:
        """Change accounts in somebody's name.

        Args:
            auth: Keeps them.
            by: Who: a Director, or the user of the machine.
            source: From where.
        """
        self._auth = auth
        self._by = by
        self._source = source

    def accounts(self) -> tuple[Account, ...]:
        """Return every account, by name."""
        return self._auth.store.accounts()

    def begin(self, name: str, posts: Iterable[str], secrets: Secrets) -> Denied | None:
        """Make the first account: of who changes accounts."""
        if self.accounts():
            return denied("ACC-FIRST")
        return self.add(name, {*posts, self._auth.store.roles.head.value}, secrets, first=True)

    def add(self, name: str, posts: Iterable[str], secrets: Secrets, *, first: bool = False) -> Denied | None:
        """Make an account."""
        name, held = normalised_name(name), self._auth.store.roles.checked(posts)
        fault = fault_of_name(name) or _fault(secrets, name) or (None if held else denied("ACC-POSTS"))
        if fault is not None:
            return fault
        passphrase, pin = self._hashes(secrets)
        account = Account(name, held, passphrase, pin, initial=secrets.initial)
        if not self._auth.store.add(account, first=first):
            return denied("ACC-FIRST") if first else denied("ACC-EXISTS", name=name)
        self._write("account-added", name, ", ".join(held))
        return None

    def reset(self, name: str, secrets: Secrets) -> Denied | None:
        """Give a person a new passphrase; PIN and one-time codes are as given now, or none."""
        fault = _fault(secrets, normalised_name(name))
        if fault is not None:
            return fault
        passphrase, pin = self._hashes(secrets)
        given = {"passphrase": passphrase, "pin": pin, "totp": "", "enabled": True}
        return self._change("account-reset", name, "", **given, initial=secrets.initial)

    def disable(self, name: str) -> Denied | None:
        """Let a person in no more; what they did keeps their name."""
        return self._change("account-disabled", name, enabled=False)

    def set_posts(self, name: str, posts: Iterable[str]) -> Denied | None:
        """Give a person other posts."""
        held = self._auth.store.roles.checked(posts)
        if not held:
            return denied("ACC-POSTS")
        return self._change("account-posts", name, ", ".join(held), posts=held)

    def set_totp(self, name: str, secret: str) -> Denied | None:
        """Ask a person for one-time codes from now on; with an empty secret, for none."""
        return self._change("account-codes", name, "sí" if secret else "no", totp=secret)

    def change_own(self, account: Account, secrets: Secrets, old: str = "") -> Denied | None:
        """Put a person's own new passphrase and PIN in the place of the old; where one is empty, it stays.

        A first passphrase is changed at once, and its PIN, which others know, goes with it.

        Args:
            account: The person's.
            secrets: The new ones.
            old: The passphrase that was just proven; where it opens the person's key, the new one does.
        """
        fault = self._fault_of_own(account, secrets)
        if fault is not None:
            return fault
        fields, said = {}, [name for name in ("passphrase", "pin") if getattr(secrets, name)]
        if secrets.passphrase:
            # The key first: a disk that refuses leaves both as they were.
            self._auth.rekey(account.name, old, secrets.passphrase)
            fields["passphrase"] = self._auth.hasher.hash(secrets.passphrase)
        if secrets.pin or account.initial:
            fields["pin"] = self._auth.hasher.hash(secrets.pin) if secrets.pin else ""
        return self._change("own-secrets", account.name, ", ".join(said), **fields, initial=False)

    def _fault_of_own(self, account: Account, secrets: Secrets) -> Denied | None:
        """Return what is wrong with what a person chooses: a first passphrase does not stay, nor its PIN."""
        verify = self._auth.hasher.verify
        if account.initial and not secrets.passphrase:
            return denied("ACC-CHANGE")
        if account.initial and verify(account.passphrase, secrets.passphrase):
            return denied("ACC-SAME")
        wrong = fault_of_passphrase(secrets.passphrase, account.name) if secrets.passphrase else None
        wrong = wrong or fault_of_pin(secrets.pin)
        if wrong is None and account.initial and secrets.pin and verify(account.pin, secrets.pin):
            return denied("ACC-SAME-PIN")
        return wrong

    def _change(self, kind: str, name: str, detail: str = "", **fields: object) -> Denied | None:
        account = self._auth.store.account(name)
        if account is None:
            return denied("ACC-UNKNOWN", name=name)
        changed = replace(account, **fields, version=account.version + 1)  # type: ignore[arg-type]
        try:
            if not self._auth.store.replace(changed, account.version):
                return denied("ACC-UNKNOWN", name=name)
        except LastDirectorError:
            return denied("ACC-LAST")
        self._auth.end_sessions(account.name)
        self._write(kind, account.name, detail)
        return None

    def _write(self, kind: str, name: str, detail: str) -> None:
        self._auth.log.write(kind, name, self._source, f"{self._by}: {detail}" if detail else self._by)

    def _hashes(self, secrets: Secrets) -> tuple[str, str]:
        hasher = self._auth.hasher
        return hasher.hash(secrets.passphrase), hasher.hash(secrets.pin) if secrets.pin else ""


def _fault(secrets: Secrets, name: str) -> Denied | None:
    return fault_of_passphrase(secrets.passphrase, name) or fault_of_pin(secrets.pin)
