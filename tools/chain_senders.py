"""Sends every prepared book of a chain to an office, all by one process: ``python -m tools.chain_senders``.

What it costs is not the office's: forty halls have forty controllers. Not responsible for what is sent next.
"""

import argparse
import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import nats.errors

from hallctl.config.chain import KEY
from hallctl.minutes.wire.credentials import read_server_key
from hallctl.office.config import load_office
from hallctl.office.replaying import replay

AGAIN_S: Final = 1.0
"""After how long a hall connects again, in seconds."""


async def send_all(office: Path, books: Path, halls: list[dict[str, Any]], pace: float) -> None:
    """Send the books until the office has all of them.

    Args:
        office: The office's folder.
        books: The folder with those of the halls.
        halls: Which halls, as ``halls.json`` lists them.
        pace: How many entries a second each; 0: as fast as the office takes them.
    """
    servers = load_office(office).config.nats.servers

    async def send(hall: str) -> None:
        key = read_server_key(books / hall / KEY)
        while True:  # as a hall's line does
            with suppress(OSError, nats.errors.Error):
                seconds = await replay(servers, key, hall, books / hall / "libro", pace)
                print(f"{hall}: {seconds:.1f} s", flush=True)
                return
            await asyncio.sleep(AGAIN_S)

    await asyncio.gather(*(send(each["hall"]) for each in halls))


def main() -> None:
    """Send what the command line names."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("office", type=Path)
    options.add_argument("books", type=Path)
    options.add_argument("--pace", type=float, default=0.0)
    given = options.parse_args()
    halls = json.loads((given.books / "halls.json").read_text("utf-8"))
    asyncio.run(send_all(given.office, given.books, halls, given.pace))


if __name__ == "__main__":
    main()
