"""What stays open, the news for pages and for programs; and the pictures of balls.

Not responsible for the walls: they have a port of their own (``hallctl.feed``).
"""

import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Final

from anyio import to_thread
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from hallctl.access.door import Door
from hallctl.console.answers import LISTENED, PICTURED, Changed
from hallctl.console.gate import token_of
from hallctl.console.hub import Hub
from hallctl.console.language import Languages
from hallctl.console.ports import DeskPort
from hallctl.console.view import phase
from hallctl.sentences import _
from hallctl.table.snapshot import Snapshot

PAGE_ALIVE_S: Final = 1.0
_RETRY_MS: Final = 1000
_FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


def streams(desk: DeskPort, hub: Hub, door: Door, languages: Languages) -> APIRouter:
    """Return the routes of the streams and of the pictures."""
    router = APIRouter()

    async def news(token: str, say: Callable[[Snapshot], str]) -> AsyncIterator[ServerSentEvent]:
        async for snapshot in hub.changes():
            # A stay that has ended hears nothing more; one that sleeps goes on, for its page is still there.
            if not door.open(token):
                return
            number = str(snapshot.sequence)
            yield ServerSentEvent(say(snapshot), event="changed", id=number, retry=_RETRY_MS)

    def stream(request: Request, say: Callable[[Snapshot], str]) -> Response:
        sent = news(token_of(request)[0], say)
        return EventSourceResponse(sent, ping=PAGE_ALIVE_S, ping_message_factory=_alive)

    @router.get("/events", include_in_schema=False)
    async def events(request: Request) -> Response:
        """An event "changed" at connection and at each change, as long as the session is open."""
        return stream(request, lambda snapshot: str(snapshot.sequence))

    @router.get("/api/events", response_class=EventSourceResponse, responses=LISTENED)
    async def listen(request: Request) -> Response:
        """Listen: an event `changed` at connection and at each change, as long as the session is open.

        Its data are `sequence`, `entry`, `phase` and `halted` of the desk; the desk tells the rest. Who
        listens slowly misses changes and gets the newest. A comment each second says that the stream lives.
        It ends at once where the controller does: connect again.
        """
        return stream(request, _changed)

    @router.get("/pictures/{digest}.jpg", response_class=Response, responses=PICTURED)
    async def picture(digest: Digest, request: Request) -> Response:
        """The picture of a ball, by its SHA-256."""
        image = await to_thread.run_sync(desk.picture, digest)
        if image is None:
            none = languages.of(request)(_("No hay ninguna imagen con esa huella."))
            return Response(none, 404, media_type="text/plain")
        return Response(image, media_type="image/jpeg", headers=_FOR_EVER)

    return router


def _changed(snapshot: Snapshot) -> str:
    """Return what a program hears of a change."""
    said: Changed = {
        "sequence": snapshot.sequence,
        "entry": snapshot.entry,
        "phase": phase(snapshot.state),
        "halted": snapshot.halted,
    }
    return json.dumps(said, ensure_ascii=False)


def _alive() -> ServerSentEvent:
    return ServerSentEvent(comment="vivo")
