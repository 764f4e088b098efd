"""Who has not logged in cannot hold the port: idle and half-sent connections have bounds (I28)."""

import asyncio
import http.client
import logging
import socket
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from hallctl.app.service.journal import SAME_LINES, capture_library_logs
from hallctl.web.connections import Caps, vouch
from hallctl.web.server import ConsoleServer

pytestmark = pytest.mark.invariant("I28")

CAPS = Caps(total=60, waiting=30, waiting_of_one=20, grace_s=0.2, request_s=30.0)
HASTY = replace(CAPS, request_s=0.6)


class Hub:
    def close(self):
        pass


async def hello(request):
    body = await request.body()
    return PlainTextResponse(f"{len(body)}")


async def stream(_):
    """Anybody listens, for as long as the line holds."""

    async def told():
        yield b"view"
        await asyncio.Event().wait()

    return StreamingResponse(told())


async def session(request):
    """Somebody with a session listens, for as long as the line holds."""
    vouch(request.scope)

    async def told():
        yield b"news"
        await asyncio.Event().wait()

    return StreamingResponse(told())


@contextmanager
def serving(caps):
    app = Starlette(
        routes=[
            Route("/", hello, methods=["GET", "POST"]),
            Route("/session", session),
            Route("/stream", stream),
        ]
    )
    app.state.hub = Hub()
    server = ConsoleServer(app, 0, caps=caps)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def server():
    with serving(CAPS) as server:
        yield server


@pytest.fixture
def hasty():
    """A server that does not wait long for a request."""
    with serving(HASTY) as server:
        yield server


def connected(server, address="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=(address, 0))


def answered(server):
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as client:
        client.request("GET", "/")
        return client.getresponse().status


def said_before_its_end(connection):
    """Return all that a connection says until the server ends it."""
    connection.settimeout(5)
    said = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(4096):
            said += part
    return said


def ask(connection, path="/"):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: hall\r\n\r\n".encode())


def status(connection):
    connection.settimeout(5)
    return int(connection.recv(4096)[9:12])


def test_idle_connections_never_keep_a_request_from_its_answer(server):
    with ExitStack() as stack:
        for _ in range(10 * CAPS.waiting):
            stack.enter_context(closing(connected(server)))
        began = time.monotonic()
        assert [answered(server) for _ in range(20)] == [200] * 20
        assert time.monotonic() - began < 2.0


def test_the_oldest_of_too_many_that_wait_is_ended_and_hears_why(server):
    with ExitStack() as stack:
        held = [stack.enter_context(closing(connected(server))) for _ in range(CAPS.waiting_of_one)]
        assert answered(server) == 200
        time.sleep(2 * CAPS.grace_s)
        held.append(stack.enter_context(closing(connected(server))))
        assert said_before_its_end(held[0]).startswith(b"HTTP/1.1 503 ")
        ask(held[1])
        assert status(held[1]) == 200


def test_all_tablets_behind_one_address_come_back_at_once(server):
    with ExitStack() as stack:
        held = [stack.enter_context(closing(connected(server))) for _ in range(CAPS.total)]
        for each in held:
            ask(each)
        assert {status(each) for each in held} == {200}


def test_a_session_stays_where_strangers_fill_the_port(server):
    with ExitStack() as stack:
        insider = stack.enter_context(
            closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5))
        )
        insider.request("GET", "/session")
        assert insider.getresponse().status == 200
        rested = [stack.enter_context(closing(connected(server))) for _ in range(2 * CAPS.total)]
        for each in rested:
            with suppress(OSError):  # those that were ended for the others
                ask(each)
                status(each)
        assert answered(server) == 200
        assert insider.sock is not None
        with pytest.raises(TimeoutError):
            insider.sock.settimeout(0.1)
            while insider.sock.recv(4096):
                pass


