"""A medium written anew from the other, by two people's decision, and minuted (AJ-39, I16).

The source is verified whole first; what is replaced is set aside and never deleted. Whatever breaks off the
work leaves both media as they were, or the medium repaired and not minuted yet: the same command then minutes
it. Not responsible for which medium is right: two people say so.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from hallctl.app.games import game_of_volume
from hallctl.app.letters import fonts_read
from hallctl.app.replay import empty_state
from hallctl.app.vault import HallKeys, Places
from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.cli.book.office import Deciders, minute, second_folder
from hallctl.cli.book.reading import minuted
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.minutes.checkpoints import peaks_of
from hallctl.minutes.durable import make_folder, sync_folder
from hallctl.minutes.entry import EntryError, Row, entry_of, line_of, read_line, text_of
from hallctl.minutes.errors import MinutesError, named_trouble
from hallctl.minutes.note import Checkpoint, sign, verifier_of
from hallctl.minutes.opening import Opening
from hallctl.minutes.reader import read_entries, read_only, stored_rows
from hallctl.minutes.restore import asides_of, salvaged, set_aside, surplus, write_volume
from hallctl.minutes.second_medium import read_lines, write_anew
from hallctl.minutes.verify import verify
from hallctl.minutes.volume_file import sole_writer
from hallctl.minutes.volumes import number_of, second_of, volume_name, volumes_in
from hallctl.rules.commands.base import Issued
from hallctl.rules.commands.volumes import RecordRepair
from hallctl.rules.events.volumes import MediumRepaired
from hallctl.rules.refusals import Refusal
from hallctl.table.clock import SystemClock
from hallctl.table.keeper import event_of

_DRAFT: Final = ".nuevo"


class Side(StrEnum):
    """A medium, as the book calls it."""

    FIRST = "libro"
    SECOND = "segundo soporte"


@dataclass(frozen=True, slots=True)
class Media:
    """The two media of a volume, one of which is written anew."""

    volume: Path
    second: Path
    side: Side

    @property
    def number(self) -> int:
        """The number of the volume."""
        return number_of(self.volume) or 0

    @property
    def damaged(self) -> Path:
        """The medium that is written anew."""
        return self.volume if self.side is Side.FIRST else self.second

    @property
    def draft(self) -> Path:
        """Where it is written before it is moved into its place."""
        return self.damaged.with_name(f"{self.damaged.name}{_DRAFT}")


Confirm = Callable[[str], bool]
"""Asks a person whether to go on."""


def media_of(setting: Setting, volume: int, side: Side) -> Media:
    """Give the media of a volume of the hall.

    Raises:
        BookError: The hall has no second medium.
    """
    path = Places(setting.directory).book / volume_name(volume)
    return Media(path, second_of(path, second_folder(setting)), side)


def repair(
    setting: Setting, keys: HallKeys | None, media: Media, deciders: Deciders, reason: str, confirm: Confirm
) -> str:
    """Write a medium anew from the other, and minute it; return what was done, in Spanish.

    Args:
        setting: The configuration.
        keys: The hall's keys.
        media: The media, and which of them is written anew.
        deciders: Who decides.
        reason: Why.
        confirm: Asked when entries would be set aside that the source lacks.

    Raises:
        BookError: The source is not whole, there is nothing to repair, somebody does not agree, or the
            repair is done and could not be minuted yet.
        MinutesError: The hall is running (MIN-LOCKED), or a medium cannot be read or written.
    """
    deciders.unlock(keys, SystemClock().now())
    with _held(media):
        entries = _replaced(setting, keys, media, deciders, reason, confirm)
    aside = asides_of(media.damaged)[-1].name
    command = RecordRepair(media.number, media.side.value, entries, reason, aside)
    try:
        minute(setting, keys, deciders.agreed(reason, command), deciders)
    except (BookError, ConfigError, MinutesError) as error:
        sentence = f"El {media.side} quedó reparado y sin anotar. {error}"
        raise BookError(
            f"{sentence}\nCorríjalo y repita la misma orden: entonces se anota.", NOT_WHOLE
        ) from error
    return f"{media.damaged.name}: escrito de nuevo con {entries} asientos; lo anterior queda en {aside}."


@contextmanager
def _held(media: Media) -> Iterator[None]:
    """Keep the hall from opening this volume and the newest one."""
    folder = media.volume.parent
    numbers = {media.number}
    for each in (*folder.glob("tomo-*.sqlite"), *media.second.parent.glob("tomo-*.jsonl")):
        numbers.add(number_of(each) or media.number)
    with ExitStack() as stack:
        with named_trouble(folder):
            make_folder(folder)
            make_folder(media.second.parent)
        for number in sorted({media.number, max(numbers)}):
            path = folder / volume_name(number)
            with named_trouble(path):
                stack.enter_context(sole_writer(path))
        yield


def _replaced(
    setting: Setting, keys: HallKeys | None, media: Media, deciders: Deciders, reason: str, confirm: Confirm
) -> int:
    """Put a medium written anew in the place of the damaged one; return how many entries it holds."""
    if media.volume.exists() and media.second.exists():
        found = verify(media.volume, media.second)
        if found.ok:
            _demand_unrecorded(media)
            return found.entries
    try:
        entries = _written(keys, media)
        _demand_agreement(setting, media, deciders, reason)
        lost = surplus(media.damaged, media.draft)
        if lost and not confirm(
            f"{media.damaged.name} tiene {lost} asientos que el otro soporte no tiene:"
            " quedarán apartados, fuera del libro. ¿Seguir?"
        ):
            raise BookError("No se reparó nada.", NOT_WHOLE)
        _cut_torn_line(media)
        set_aside(media.damaged)
        _move(media.draft, media.damaged)
    finally:
        media.draft.unlink(missing_ok=True)
    return entries


def _demand_unrecorded(media: Media) -> None:
    """See that a repair was done and is not minuted: else there is nothing to do."""
    asides = asides_of(media.damaged)
    recorded = {
        each.event.aside for each in minuted(media.volume.parent) if isinstance(each.event, MediumRepaired)
    }
    if not asides or asides[-1].name in recorded:
        raise BookError("Los dos soportes están íntegros y son iguales: no hay nada que reparar.", NOT_WHOLE)


def _written(keys: HallKeys | None, media: Media) -> int:
    """Write the draft from the source, and verify it beside the source; return how many entries it holds."""
    if media.side is Side.SECOND:
        _demand_whole(media.volume)
        with named_trouble(media.volume), read_only(media.volume) as connection:
            rows = stored_rows(connection)
            write_anew(media.draft, (line_of(text_of(row), str(row[-1])) for row in rows))
        return _demand_whole(media.volume, media.draft)
    opening, notes = _own_opening(keys, media), list[Row]()
    if keys is not None:
        kept, tree = salvaged(media.volume, _whole_rows(media.second), opening)
        notes = [(each.number, each.checkpoint.size, each.peaks, str(each.note)) for each in kept]
        if not kept or kept[-1].checkpoint.size != tree.size:
            # A volume must keep a checkpoint of its end, and the second medium has none.
            ordinal = 0 if opening.form == 2 else kept[-1].checkpoint.ordinal + 1 if kept else 1
            said = Checkpoint(opening.origin, tree.size, tree.root(), ordinal)
            note = sign(keys.origin, keys.controller, said.text)
            notes.append((len(notes) + 1, tree.size, peaks_of(tree), str(note)))
    write_volume(media.draft, _whole_rows(media.second), notes, opening.form)
    return _demand_whole(media.draft)


def _own_opening(keys: HallKeys | None, media: Media) -> Opening:
    """Return what the opening diligence says, once the second medium is seen to be of this volume.

    Raises:
        BookError: It is of another volume, or of another hall.
    """
    first = next(_whole_rows(media.second), None)
    try:
        opening = None if first is None else Opening.read(entry_of(first))
    except EntryError:
        opening = None
    key = "" if keys is None else str(verifier_of(keys.origin, keys.controller))
    if opening is None or opening.volume != media.number or str(opening.controller or "") != key:
        raise BookError(f"{media.second.name} es de otro tomo o de otra sala: no se tocó nada.", NOT_WHOLE)
    return opening


def _demand_whole(volume: Path, second: Path | None = None) -> int:
    verdict = verify(volume, second)
    if not verdict.ok or not verdict.entries:
        sentence = "El soporte del que se iba a reparar no está íntegro: no se tocó nada."
        raise BookError(f"{sentence}\n{verdict.describe()}", NOT_WHOLE)
    return verdict.entries


def _whole_rows(second: Path) -> Iterator[Row]:
    """Read the entries of a second medium; a last line that a power cut tore was told to nobody."""
    for number, line in enumerate(read_lines(second), 1):
        if not line.endswith(b"\n"):
            return
        try:
            row = read_line(line[:-1])
        except EntryError as error:
            sentence = f"{second.name}: la línea {number} no es un asiento: {error}. No se reparó nada."
            raise MinutesError("MIN-FORM", sentence) from error
        yield row


def _cut_torn_line(media: Media) -> None:
    """Take a torn last line from the second medium, where the volume was written from it."""
    if media.side is Side.SECOND:
        return
    last = b"\n"
    for last in read_lines(media.second):  # noqa: B007  the last one is looked at
        pass
    if last.endswith(b"\n"):
        return
    draft = media.second.with_name(f"{media.second.name}{_DRAFT}")
    write_anew(draft, (line for line in read_lines(media.second) if line.endswith(b"\n")))
    set_aside(media.second)
    _move(draft, media.second)


def _demand_agreement(setting: Setting, media: Media, deciders: Deciders, reason: str) -> None:
    """See that the rules will take the two steps, before anything is changed.

    Where no volume is open they come later: its damage must not keep the next one from being opened.

    Raises:
        BookError: They refuse one.
    """
    newest = volumes_in(media.volume.parent)[-1:]
    if not newest or newest[0].name <= media.volume.name:
        newest = [media.draft if media.side is Side.FIRST else media.volume]
    game = game_of_volume(newest[0]).rules
    state = empty_state(setting, game)
    for entry in read_entries(newest[0]):
        state = game.evolve(state, event_of(game, entry))
    command = RecordRepair(media.number, media.side.value, 0, reason)
    for step, actor in deciders.agreed(reason, command):
        answer = game.decide(state, Issued(step, actor, ""), SystemClock().now(), fonts_read())
        if isinstance(answer, Refusal):
            if answer.code == "BOOK-NONE":
                return
            raise BookError(f"{answer.code} ({answer.requirement}): {answer.sentence}", NOT_WHOLE)
        state = game.fold(state, answer)


def _move(draft: Path, place: Path) -> None:
    with named_trouble(place):
        draft.replace(place)
        sync_folder(place)
