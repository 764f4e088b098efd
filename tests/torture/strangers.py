"""Strangers at the ports of a hall: ``python -m tests.torture.strangers``, a process of its own.

Some hold connections open and say nothing, half a request, or a byte a second; some guess at passphrases,
each from an address of its own. NOT responsible for judging: it says on standard output what became of them.
"""

import asyncio
import json
import resource
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

READY: Final = "ready"
_AGAIN_S: Final = 5.0
"""How long a stranger who is put out waits before coming back."""

_ADDRESSES: Final = 200
"""From how many addresses the idle ones come."""

_HALF: Final = b"GET /events HTTP/1.1\r\nHost: hall\r\nX-Slow: "


@dataclass
class Met:
    """What became of the strangers.

    Attributes:
        connected: How many connections were opened.
        ended: How many of them the hall ended.
        refused: How many it did not take.
        most: How many stood open at once at most.
        guesses: How many guesses were answered, by the status.
    """

    connected: int = 0
    ended: int = 0
    refused: int = 0
    most: int = 0
    guesses: dict[str, int] = field(default_factory=dict)


class Strangers:
    """All of them, in one loop."""

    def __init__(self) -> None:
        """Nobody has come yet."""
        self.met = Met()
        self._open = 0

    async def idle(self, number: int, port: int) -> None:
        """Hold a connection open, for ever: silent, with half a request, or with a byte a second."""
        address = f"127.0.{1 + number % _ADDRESSES // 100}.{1 + number % 100}"
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            except OSError:
                self.met.refused += 1
                await asyncio.sleep(_AGAIN_S)
                continue
            self.met.connected += 1
            self._open += 1
            self.met.most = max(self.met.most, self._open)
            with suppress(OSError):
                if number % 3:
                    writer.write(_HALF)
                while not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1.0):
                            await reader.read(65536)
                    if number % 3 == 2:
                        writer.write(b"x")
            self._open -= 1
            self.met.ended += 1
            writer.close()
            await asyncio.sleep(_AGAIN_S)

    async def guess(self, number: int, port: int, name: str) -> None:
        """Guess at a passphrase, one after the other, for ever."""
        body = json.dumps({"person": name, "passphrase": f"no es esta {number}"}).encode()
        head = f"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        said = f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
        while True:
            status = "no answer"
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(f"127.0.9.{number + 1}", 0)
                )
                writer.write(said)
                answer = await reader.read(65536)
                status = answer[9:12].decode("ascii", "replace") or status
                writer.close()
            self.met.guesses[status] = self.met.guesses.get(status, 0) + 1
            await asyncio.sleep(0.1)


async def besiege(options: dict[str, Any]) -> Met:
    """Come, and stay until standard input ends."""
    strangers, ports = Strangers(), (options["console"], options["feed"])
    tasks = [asyncio.ensure_future(strangers.idle(each, ports[each % 2])) for each in range(options["idle"])]
    for each in range(options["guessers"]):
        name = options["people"][each % len(options["people"])]
        tasks.append(asyncio.ensure_future(strangers.guess(each, options["console"], name)))
    while strangers.met.connected + strangers.met.refused < options["idle"]:
        await asyncio.sleep(0.05)
    print(READY, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return strangers.met


def main(options: dict[str, Any]) -> int:
    """Be there, and say what became of everybody."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    json.dump(asyncio.run(besiege(options)).__dict__, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
