"""Serves the newest JPEG to any number of HTTP clients as one multipart stream each (MJPEG).

It is NOT responsible for making pictures, nor a web server: whatever the path, the answer is the stream.
"""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

_BOUNDARY = "frame"
_HEADER = (
    "HTTP/1.0 200 OK\r\nCache-Control: no-store\r\nConnection: close\r\n"
    f"Content-Type: multipart/x-mixed-replace; boundary={_BOUNDARY}\r\n\r\n"
).encode()
_REQUEST_END = b"\r\n\r\n"
_PATIENCE = 5.0  # seconds a client may take to ask, or to take one frame


class MjpegServer:
    """One listening socket on the loopback; a thread accepts, and one more serves each client.

    A slow client misses frames and never delays another. Use as a context manager: leaving it ends all
    threads.

    Args:
        port: TCP port; 0 picks a free one, which then stays the same through `unplug` and `plug`.

    Raises:
        OSError: The port is taken.
    """

    def __init__(self, port: int) -> None:
        self._fresh = threading.Condition()
        self._jpeg = b""
        self._number = 0
        self._clients: dict[socket.socket, threading.Thread] = {}
        self._listener: socket.socket | None = None
        self._accepting: threading.Thread | None = None
        self._port = port
        self.plug()

    @property
    def url(self) -> str:
        """Where the stream is."""
        return f"http://127.0.0.1:{self._port}/exit.mjpg"

    @property
    def watched(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._clients)

    def publish(self, jpeg: bytes) -> None:
        """Make this the newest picture."""
        with self._fresh:
            self._jpeg = jpeg
            self._number += 1
            self._fresh.notify_all()

    def plug(self) -> None:
        """Listen (again); nothing happens when it listens already."""
        if self._listener is not None:
            return
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._port = self._listener.getsockname()[1]
        self._accepting = threading.Thread(target=self._accept, args=(self._listener,), name="mjpeg-accept")
        self._accepting.start()

    def unplug(self) -> None:
        """Stop listening and break every connection; waits until all threads are gone."""
        if self._listener is None or self._accepting is None:
            return
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        self._listener = self._accepting = None
        with self._fresh:
            leaving = dict(self._clients)
            self._clients.clear()
            self._fresh.notify_all()
        for client, thread in leaving.items():
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.unplug()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:  # the listener was shut down
                return
            client.settimeout(_PATIENCE)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            thread = threading.Thread(target=self._serve, args=(client,), name="mjpeg-client")
            with self._fresh:
                self._clients[client] = thread
            thread.start()

    def _serve(self, client: socket.socket) -> None:
        # A client that goes away in the middle of a frame is the ordinary end of a stream.
        with client, contextlib.suppress(OSError):
            if self._asked(client):
                self._stream(client)
        with self._fresh:
            self._clients.pop(client, None)

    def _asked(self, client: socket.socket) -> bool:
        request = b""
        while _REQUEST_END not in request and len(request) < 8192:
            received = client.recv(4096)
            if not received:
                return False
            request += received
        client.sendall(_HEADER)
        return True

    def _stream(self, client: socket.socket) -> None:
        sent = self._number
        while True:
            with self._fresh:
                while client in self._clients and self._number == sent:
                    self._fresh.wait()
                if client not in self._clients:
                    return
                jpeg, sent = self._jpeg, self._number
            head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            client.sendall(head.encode() + jpeg + b"\r\n")
