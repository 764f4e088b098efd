"""Uvicorn in a thread of its own, for the console and for the feed, at the configured address.

Not responsible for signals: the composition root has them, and calls ``stop``; nor for who may be answered
(``guard``), nor for which certificate there is.
"""

import socket
import ssl
import threading
from typing import Final

import uvicorn
from starlette.applications import Starlette

from hallctl.minutes.threads import HallThread
from hallctl.web.addresses import HOST
from hallctl.web.connections import Caps, Connections, protocol, raise_descriptor_limit

_START_S: Final = 10.0
_STOP_S: Final = 3.0
_GONE_MS: Final = 5_000
_ROOM: Final = 1 << 17
_ACCEPTED: Final = 256
"""So many connections are taken in one turn of the loop at most, and wait for it: fewer than a port holds."""


class ConsoleError(OSError):
    """The console cannot listen; the message names what to do."""


class ConsoleServer:
    """Serves the console until it is stopped.

    Attributes:
        port: The port it listens on; where 0 was asked for, the one that was free.
    """

    def __init__(
        self,
        app: Starlette,
        port: int,
        host: str = HOST,
        section: str = "console",
        tls: ssl.SSLContext | None = None,
        caps: Caps | None = None,
    ) -> None:
        """Prepare to listen; nothing is opened yet.

        Args:
            app: The application, which serves once; its ``state.hub`` can be closed.
            port: The port, 0 for any free one.
            host: The address of this machine to listen at.
            section: The section of the configuration that has the port, also the name of the thread.
            tls: With what to speak TLS, and nothing else; None: plain HTTP.
            caps: How many connections it takes, and for how long without a request.
        """
        self.port = port
        self._host = host
        self._section = section
        self._app = app
        self._socket: socket.socket | None = None
        self._up = threading.Event()
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            http=protocol(Connections(caps or Caps())),
            ws="none",
            backlog=_ACCEPTED,
            lifespan="on",
            timeout_graceful_shutdown=1,
            server_header=False,
            # Nothing stands before it: a client's own headers about address and scheme are not believed.
            proxy_headers=False,
            ssl_context_factory=None if tls is None else lambda *_: tls,
        )
        self._server = _Server(config, self._up)
        # One that did not come up raises in whoever started it.
        asked = lambda: self._server.should_exit or not self._server.started  # noqa: E731
        self._thread = HallThread(self._run, section, asked)

    def start(self) -> None:
        """Listen, and return when requests are answered.

        Raises:
            ConsoleError: If the port is taken, or the server does not come up.
        """
        raise_descriptor_limit()
        self._socket = _listen(self._host, self.port, self._section)
        self.port = self._socket.getsockname()[1]
        self._thread.start()
        if not self._up.wait(_START_S) or not self._server.started:
            self.stop()
            raise ConsoleError(f"[{self._section}] no arrancó; el registro de uvicorn dice por qué")

    def stop(self) -> None:
        """End every stream, stop listening and wait for the thread, 3 seconds at most."""
        self._app.state.hub.close()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(_STOP_S)
        if self._socket is not None:
            self._socket.close()

    def _run(self) -> None:
        assert self._socket is not None
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._up.set()


class _Server(uvicorn.Server):
    """A server that signals when it is up."""

    def __init__(self, config: uvicorn.Config, up: threading.Event) -> None:
        super().__init__(config)
        self._up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._up.set()


def _listen(host: str, port: int, section: str) -> socket.socket:
    # With the protocol named, asyncio turns Nagle's delay off; without it every answer takes 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # A console that comes back at once finds its port still waiting for the old connections to die.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # A viewer that went away is dropped soon, and little waits for one that is slow.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MS)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ROOM)
    try:
        listener.bind((host, port))
        listener.listen(_ACCEPTED)
    except OSError as error:
        listener.close()
        raise ConsoleError(
            error.errno,
            f"la sala no puede usar el puerto {port} de {host}: {error.strerror}. Cierre el otro programa "
            f"que lo usa, o ponga otro número en la configuración, [{section}] port",
        ) from error
    return listener
