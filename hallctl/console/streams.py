"""What stays open: the page's news, the wall's feed; and the pictures of balls.

Not responsible for what a screen does when its feed is silent.
"""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Final

from anyio import to_thread
from fastapi import APIRouter, Path
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from hallctl.console.hub import Hub
from hallctl.console.ports import DeskPort
from hallctl.console.view import board_view

PAGE_ALIVE_S: Final = 1.0
FEED_ALIVE_S: Final = 0.5
"""Well within the two seconds of silence after which a screen says SIN SEÑAL."""

_RETRY_MS: Final = 1000
_FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


def streams(desk: DeskPort, hub: Hub) -> APIRouter:
    """Return the routes of the streams and of the pictures."""
    router = APIRouter()

    async def news() -> AsyncIterator[ServerSentEvent]:
        async for snapshot in hub.changes():
            number = str(snapshot.sequence)
            yield ServerSentEvent(number, event="changed", id=number, retry=_RETRY_MS)

    async def views() -> AsyncIterator[ServerSentEvent]:
        async for snapshot in hub.changes():
            said = board_view(snapshot, desk.hall, desk.simulated).to_json()
            data = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
            yield ServerSentEvent(data, event="board", id=str(snapshot.sequence), retry=_RETRY_MS)

    @router.get("/events")
    async def events() -> Response:
        """An event "changed" at connection and at each change."""
        return EventSourceResponse(news(), ping=PAGE_ALIVE_S, ping_message_factory=_alive)

    @router.get("/feed/board")
    async def feed() -> Response:
        """The board's view at connection and at each change."""
        return EventSourceResponse(views(), ping=FEED_ALIVE_S, ping_message_factory=_alive)

    @router.get("/pictures/{digest}.jpg")
    async def picture(digest: Digest) -> Response:
        """The picture of a ball, by its SHA-256."""
        image = await to_thread.run_sync(desk.picture, digest)
        if image is None:
            return Response("No hay ninguna imagen con esa huella.", 404, media_type="text/plain")
        return Response(image, media_type="image/jpeg", headers=_FOR_EVER)

    return router


def _alive() -> ServerSentEvent:
    return ServerSentEvent(comment="vivo")
