"""The door as the event loop uses it: whatever hashes or writes does so in a worker thread, one at a time.

Not responsible for who may enter. One at a time, so that guessing at passphrases takes one core at most and
little memory, and never the deciding thread's turn.
"""

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from hallctl.access.door import Door, Entered, Who
from hallctl.access.words import Denied

_T = TypeVar("_T")


class Doorman:
    """Asks the door, off the event loop.

    Every question raises AccessError where accounts or log cannot be used.
    """

    def __init__(self, door: Door) -> None:
        self.door = door
        self._one = CapacityLimiter(1)

    async def log_in(self, name: str, passphrase: str, code: str, source: str) -> Entered | Denied:
        """Let a person in."""
        return await self.run(lambda: self.door.log_in(name, passphrase, code, source))

    async def wake(self, token: str, pin: str, source: str) -> Entered | Denied:
        """Go on with a session that slept."""
        return await self.run(lambda: self.door.wake(token, pin, source))

    async def prove(self, who: Who, secret: str, source: str, *, pin: bool = True) -> Denied | None:
        """Authenticate again inside a session."""
        return await self.run(lambda: self.door.prove(who, secret, source, pin=pin))

    async def run(self, ask: Callable[[], _T]) -> _T:
        """Ask the door anything that takes its time."""
        return await to_thread.run_sync(ask, limiter=self._one)

    async def write(self, kind: str, person: str, source: str, detail: str) -> None:
        """Write an entry of the security log, without waiting behind those who guess."""
        await to_thread.run_sync(self.door.log.write, kind, person, source, detail)
