"""What verification goes on from after a restart, so that no volume is read again from its first entry.

A snapshot is a pickle, and who could slip one in could run anything here: it counts only with a code of this
office's own key, for this very program, hall and volume. Any other is as none: the volume is read from its
beginning, which comes to the same. Not responsible for storing it.
"""

import hashlib
import hmac
import pickle
import sys
from dataclasses import dataclass
from functools import cache
from typing import Final

from hallctl.app.program import program
from hallctl.minutes.diligences import DiligenceAudit
from hallctl.minutes.entry import Entry
from hallctl.minutes.opening import Opening
from hallctl.minutes.signatures import SignatureAudit
from hallctl.office.keys import OfficeKeys
from hallctl.rules.state import State

EVERY: Final = 2000
"""After how many entries there is another one: so many are read again after a restart."""

_LABEL: Final = b"hallctl office snapshot 1\n"
_CODE_SIZE: Final = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far the verification of a volume was, all but its tree.

    Attributes:
        first: The opening entry.
        last: The newest entry.
        opening: What the first one says.
        signatures: What was seen of signatures.
        diligences: What was seen of diligences.
        state: What its entries come to; None where nothing is folded.
        going: Whether they are folded still.
    """

    first: Entry
    last: Entry
    opening: Opening
    signatures: SignatureAudit
    diligences: DiligenceAudit
    state: State | None
    going: bool


def sealed(keys: OfficeKeys, hall: str, volume: int, snapshot: Snapshot) -> bytes | None:
    """Return a snapshot as it is stored; None where its game keeps something that cannot be."""
    try:
        content = pickle.dumps(snapshot)
    except (AttributeError, TypeError, pickle.PicklingError):
        return None
    return _code(keys, hall, volume, content) + content


def opened(keys: OfficeKeys, hall: str, volume: int, stored: bytes) -> Snapshot | None:
    """Return the snapshot that `sealed` gave to this office and this program; None for any other."""
    code, content = stored[:_CODE_SIZE], stored[_CODE_SIZE:]
    if not hmac.compare_digest(code, _code(keys, hall, volume, content)):
        return None
    found = pickle.loads(content)  # this very program made it, as the code says
    assert isinstance(found, Snapshot)
    return found


def _code(keys: OfficeKeys, hall: str, volume: int, content: bytes) -> bytes:
    about = f"{this_program()}\n{hall}\n{volume}\n".encode()
    key = hashlib.sha256(_LABEL + keys.cosigning.private_bytes_raw()).digest()
    return hmac.digest(key, about + content, "sha256")


@cache
def this_program() -> str:
    """Return which program runs: read from its files once, before others are in their place."""
    return f"{program()} {sys.version}"
