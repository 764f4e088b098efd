"""The composition root: puts the hall together from its configuration and runs it.

Not responsible for anything once it runs: the table decides. Only this module knows every part.
"""

import os
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from types import FrameType
from typing import Final

from fastapi import FastAPI

from drivers.camera.gallery import Gallery
from drivers.camera.pictures import PictureError
from drivers.camera.settings import Wanted
from drivers.printer import Typesetter
from drivers.scanner.codes import codes_in
from hallctl import BUILT, __version__
from hallctl.access.auth import AuthService, open_auth_service
from hallctl.access.words import AccessError
from hallctl.config import ConfigError, Setting
from hallctl.console.app import make_app
from hallctl.console.language import Languages
from hallctl.console.ports import ScreenHealth
from hallctl.console.server import ConsoleServer
from hallctl.devices.ball_camera import BallCamera, ball_box, exit_in
from hallctl.devices.book_verifier import BookVerifier
from hallctl.devices.cctv import Cctv
from hallctl.devices.deskcamera import DeskCamera
from hallctl.devices.expiry import ExpiryWatch
from hallctl.devices.extractor import ExtractorLine
from hallctl.devices.machines import driver_of
from hallctl.devices.no_camera import NoCamera
from hallctl.devices.panel import PanelLine, forget_panel
from hallctl.devices.paper import Archive
from hallctl.devices.printing import FolioPrinter
from hallctl.devices.spool import SENT, CupsOutlet
from hallctl.devices.sweeper import Sweeper
from hallctl.devices.voice import Voice
from hallctl.devices.witness import WitnessLine
from hallctl.feed.app import Feed
from hallctl.feed.envelope import Sealer, next_start
from hallctl.feed.health import Health
from hallctl.feed.pictures import Pictures
from hallctl.feed.screens import screens_of
from hallctl.feed.watch import WallWatch
from hallctl.letters import fonts_read
from hallctl.locale.refusals import translate_detail
from hallctl.minutes.durable import make_folder
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.volumes import Shelf, volume_name
from hallctl.outputs.desk import Premises
from hallctl.outputs.folios import Letterhead
from hallctl.outputs.screens.common import Wall
from hallctl.outputs.screens.recent import Recent
from hallctl.program import program
from hallctl.readings.vote import VotePolicy
from hallctl.ready import demand_ready
from hallctl.remote import Entrance, find_entrance
from hallctl.rules import commands as cmd
from hallctl.rules.binding import LogEnd
from hallctl.rules.commands import Issued
from hallctl.rules.events import Event
from hallctl.rules.evolve import evolve
from hallctl.rules.state import State
from hallctl.service import figures
from hallctl.service.duty import Duty, Parts, on_duty
from hallctl.service.journal import where
from hallctl.service.notify import LivingBulletin
from hallctl.table import messages as msg
from hallctl.table.asking import await_answer
from hallctl.table.clock import Clock, SystemClock
from hallctl.table.keeper import Keeper, event_of
from hallctl.table.machine import Limits
from hallctl.table.moments import called_at
from hallctl.table.paperwork import Paperwork
from hallctl.table.press import Press
from hallctl.table.registrar import Keys, Registrar
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Table
from hallctl.threads import ThreadDiedError, die, switch_often, watched
from hallctl.vault import (
    HallKeys,
    Places,
    demand_kept,
    demand_own_keys,
    demand_printed,
    demand_seen,
    first_free_mb,
    hearers,
    named_certificates,
    open_shelf,
    read_keys,
    second_media,
    witness_line,
)

ANSWER_S: Final = 10.0
"""How long a console waits for the table, in seconds."""

LAST_WORDS_S: Final = 1.0
"""How long the screens and consoles have to hear why the hall stopped, in seconds."""


