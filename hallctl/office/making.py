"""Makes a new office in an empty folder: its configuration, keys, and what its message server reads.

Not responsible for installing the server or the database.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hallctl.minutes import private
from hallctl.minutes.durable import make_folder
from hallctl.office.config import CONFIG, OfficeSetting, load_office
from hallctl.office.enrolment import write_users
from hallctl.office.errors import OfficeError
from hallctl.office.keys import AUTHORITY, make_authority_for, make_keys, read_keys

SERVER_CONF: Final = "nats.conf"
PID: Final = "nats.pid"
"""Where the message server writes which process it is."""

_TOML: Final = """\
# The head office (docs/chain.md). Other sections and keys: hallctl/office/config.py.
[office]
name = {name}
origin = {origin}

[database]
url = {database}

[nats]
servers = [{server}]
{authority}"""
_CONF: Final = """\
# The message server of the chain: hallctl office server {folder}
listen: {listen}
server_name: {name}
pid_file: "{folder}/{pid}"
jetstream {{ store_dir: "{folder}/jetstream", max_file_store: 16GB }}
max_payload: 1MB
{tls}include "nats-users.conf"
"""
_TLS: Final = 'tls {{ cert_file: "{folder}/nats-server.crt", key_file: "{folder}/nats-server.key" }}\n'


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be made.

    Attributes:
        name: What people call the chain.
        origin: What the office's cosignatures call it.
        database: The address of its database.
        listen: Where the message server listens, address and port.
        hosts: By what halls reach it; none: only this machine does, and there is no TLS.
    """

    name: str
    origin: str
    database: str
    listen: str = "127.0.0.1:4222"
    hosts: tuple[str, ...] = ()


def make_office(folder: Path, plan: Plan) -> OfficeSetting:
    """Make an office.

    Raises:
        OfficeError: There is one already, or what is planned does not do.
        ConfigError: Likewise.
        OSError: The folder cannot be written.
    """
    if (folder / CONFIG).exists():
        raise OfficeError(f"{folder / CONFIG} ya existe y no se toca. Elija otra carpeta.")
    make_folder(folder)
    folder.chmod(private.FOLDER)
    make_keys(folder)
    if plan.hosts:
        make_authority_for(folder, plan.name, [*plan.hosts])
    draft = folder / f"{CONFIG}.new"
    draft.write_text(_toml(plan), "utf-8")
    try:
        load_office(draft)
    except BaseException:
        draft.unlink()
        raise
    draft.replace(folder / CONFIG)
    setting = load_office(folder / CONFIG)
    absolute = folder.resolve()
    tls = _TLS.format(folder=absolute) if plan.hosts else ""
    conf = _CONF.format(folder=absolute, pid=PID, listen=plan.listen, name="office", tls=tls)
    (folder / SERVER_CONF).write_text(conf, "utf-8")
    write_users(setting, read_keys(setting), [])
    return setting


def _toml(plan: Plan) -> str:
    port = plan.listen.rpartition(":")[2]
    server = f"tls://{plan.hosts[0]}:{port}" if plan.hosts else f"nats://127.0.0.1:{port}"
    return _TOML.format(
        name=_quoted(plan.name),
        origin=_quoted(plan.origin),
        database=_quoted(plan.database),
        server=_quoted(server),
        authority=f'authority = "{AUTHORITY}"\n' if plan.hosts else "",
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    quoted = f'"{escaped}"'
    try:
        tomllib.loads(f"a = {quoted}")
    except tomllib.TOMLDecodeError as error:
        raise OfficeError(f"«{text!r:.80}» no se puede escribir en la configuración.") from error
    return quoted
