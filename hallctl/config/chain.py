"""The line to the head office of many halls: where its message server is, and who each of the two is.

Not responsible for reading the files that it names (``hallctl.app.chain``).
"""

from collections.abc import Iterator
from ipaddress import ip_address
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from hallctl.config.sections import File, Section, Text
from hallctl.minutes.note import COSIGNATURE, SIGNATURE, NoteError, Verifier
from hallctl.minutes.wire.messages import WireError, demand_hall

KEY: Final = "chain.key"
"""The file of the hall's key for the message server, beside the configuration, where it names no other."""

_TLS: Final = "tls"
_SCHEMES: Final = ("nats", _TLS)


def _hall(text: str) -> str:
    try:
        return demand_hall(text)
    except WireError as error:
        raise ValueError("debe tener minúsculas, cifras y guiones, 32 como máximo") from error


def _server(text: str) -> str:
    try:
        parts = urlsplit(text)
        right = bool(parts.scheme in _SCHEMES and parts.hostname and parts.port)
    except ValueError:
        right = False
    if not right or text != f"{parts.scheme}://{parts.netloc}" or "@" in parts.netloc:
        raise ValueError("debe ser una dirección como «tls://oficina.example:4222»")
    return text


def _office(text: str) -> str:
    try:
        right = Verifier.read(text).kind == COSIGNATURE
    except NoteError:
        right = False
    if not right:
        raise ValueError("no es la clave con que firma la oficina; la da «hallctl office enroll»")
    return text


def _controller(text: str) -> str:
    try:
        right = Verifier.read(text).kind == SIGNATURE
    except NoteError:
        right = False
    if not right:
        raise ValueError("no es la clave de un libro; la dice «hallctl chain key» en la otra sala")
    return text


OtherHalls = Annotated[
    dict[Annotated[str, AfterValidator(_hall)], Annotated[str, AfterValidator(_controller)]],
    Field(default_factory=dict, max_length=200),
]
"""Other halls of the chain, each with the key with which its controller signs."""


HallNames = Annotated[
    dict[Annotated[str, AfterValidator(_hall)], Annotated[Text, Field(max_length=32)]],
    Field(default_factory=dict),
]
"""What people call halls of the chain: no longer than what the chain calls them may be, for the walls."""


class ChainSection(Section):
    """The head office of a chain of halls: what it calls this hall, and how it is reached."""

    hall: Annotated[File, AfterValidator(_hall)]
    """What the office calls this hall."""
    servers: list[Annotated[File, AfterValidator(_server)]] = Field(min_length=1, max_length=9)
    """The addresses of its message servers."""
    office: Annotated[str, AfterValidator(_office)]
    """The key with which the office signs checkpoints of this book."""
    authority: File | None = None
    """The certificate of the authority that the servers' certificates are of, for ``tls://``."""
    key: File = KEY
    """The hall's own key for the message server; ``hallctl chain key`` makes it."""

    caller: OtherHalls
    """The hall that may draw this one's games, where Director and jefe de mesa accept it."""
    called: OtherHalls
    """The halls that may follow this one's draw."""
    names: HallNames
    """What people call those halls, as the walls do; one that is not here is called as the chain does."""

    @property
    def encrypted(self) -> bool:
        """Whether the servers are reached by TLS."""
        return any(urlsplit(server).scheme == _TLS for server in self.servers)


def chain_contradictions(chain: ChainSection | None, *, keyed: bool) -> Iterator[str]:
    """Yield what is wrong between the values of the section: nothing leaves the machine without TLS.

    Args:
        chain: The section, None where there is none.
        keyed: Whether the hall has keys.
    """
    if chain is None:
        return
    if not keyed:
        yield "[chain]: la oficina mira puntos de control firmados; faltan las [keys]"
    if len(chain.caller) > 1 or (chain.caller and chain.called):
        yield "[chain] caller y called: una sala sigue a una que llama, o llama para otras"
    if chain.hall in {*chain.caller, *chain.called}:
        yield "[chain] caller y called: son otras salas"
    if strangers := set(chain.names) - {*chain.caller, *chain.called}:
        yield f"[chain] names: {', '.join(sorted(strangers))} no está en caller ni en called"
    if len({urlsplit(server).scheme for server in chain.servers}) > 1:
        yield "[chain] servers: o todos con «tls://», o todos con «nats://»"
    for server in chain.servers:
        if urlsplit(server).scheme != _TLS and not _is_loopback(urlsplit(server).hostname or ""):
            yield f"[chain] servers: «{server}» sale de esta máquina; debe ser «tls://»"
    if chain.encrypted and chain.authority is None:
        yield "[chain] authority: falta; sin ella no se sabe si el servidor es el de la oficina"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
