"""What guards the book, as the configuration names it: media, keys, witness, and the folios already printed.

Not responsible for running the hall (``main``), nor for what any of these does.
"""

import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hallctl.config.hall import KeysSection, Setting
from hallctl.config.problems import ConfigError
from hallctl.devices.newest import keep_newest, read_newest
from hallctl.devices.paper import last_printed
from hallctl.devices.seal import FolioSeal
from hallctl.devices.witness import DEVICE as WITNESS
from hallctl.devices.witness import UNASKED, UNPROVED, WitnessLine, ask
from hallctl.minutes.entry import Entry
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.medium_deadline import ANSWER_S
from hallctl.minutes.note import Checkpoint, Note, Verifier, verifier_of
from hallctl.minutes.opening import Opening
from hallctl.minutes.signing.console import console_pair
from hallctl.minutes.signing.errors import KeyRefusedError, SigningError
from hallctl.minutes.signing.keystore import Holder, Keystore
from hallctl.minutes.signing.rekeying import change_passphrase
from hallctl.minutes.signing.signers import Unlocked
from hallctl.minutes.signing.token import TokenOpener, TokenPlace
from hallctl.minutes.volumes import Shelf, volume_name
from hallctl.rules.binding import Signatory
from hallctl.rules.state import State
from hallctl.table import messages as msg
from hallctl.table.registrar import Keys
from hallctl.table.table import Inbox
from hallctl.web.access.words import AccessError

if TYPE_CHECKING:
    from hallctl.minutes.signing.timestamps import TimeStamper

_REPAIR: Final = "Repárelo con el Director: hallctl book repair"
AUTHORITY: Final = "la autoridad de la sala"
SEAL: Final = "el sello de la sala"
"""Whose certificates there are beside those of people."""


@dataclass(frozen=True)
class Places:
    """Where a hall keeps its things."""

    directory: Path

    @property
    def book(self) -> Path:
        """The volumes of the book."""
        return self.directory / "libro"

    @property
    def pictures(self) -> Path:
        """The deciding pictures."""
        return self.directory / "imagenes"

    @property
    def accounts(self) -> Path:
        """Who may enter the console."""
        return self.directory / "cuentas.sqlite"

    @property
    def security(self) -> Path:
        """The security log."""
        return self.directory / "seguridad.sqlite"

    @property
    def starts(self) -> Path:
        """How often the controller was started: the feed counts by it."""
        return self.directory / "arranques"

    @property
    def newest(self) -> Path:
        """The newest checkpoint, kept outside both media (I12)."""
        return self.directory / "ultimo-punto"

    @property
    def acts(self) -> Path:
        """The printed folios."""
        return self.directory / "actas"

    @property
    def moved(self) -> Path:
        """Word that the book goes on at another place, with the copy that it went with."""
        return self.directory / "mudada"


@dataclass(frozen=True)
class HallKeys(Keys):
    """All the keys of a hall: the table's, and the seal of its folios."""

    seal: FolioSeal


def open_shelf(setting: Setting, keys: Keys | None) -> Shelf:
    """Open the book of a hall, its entries since the newest checkpoint verified.

    Raises:
        MinutesError: It cannot be opened, or is not what it was.
    """
    _demand_here(Places(setting.directory))
    trusted = None if keys is None else keys.verifier
    alone = setting.rules.second_medium == "continue"
    answer_s = setting.config.book.second_answer_s or ANSWER_S
    return Shelf.open(Places(setting.directory).book, second_media(setting), trusted, alone, answer_s)


def _demand_here(places: Places) -> None:
    """See that the book was not moved to another place, where it goes on.

    Raises:
        MinutesError: It was (MIN-MOVED).
    """
    if places.moved.exists():
        sentence = f"este libro se mudó ({places.moved}): sigue donde se restauró su copia, y aquí no."
        advice = f"Solo si nadie la restauró: quite {places.moved} y siga aquí"
        raise MinutesError("MIN-MOVED", f"{sentence} {advice}.")


def second_media(setting: Setting) -> Path | None:
    """Return where the hall keeps the second media of its volumes, None where it keeps none."""
    second = setting.config.book.second
    return None if second is None else setting.beside(second)


