"""A hall brought back from a copy into a new place, by two people's decision, and minuted (I16).

The copy is verified first; the hall is put together beside its place, its second medium written anew from the
book, the decision minuted there, and then it is moved into its place: it is there whole, or not at all. Not
responsible for entries that came after the copy: witness and folios show them (``shorter``).
"""

import os
import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hallctl.app.setting import load
from hallctl.app.vault import Places, open_shelf, read_keys, second_media
from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.cli.book.office import Deciders, deciders_of, minute
from hallctl.cli.copies import manifest as said
from hallctl.cli.copies.manifest import Manifest
from hallctl.cli.copies.named import DIRECTORY, KEYS, SECOND, Place, renamed
from hallctl.cli.copies.reach import still_there
from hallctl.cli.copies.sealed import SAFE, unsealed
from hallctl.config.hall import Setting
from hallctl.config.tomlfile import read_toml
from hallctl.minutes import private
from hallctl.minutes.durable import make_folder, sync_folder
from hallctl.minutes.entry import line_of, text_of
from hallctl.minutes.errors import named_trouble
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.second_medium import write_anew
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import number_of, second_of, volumes_in
from hallctl.rules.commands.volumes import RecordRepair

_SECOND: Final = "segundo-soporte"
_FIRST: Final = "libro"
_LONGEST: Final = 30
"""Of a machine's name in the book, in characters."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who brings a hall back, and why.

    Attributes:
        director: The Director, who decides and signs.
        jefe: The jefe de mesa, who proposes and signs.
        reason: Why; it is minuted.
        passphrases: Of both, in this order; empty in a hall without keys.
    """

    director: str
    jefe: str
    reason: str
    passphrases: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that is whole and whose hall cannot be reached any more."""

    folder: Path
    manifest: Manifest
    secrets: dict[str, bytes]


def open_copy(folder: Path, passphrase: str) -> Copy:
    """Verify a copy and open its secrets.

    Raises:
        BookError: It is none, not whole, of another passphrase, or the hall that it is of can still go on.
    """
    manifest = said.read_manifest(folder)
    said.demand_whole(folder, manifest)
    content = (folder / said.SECRETS).read_bytes()
    secrets = unsealed(content, passphrase, manifest.seal, manifest.content)
    found = list(still_there(manifest))
    if found:
        sentence = "No se restauró nada: dos salas seguirían con un solo libro."
        raise BookError("\n".join([sentence, *found]), NOT_WHOLE)
    return Copy(folder, manifest, secrets)


def restore(copy: Copy, to: Path, second: Path | None, decision: Decision) -> str:
    """Bring a hall back into a new folder; return what was done, in Spanish.

    Args:
        copy: What it is brought back from.
        to: Its new folder, which must not be there or be empty.
        second: The folder of the second medium, on another device; None: as the copy's practice hall had it.
        decision: Who decides.

    Raises:
        BookError: There is something at a place that is written, somebody does not agree, or it is not whole.
        MinutesError: The book cannot be read or written.
        OSError: The disk refuses.
    """
    to = to.absolute()
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise BookError(f"{to}: ya hay algo; restaure en una carpeta nueva.")
    stage = to.with_name(f".{to.name}.part")
    shutil.rmtree(stage, ignore_errors=True)
    with ExitStack() as undo:
        undo.callback(shutil.rmtree, stage, ignore_errors=True)
        make_folder(stage)
        setting = _assemble(copy, stage, to, second)
        written = _write_second(setting, undo)
        minuted = _minute(setting, copy.manifest, decision)
        verdict = verify_book(Places(setting.directory).book, second_media(setting))
        if not verdict.ok:
            raise BookError(verdict.describe(), NOT_WHOLE)
        _move(stage, to)
        undo.pop_all()
    return "\n".join(
        [
            f"{to}: sala «{copy.manifest.hall}» restaurada, del asiento {copy.manifest.entries}.",
            *written,
            minuted,
            verdict.describe(),
            f"Siga con: cd {shlex.quote(str(to))} && hallctl run",
        ]
    )


def _assemble(copy: Copy, stage: Path, to: Path, second: Path | None) -> Setting:
    """Put the hall together in a folder beside its place; return its configuration as it reads there."""
    shutil.copytree(copy.folder / said.HALL, stage / said.HALL, copy_function=shutil.copyfile)
    shutil.copytree(copy.folder / said.CONFIG, stage, dirs_exist_ok=True, copy_function=shutil.copyfile)
    for name, content in copy.secrets.items():
        path = stage / name if name.startswith(f"{SAFE}/") else stage / said.HALL / name
        if not path.resolve().is_relative_to(stage.resolve()):
            raise BookError(f"{copy.folder}: {name} está fuera de la sala.", NOT_WHOLE)
        path.parent.mkdir(private.FOLDER, parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in stage.rglob("*"):
        path.chmod(private.FOLDER if path.is_dir() else private.FILE)
    config = stage / said.TOML
    values = read_toml(config)
    config.write_text(renamed(config.read_text("utf-8"), _changes(copy, values, to, second)), "utf-8")
    return load(config)


def _changes(copy: Copy, values: dict[str, Any], to: Path, second: Path | None) -> dict[Place, str]:
    """Return what the configuration says elsewhere: its folders, and files from outside its own."""
    changes: dict[Place, str] = {DIRECTORY: said.HALL}
    if "keys" in values:
        changes[KEYS] = SAFE
    if "second" in values.get("book", {}):
        changes[SECOND] = str(second.absolute()) if second is not None else f"{said.HALL}/{_SECOND}"
        if second is None and not _is_practice(values):
            raise BookError(f"Diga la carpeta del segundo soporte, en otro aparato que {to}: --second")
    elif second is not None:
        raise BookError("La sala no tiene segundo soporte ([book] second): quite --second.")
    return changes | dict(copy.manifest.names)


def _is_practice(values: dict[str, Any]) -> bool:
    """Return whether a configuration is of a practice hall, whose second medium may lie beside the book."""
    simulated = (isinstance(each, dict) and each.get("simulated") for each in values.values())
    return "practice" in values or any(simulated)


def _write_second(setting: Setting, undo: ExitStack) -> Iterator[str]:
    """Write the second medium anew from every volume; what was there before is left alone."""
    folder = second_media(setting)
    if folder is None:
        return iter(())
    taken = sorted(folder.glob("tomo-*.jsonl")) if folder.is_dir() else []
    if taken:
        raise BookError(f"{taken[0]}: ya hay un segundo soporte; apártelo, o dé otra carpeta (--second).")
    make_folder(folder)
    volumes = volumes_in(Places(setting.directory).book)
    for volume in volumes:
        path = second_of(volume, folder)
        undo.callback(path.unlink, missing_ok=True)
        with named_trouble(volume), read_only(volume) as connection:
            write_anew(path, (line_of(text_of(row), str(row[-1])) for row in stored_rows(connection)))
    return iter((f"{folder}: segundo soporte escrito de nuevo, {len(volumes)} tomos.",))


def _minute(setting: Setting, manifest: Manifest, decision: Decision) -> str:
    """Leave in the open volume that it goes on from a copy; return a sentence about it."""
    keys = read_keys(setting)
    with closing(open_shelf(setting, keys)) as shelf:
        if shelf.closed:
            return "No hay ningún tomo abierto: nada que anotar."
    if not (decision.director and decision.jefe and decision.reason.strip()):
        raise BookError("Diga quién lo decide y por qué: --director, --jefe y --reason; queda anotado.")
    newest = volumes_in(Places(setting.directory).book)[-1]
    deciders = deciders_of(setting, decision.director, decision.jefe)
    deciders = Deciders(deciders.director, deciders.jefe, decision.passphrases)
    what = "mudanza" if manifest.moved else "restauración"
    origin = f"copia {manifest.digest[:16]} del {manifest.made} de {manifest.host[:_LONGEST]}"
    reason = f"{decision.reason} ({what} desde la {origin}; sigue en {os.uname().nodename[:_LONGEST]})"
    command = RecordRepair(number_of(newest) or 0, _FIRST, manifest.entries, reason)
    minute(setting, keys, deciders.agreed(reason, command), deciders)
    return f"Anotado: {reason}."


def _move(stage: Path, to: Path) -> None:
    for path in stage.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
    if to.exists():
        to.rmdir()
    stage.rename(to)
    sync_folder(to)
