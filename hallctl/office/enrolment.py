"""Which halls are of the chain: their rows in the database, and what the message server lets each do.

Not responsible for the server itself, nor for a hall's keys: it shows its public ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self
from zoneinfo import ZoneInfo

import psycopg

from hallctl.app.games import GAMES
from hallctl.minutes.note import SIGNATURE, NoteError, Verifier
from hallctl.minutes.wire.calls import calls_subject
from hallctl.minutes.wire.messages import LATEST_STREAM, WireError, demand_hall
from hallctl.minutes.wire.nkey import is_public_nkey, public_nkey
from hallctl.office.config import OfficeSetting
from hallctl.office.database import Connection
from hallctl.office.errors import OfficeError
from hallctl.office.keys import OfficeKeys

_NEWEST: Final = f"$JS.API.DIRECT.GET.{LATEST_STREAM}"
"""All that a hall may ask of JetStream: the newest message of a subject, which follows."""

_FOR_ALL: Final = ("office.jackpots.>", f"{_NEWEST}.office.jackpots.>")
"""What every hall reads: heard, and asked for."""

_ONE_AT_A_TIME: Final = 0x656E726F
"""The advisory lock of who changes which halls there are: two at once would each write the other's away."""

_COLUMNS: Final = "hall, name, game, time_zone, nkey, controller, first_volume, retired IS NOT NULL, caller"


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall of the chain.

    Attributes:
        hall: What subjects call it, e.g. "sala-1".
        name: What people call it.
        game: What it plays.
        time_zone: Its time zone, e.g. "America/La_Paz".
        nkey: The public key with which it enters the message server.
        controller: The key that signs its checkpoints: name, identifier and key.
        first_volume: The volume from which on the office has its book.
        retired: Whether it is of the chain no more.
        caller: The hall whose calls it may hear, and which hears it; empty for none.
    """

    hall: str
    name: str
    game: str
    time_zone: str
    nkey: str
    controller: str
    first_volume: int = 1
    retired: bool = False
    caller: str = ""

    def demand_right(self) -> Self:
        """Return the hall, if all that is said of it has the form.

        Raises:
            OfficeError: Something has not; all of it is said.
        """
        problems = [*_faults(self)]
        if problems:
            raise OfficeError("\n".join(problems))
        return self

    @property
    def verifier(self) -> Verifier:
        """What checks its checkpoints."""
        return Verifier.read(self.controller)


def _faults(hall: Hall) -> list[str]:
    found = []
    try:
        demand_hall(hall.caller or hall.hall)
        demand_hall(hall.hall)
    except WireError:
        form = "letras minúsculas, cifras y guiones; ni office ni jackpots"
        found.append(f"«{hall.hall}» o «{hall.caller}» no sirve como identificador: {form}.")
    if not hall.name.strip() or not hall.name.isprintable():
        found.append("El nombre de la sala falta o no se puede mostrar.")
    if hall.game not in GAMES:
        found.append(f"«{hall.game}» no es un juego: {', '.join(GAMES)}.")
    try:
        ZoneInfo(hall.time_zone)
    except (ValueError, OSError, KeyError):
        found.append(f"«{hall.time_zone}» no es una zona horaria, como America/La_Paz.")
    if not is_public_nkey(hall.nkey):
        found.append("La clave NKey no es la de un usuario: «hallctl chain key» la dice.")
    try:
        if hall.verifier.kind != SIGNATURE:
            found.append("La clave del controlador es la de un testigo.")
    except NoteError:
        found.append("La clave del controlador no tiene la forma nombre+id+clave.")
    if hall.first_volume < 1:
        found.append("El primer tomo es al menos el 1.")
    return found


def halls_of(connection: Connection, *, retired: bool = False) -> list[Hall]:
    """Return the halls of the chain, by their identifiers.

    Args:
        connection: To the office's database.
        retired: Also those that were retired.

    Raises:
        psycopg.Error: The database fails.
    """
    # The columns are this module's own words.
    query = f"SELECT {_COLUMNS} FROM halls ORDER BY hall"
    found = [Hall(*row) for row in connection.execute(query.encode())]
    return [hall for hall in found if retired or not hall.retired]


def enrol(connection: Connection, hall: Hall) -> None:
    """Take a hall into the chain; of one that is there, change what is said of it.

    Raises:
        OfficeError: Something is wrong with what is said, or another hall has the key.
        psycopg.Error: The database fails.
    """
    hall.demand_right()
    try:
        connection.execute(
            "INSERT INTO halls (hall, name, game, time_zone, nkey, controller, first_volume, caller)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (hall) DO UPDATE SET name = excluded.name,"
            " game = excluded.game, time_zone = excluded.time_zone, nkey = excluded.nkey,"
            " controller = excluded.controller, first_volume = excluded.first_volume,"
            " caller = excluded.caller, retired = NULL",
            (
                hall.hall,
                hall.name,
                hall.game,
                hall.time_zone,
                hall.nkey,
                hall.controller,
                hall.first_volume,
                hall.caller,
            ),
        )
    except psycopg.errors.UniqueViolation as error:
        raise OfficeError("Otra sala tiene esa clave NKey.") from error


def retire(connection: Connection, hall: str) -> None:
    """Take a hall out of the chain; what the office has of it stays.

    Raises:
        OfficeError: There is no such hall in it.
        psycopg.Error: The database fails.
    """
    done = connection.execute("UPDATE halls SET retired = now() WHERE hall = %s AND retired IS NULL", (hall,))
    if done.rowcount == 0:
        raise OfficeError(f"No hay en la cadena ninguna sala «{hall}».")


def change_halls(
    connection: Connection, setting: OfficeSetting, keys: OfficeKeys, change: Callable[[Connection], None]
) -> bool:
    """Change which halls are of the chain, and write whom the server lets in then: both, or neither.

    Args:
        connection: To the office's database.
        setting: Of the office.
        keys: The office's.
        change: What enrols or retires; nobody else does so meanwhile.

    Returns:
        Whether the server is to let others in than before.

    Raises:
        OfficeError: The change is refused, or the file cannot be written.
        psycopg.Error: The database fails.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
        change(connection)
        return write_users(setting, keys, halls_of(connection))


