"""The composition root: puts the hall together from its configuration and runs it.

Not responsible for anything once it runs: the table decides. Only this module knows every part.
"""

import shutil
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from drivers.camera.gallery import Gallery
from hallctl import __version__
from hallctl.config import ConfigError, Setting
from hallctl.console.app import make_app
from hallctl.console.server import ConsoleServer
from hallctl.devices.extractor import ExtractorLine
from hallctl.devices.eye import Eye
from hallctl.devices.paper import ActPrinter
from hallctl.minutes.book import Book
from hallctl.minutes.errors import MinutesError
from hallctl.outputs.act import Letterhead
from hallctl.outputs.desk import Premises
from hallctl.rules import commands as cmd
from hallctl.rules.commands import Issued
from hallctl.rules.evolve import fold
from hallctl.rules.state import State
from hallctl.table import messages as msg
from hallctl.table.asking import await_answer
from hallctl.table.clock import Clock, SystemClock
from hallctl.table.keeper import Keeper, event_of
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Limits, Table

ANSWER_S: Final = 10.0
"""How long a console waits for the table, in seconds."""

LAST_WORDS_S: Final = 1.0
"""How long the screens and consoles have to hear why the hall stopped, in seconds."""


@dataclass(frozen=True)
class Places:
    """Where a hall keeps its things."""

    directory: Path

    @property
    def book(self) -> Path:
        """The open volume."""
        return self.directory / "libro.sqlite"

    @property
    def pictures(self) -> Path:
        """The deciding pictures."""
        return self.directory / "imagenes"

    @property
    def acts(self) -> Path:
        """The printed acts."""
        return self.directory / "actas"


class Desk:
    """The hall as the console sees it."""

    def __init__(
        self, setting: Setting, inbox: Inbox, bulletin: Bulletin, gallery: Gallery, clock: Clock
    ) -> None:
        self.hall = setting.config.hall.name
        self.simulated = setting.config.simulated
        self.premises = premises(setting)
        self._inbox = inbox
        self._bulletin = bulletin
        self._gallery = gallery
        self._clock = clock

    def newest(self) -> Snapshot:
        """Return the newest durable state."""
        return self._bulletin.newest()

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        """Wait for a newer snapshot."""
        return self._bulletin.after(sequence, timeout)

    def silence(self) -> float:
        """Return for how many seconds the deciding loop has not turned."""
        return self._bulletin.silence()

    def ask(self, issued: Issued) -> msg.Outcome:
        """Ask the table and wait for its durable answer."""
        reply: Future[msg.Outcome] = Future()
        self._inbox.put(msg.Asked(issued, reply))
        return await_answer(reply, self._bulletin, ANSWER_S)

    def now(self) -> int:
        """Return monotonic milliseconds."""
        return self._clock.now()

    def picture(self, digest: str) -> bytes | None:
        """Return the picture of a ball."""
        return self._gallery.picture(digest)


def premises(setting: Setting) -> Premises:
    """Return what the configuration offers the desk."""
    hall, book = setting.config.hall, setting.config.book
    opening = cmd.OpenBook(
        hall=hall.name,
        company=hall.company,
        licence=hall.licence,
        volume=book.volume,
        folios=book.folios,
        notary=book.notary,
        notarised_on=book.notarised_on,
        simulated=setting.config.simulated,
    )
    series = tuple(
        cmd.RegisterSeries(section.letter, section.identification, section.face_value, matrix.digest)
        for section, matrix in zip(setting.config.series, setting.matrices, strict=True)
    )
    return Premises(opening, series, tuple(setting.config.ball_sets), setting.config.appointments)


def empty_state(setting: Setting) -> State:
    """Return the state of an empty book under this configuration."""
    return State(setting.rules, {matrix.digest: matrix for matrix in setting.matrices})


def replay(setting: Setting, book: Book) -> State:
    """Return the state that the book gives, once the configuration is seen to fit it.

    Raises:
        ConfigError: If an open session is played by other rules, or only one of book and configuration is for
            practice.
    """
    state = fold(empty_state(setting), (event_of(entry) for entry in book.entries()))
    opened, path = state.book, setting.path
    problems = []
    if opened is not None and opened.rule_set_digest != setting.rules.digest:
        problems.append(
            f"{path}: [hall] rule_set: el libro se abrió con «{opened.rule_set}» o con otro ritmo"
        )
    if opened is not None and opened.simulated != setting.config.simulated:
        kind = "de práctica" if opened.simulated else "real"
        problems.append(f"{path}: simulated: el libro es {kind}; use otro [hall] directory")
    if problems:
        raise ConfigError(problems)
    return state


def run(setting: Setting) -> None:
    """Run the hall until it is told to end by SIGINT or SIGTERM.

    Raises:
        ConfigError: If the configuration does not fit the book.
        ConsoleError: If the console's port is taken.
        MinutesError: If the book cannot be opened, or failed: the hall has stopped.
    """
    setting.directory.mkdir(parents=True, exist_ok=True)
    inbox = Inbox()
    with ExitStack() as parts, _quit_on_signals(inbox):
        table = _assemble(setting, inbox, parts)
        try:
            table.run()
        except MinutesError:
            time.sleep(LAST_WORDS_S)
            raise


def _assemble(setting: Setting, inbox: Inbox, parts: ExitStack) -> Table:
    """Put the parts together; ``parts`` ends them in the reverse order."""
    places, clock, boot = Places(setting.directory), SystemClock(), uuid.uuid4().hex
    book = parts.enter_context(_open_book(places.book))
    state = replay(setting, book)
    ended = "first" if state.book is None else "order" if state.in_order else "died"
    keeper = Keeper(book, state, clock, boot)
    bulletin = Bulletin(Snapshot(0, keeper.entry, state))
    gallery = Gallery(places.pictures)
    server = ConsoleServer(
        make_app(Desk(setting, inbox, bulletin, gallery, clock)), setting.config.console.port
    )
    server.start()
    parts.callback(server.stop)
    hall = setting.config.hall
    letterhead = Letterhead(hall.tax_id, hall.place)
    printer = ActPrinter(places.book, places.acts, empty_state(setting), letterhead, bulletin, inbox)
    printer.start()
    parts.callback(printer.stop)
    source = setting.config.camera.source
    eye = Eye(source, inbox, setting.rules.universe)
    parts.callback(eye.close)
    line = ExtractorLine(str(setting.beside(setting.config.extractor.port)), inbox)
    line.start()
    parts.callback(line.stop)
    return Table(
        keeper=keeper,
        inbox=inbox,
        eye=eye,
        gallery=gallery,
        bulletin=bulletin,
        clock=clock,
        free_mb=lambda: shutil.disk_usage(setting.directory).free // 1_000_000,
        limits=Limits(free_mb=setting.config.disk.minimum_free_mb),
        start=cmd.StartController(boot, f"hallctl {__version__}", ended),
    )


def _open_book(path: Path) -> Book:
    return Book.open(path) if path.exists() else Book.create(path)


@contextmanager
def _quit_on_signals(inbox: Inbox) -> Iterator[None]:
    """Turn SIGINT and SIGTERM into an orderly end."""

    def quit_(_: int, __: FrameType | None) -> None:
        inbox.put(msg.Quit())

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, quit_) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