class Desk:
    """The hall as the console sees it."""

    def __init__(
        self,
        setting: Setting,
        inbox: Inbox,
        bulletin: Bulletin,
        gallery: Gallery,
        clock: Clock,
        keys: Keys | None = None,
        health: Health | None = None,
    ) -> None:
        self.hall = setting.config.hall.name
        self.simulated = setting.config.simulated
        self._setting = setting
        self._inbox = inbox
        self._bulletin = bulletin
        self._gallery = gallery
        self._clock = clock
        self._keys = keys
        self._health = health or Health()

    @property
    def premises(self) -> Premises:
        """What the hall offers the desk today, by the local date of its clock."""
        return premises(self._setting, self._clock.wall().date().isoformat())

    def newest(self) -> Snapshot:
        """Return the newest durable state."""
        return self._bulletin.newest()

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        """Wait for a newer snapshot."""
        return self._bulletin.after(sequence, timeout)

    def silence(self) -> float:
        """Return for how many seconds the deciding loop has not turned."""
        return self._bulletin.silence()

    def ask(self, issued: Issued, press: Press) -> msg.Outcome:
        """Ask the table and wait for its durable answer."""
        reply: Future[msg.Outcome] = Future()
        self._inbox.put(msg.Asked(issued, reply, press))
        return await_answer(reply, self._bulletin, ANSWER_S)

    def now(self) -> int:
        """Return monotonic milliseconds."""
        return self._clock.now()

    def picture(self, digest: str) -> bytes | None:
        """Return the picture of a ball."""
        return self._gallery.picture(digest)

    def codes(self, picture: bytes) -> tuple[str, ...] | None:
        """Return what the bar codes in a picture say."""
        try:
            return codes_in(picture)
        except PictureError:
            return None

    def called_at(self) -> Mapping[int, datetime]:
        """Return when each ball of the game was called, by the book."""
        newest = self._bulletin.newest()
        volume = Places(self._setting.directory).book / volume_name(newest.state.volume)
        return called_at(volume, newest.entry)

    def screens(self) -> tuple[ScreenHealth, ...]:
        """Return how each wall of the configuration is."""
        return tuple(self._health.of(screen.name) for screen in self._setting.config.screens)

    def signers(self) -> tuple[tuple[str, bool], ...]:
        """Return everybody who has a key, and whether it is unlocked."""
        if self._keys is None:
            return ()
        unlocked = set(self._keys.unlocked.unlocked(self.now()))
        return tuple((who.person, who.person in unlocked) for who in self._keys.people())

    def unlock(self, person: str, passphrase: str) -> str:
        """Unlock a person's key, and say why not: empty when it is unlocked."""
        if self._keys is None:
            return "KEY-UNKNOWN"
        return self._keys.unlocked.unlock(person, passphrase, self.now()).code


def premises(setting: Setting, day: str) -> Premises:
    """Return what the hall offers the desk on a day."""
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
    return Premises(opening, series, tuple(setting.config.ball_sets), setting.config.appointments, day)


def vote_policy(setting: Setting) -> VotePolicy:
    """Return how much it takes to believe the camera."""
    reader, asked = setting.config.reader, setting.calibrations.always_ask
    return VotePolicy(frames=reader.frames, confidence=reader.confidence, always_ask=asked)


def limits_of(setting: Setting) -> Limits:
    """Return how long the table waits for what, and how much room it demands."""
    limits = Limits(free_mb=setting.config.disk.minimum_free_mb, vote=vote_policy(setting))
    machine = setting.config.extractor
    return limits if machine is None else replace(limits, ball_s=machine.ball_s, reload_s=machine.reload_s)


def empty_state(setting: Setting) -> State:
    """Return the state of an empty book under this configuration."""
    return State(setting.rules, {matrix.digest: matrix for matrix in setting.matrices})


def replay(setting: Setting, book: Shelf, heard: Callable[[Event], None] = lambda _: None) -> State:
    """Return the state that the book gives, once the configuration is seen to fit it.

    Args:
        setting: The configuration.
        book: The book.
        heard: Told every event on the way.

    Raises:
        ConfigError: If an open session is played by other rules, or only one of book and configuration is for
            practice.
    """
    state = empty_state(setting)
    for entry in book.entries():
        event = event_of(entry)
        heard(event)
        state = evolve(state, event)
    opened, path = state.book, setting.path
    problems = []
    if state.session is not None and state.rule_set_digest != setting.rules.digest:
        problems.append(f"{path}: [hall] rule_set: la sesión abierta se juega con otras reglas (AJ-117)")
    if opened is not None and opened.simulated != setting.config.simulated:
        kind = "de práctica" if opened.simulated else "real"
        problems.append(f"{path}: simulated: el libro es {kind}; use otro [hall] directory")
    if problems:
        raise ConfigError(problems)
    return state