def write_users(setting: OfficeSetting, keys: OfficeKeys, halls: list[Hall]) -> bool:
    """Write whom the message server lets in and what each may do; it reads that when it starts.

    Returns:
        Whether that is something else than before.

    Raises:
        OfficeError: The file cannot be written.
    """
    path = setting.beside(setting.config.nats.users_file)
    draft, text = path.with_name(f"{path.name}.new"), accounts_of(public_nkey(keys.entering), halls)
    try:
        if path.exists() and path.read_text("utf-8") == text:
            return False
        draft.write_text(text, "utf-8")
        draft.replace(path)
    except OSError as error:
        raise OfficeError(f"{path} no se puede escribir ({error.strerror}): no cambió nada.") from error
    return True


def accounts_of(office: str, halls: list[Hall]) -> str:
    """Return whom the message server lets in, in its own form.

    Each hall has an account of its own. Within one account the server checks whither a user publishes and not
    whither it has the answer sent, so a hall could have an answer delivered in another hall's name.

    Args:
        office: The public key with which the office enters.
        halls: The halls of the chain.
    """
    offered = [f'{{ stream: "{_FOR_ALL[0]}" }}', f'{{ service: "{_FOR_ALL[1]}" }}']
    for hall in halls:
        whose = f'accounts: ["{hall.hall}"]'
        heard, *asked = _own(hall)
        offered.append(f'{{ stream: "{heard}", {whose} }}')
        offered += [f'{{ service: "{each}", {whose} }}' for each in asked]
    lines = ["# Written by «hallctl office enroll»; do not change it.", "accounts {", " OFFICE: {"]
    lines += ["  jetstream: enabled", f"  users: [ {{ nkey: {office} }} ]", "  exports: ["]
    lines += [*(f"   {each}" for each in offered), "  ]", " }"]
    lines += [*(_account(hall, _heard_by(hall, halls)) for hall in halls), "}"]
    return "\n".join(lines) + "\n"


def _own(hall: Hall) -> tuple[str, str, str]:
    """Return what is a hall's alone: what it hears, what it sends and what it asks JetStream."""
    return f"office.{hall.hall}.>", f"hall.{hall.hall}.>", f"{_NEWEST}.office.{hall.hall}.>"


def _heard_by(hall: Hall, halls: list[Hall]) -> list[str]:
    """Return the halls that a hall hears: the one that calls for it, and those it calls for."""
    known = {each.hall for each in halls}
    calling = [hall.caller] if hall.caller in known - {hall.hall} else []
    return calling + [each.hall for each in halls if each.caller == hall.hall != each.hall]


def _account(hall: Hall, others: list[str]) -> str:
    """Return a hall's account; between two halls of which one calls for the other goes what each calls."""
    heard, sent, asked = _own(hall)
    calls = {each: calls_subject(each) for each in others}
    publishes = f'"{sent}", "{asked}", "{_FOR_ALL[1]}"'
    subscribes = ", ".join(
        f'"{each}"' for each in (heard, _FOR_ALL[0], f"_INBOX.{hall.hall}.>", *calls.values())
    )
    allowed = f"publish: {{ allow: [{publishes}] }}, subscribe: {{ allow: [{subscribes}] }}"
    imported = [f'stream: {{ account: OFFICE, subject: "{each}" }}' for each in (heard, _FOR_ALL[0])]
    imported += [f'stream: {{ account: "{each}", subject: "{said}" }}' for each, said in calls.items()]
    imported += [f'service: {{ account: OFFICE, subject: "{each}" }}' for each in (sent, asked, _FOR_ALL[1])]
    lines = [f' "{hall.hall}": {{', f"  users: [ {{ nkey: {hall.nkey}, permissions: {{ {allowed} }} }} ]"]
    if others:
        listed = ", ".join(f'"{each}"' for each in others)
        own = f'{{ stream: "{calls_subject(hall.hall)}", accounts: [{listed}] }}'
        lines += ["  exports: [", f"   {own}", "  ]"]
    lines += ["  imports: [", *(f"   {{ {each} }}" for each in imported), "  ]", " }"]
    return "\n".join(lines)


def hall_section(setting: OfficeSetting, keys: OfficeKeys, hall: str, servers: list[str]) -> str:
    """Return the section ``[chain]`` that the hall puts into its configuration."""
    shown = ", ".join(f'"{server}"' for server in servers or setting.config.nats.servers)
    lines = ["[chain]", f'hall = "{hall}"', f"servers = [{shown}]", f'office = "{keys.verifier}"']
    if setting.config.nats.authority is not None:
        lines.append(f'authority = "{hall}.authority.crt"')
    lines.append('key = "chain.key"')
    return "\n".join(lines) + "\n"


def export_hall(setting: OfficeSetting, text: str, folder: Path, hall: str) -> tuple[Path, ...]:
    """Write what a hall needs into a folder: its section, and the authority's certificate where there is one.

    Raises:
        OSError: A file cannot be read or written.
    """
    section = folder / f"{hall}.chain.toml"
    section.write_text(text, "utf-8")
    authority = setting.config.nats.authority
    if authority is None:
        return (section,)
    certificate = folder / f"{hall}.authority.crt"
    certificate.write_bytes(setting.beside(authority).read_bytes())
    return section, certificate
