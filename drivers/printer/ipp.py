"""IPP: one question to a print service and its answer (RFC 8010, RFC 8011), over TCP or a local socket.

``lpstat`` cannot be asked instead: of CUPS 2.4 it says the same of a job that was printed and of one that was
cancelled. Not responsible for what an answer means (``cups.py``).
"""

import http.client
import socket
import struct
from collections.abc import Iterator, Mapping
from typing import Final

Values = tuple[int | bool | str, ...]
Group = Mapping[str, Values]
"""The attributes of a job or a printer, by their names."""

GET_JOB_ATTRIBUTES: Final = 0x0009
GET_PRINTER_ATTRIBUTES: Final = 0x000B
NOT_FOUND: Final = 0x0406

_VERSION: Final = b"\x02\x00"
_OPERATION, _END = 0x01, 0x03
_FIRST_VALUE: Final = 0x10
"""Tags below it begin a group of attributes, the others a value."""
_INTEGER, _BOOLEAN, _ENUM = 0x21, 0x22, 0x23
_NAME, _KEYWORD, _URI, _CHARSET, _LANGUAGE = 0x42, 0x44, 0x45, 0x47, 0x48
_TEXTS: Final = range(0x40, 0x60)
_LONGEST: Final = 1 << 20


class IppError(OSError):
    """The service does not answer, or not in IPP; ``status`` is its code where it refused."""

    def __init__(self, reason: str, status: int = 0) -> None:
        """Say why."""
        super().__init__(reason)
        self.status = status


class _Local(http.client.HTTPConnection):
    """HTTP over a socket of this machine."""

    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def ask(
    server: str, operation: int, target: tuple[str, str], user: str, wanted: tuple[str, ...], timeout: float
) -> Group:
    """Ask a print service for attributes and return those of the thing asked for.

    Args:
        server: The path of its socket, or "host:port", as ``lpstat -H`` prints it.
        operation: ``GET_JOB_ATTRIBUTES`` or ``GET_PRINTER_ATTRIBUTES``.
        target: The attribute that names the thing, and its URI.
        user: Who asks: of their own jobs people see the names.
        wanted: The attributes.
        timeout: Seconds for each step of the connection.

    Raises:
        IppError: It does not answer, or refuses.
    """
    question = _question(operation, target, user, wanted)
    headers = {"Content-Type": "application/ipp"}
    if server.startswith("/"):
        connection: http.client.HTTPConnection = _Local(server, timeout)
    else:
        connection = http.client.HTTPConnection(server, timeout=timeout)
    try:
        connection.request("POST", "/", question, headers)
        response = connection.getresponse()
        answer = response.read(_LONGEST)
    except (OSError, http.client.HTTPException) as error:
        raise IppError(f"el servicio de impresión no contesta: {error}") from error
    finally:
        connection.close()
    if response.status != http.client.OK:
        raise IppError(f"el servicio de impresión contesta {response.status}", response.status)
    return _attributes(answer)


def _question(operation: int, target: tuple[str, str], user: str, wanted: tuple[str, ...]) -> bytes:
    about, uri = target
    values = [
        (_CHARSET, "attributes-charset", "utf-8"),
        (_LANGUAGE, "attributes-natural-language", "en"),
        (_URI, about, uri),
        (_NAME, "requesting-user-name", user),
        *((_KEYWORD, "" if at else "requested-attributes", each) for at, each in enumerate(wanted)),
    ]
    head = _VERSION + struct.pack(">HIB", operation, 1, _OPERATION)
    return head + b"".join(_value(*each) for each in values) + bytes([_END])


def _value(tag: int, name: str, value: str) -> bytes:
    packed = [struct.pack(">H", len(text)) + text for text in (name.encode(), value.encode())]
    return bytes([tag]) + b"".join(packed)


def _attributes(answer: bytes) -> Group:
    """Return the attributes of an answer's last groups.

    Raises:
        IppError: It is none, or a refusal.
    """
    found: dict[str, Values] = {}
    try:
        (status,) = struct.unpack_from(">H", answer, 2)
        if status >= 0x0400:
            raise IppError(f"el servicio de impresión rehúsa (IPP {status:#06x})", status)
        for name, value in _values(answer):
            found[name] = (*found.get(name, ()), value)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise IppError("el servicio de impresión no contesta en IPP") from error
    return found


def _values(answer: bytes) -> Iterator[tuple[str, int | bool | str]]:
    """Yield each value that is a number, a truth or a text, under its attribute's name."""
    at, name = 8, ""
    while (tag := answer[at]) != _END:
        at += 1
        if tag < _FIRST_VALUE:
            continue
        (length,) = struct.unpack_from(">H", answer, at)
        name = answer[at + 2 : at + 2 + length].decode() or name
        at += 2 + length
        (length,) = struct.unpack_from(">H", answer, at)
        value = answer[at + 2 : at + 2 + length]
        at += 2 + length
        if tag in (_INTEGER, _ENUM):
            yield name, struct.unpack(">i", value)[0]
        elif tag == _BOOLEAN:
            yield name, value != b"\0"
        elif tag in _TEXTS:
            yield name, value.decode("utf-8", "replace")
