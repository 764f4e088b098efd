"""Who asks, and what every command is.

Not responsible for any step of the hall.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hallctl.rules.fields import Name


class Post(StrEnum):
    """The posts of the house's halls and tables (AJ-01..13, DR18), and the controller itself."""

    DIRECTOR = "director"
    JEFE = "jefe"
    LOCUTOR = "locutor"
    VENDEDOR = "vendedor"
    CAJERO = "cajero"
    JEFE_SALA = "jefe de sala"
    AUXILIAR = "auxiliar"
    CROUPIER = "croupier"
    CONTROLLER = "controller"


SEVERAL: Final = (Post.CAJERO, Post.CROUPIER)
"""The posts that several people hold in one session, each at their hours."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A person acting in one of their posts; the controller acts for the devices."""

    person: Name
    post: Post


@dataclass(frozen=True, slots=True)
class Appointment:
    """A person named to a post for a session (AJ-13)."""

    post: Post
    person: Name


@dataclass(frozen=True, slots=True)
class Command:
    """Something asked for; each subclass is one step of the hall."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A command with its actor and its request id (I17)."""

    command: Command
    actor: Actor
    request: str
