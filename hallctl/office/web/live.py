"""What stays open: the news for pages that something changed.

Not responsible for what changed; the pages fetch that.
"""

from collections.abc import AsyncIterator
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from hallctl.office.web.news import News
from hallctl.web.access.auth import AuthService
from hallctl.web.console.gate import token_of

ALIVE_S: Final = 0.5
"""How often a stream without a change gives a sign of life, as the console's does."""
_PING_S: Final = 3600.0
_RETRY_MS: Final = 1000


def streams(news: News, auth: AuthService) -> APIRouter:
    """Return the route of the stream."""
    router = APIRouter()

    async def told(token: str) -> AsyncIterator[ServerSentEvent]:
        sent = None
        async for sequence in news.changes(ALIVE_S):
            if not auth.open(token):
                return
            event = "alive" if sequence == sent else "changed"
            sent = sequence
            yield ServerSentEvent(str(sequence), event=event, id=str(sequence), retry=_RETRY_MS)

    @router.get("/events")
    async def events(request: Request) -> Response:
        return EventSourceResponse(told(token_of(request)[0]), ping=_PING_S)

    return router
