"""A line between a browser and a server of the same machine, which can be paused, or die without a word."""

import selectors
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass


@dataclass(eq=False)
class _Way:
    """One connection: both its ends, and whether anything still goes through."""

    near: socket.socket
    far: socket.socket
    dead: bool = False
    asked: bytes = b""
    ended: bool = False


class Proxy:
    """Passes bytes on to a port of this machine until it is told to stop, in a thread of its own.

    Attributes:
        port: Where it listens.
    """

    def __init__(self, far_port: int) -> None:
        self._far_port = far_port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._paused = self._dropped = self._stopping = False
        self._ways: list[_Way] = []
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)

    def __enter__(self) -> "Proxy":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping = True
        self._thread.join(5)
        assert not self._thread.is_alive()
        for way in self._ways:
            self._end(way)
        self._listener.close()

    def pause(self) -> None:
        """Hold everything back; nobody is told, and nothing is lost."""
        self._paused = True

    def resume(self) -> None:
        """Let what waited and what comes go through."""
        self._paused = False

    def die(self) -> None:
        """Swallow everything, for ever on the connections that there are; no end of them is told."""
        with self._lock:
            self._dropped = True
            for way in self._ways:
                way.dead = True

    def revive(self) -> None:
        """Let new connections through again; those that died stay dead."""
        self._dropped = False

    def asking(self, path: str) -> int:
        """Return on how many open connections the newest request was for this path."""
        with self._lock:
            return sum(way.asked.startswith(f"GET {path} ".encode()) for way in self._ways if not way.ended)

    def _run(self) -> None:
        while not self._stopping:
            with selectors.DefaultSelector() as selector, self._lock:
                selector.register(self._listener, selectors.EVENT_READ)
                for way in self._ways:
                    if not (way.ended or way.dead or self._paused):
                        selector.register(way.near, selectors.EVENT_READ, (way, way.far))
                        selector.register(way.far, selectors.EVENT_READ, (way, way.near))
                found = selector.select(0.02)
            for key, _ in found:
                if key.data is None:
                    self._accept()
                elif not self._paused:
                    self._pass_on(key.data[0], key.fileobj, key.data[1])  # type: ignore[arg-type]

    def _accept(self) -> None:
        near, _ = self._listener.accept()
        try:
            far = socket.create_connection(("127.0.0.1", self._far_port))
        except OSError:
            near.close()
            return
        with self._lock:
            self._ways.append(_Way(near, far, dead=self._dropped))

    def _pass_on(self, way: _Way, taken: socket.socket, given: socket.socket) -> None:
        try:
            said = taken.recv(1 << 16)
            if taken is way.near and said[:5] in (b"GET /", b"POST "):
                way.asked = said[:200]
            given.sendall(said)
        except OSError:
            said = b""
        if not said:
            self._end(way)

    def _end(self, way: _Way) -> None:
        with self._lock:
            way.ended = True
        for end in (way.near, way.far):
            with suppress(OSError):
                end.close()
