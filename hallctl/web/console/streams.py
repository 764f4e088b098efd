"""What stays open, the news for pages and for programs; and the pictures of balls.

Not responsible for the walls: they have a port of their own (``hallctl.web.feed``).
"""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Final

from anyio import to_thread
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from hallctl.i18n.sentences import _
from hallctl.table.snapshot import Snapshot
from hallctl.web.access.auth import AuthService
from hallctl.web.console.answers import LISTENED, PICTURED, Changed
from hallctl.web.console.gate import token_of
from hallctl.web.console.language import Languages
from hallctl.web.console.view import phase
from hallctl.web.hub import Hub
from hallctl.web.ports import DeskPort

ALIVE_S: Final = 0.5
"""How often a stream without a change sends a sign of life: a page that hears nothing for 2 s is dead."""

_PING_S: Final = 3600.0
_RETRY_MS: Final = 1000
_FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


def streams(desk: DeskPort, hub: Hub, auth: AuthService, languages: Languages) -> APIRouter:
    """Return the routes of the streams and of the pictures."""
    router = APIRouter()

    async def news(token: str) -> AsyncIterator[ServerSentEvent]:
        sent = None
        async for snapshot in hub.changes(ALIVE_S):
            # A stay that has ended hears nothing more; one that sleeps goes on, for its page is still there.
            if not auth.open(token):
                return
            event = "alive" if snapshot is sent else "changed"
            sent, number = snapshot, str(snapshot.sequence)
            yield ServerSentEvent(_event_data(desk, snapshot), event=event, id=number, retry=_RETRY_MS)

    def stream(request: Request) -> Response:
        # The news are the sign of life; the library's own ping proves less.
        return EventSourceResponse(news(token_of(request)[0]), ping=_PING_S)

    @router.get("/events", include_in_schema=False)
    async def events(request: Request) -> Response:
        """The same for pages, whose scripts listen to it."""
        return stream(request)

    @router.get("/api/events", response_class=EventSourceResponse, responses=LISTENED)
    async def listen(request: Request) -> Response:
        """Listen: an event `changed` at connection and at each change, as long as the session is open.

        Its data are `sequence`, `now`, `entry`, `phase` and `halted` of the desk; the desk tells the rest.
        Who listens slowly misses changes and gets the newest. An event `alive` with the same data comes twice
        a second where nothing changes: after two seconds without any, what is known is old. It ends at once
        where the controller does: connect again.
        """
        return stream(request)

    @router.get("/pictures/{digest}.jpg", response_class=Response, responses=PICTURED)
    async def picture(digest: Digest, request: Request) -> Response:
        """The picture of a ball, by its SHA-256."""
        image = await to_thread.run_sync(desk.picture, digest)
        if image is None:
            none = languages.of(request)(_("No hay ninguna imagen con esa huella."))
            return Response(none, 404, media_type="text/plain")
        return Response(image, media_type="image/jpeg", headers=_FOR_EVER)

    return router


def _event_data(desk: DeskPort, snapshot: Snapshot) -> str:
    """Return what a listener hears of a moment."""
    changed: Changed = {
        "sequence": snapshot.sequence,
        "now": desk.now(),
        "entry": snapshot.entry,
        "phase": phase(desk.game, snapshot.state).key,
        "halted": snapshot.halted,
    }
    return json.dumps(changed, ensure_ascii=False)
