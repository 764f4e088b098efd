"""An account: a person, their posts, and the hashes of what only they know.

Not responsible for keeping it (``store``), nor for who holds which post in a session (``hallctl.rules``).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from hallctl.rules.commands.base import Post
from hallctl.rules.text import composed
from hallctl.web.access.words import Denied, denied

POSTS: Final = tuple(post for post in Post if post is not Post.CONTROLLER)
"""The posts an account can hold: all but that of the controller itself."""


@dataclass(frozen=True, slots=True)
class Roles:
    """What accounts can hold, in its order.

    Attributes:
        all: Every post or role.
        head: The one that changes accounts; one person who can enter always holds it.
    """

    all: tuple[StrEnum, ...]
    head: StrEnum

    def checked(self, asked: Iterable[str]) -> tuple[StrEnum, ...]:
        """Return those that are asked for, in their order; empty where one is none of these."""
        wanted = set(asked)
        return tuple(each for each in self.all if each in wanted) if wanted <= set(self.all) else ()


HALL_ROLES: Final = Roles(POSTS, Post.DIRECTOR)
"""The posts of a hall."""

LEAST: Final = 10
MOST: Final = 200
_DIGITS: Final = "0123456789"


@dataclass(frozen=True, slots=True)
class Account:
    """A person who may enter.

    Attributes:
        name: As in the configuration and in the book.
        posts: In the order of the rules.
        passphrase: Its Argon2id hash.
        pin: Likewise; empty where there is none.
        totp: The secret of the one-time codes, base32; empty where none are asked for.
        enabled: Whether the person may enter.
        version: Changes with everything that must end the sessions that are open.
        initial: Whether somebody else made the passphrase: its person changes it before anything else.
    """

    name: str
    posts: tuple[StrEnum, ...]
    passphrase: str = field(repr=False)
    pin: str = field(default="", repr=False)
    totp: str = field(default="", repr=False)
    enabled: bool = True
    version: int = 1
    initial: bool = False

    @property
    def director(self) -> bool:
        """Whether this is a Director's."""
        return Post.DIRECTOR in self.posts


def normalised_name(name: str) -> str:
    """Return a typed name as accounts and book have it: composed (NFC), which keyboards do and files may not.

    What no text can be becomes a name that nobody has.
    """
    return composed(name).encode("utf-8", "replace").decode("utf-8")


def fault_of_name(name: str) -> Denied | None:
    """Return what is wrong with a name as it is kept."""
    good = 1 <= len(name) <= 64 and name == " ".join(name.split()) and name.isprintable()
    return None if good and name == normalised_name(name) else denied("ACC-NAME")


def fault_of_passphrase(passphrase: str, name: str) -> Denied | None:
    """Return what is wrong with a new passphrase."""
    good = LEAST <= len(passphrase) <= MOST and passphrase.casefold().strip() != name.casefold()
    return None if good else denied("ACC-SHORT", least=LEAST, most=MOST)


def fault_of_pin(pin: str) -> Denied | None:
    """Return what is wrong with a new PIN; none at all is no fault."""
    if not pin:
        return None
    digits = pin.isascii() and pin.isdigit() and 6 <= len(pin) <= 12
    row = f"{_DIGITS}{_DIGITS}"
    plain = len(set(pin)) == 1 or pin in row or pin in row[::-1]
    return None if digits and not plain else denied("ACC-PIN-FORM")