def run(setting: Setting) -> None:
    """Run the hall until it is told to end by SIGINT or SIGTERM.

    Raises:
        ConfigError: If the configuration does not fit the book, lacks what a hall must have, or opens the
            console to other machines without a certificate for it.
        ConsoleError: If the port of console or feed is taken.
        MinutesError: If the book cannot be opened, or failed: the hall has stopped.
        ThreadDiedError: If a thread died, this one too: the hall has stopped, and is to be started again.
    """
    demand_ready(setting)
    entrance = find_entrance(setting, SystemClock().wall())
    if entrance.warning:
        print(entrance.warning, file=sys.stderr, flush=True)
    make_folder(setting.directory)
    switch_often()
    inbox, wall = Inbox(), SystemClock().wall
    watching = on_duty(setting.config.log.format, wall, os.environ)
    with watching as duty, _ended_by_a_death(inbox, duty), Parts(duty.say) as parts, _quit_on_signals(inbox):
        table = _assemble(setting, inbox, parts, duty, entrance)
        try:
            table.run()
            duty.manager.say("STOPPING=1", "STATUS=Cerrando la sala.")
        except (MinutesError, ThreadDiedError):
            duty.manager.say("STOPPING=1")  # why, the bulletin has said
            time.sleep(LAST_WORDS_S)
            raise
        except Exception as error:
            duty.manager.say("STOPPING=1")
            die(error)
            raise ThreadDiedError("main", type(error).__name__) from error


def _ended_by_a_death(inbox: Inbox, duty: Duty) -> AbstractContextManager[None]:
    """Watch every thread of the hall: it does not look alive with one of them dead."""

    def died(error: ThreadDiedError, cause: BaseException | None) -> None:
        at = "" if cause is None else where(cause)
        duty.say("error", "thread-died", thread=threading.current_thread().name, at=at)
        inbox.put(msg.ThreadDied(error))

    return watched(died)


def _console(setting: Setting, desk: Desk, auth: AuthService, entrance: Entrance, duty: Duty) -> FastAPI:
    languages = Languages(setting.config.hall.language)
    return make_app(desk, auth, entrance.hosts, duty.figures.text, entrance.authority, languages)