def first_free_mb(setting: Setting) -> int:
    """Return the room on the disk of the first medium."""
    return shutil.disk_usage(setting.directory).free // 1_000_000


def read_keys(setting: Setting) -> HallKeys | None:
    """Return the hall's keys, None where it has none.

    Raises:
        SigningError: They are not where the configuration names, or damaged.
    """
    section = setting.config.keys
    if section is None:
        return None
    store = Keystore(setting.beside(section.directory))

    def people() -> tuple[Signatory, ...]:
        return tuple(signatory(holder) for holder in store.people())

    return HallKeys(
        origin=section.origin,
        controller=store.controller(),
        authority=b64encode(store.authority).decode(),
        people=people,
        unlocked=Unlocked(TokenOpener(_token_places(setting, section), store)),
        seal=FolioSeal(store.seal(), setting.config.hall.place, _time_stamper(section)),
    )


def rekeyer(setting: Setting) -> Callable[[str, str, str], None]:
    """Return what puts a person's new passphrase on their key, where the old one opens it.

    What it returns raises AccessError where the key cannot be written; it is then as it was.
    """

    def rekey(person: str, old: str, new: str) -> None:
        section = setting.config.keys
        if section is None:
            return
        try:
            change_passphrase(Keystore(setting.beside(section.directory)), person, old, new)
        except KeyRefusedError:
            return  # the person has no key here, or one with a passphrase or a token of its own
        except SigningError as error:
            raise AccessError(error.code, error.sentence) from error

    return rekey


def named_certificates(setting: Setting) -> Iterator[tuple[str, bytes]]:
    """Yield every certificate that the hall works with, DER, and whose it is; nothing in a hall without keys.

    Raises:
        SigningError: The keys are not where the configuration names, or damaged.
    """
    if setting.config.keys is None:
        return
    store = Keystore(setting.beside(setting.config.keys.directory))
    yield AUTHORITY, store.authority
    yield SEAL, store.seal().certificate
    for holder in store.people():
        yield holder.name, holder.certificate
        if holder.accredited:
            yield f"la tarjeta de {holder.name}", holder.accredited
    pair = console_pair(store)
    if pair is not None:
        yield "la consola", pair.certificate


def feed_key(setting: Setting) -> str:
    """Return what a screen checks the feed with, to be given to it as ``--key``; empty without keys.

    Raises:
        SigningError: The keys are not where the configuration names, or damaged.
    """
    section = setting.config.keys
    if section is None:
        return ""
    return str(verifier_of(section.origin, Keystore(setting.beside(section.directory)).controller()))


def feed_url(setting: Setting) -> str:
    """Return the address at which the controller's machine sees the feed."""
    host = setting.config.feed.host
    return f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{setting.config.feed.port}"


def signatory(holder: Holder) -> Signatory:
    """Return who signs with which certificate, as the book does."""
    certificate, accredited = (b64encode(each).decode() for each in (holder.certificate, holder.accredited))
    return Signatory(holder.name, holder.posts, certificate, accredited)


def _token_places(setting: Setting, section: KeysSection) -> dict[str, TokenPlace]:
    return {
        token.person: TokenPlace(setting.beside(token.module), token.label, token.key)
        for token in section.tokens
    }


def _time_stamper(section: KeysSection) -> "TimeStamper | None":
    if section.time_stamps is None:
        return None
    from hallctl.minutes.signing.timestamps import TimeStamper  # as in ``devices.seal``

    return TimeStamper(section.time_stamps)


def witness_line(setting: Setting, inbox: Inbox) -> WitnessLine | None:
    """Return the line to the witness that the configuration names, None where it names none."""
    section = setting.config.witness
    if section is None:
        return None
    key = Verifier.read(section.key)
    return WitnessLine(
        section.url, key, Places(setting.directory).book, lambda note: inbox.put(msg.Cosigned(note)), inbox
    )


