"""Who has not logged in cannot hold the port: idle and half-sent connections have bounds (I28)."""

import http.client
import logging
import socket
import time
from contextlib import ExitStack, closing

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from hallctl.console.connections import Caps
from hallctl.console.server import ConsoleServer
from hallctl.service.journal import SAME_LINES, told_by_libraries

pytestmark = pytest.mark.invariant("I28")

CAPS = Caps(total=60, waiting=30, waiting_of_one=20, request_s=0.6)


class Hub:
    def close(self):
        pass


async def hello(request):
    body = await request.body()
    return PlainTextResponse(f"{len(body)}")


@pytest.fixture
def server():
    app = Starlette(routes=[Route("/", hello, methods=["GET", "POST"])])
    app.state.hub = Hub()
    server = ConsoleServer(app, 0, caps=CAPS)
    server.start()
    yield server
    server.stop()


def connected(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=5)


def answered(server):
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as client:
        client.request("GET", "/")
        return client.getresponse().status


def is_ended(connection):
    connection.settimeout(5)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_idle_connections_never_keep_a_request_from_its_answer(server):
    with ExitStack() as stack:
        for _ in range(10 * CAPS.waiting):
            stack.enter_context(closing(connected(server)))
        began = time.monotonic()
        assert [answered(server) for _ in range(20)] == [200] * 20
        assert time.monotonic() - began < 2.0


def test_the_oldest_of_too_many_that_wait_is_ended(server):
    with ExitStack() as stack:
        held = [stack.enter_context(closing(connected(server))) for _ in range(CAPS.waiting_of_one + 1)]
        assert is_ended(held[0])


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab",
    ],
    ids=["nothing", "half a line", "half its headers", "half its body"],
)
def test_a_request_that_does_not_arrive_in_time_is_ended(server, sent):
    with closing(connected(server)) as slow:
        slow.sendall(sent)
        began = time.monotonic()
        assert is_ended(slow)
        assert time.monotonic() - began < CAPS.request_s + 1.0


def test_a_byte_now_and_then_does_not_win_more_time(server):
    with closing(connected(server)) as slow:
        began = time.monotonic()
        with pytest.raises(OSError):
            for byte in b"GET / HTTP/1.1\r\nHost: x\r\n" * 20:
                slow.sendall(bytes([byte]))
                time.sleep(0.05)
        assert time.monotonic() - began < CAPS.request_s + 1.5


def test_one_connection_serves_many_requests_and_slow_ones_are_still_ended(server):
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as client:
        for _ in range(5):
            client.request("POST", "/", body=b"abc")
            assert client.getresponse().read() == b"3"
        client.sock.sendall(b"GET / HTT")
        assert is_ended(client.sock)


def test_what_strangers_make_a_library_log_is_bounded():
    lines = []
    with told_by_libraries(lambda level, what, **fields: lines.append(fields)):
        for number in range(1000):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.", extra={"n": number})
        logging.getLogger("uvicorn.error").warning("something else")
    assert len(lines) == SAME_LINES + 1
