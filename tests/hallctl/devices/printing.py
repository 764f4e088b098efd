"""The table's part in printing, for the tests: a real book whose keeper answers what the printer asks."""

import queue
import threading
import time

from drivers.printer.pdf import render
from hallctl.devices.printing import FolioPrinter
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.tables import evolve
from hallctl.minutes.volumes import Shelf
from hallctl.table import messages as msg
from hallctl.table.clock import SystemClock
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox
from tests.hallctl.bingo import Keeper, event_of
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, empty

PATIENCE_S = 60


def plainly(folder):
    """Return what opens a book without keys: its shelf, and its keeper."""

    def take_up():
        shelf = Shelf.open(folder)
        state = empty()
        for entry in shelf.entries():
            state = evolve(state, event_of(entry))
        return shelf, Keeper(shelf, state, SystemClock(), "b1")

    return take_up


class Desk:
    """Takes what the printer says, and writes the entries that it asks for."""

    def __init__(self, take_up):
        self.take_up = take_up
        self.inbox = Inbox()
        self.told = []
        self.bulletin = None
        self.ready, self.ending = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self.thread.start()
        assert self.ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.thread.join()

    def _run(self):
        shelf, keeper = self.take_up()
        with shelf:
            self.bulletin = Bulletin(Snapshot(0, keeper.entry, keeper.state))
            self.ready.set()
            while not self.ending.is_set():
                try:
                    message = self.inbox.get(timeout=0.02)
                except queue.Empty:
                    continue
                if isinstance(message, msg.Asked):
                    message.reply.set_result(keeper.submit(message.issued))
                else:
                    self.told.append(message)

    def heard(self):
        """Wait until the printer has gone through what there is, and return what it says of that."""
        until = time.monotonic() + PATIENCE_S
        while not self.told and time.monotonic() < until:
            time.sleep(0.01)
        return self.told


def print_all(
    folder, archive, *printers, seal=None, take_up=None, before=empty(), head=LETTERHEAD, heard=True
):
    """Run the printer over a whole book, as at the start of a hall; return what it says to the table."""
    with Desk(take_up or plainly(folder)) as desk:
        machine = FolioPrinter(
            folder,
            archive,
            printers,
            render,
            BINGO,
            before,
            head,
            desk.bulletin,
            desk.inbox,
            seal,
            again_s=0.2,
        )
        machine.start()
        said = list(desk.heard()) if heard else []
        machine.stop()
    return said
