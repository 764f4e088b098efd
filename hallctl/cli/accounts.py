"""What the commands of accounts have of a hall: accounts, where its log ended, whom the office proposes.

Not responsible for the commands themselves (``people``).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hallctl.app.office_papers import proposed_people
from hallctl.app.practice.data import places
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.cli.book import reading
from hallctl.minutes.durable import make_folder
from hallctl.rules.binding import LogEnd
from hallctl.rules.commands.base import Appointment
from hallctl.table.clock import SystemClock
from hallctl.web.access.auth import AuthService, open_auth_service


@contextmanager
def auth_of(config: Path) -> Iterator[AuthService]:
    """Open the authentication service of a configuration."""
    directory, clock = load(config, places(config)).directory, SystemClock()
    make_folder(directory)
    kept = Places(directory)
    with open_auth_service(kept.accounts, kept.security, clock.now, clock.wall) as auth:
        yield auth


def log_ends(config: Path) -> Iterator[LogEnd]:
    """Return where the book of a configuration saw the security log end."""
    return reading.log_ends(Places(load(config, places(config)).directory).book)


def proposed(config: Path) -> Iterable[Appointment]:
    """Return whom the adopted paper of the head office proposes for which post."""
    return proposed_people(load(config, places(config)).directory)