def _assemble(setting: Setting, inbox: Inbox, parts: Parts, duty: Duty, entrance: Entrance) -> Table:
    """Put the parts together; ``parts`` ends them in the reverse order."""
    places, clock, boot = Places(setting.directory), SystemClock(), uuid.uuid4().hex
    keys = read_keys(setting)
    shelf = parts.enter_context(open_shelf(setting, keys))
    letterhead = Letterhead(setting.config.hall.tax_id, setting.config.hall.place)
    paperwork, recent = Paperwork(letterhead), Recent()
    demand_own_keys(setting, shelf, keys)
    state = replay(setting, shelf, _both(paperwork.take, recent.take))
    demand_printed(places.acts, state)
    ended = "first" if state.book is None else "order" if state.in_order else "died"
    witness = witness_line(setting, inbox)
    auth = parts.enter_context(
        open_auth_service(
            places.accounts, places.security, clock.now, clock.wall, heard=duty.chronicle.log_security
        )
    )
    demand_kept(setting, shelf, keys, state)
    offer = hearers(setting, witness)
    registrar = Registrar(
        shelf, keys, program(), clock.quality, paperwork, offer, recent.take, _log_end(auth)
    )
    demand_seen(setting, registrar, state, inbox)
    keeper = Keeper(shelf, state, clock, boot, registrar, duty.decided, fonts_read(), BUILT)
    bulletin = Bulletin(Snapshot(0, keeper.entry, state))
    gallery = Gallery(places.pictures, partial(ball_box, empty=exit_in(setting.calibrations.exit)))
    health = Health()
    desk = Desk(setting, inbox, bulletin, gallery, clock, keys, health)
    parts.begin(entrance.server(_console(setting, desk, auth, entrance, duty)))
    printer = _print_folios(setting, keys, letterhead, bulletin, inbox, parts)
    verifier = BookVerifier(places.book, second_media(setting), inbox, whole=lambda: shelf.loss is None)
    parts.begin(verifier)
    if keys is not None:
        parts.begin(ExpiryWatch(lambda: named_certificates(setting), clock.wall, inbox))
    if witness is not None:
        _call(witness, registrar, parts)
    ball_camera = _look_out(setting, inbox, gallery, clock, parts)
    sealer = Sealer(None if keys is None else keys.controller, boot, next_start(places.starts))
    orders = {screen.name: screen.show for screen in setting.config.screens}
    seen = screens_of(_wall(setting), orders, lambda: recent.games)
    feed = Feed(bulletin, seen, sealer, health, Pictures(), _desk_pictures(setting, inbox, bulletin, parts))
    _show(setting, feed, ball_camera, parts)
    parts.begin(WallWatch(list(orders), health, bulletin, inbox))
    _speak(setting, bulletin, inbox, parts)
    _press(setting, bulletin, inbox, ball_camera, parts)
    _draw(setting, inbox, parts)
    _measure(duty, setting, desk, auth, ball_camera, feed, witness)
    return Table(
        keeper=keeper,
        inbox=inbox,
        ball_camera=ball_camera,
        gallery=gallery,
        bulletin=LivingBulletin(bulletin, duty.manager, setting.config.console.port),
        clock=clock,
        free_mb=lambda: first_free_mb(setting),
        limits=limits_of(setting),
        start=cmd.StartController(boot, f"hallctl {__version__}", ended),
        news=lambda: _news(shelf, registrar, keeper, clock),
        heard=duty.chronicle.heard,
        settled=printer.is_settled,
        media=shelf,
        verify=verifier.ask,
        second_mb=shelf.second_free_mb,
    )


def _news(shelf: Shelf, registrar: Registrar, keeper: Keeper, clock: SystemClock) -> Sequence[cmd.Command]:
    """Return what a start found and has to minute."""
    return (cmd.ReportCompletion(shelf.completed), *registrar.enrolments(keeper.state, clock.wall()))


def _both(one: Callable[[Event], None], other: Callable[[Event], None]) -> Callable[[Event], None]:
    """Have two listen to each event."""

    def hear(event: Event) -> None:
        one(event)
        other(event)

    return hear


def _draw(setting: Setting, inbox: Inbox, parts: Parts) -> None:
    """Hold the line to the extractor, where the hall has one."""
    extractor = setting.config.extractor
    if extractor is not None:
        parts.begin(ExtractorLine(str(setting.beside(extractor.port)), inbox, driver_of(extractor)))


def _call(witness: WitnessLine, registrar: Registrar, parts: Parts) -> None:
    """Begin to tell the witness of the book, with what it may have missed."""
    parts.begin(witness)
    newest = registrar.newest()
    if newest is not None:
        witness.offer(newest)


def _log_end(auth: AuthService) -> Callable[[], LogEnd | None]:
    """Return what says where the security log ends; one that cannot be read stops no session."""

    def end() -> LogEnd | None:
        try:
            return auth.log.end()
        except AccessError:
            return None

    return end


def _measure(
    duty: Duty,
    setting: Setting,
    desk: Desk,
    auth: AuthService,
    ball_camera: BallCamera | NoCamera,
    feed: Feed,
    witness: WitnessLine | None,
) -> None:
    """Say where each figure of the hall is read."""
    if isinstance(ball_camera, BallCamera):
        duty.figures.add(figures.of_camera(ball_camera))
    for source in (
        figures.of_program(__version__, time.time(), desk.simulated),
        figures.of_table(desk),
        figures.of_meter(lambda: duty.meter.counts),
        figures.of_screens(desk.screens),
        figures.of_viewers(lambda: feed.viewers, lambda: feed.pictures.viewers),
        figures.of_sessions(auth.sessions),
        figures.of_disk(lambda: first_free_mb(setting), setting.config.disk.minimum_free_mb),
        figures.of_witness(lambda: None if witness is None else witness.lag),
    ):
        duty.figures.add(source)