def demand_own_keys(setting: Setting, shelf: Shelf, keys: Keys | None) -> None:
    """See that the hall has the keys which its newest volume names: others could not go on with it (I25).

    A volume that was opened without keys is closed without them; the next one names those that there are.

    Raises:
        ConfigError: It has others, or none; or none where the volume before had some.
        MinutesError: The volume cannot be read.
    """
    first = next(shelf.entries(), None)
    opening = None if first is None else Opening.read(first)
    if opening is None or opening.controller is None:
        return
    where = f"{setting.path}: [keys]"
    if keys is None:
        raise ConfigError([f"{where}: el libro nombra claves y la sala no tiene: recupere su carpeta"])
    named = (opening.controller, opening.authority, opening.origin.rpartition("/")[0])
    if not shelf.closed and named != (keys.verifier, keys.authority, keys.origin):
        what = "el tomo abierto nombra otras claves: recupere las suyas, o cierre el tomo antes de cambiarlas"
        raise ConfigError([f"{where}: {what}"])


def hearers(setting: Setting, witness: WitnessLine | None) -> Callable[[Note], None]:
    """Return what takes each new checkpoint: the file outside both media, and the witness."""

    def hear(note: Note) -> None:
        keep_newest(Places(setting.directory).newest, note)
        if witness is not None:
            witness.offer(note)

    return hear


def demand_own_checkpoint(setting: Setting, newest: Entry | None, keys: Keys | None, state: State) -> None:
    """See that the hall itself has not signed more of the book than there is (I12).

    Args:
        setting: The hall.
        newest: The newest entry of the open volume, None where it has none.
        keys: Its keys, None where it has none.
        state: Where the hall stands.

    Raises:
        MinutesError: It has: the book is an older one.
    """
    if keys is None or state.book is None:
        return
    kept = read_newest(Places(setting.directory).newest, keys.verifier)
    here = 0 if newest is None else newest.number
    if kept is None or kept.origin != state.book.origin or kept.size <= max(here, state.accepted):
        return
    sentence = f"la sala firmó {kept.size} asientos de {volume_name(state.volume)} y el libro tiene {here}"
    raise MinutesError("MIN-SHORT", f"{sentence}: es un libro anterior. {_REPAIR}")


def demand_cosigned_size(setting: Setting, note: Note | None, state: State, inbox: Inbox) -> None:
    """See that the witness has not signed more of the book than there is (I12).

    A witness that does not answer, or claims without its signature that it saw more, stops nobody: a notice
    reports it before the first game. The hall also opens where two people minuted that what the witness saw
    is lost.

    Args:
        setting: The hall.
        note: The newest checkpoint of the open volume, None where it has none.
        state: Where the hall stands.
        inbox: Where the notice goes.

    Raises:
        MinutesError: It has: the book is an older one.
    """
    section = setting.config.witness
    if section is None or note is None:
        return
    stated, here = ask(section.url, note, Verifier.read(section.key)), Checkpoint.read(note.text)
    most = max(here.size, state.accepted)
    if stated.signed is not None and stated.signed.size > most:
        raise _shorter(f"el testigo firmó {stated.signed.size} asientos", here.size)
    if not stated.answered:
        detail = "no se pudo preguntar al testigo, y no se sabe si él vio más que los"
        inbox.put(
            msg.Trouble(WITNESS, UNASKED, f"{detail} {here.size} asientos que este libro tiene firmados")
        )
    elif stated.claimed > most:
        detail = (
            f"quien responde por el testigo dice que vio {stated.claimed} asientos, y el libro tiene firmados"
        )
        inbox.put(msg.Trouble(WITNESS, UNPROVED, f"{detail} {here.size}; no lo firma, y así no cuenta"))


def _shorter(seen: str, here: int) -> MinutesError:
    sentence = f"{seen} y el último punto de control del libro es del {here}: es un libro anterior."
    return MinutesError("MIN-SHORT", f"{sentence} {_REPAIR}")


def demand_printed(folder: Path, state: State) -> None:
    """See that no folio was printed that the book does not have (I12).

    Raises:
        MinutesError: One was: the book is an older one.
    """
    printed = last_printed(folder, state.volume)
    if state.volume and printed > state.folios:
        sentence = f"hay un folio {printed} impreso y el libro llega al {state.folios}: es un libro anterior."
        raise MinutesError("MIN-SHORT", f"{sentence} {_REPAIR}")
