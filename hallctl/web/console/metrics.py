"""The figures that a scraper reads, in Prometheus' text format.

Not responsible for what they are (``hallctl.service``), nor for who reads them: the role matrix lets only
this machine itself.
"""

from collections.abc import Callable
from typing import Final

from anyio import to_thread
from fastapi import APIRouter
from fastapi.responses import Response

_MEDIA: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics(figures: Callable[[], str]) -> APIRouter:
    """Return the route of the figures."""
    router = APIRouter(include_in_schema=False)

    @router.get("/metrics")
    async def scrape() -> Response:
        # The room on the disk is asked for, and a disk may take its time.
        return Response((await to_thread.run_sync(figures)).encode(), media_type=_MEDIA)

    return router
