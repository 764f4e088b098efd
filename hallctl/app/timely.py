"""Whether people could sign under the machine's clock: what is looked at before a hall opens (I25).

The running hall refuses each signature by itself (``hallctl.table``); this reports it beforehand. Not
responsible for setting a clock, nor for whether the book verifies.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Final

from hallctl.app.vault import AUTHORITY, SEAL, Places, named_certificates
from hallctl.config.hall import Setting
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import Reader
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.verify import span_of
from hallctl.minutes.volumes import volumes_in
from hallctl.table.reference import RESET, Reference, shown

REMEDY: Final = "Ponga el reloj en hora: sudo timedatectl set-time «AAAA-MM-DD HH:MM» (docs/operations.md)."


def clock_problems(setting: Setting, moment: datetime, built: datetime) -> Iterator[str]:
    """Yield what speaks against the clock: program, book, certificates.

    A book or keys that cannot be read yield nothing here; other checks report those.

    Args:
        setting: The configuration.
        moment: What the clock shows, aware.
        built: When the program was made, aware.
    """
    wrong = Reference(_latest(setting), built).wrong(moment)
    if wrong is not None:
        yield wrong.sentence
    # The certificate of who has left the hall may have run out; that of nobody begins tomorrow.
    needed = {AUTHORITY, SEAL, *(person.name for person in setting.config.people)}
    with suppress(SigningError):
        for name, certificate in named_certificates(setting):
            span = span_of(certificate)
            if span is not None and (moment < span[0] or (span[1] < moment and name in needed)):
                holds = f"del {span[0]:%Y-%m-%d} al {span[1]:%Y-%m-%d}"
                yield f"el reloj marca {shown(moment)} y el certificado de {name} vale {holds}"


def _latest(setting: Setting) -> str:
    """Return the latest time of the newest volume that has entries; empty where there is none to be read."""
    with suppress(MinutesError):
        for path in reversed(volumes_in(Places(setting.directory).book)[-2:]):
            with Reader(path) as reader:
                latest = reader.latest_time(RESET)
            if latest:
                return latest
    return ""
