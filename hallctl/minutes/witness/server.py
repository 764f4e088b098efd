"""A witness on HTTP: ``POST /add-checkpoint``, the last checkpoint of a volume, and a page of what it saw.

Whoever can reach it may ask: what counts is the signature of the book under a checkpoint. Not responsible for
what is answered (``witness``).
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from hallctl.minutes.witness.answers import Answer, Witness
from hallctl.minutes.witness.memory import MemoryFailedError
from hallctl.minutes.witness.submission import MAX_BYTES

_BODY_S: Final = 10.0
_CONNECTIONS: Final = 64


class ListenError(OSError):
    """The witness cannot listen; the message names what to do."""


def make_app(witness: Witness, failed: Callable[[MemoryFailedError], None]) -> FastAPI:
    """Make the web application.

    Args:
        witness: Who answers.
        failed: Called when the memory could not be kept: the witness must not go on.
    """
    app = FastAPI(openapi_url=None)

    @app.post("/add-checkpoint")
    async def add_checkpoint(request: Request) -> Response:
        body = await _body(request)
        if isinstance(body, Answer):
            return _response(body)
        try:
            return _response(await run_in_threadpool(witness.add, body))
        except MemoryFailedError as error:
            failed(error)
            return _response(Answer(503, "this witness cannot remember, and does not sign\n"))

    @app.get("/checkpoint")
    async def checkpoint(origin: str) -> Response:
        try:
            return _response(await run_in_threadpool(witness.last, origin))
        except MemoryFailedError as error:
            failed(error)
            return _response(Answer(503, "this witness cannot remember, and does not sign\n"))

    @app.get("/")
    async def status() -> Response:
        return JSONResponse(await run_in_threadpool(witness.status))

    return app


def serve(witness: Witness, host: str, port: int, report: Callable[[str], None]) -> None:
    """Answer until the process is asked to end.

    Args:
        witness: Who answers.
        host: The address to listen on.
        port: The port, 0 for any free one.
        report: Prints for a person where it listens.

    Raises:
        ListenError: The address cannot be had.
        MemoryFailedError: The memory could not be kept.
    """
    failures: list[MemoryFailedError] = []

    def failed(error: MemoryFailedError) -> None:
        # A failed sync is not tried again: after it, only a new start knows what the disk holds.
        failures.append(error)
        server.should_exit = True

    config = uvicorn.Config(
        make_app(witness, failed),
        log_config=None,
        access_log=False,
        http="h11",
        ws="none",
        lifespan="off",
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = uvicorn.Server(config)
    with _listen(host, port) as listener:
        report(f"Escucha en {_address(host, listener.getsockname()[1])}")
        server.run(sockets=[listener])
    if failures:
        raise failures[0]


async def _body(request: Request) -> bytes | Answer:
    """Read what was sent, up to a size and a time."""
    content = bytearray()
    try:
        async with asyncio.timeout(_BODY_S):
            async for chunk in request.stream():
                content += chunk
                if len(content) > MAX_BYTES:
                    return Answer(413, f"more than {MAX_BYTES} bytes\n")
    except (TimeoutError, ClientDisconnect):
        return Answer(408, "the request did not arrive in time\n")
    return bytes(content)


def _response(answer: Answer) -> Response:
    # As a header: given as a media type, a character set would be added to it, which clients do not expect.
    return Response(answer.body, answer.status, {"content-type": answer.media})


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio turns Nagle's delay off; without it every answer takes 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        sentence = f"el testigo no puede escuchar en {_address(host, port)}: {error.strerror}."
        raise ListenError(sentence) from error
    return listener


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
