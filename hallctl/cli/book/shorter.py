"""How a hall goes on with a book that lost its newest entries on both media (I12): two people say so.

What was lost is not brought back: the volume is closed where it is, and play goes on in the next one. Not
responsible for finding out that entries are lost: the start, the witness and ``hallctl book verify`` do.
"""

from pathlib import Path

from hallctl.app.vault import HallKeys, Places
from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.cli.book.office import Deciders, minute
from hallctl.cli.book.verdict import read_note
from hallctl.config.hall import Setting
from hallctl.devices.paper import last_printed
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.opening import Opening
from hallctl.minutes.reader import Reader
from hallctl.minutes.verify import verify
from hallctl.minutes.volumes import volumes_in
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.commands.volumes import AcceptShorter, CloseBook, ProposeClosing


def accept(
    setting: Setting, keys: HallKeys | None, seen: str | None, folio: int, deciders: Deciders, reason: str
) -> str:
    """Minute that what was seen elsewhere is lost, and close the volume; return what was done, in Spanish.

    Args:
        setting: The configuration.
        keys: The hall's keys.
        seen: A file with a checkpoint that saw more, or how many entries the witness says that it saw.
        folio: The last folio that was printed; where the hall's own folder has a later one, that is taken.
        deciders: Who decides.
        reason: Why.

    Raises:
        BookError: The checkpoint is not the open volume's, or the volume is not shorter than it; or the rules
            refuse it.
        MinutesError: The hall is running (MIN-LOCKED), or the book cannot be opened.
    """
    places = Places(setting.directory)
    volume = volumes_in(places.book)[-1]
    opening = _opening(volume)
    printed = max(folio, last_printed(places.acts, opening.volume))
    if seen is None:
        command = AcceptShorter("", 0, "", printed, reason)
    elif seen.isascii() and seen.isdigit():
        command = AcceptShorter(opening.origin, int(seen), "", printed, reason)
    else:
        said = _lost(volume, opening, read_note(Path(seen))[1])
        command = AcceptShorter(said.origin, said.size, said.root.hex(), printed, reason)
    minute(setting, keys, deciders.agreed(reason, command), deciders)
    lost = f"Anotado: el tomo {opening.volume} perdió asientos que se vieron fuera."
    closing = [(ProposeClosing(), Actor(deciders.jefe, Post.JEFE))]
    decided = (CloseBook(), Actor(deciders.director, Post.DIRECTOR))
    try:
        minute(setting, keys, [*closing, decided], deciders)
    except BookError as error:
        return f"{lost}\nEl tomo queda abierto, y no se juega en él: ciérrelo. {error}"
    return f"{lost}\nEl tomo queda cerrado. El siguiente se abre con su propia legalización."


def _opening(volume: Path) -> Opening:
    with Reader(volume) as reader:
        for entry in reader.entries(1, 1):
            return Opening.read(entry)
    raise BookError(f"{volume.name}: el tomo está vacío.", NOT_WHOLE)


def _lost(volume: Path, opening: Opening, note: Note) -> Checkpoint:
    """See that a checkpoint is the volume's own, and saw what is not there."""
    said = Checkpoint.read(note.text)
    if opening.controller is None or said.origin != opening.origin:
        raise BookError(f"el punto de control es de «{said.origin}», no de {volume.name}.")
    try:
        genuine = note.signed_by(opening.controller)
    except ValueError:
        genuine = False
    if not genuine:
        raise BookError("el punto de control no lleva la firma del controlador de esta sala.")
    found = verify(volume, None, [said])
    if found.ok:
        raise BookError("El tomo tiene lo que el punto de control vio: no hay nada que aceptar.", NOT_WHOLE)
    if {problem.code for problem in found.problems} != {"MIN-SHORT"}:
        raise BookError(f"{found.describe()}\nRepárelo antes: hallctl book repair.", NOT_WHOLE)
    return said
