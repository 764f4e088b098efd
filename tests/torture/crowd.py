"""Many consoles and walls that watch one hall: ``python -m tests.torture.crowd``, a process of its own.

A console does what the page's script does: it hears that something changed, and fetches its panel anew; also
when the panel asks for it, as the script would. It is NOT responsible for judging: it says on standard
output, as one JSON value, what came when.
"""

import asyncio
import json
import re
import sys
import time
import urllib.request
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlsplit

READY: Final = "ready"
_LONGEST: Final = 1 << 22
_AGAIN: Final = re.compile(rb"load delay:(\d+)(ms|s)")
_ALIVE_S: Final = 1.0
_RETRY_S: Final = 1.0


@dataclass
class Found:
    """What came when; moments are seconds of the machine's clock.

    Attributes:
        panels: How long each panel took, in seconds.
        news: For each console, when it heard of each number of the desk's state.
        balls: For each wall, when it first showed so many called balls of a game, by (game, how many).
        ended: How often a stream ended and was asked for again.
        broken: What went wrong.
    """

    panels: list[float] = field(default_factory=list)
    news: list[dict[int, float]] = field(default_factory=list)
    balls: list[dict[str, float]] = field(default_factory=list)
    ended: int = 0
    broken: list[str] = field(default_factory=list)


class Line:
    """A connection that is asked one thing after the other."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None and parts.port is not None
        self._place = parts.hostname, parts.port
        self._token = token
        self._ends: tuple[StreamReader, StreamWriter] | None = None

    async def lines(self, path: str, found: Found) -> AsyncIterator[bytes]:
        """Yield the lines of a stream, which is asked for again when it ends, as a browser does."""
        while True:
            reader, head = await self._ask(path)
            if b" 200 " not in head[:16]:
                raise OSError(f"{path}: {head.splitlines()[0].decode()}")
            with suppress(ConnectionError):
                while line := await reader.readline():
                    yield line
            found.ended += 1
            self.close()
            await asyncio.sleep(_RETRY_S)

    async def fetch(self, path: str) -> bytes:
        """Return the whole answer, whatever its status."""
        try:
            reader, head = await self._ask(path)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()  # the server lets go of a connection that was quiet for long
            reader, head = await self._ask(path)
        length = re.search(rb"content-length: (\d+)", head.lower())
        return await reader.readexactly(int(length[1])) if length is not None else b""

    async def _ask(self, path: str) -> tuple[StreamReader, bytes]:
        if self._ends is None:
            self._ends = await asyncio.open_connection(*self._place, limit=_LONGEST)
        reader, writer = self._ends
        host = ":".join(map(str, self._place))
        bearer = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{bearer}\r\n".encode())
        await writer.drain()
        return reader, await reader.readuntil(b"\r\n\r\n")

    def close(self) -> None:
        """Let go of the connection."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


class Console:
    """One page at a desk."""

    def __init__(self, url: str, token: str, found: Found) -> None:
        self._stream, self._line = Line(url, token), Line(url, token)
        self._found = found
        self._heard: dict[int, float] = {}
        found.news.append(self._heard)
        self._stale = asyncio.Event()

    async def watch(self, ready: asyncio.Event) -> None:
        """Hear of changes, for ever."""
        async for line in self._stream.lines("/events", self._found):
            if line.startswith(b"id: "):
                self._heard.setdefault(int(line[4:]), time.time())
                self._stale.set()
                ready.set()

    async def show(self) -> None:
        """Fetch the panel whenever it is stale or asks for it, one request at a time."""
        again: float | None = None
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(again):
                    await self._stale.wait()
            self._stale.clear()
            began = time.perf_counter()
            panel = await self._line.fetch("/panel")
            if b'class="stage"' not in panel:
                raise OSError(f"no panel: {panel[:200]!r}")
            self._found.panels.append(time.perf_counter() - began)
            asked = [int(much) / (1000 if unit == b"ms" else 1) for much, unit in _AGAIN.findall(panel)]
            again = min(asked, default=None)

    def close(self) -> None:
        """Let go of its connections."""
        self._stream.close()
        self._line.close()


class Wall:
    """One screen, which says every second that it lives."""

    def __init__(self, url: str, name: str, found: Found) -> None:
        self._stream, self._line = Line(url), Line(url)
        self._name = quote(name)
        self._found = found
        self._seen: dict[str, float] = {}
        found.balls.append(self._seen)
        self._sequence = 0

    async def watch(self, ready: asyncio.Event) -> None:
        """Take every view, for ever."""
        async for line in self._stream.lines(f"/views/board?nonce=00&name={self._name}", self._found):
            came = time.time()
            if line.startswith(b"data: ") and b'"view":' in line:
                told = json.loads(line.split(b" ", 2)[2])
                self._sequence = told["sequence"]
                view = told["view"]
                if "called" in view:
                    self._seen.setdefault(f"{view['game']}-{len(view['called'])}", came)
                ready.set()

    async def live(self) -> None:
        """Say that the glass shows what came."""
        while True:
            await asyncio.sleep(_ALIVE_S)
            await self._line.fetch(f"/alive/{self._name}?sequence={self._sequence}&shown_ms=20")

    def close(self) -> None:
        """Let go of its connections."""
        self._stream.close()
        self._line.close()


def entered(url: str, people: list[str], passphrase: str, consoles: int) -> list[str]:
    """Let somebody enter at each console, and return the tokens."""
    tokens = []
    for number in range(consoles):
        said = json.dumps({"person": people[number % len(people)], "passphrase": passphrase}).encode()
        request = urllib.request.Request(f"{url}/api/session", said, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            tokens.append(json.load(answer)["token"])
    return tokens


async def crowd(console: str, feed: str, tokens: list[str], walls: int) -> Found:
    """Watch until standard input ends."""
    found = Found()
    desks = [Console(console, token, found) for token in tokens]
    screens = [Wall(feed, f"Pared {number + 1}", found) for number in range(walls)]
    everybody: list[Console | Wall] = [*desks, *screens]
    seen = [asyncio.Event() for _ in everybody]
    running = [each.watch(event) for each, event in zip(everybody, seen, strict=True)]
    running += [each.show() for each in desks] + [each.live() for each in screens]
    tasks = [asyncio.ensure_future(each) for each in running]
    for event in seen:
        async with asyncio.timeout(60):
            await event.wait()
    print(READY, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    found.broken = [repr(task.exception()) for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for each in everybody:
        each.close()
    return found


def main(options: dict[str, Any]) -> int:
    """Watch, and say what came when."""
    tokens = entered(options["console"], options["people"], options["passphrase"], options["consoles"])
    found = asyncio.run(crowd(options["console"], options["feed"], tokens, options["walls"]))
    json.dump(found.__dict__, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
