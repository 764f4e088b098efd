"""Sends each hall the newest signed paper of each kind, which the message server keeps for it.

Not responsible for making or signing papers, nor for what a hall does with one.
"""

import asyncio
import threading
from typing import Final

import nats.errors
import psycopg

from hallctl.minutes.wire.messages import paper_subject
from hallctl.office.papers import newest_signed
from hallctl.office.parts import AGAIN_S, Office

_LOOK_S: Final = 5.0
"""How often it looks for papers that were signed meanwhile, in seconds."""


class PaperSender:
    """A part of the running office."""

    name = "papers"

    def __init__(self, office: Office, look_s: float = _LOOK_S) -> None:
        """Prepare; nothing runs yet.

        Args:
            office: What every part is given.
            look_s: How often it looks for new papers, in seconds.
        """
        self._office = office
        self._look_s = look_s
        self._stopped = threading.Event()
        self._sent: set[tuple[str, str]] = set()

    def run(self) -> None:
        """Send until it is stopped; a server that is away is waited for."""
        while not self._stopped.is_set():
            try:
                asyncio.run(self._send())
            except (OSError, psycopg.Error, nats.errors.Error) as error:
                self._office.said(f"Papeles: {str(error) or type(error).__name__}")
            self._stopped.wait(self._look_s if not self._stopped.is_set() else AGAIN_S)

    def stop(self) -> None:
        """End it."""
        self._stopped.set()

    async def _send(self) -> None:
        """Send what was not sent yet."""
        with self._office.database() as connection:
            papers = newest_signed(connection, self._office.keys)
        fresh = [(hall, paper) for hall, paper in papers if (hall, str(paper.note)) not in self._sent]
        if not fresh:
            return
        client = await self._office.messages()
        try:
            for hall, paper in fresh:
                # Under no name: a hall that guessed one would have the server drop another's paper.
                subject = paper_subject(hall, paper.head.kind)
                await client.jetstream().publish(subject, paper.encode())
                self._sent.add((hall, str(paper.note)))
                self._office.said(f"Papel n.º {paper.head.number} ({paper.head.kind}) enviado a {hall}.")
        finally:
            await client.close()


def start_papers(office: Office) -> PaperSender:
    """Return the part, which does nothing before its ``run``."""
    return PaperSender(office)
