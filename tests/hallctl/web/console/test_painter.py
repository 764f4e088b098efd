"""What many ask for at once is made once, and never shows less than was there when any of them asked."""

import asyncio
import re
import threading
from contextlib import suppress

import pytest

from hallctl.web.console.painter import CSRF, RENDERING, Painter, handed_over

pytestmark = pytest.mark.invariant("I28")


class Hall:
    """A number that goes up; its pictures are made where the test lets them."""

    def __init__(self):
        self.number = 0
        self.made = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def picture(self):
        seen = self.number
        self.made.append(seen)
        self.begun.set()
        assert self.go_on.wait(20)
        return seen


async def begun(hall):
    """Wait until the first picture is being made."""
    while not hall.begun.is_set():
        await asyncio.sleep(0.001)


async def asked(painter, hall, same, many):
    """Let many ask; return them all with their questions in line."""
    tasks = [asyncio.create_task(painter.paint(same, hall.picture)) for _ in range(many)]
    await asyncio.sleep(0)
    return tasks


def test_fifty_who_ask_while_one_is_made_get_one_more_and_it_is_newer():
    async def main():
        hall, painter = Hall(), Painter()
        first = await asked(painter, hall, "jefe", 1)
        await begun(hall)
        hall.number = 1
        others = await asked(painter, hall, "jefe", 50)
        hall.go_on.set()
        assert await asyncio.gather(*first, *others) == [0] + [1] * 50
        assert hall.made == [0, 1]

    asyncio.run(main())


def test_those_who_see_something_else_get_their_own():
    async def main():
        hall, painter = Hall(), Painter()
        hall.go_on.set()
        tasks = [*await asked(painter, hall, "jefe", 3), *await asked(painter, hall, "cajero", 3)]
        await asyncio.gather(*tasks)
        assert len(hall.made) == 2

    asyncio.run(main())


def test_who_goes_away_takes_it_from_nobody_else():
    async def main():
        hall, painter = Hall(), Painter()
        leaving, staying = await asked(painter, hall, "jefe", 2)
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
        hall.go_on.set()
        assert await staying == 0

    asyncio.run(main())


def test_a_failure_reaches_all_who_asked_and_nobody_after_them():
    def fails():
        raise ValueError("no picture")

    async def main():
        hall, painter = Hall(), Painter()
        hall.go_on.set()
        tasks = [asyncio.create_task(painter.paint("jefe", fails)) for _ in range(3)]
        for found in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(found, ValueError)
        assert await painter.paint("jefe", hall.picture) == 0

    asyncio.run(main())


def test_each_reader_has_her_token_and_request_ids_of_her_own():
    page = f'<form data-csrf="{CSRF}"><input value="{RENDERING}-Draw"><input value="{RENDERING}-Call">'
    ana, luis = handed_over(page, "ana's"), handed_over(page, "luis's")
    assert "ana's" in ana and CSRF not in ana and RENDERING not in ana
    requests = [part.split('"')[0] for text in (ana, luis) for part in text.split('value="')[1:]]
    assert len(set(requests)) == 4


def test_two_panels_of_one_person_have_no_request_id_in_common(serving):
    panels = [serving.client.get("/panel").text for _ in range(2)]
    ids = [re.findall(r'name="request" value="([^"]+)"', panel) for panel in panels]
    assert ids[0]
    assert len({each for found in ids for each in found}) == 2 * len(ids[0])
    assert not [mark for mark in (CSRF, RENDERING) for panel in panels if mark in panel]