def test_where_all_are_served_one_more_hears_that_there_is_no_room(server):
    with ExitStack() as stack:
        held = [stack.enter_context(closing(connected(server))) for _ in range(CAPS.total)]
        for each in held:
            ask(each, "/session")
        assert {status(each) for each in held} == {200}
        with closing(connected(server)) as one_more:
            answer = said_before_its_end(one_more)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert "demasiadas conexiones" in answer.decode()


def streaming(server, address, stack):
    """Return a stream that an address listens to; None where there is no place for it."""
    line = stack.enter_context(closing(connected(server, address)))
    with suppress(ConnectionResetError, BrokenPipeError):
        ask(line, "/stream")
        if line.recv(12) == b"HTTP/1.1 200":
            return line
    return None


def is_held(line):
    line.settimeout(0.02)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return True
    except ConnectionResetError:
        pass
    return False


def test_who_took_every_place_gives_some_to_another_address_and_neither_gets_more_than_half(server):
    walls, greedy, half = "127.0.0.2", "127.0.0.3", CAPS.total // 2
    with ExitStack() as stack:
        first = streaming(server, walls, stack)
        hoard = [streaming(server, greedy, stack) for _ in range(2 * CAPS.total)]
        assert sum(each is not None for each in hoard) == CAPS.total - 1
        more = [streaming(server, walls, stack) for _ in range(CAPS.total)]
        held = [each for each in [first, *more] if each is not None and is_held(each)]
        assert len(held) == half
        assert held[0] is first
        kept = [each is not None and is_held(each) for each in hoard]
        assert kept == [True] * half + [False] * (len(hoard) - half), "the newest of the hoard made room"
        assert streaming(server, greedy, stack) is None


def test_the_walls_of_a_hall_may_all_sit_behind_one_address(server):
    with ExitStack() as stack:
        walls = [streaming(server, "127.0.0.2", stack) for _ in range(CAPS.total)]
        assert None not in walls
        assert streaming(server, "127.0.0.3", stack) is not None
        assert sum(is_held(each) for each in walls) == CAPS.total - 1


def test_addresses_that_ask_for_no_more_than_their_share_keep_it_whoever_hoards(server):
    share = 4
    with ExitStack() as stack:
        for number in range(CAPS.total):
            streaming(server, f"127.0.1.{number % 3}", stack)
        fair = [streaming(server, f"127.0.2.{number // share}", stack) for number in range(5 * share)]
        for number in range(CAPS.total):
            streaming(server, f"127.0.1.{number % 3}", stack)
        assert all(each is not None and is_held(each) for each in fair)


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
def test_a_request_that_does_not_arrive_in_time_is_ended(hasty, sent):
    with closing(connected(hasty)) as slow:
        slow.sendall(sent)
        began = time.monotonic()
        assert said_before_its_end(slow).startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - began < HASTY.request_s + 1.0


def test_a_byte_now_and_then_does_not_win_more_time(hasty):
    with closing(connected(hasty)) as slow:
        began = time.monotonic()
        with pytest.raises(OSError):
            for byte in b"GET / HTTP/1.1\r\nHost: x\r\n" * 20:
                slow.sendall(bytes([byte]))
                time.sleep(0.05)
        assert time.monotonic() - began < HASTY.request_s + 1.5


def test_one_connection_serves_many_requests_and_slow_ones_are_still_ended(hasty):
    with closing(http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=5)) as client:
        for _ in range(5):
            client.request("POST", "/", body=b"abc")
            assert client.getresponse().read() == b"3"
        client.sock.sendall(b"GET / HTT")
        assert said_before_its_end(client.sock).startswith(b"HTTP/1.1 408 ")


def test_what_strangers_make_a_library_log_is_bounded():
    lines = []
    with capture_library_logs(lambda level, what, **fields: lines.append(fields)):
        for number in range(1000):
            logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.", extra={"n": number})
        logging.getLogger("uvicorn.error").warning("something else")
    assert len(lines) == SAME_LINES + 1
