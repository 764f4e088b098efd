"""Makes what pages show beside the event loop, one at a time, and once for all who ask for the same.

When a ball comes out, every console asks for its panel at once; whoever takes a step meanwhile must not wait
for all of them. Nothing is kept: who asks while the same has not begun gets what begins after that. Not
responsible for what is made.
"""

import asyncio
import secrets
import uuid
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from anyio import to_thread

T = TypeVar("T")

# No text that anybody writes holds these: they are drawn anew by each controller, and no page shows them.
CSRF: Final = f"csrf-{secrets.token_hex(16)}"
"""Stands in a page for the token of its reader's forms."""

RENDERING: Final = f"rendering-{secrets.token_hex(16)}"
"""Stands in a page for what no other page has; request ids begin with it."""


class Painter:
    """One pair of hands beside the loop: what is asked second waits for the first; used by one event loop."""

    def __init__(self) -> None:
        self._hands = asyncio.Lock()
        self._waiting: dict[Hashable, asyncio.Future[Any]] = {}

    async def paint(self, same: Hashable, what: Callable[[], T]) -> T:
        """Return what a function makes; it only reads, and may be called from any thread.

        Args:
            same: Equal for those whose functions make the same at the same moment.
            what: The function.
        """
        painting: asyncio.Future[T] | None = self._waiting.get(same)
        if painting is None:
            painting = self._waiting[same] = asyncio.ensure_future(self._make(same, what))
        # Who goes away meanwhile takes it from nobody else.
        return await asyncio.shield(painting)

    async def _make(self, same: Hashable, what: Callable[[], T]) -> T:
        async with self._hands:
            # Whoever asks from now on may have heard of what this no longer sees.
            del self._waiting[same]
            return await to_thread.run_sync(what)


def rendering_id() -> str:
    """Return what no other page has, for the request ids of one page."""
    return uuid.uuid4().hex


def handed_over(page: str, csrf: str) -> str:
    """Return a page as one reader gets it: with the token of their forms, and request ids of its own."""
    return page.replace(CSRF, csrf).replace(RENDERING, rendering_id())
