"""Whether the hall that a copy is of can still go on by itself: then two would go on with one book.

Not responsible for what nobody can see from here: a machine that is switched off and keeps its book. Of that
the people who restore give account, with their signatures, and the witness tells.
"""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hallctl.app.vault import Places
from hallctl.cli.copies.manifest import Manifest, machine_digest
from hallctl.minutes.volumes import volumes_in

PATIENCE_S: Final = 2.0
_ALONE: Final = "127."


def still_there(manifest: Manifest) -> Iterator[str]:
    """Yield a sentence for each way in which the hall that was copied can still be reached.

    On its own machine its book says so: what answers there may be another hall.
    """
    here = manifest.machine != "" and manifest.machine == machine_digest()
    places = Places(Path(manifest.directory))
    if here and volumes_in(places.book) and not places.moved.exists():
        what = f"el libro que se copió sigue en esta máquina, en {places.book}"
        yield f"{what}: apártelo, o haga la copia con «hallctl backup --move»"
    for address in manifest.addresses if not here else ():
        if not address.startswith(_ALONE) and _answers(address):
            yield f"la sala que se copió contesta en {address}: apáguela antes"


def _answers(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), PATIENCE_S).close()
    except OSError:
        return False
    return True
