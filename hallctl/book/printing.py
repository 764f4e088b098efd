"""A folio printed again from the book: as it was, or as a numbered copy.

A second original never goes to a printer. Not responsible for what a folio says (``outputs.folios``).
"""

from collections.abc import Sequence
from pathlib import Path

from hallctl.book.office import letterhead_of, minute
from hallctl.book.telling import NOT_WHOLE, BookError
from hallctl.config import Setting
from hallctl.devices.paper import CupsOutlet, FolderOutlet, Outlet, documents, name_of, reprint, typeset
from hallctl.main import empty_state
from hallctl.minutes.reader import read_entries
from hallctl.outputs.folios import Folio
from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.commands import Actor, Post
from hallctl.vault import HallKeys, Places


def find_folio(setting: Setting, volume: Path, number: int) -> Folio:
    """Set the document that is on a folio of a volume.

    Raises:
        BookError: No document of the volume is on it.
        MinutesError: The volume cannot be read.
    """
    for folio in documents(empty_state(setting), read_entries(volume), letterhead_of(setting)):
        if folio.first <= number < folio.first + folio.sheets:
            return folio
    raise BookError(f"{volume.name}: no hay ningún folio {number}.", NOT_WHOLE)


def print_again(folio: Folio, outlets_: Sequence[Outlet], keys: HallKeys | None) -> str:
    """Print a folio as it was, byte for byte; return the name of its file.

    Raises:
        OSError: It cannot be typeset, or an outlet did not take it.
    """
    content = typeset(folio, None if keys is None else keys.seal)
    for outlet in outlets_:
        outlet.put(name_of(folio), content)
    return name_of(folio)


def outlets(setting: Setting, queue: str | None) -> list[Outlet]:
    """Give where the hall's copies go: its folder of acts, and a queue, by default its own.

    They remember what they got: the hall prints no copy again when it starts.
    """
    acts, section = Places(setting.directory).acts, setting.config.printer
    queue = queue or (section.queue if section is not None else None)
    folder = FolderOutlet(acts)
    return [folder] if queue is None else [folder, CupsOutlet(queue, acts / "impresos")]


def print_copy(setting: Setting, keys: HallKeys | None, folio: Folio, outlets_: Sequence[Outlet]) -> str:
    """Minute a copy of a folio and print it, marked COPIA and its number; return what was done, in Spanish.

    Raises:
        BookError: The rules refuse it.
        MinutesError: The hall is running (MIN-LOCKED): its console prints copies.
        OSError: It cannot be typeset, or an outlet did not take it; the copy is minuted.
    """
    holders = {each.post: each.person for each in setting.config.appointments}
    command = (cmd.ReprintFolio(folio.first), Actor(holders[Post.DIRECTOR], Post.DIRECTOR))
    (printed,) = (event for event in minute(setting, keys, [command]) if isinstance(event, ev.FolioReprinted))
    reprint(folio, printed.copy, outlets_, None if keys is None else keys.seal)
    return f"Folio {folio.first}: copia {printed.copy}, anotada e impresa."