def _print_folios(
    setting: Setting,
    keys: HallKeys | None,
    letterhead: Letterhead,
    bulletin: Bulletin,
    inbox: Inbox,
    parts: Parts,
) -> FolioPrinter:
    """Put every act on paper as it becomes durable."""
    places, seal = Places(setting.directory), None if keys is None else keys.seal
    section, sent = setting.config.printer, places.acts / SENT
    printers = [] if section is None else [CupsOutlet(section.queue, sent)]
    empty, archive, typesetter = empty_state(setting), Archive(places.acts), Typesetter()
    parts.callback(typesetter.close)
    printer = FolioPrinter(
        places.book, archive, printers, typesetter.render, empty, letterhead, bulletin, inbox, seal
    )
    parts.begin(printer)
    return printer


def _look_out(
    setting: Setting, inbox: Inbox, gallery: Gallery, clock: Clock, parts: Parts
) -> BallCamera | NoCamera:
    """Open the camera, where there is one, and have its old pictures swept out."""
    camera = setting.config.camera
    if camera is None:
        return NoCamera()
    sweeper = Sweeper(gallery, camera.keep_days, clock.wall, inbox)
    parts.begin(sweeper)
    wanted = Wanted(camera.exposure, camera.focus, camera.white_balance)
    ball_camera = BallCamera(camera.source, inbox, setting.rules.universe, wanted, setting.calibrations)
    parts.callback(ball_camera.close)
    return ball_camera


def _show(setting: Setting, feed: Feed, ball_camera: BallCamera | NoCamera, parts: Parts) -> None:
    """Open the feed to whoever watches, with the exit's picture where a camera takes it."""
    parts.begin(ConsoleServer(feed.app(), setting.config.feed.port, setting.config.feed.host, "feed"))
    if isinstance(ball_camera, BallCamera):
        parts.begin(Cctv(ball_camera.latest, feed.pictures))


def _speak(setting: Setting, bulletin: Bulletin, inbox: Inbox, parts: Parts) -> None:
    """Give the hall its voice, where it has one."""
    voice = setting.config.voice
    if voice is not None:
        parts.begin(Voice(setting.beside(voice.folder), bulletin, inbox, voice.player))


def _press(
    setting: Setting, bulletin: Bulletin, inbox: Inbox, ball_camera: BallCamera | NoCamera, parts: Parts
) -> None:
    """Open the panel of buttons and lamps, where there is one."""

    def picture_at() -> float | None:
        newest = None if isinstance(ball_camera, NoCamera) else ball_camera.latest()
        return None if newest is None else newest.at_monotonic

    if setting.config.panel is None:
        forget_panel(inbox)  # what a former one left in the book must not stop the hall for ever (I21)
    else:
        parts.begin(PanelLine(setting.config.panel, bulletin, inbox, picture_at))


def _desk_pictures(setting: Setting, inbox: Inbox, bulletin: Bulletin, parts: Parts) -> Pictures | None:
    """Open the camera at the desk, where there is one, for whoever watches a check."""
    if setting.config.desk_camera is None:
        return None
    camera = DeskCamera(setting.config.desk_camera.source, lambda: bulletin.newest().state, inbox)
    parts.callback(camera.close)
    pictures = Pictures()
    parts.begin(Cctv(camera.latest, pictures, "desk-cctv"))
    return pictures


def _wall(setting: Setting) -> Wall:
    """Return what every wall needs beside the state."""
    hall = setting.config.hall
    return Wall(
        hall=hall.name,
        simulated=setting.config.simulated,
        language=hall.language,
        complaint_qr=hall.complaint_qr or "",
        original=setting.config.desk_camera is not None,
        camera=setting.config.camera is not None,
        translate=lambda said: translate_detail(said, hall.language),
    )


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
