"""A folio printed again from the book: as it was, or as a numbered copy.

A second original never goes to a printer. Not responsible for what a folio says (``outputs.folios``).
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from drivers.printer.pdf import render
from hallctl.app.games import game_of_volume
from hallctl.app.letterhead import letterhead_of
from hallctl.app.replay import empty_state
from hallctl.app.vault import HallKeys, Places
from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.cli.book.notary_folder import FolioData
from hallctl.cli.book.office import minute
from hallctl.cli.book.sealed import Records
from hallctl.config.hall import Setting
from hallctl.devices.paper import (
    DATA,
    Archive,
    Outlet,
    annexes,
    documents,
    minuted,
    name_of,
    sealing,
    typeset,
)
from hallctl.devices.spool import SENT, CupsOutlet
from hallctl.minutes.reader import read_entries
from hallctl.outputs.folios.frame import folio_text, stamped
from hallctl.outputs.folios.values import Folio
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.commands.volumes import ReprintFolio
from hallctl.rules.events.printing import FolioSealed
from hallctl.rules.events.volumes import BookClosed, FolioReprinted
from hallctl.rules.folios import data_name
from hallctl.table.keeper import CONTROLLER


def find_folio(setting: Setting, volume: Path, number: int) -> Folio:
    """Set the document that is on a folio of a volume.

    Raises:
        BookError: No document of the volume is on it.
        MinutesError: The volume cannot be read.
    """
    game = game_of_volume(volume)
    empty, letterhead = empty_state(setting, game.rules), letterhead_of(setting, game)
    for folio in documents(game, empty, read_entries(volume), letterhead):
        if folio.first <= number < folio.first + folio.sheets:
            return folio
    raise BookError(f"{volume.name}: no hay ningún folio {number}.", NOT_WHOLE)


def data_of(acts: Path, setting: Setting | None, volumes: Sequence[Path]) -> FolioData:
    """Return what gives the data of folios: the hall's own file, or the book and the configuration."""
    again: dict[str, bytes] = {}

    def made() -> dict[str, bytes]:
        if setting is not None and not again:
            for volume in volumes:
                again.update({each.hash: folio_text(each.data) for each in _all_of(setting, volume)})
        return again

    def find(record: FolioSealed) -> bytes | None:
        kept = acts / DATA / data_name(record.name)
        content = kept.read_bytes() if kept.is_file() else b""
        return content if hashlib.sha256(content).hexdigest() == record.data else made().get(record.data)

    return find


def _all_of(setting: Setting, volume: Path) -> Iterator[Folio]:
    """Make every document of a volume again, its registers among them."""
    game = game_of_volume(volume)
    empty, letterhead = empty_state(setting, game.rules), letterhead_of(setting, game)
    yield from documents(game, empty, read_entries(volume), letterhead)
    entries = list(minuted(game.rules, read_entries(volume)))
    ends = [at for at, entry in enumerate(entries, 1) if isinstance(entry.event, BookClosed)]
    for end in ends:
        yield from annexes(game, empty, entries[:end], letterhead)


def print_again(
    folio: Folio, beside: Sequence[Outlet], keys: HallKeys | None, archive: Archive, records: Records
) -> str:
    """Print a folio as it was, byte for byte; return the name of its file.

    Raises:
        BookError: It is not to be had as the book records it.
        OSError: It cannot be typeset, or an outlet did not take it.
    """
    name = name_of(folio)
    content = _original(folio, keys, archive, records.folios.get(name))
    for outlet in beside:
        outlet.put(name, content)
    return name


def _original(folio: Folio, keys: HallKeys | None, archive: Archive, record: FolioSealed | None) -> bytes:
    """Return the PDF that the book records: the hall's own file, or one made again."""
    kept = archive.read(folio) if archive.has(folio) else b""
    if record is not None and hashlib.sha256(kept).hexdigest() == record.pdf:
        return kept
    content = typeset(folio, render, None if keys is None else keys.seal)
    if record is not None and hashlib.sha256(content).hexdigest() != record.pdf:
        raise BookError(
            f"{name_of(folio)}: el archivo que el libro registró no está en actas, y compuesto de nuevo no"
            " sale igual (otra versión del programa, o un sello de tiempo). Pida una copia: --copy.",
            NOT_WHOLE,
        )
    return content


def printers(setting: Setting, queue: str | None) -> list[Outlet]:
    """Give the queue that the hall's copies go to, by default its own; it remembers what it got."""
    acts, section = Places(setting.directory).acts, setting.config.printer
    queue = queue or (section.queue if section is not None else None)
    return [] if queue is None else [CupsOutlet(queue, acts / SENT)]


def print_copy(setting: Setting, keys: HallKeys | None, folio: Folio, outlets: Sequence[Outlet]) -> str:
    """Minute a copy of a folio and print it, marked COPIA and its number; return what was done, in Spanish.

    Raises:
        BookError: The rules refuse it.
        MinutesError: The hall is running (MIN-LOCKED): its console prints copies.
        OSError: It cannot be typeset, or an outlet did not take it; the copy is minuted.
    """
    holders = {each.post: each.person for each in setting.config.appointments}
    command = (ReprintFolio(folio.first), Actor(holders[Post.DIRECTOR], Post.DIRECTOR))
    (printed,) = (event for event in minute(setting, keys, [command]) if isinstance(event, FolioReprinted))
    again = stamped(folio, printed.copy)
    content = typeset(again, render, None if keys is None else keys.seal)
    Archive(Places(setting.directory).acts).put(again, content)
    minute(setting, keys, [(sealing(again, content), CONTROLLER)])
    for outlet in outlets:
        outlet.put(name_of(again), content)
    return f"Folio {folio.first}: copia {printed.copy}, anotada e impresa."
