"""The authentication service as the event loop uses it: whatever hashes or writes does so in a worker thread.

Not responsible for who may enter. Attempts to enter stand in two lines of one at a time, so that guessing at
passphrases takes one core at most and little memory: those from where somebody has entered before, and all
others. Who is inside waits in neither (I28).
"""

from collections.abc import Callable
from typing import Final, TypeVar

from anyio import CapacityLimiter, sleep, to_thread

from hallctl.web.access.auth import AuthService, Entered, Who
from hallctl.web.access.words import Denied, denied

_T = TypeVar("_T")

MOST_WAITING: Final = 16
"""So many attempts of strangers wait at most; one more is asked to come back."""

MOST_KNOWN: Final = 1000
"""So many addresses are known at most; one that is forgotten is a stranger's again."""

MOST_HELD: Final = 64
"""So many strangers who failed are kept waiting at most: each keeps a connection."""

HELD_S: Final = 1.0
"""How long they are kept: who guesses on asks the less often."""

_COME_BACK_MS: Final = 5_000
_HERE: Final = ("127.0.0.1", "::1")
"""From where this machine reaches itself."""


class AsyncAuth:
    """Asks the authentication service, off the event loop.

    Every question raises AccessError where accounts or log cannot be used.
    """

    def __init__(self, auth: AuthService) -> None:
        self.auth = auth
        self._inside = CapacityLimiter(1)
        self._known_line = CapacityLimiter(1)
        self._strangers_line = CapacityLimiter(1)
        self._strangers = self._held = 0
        self._known: dict[str, None] = {}

    async def log_in(self, name: str, passphrase: str, code: str, source: str) -> Entered | Denied:
        """Let a person in."""

        def attempt() -> Entered | Denied:
            return self.auth.log_in(name, passphrase, code, source)

        if source in self._known or source in _HERE:
            entered = await to_thread.run_sync(attempt, limiter=self._known_line)
        else:
            entered = await self._stranger(attempt)
        if isinstance(entered, Entered):
            self._remember(source)
        return entered

    async def wake(self, token: str, pin: str, source: str) -> Entered | Denied:
        """Go on with a session that slept."""
        return await self.run(lambda: self.auth.wake(token, pin, source))

    async def prove(self, who: Who, secret: str, source: str, *, pin: bool = True) -> Denied | None:
        """Authenticate again inside a session."""
        return await self.run(lambda: self.auth.prove(who, secret, source, pin=pin))

    async def run(self, ask: Callable[[], _T]) -> _T:
        """Ask the service anything that takes its time, for somebody who has entered."""
        return await to_thread.run_sync(ask, limiter=self._inside)

    async def write(self, kind: str, person: str, source: str, detail: str) -> None:
        """Write an entry of the security log, without waiting behind those who guess."""
        await to_thread.run_sync(self.auth.log.write, kind, person, source, detail)

    async def _stranger(self, attempt: Callable[[], Entered | Denied]) -> Entered | Denied:
        """Let a stranger try; one who fails hears of it late."""
        entered: Entered | Denied = denied("ACC-BUSY", _COME_BACK_MS)
        if self._strangers <= MOST_WAITING:
            self._strangers += 1
            try:
                entered = await to_thread.run_sync(attempt, limiter=self._strangers_line)
            finally:
                self._strangers -= 1
        if isinstance(entered, Denied) and self._held < MOST_HELD:
            self._held += 1
            try:
                await sleep(HELD_S)
            finally:
                self._held -= 1
        return entered

    def _remember(self, source: str) -> None:
        self._known.pop(source, None)
        self._known[source] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
