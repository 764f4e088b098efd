"""Makes what pages show beside the event loop, one at a time.

When a ball comes out, every console asks for its panel at once; whoever takes a step meanwhile must not wait
for all of them. Not responsible for what is made.
"""

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

T = TypeVar("T")


class Painter:
    """One pair of hands beside the loop: what is asked second waits for the first."""

    def __init__(self) -> None:
        self._one = CapacityLimiter(1)

    async def paint(self, what: Callable[[], T]) -> T:
        """Return what a function makes; it only reads, and may be called from any thread."""
        return await to_thread.run_sync(what, limiter=self._one)
