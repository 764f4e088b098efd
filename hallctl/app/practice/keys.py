"""The keys of the practice hall: made when they are missing, with a passphrase that everybody knows.

Not responsible for the keys of a real hall: the director makes those with ``hallctl keys``.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from hallctl.config.hall import Setting
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.keystore import Keystore

PASSPHRASE: Final = "solo para practicar"
"""The passphrase of every person of a practice hall; it protects nothing."""

_ROUNDS: Final = 1_000
_DAYS: Final = 3650


def prepare_keys(setting: Setting) -> None:
    """Make keys for everybody in a practice hall that has none yet.

    Raises:
        SigningError: They cannot be written.
    """
    section = setting.config.keys
    if section is None or not setting.config.simulated:
        return
    folder = setting.beside(section.directory)
    if folder.exists():
        return
    hall, now = setting.config.hall, datetime.now(UTC).replace(microsecond=0)
    # From yesterday: the clock of a practice machine may be set back a little while it runs.
    validity = Validity(now - timedelta(days=1), now + timedelta(days=_DAYS))
    store = Keystore.create(folder, hall.name, hall.company, PASSPHRASE, validity, _ROUNDS)
    for person in setting.config.people:
        store.enrol(person.name, person.posts, PASSPHRASE, PASSPHRASE, validity)
