"""The composition root: puts the hall together from its configuration and runs it.

Not responsible for anything once it runs: the table decides. Only this module knows every part.
"""

import os
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final

from fastapi import FastAPI

from hallctl import BUILT
from hallctl.app.desk import Desk
from hallctl.app.ending import end_when_a_thread_dies, quit_on_signals
from hallctl.app.games import GAMES
from hallctl.app.letterhead import letterhead_of
from hallctl.app.letters import fonts_read
from hallctl.app.office_papers import RulesPlacedError, place_papers, restore_rules
from hallctl.app.openers import (
    calibration_of,
    gallery_of,
    measure,
    open_camera,
    start_expiry,
    start_feed,
    start_machines,
    start_panel,
    start_printer,
    start_witnesses,
    voice_of,
)
from hallctl.app.practice.alone import stand_ins
from hallctl.app.program import program
from hallctl.app.records.library import Library
from hallctl.app.remote import RemoteAccess, find_remote_access
from hallctl.app.replay import replayed
from hallctl.app.service.commentary import SILENCE, Commentary, Terminal
from hallctl.app.service.duty import Observation, Parts, on_duty
from hallctl.app.service.notify import LivingBulletin, standing
from hallctl.app.setting import load
from hallctl.app.table_limits import limits_of
from hallctl.app.vault import (
    Places,
    demand_cosigned_size,
    demand_own_checkpoint,
    demand_own_keys,
    demand_printed,
    feed_url,
    first_free_mb,
    hearers,
    open_shelf,
    read_keys,
    rekeyer,
    second_media,
    witness_line,
)
from hallctl.config.hall import Setting
from hallctl.config.ready import demand_ready
from hallctl.devices.book_verifier import BookVerifier
from hallctl.devices.voice import Voice
from hallctl.minutes.durable import make_folder
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.signed import kinds
from hallctl.minutes.threads import ThreadDiedError, die, switch_often
from hallctl.minutes.volumes import Shelf
from hallctl.rules.binding import LogEnd
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.volumes import ReportCompletion
from hallctl.rules.events.base import Event
from hallctl.rules.state import State
from hallctl.table.clock import SystemClock
from hallctl.table.keeper import Keeper
from hallctl.table.registrar import Registrar
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Table
from hallctl.web.access.auth import AuthService, open_auth_service
from hallctl.web.access.words import AccessError
from hallctl.web.calibration import CalibrationPort
from hallctl.web.console.app import make_app
from hallctl.web.console.language import Languages
from hallctl.web.feed.health import Health
from hallctl.web.feed.signature import Sealer, next_start

LAST_WORDS_S: Final = 1.0
"""How long the screens and consoles have to hear why the hall stopped, in seconds."""


def run(setting: Setting, terminal: Terminal | None = None) -> None:
    """Run the hall until it is told to end by SIGINT or SIGTERM.

    Args:
        setting: The configuration.
        terminal: Where a person reads what happens; None: nobody does.

    Raises:
        ConfigError: If the configuration does not fit the book, lacks what a hall must have, or opens the
            console to other machines without a certificate for it.
        ConsoleError: If the port of console or feed is taken.
        MinutesError: If the book cannot be opened, or failed: the hall has stopped.
        ThreadDiedError: If a thread died, this one too: the hall has stopped, and is to be started again.
    """
    for _ in range(2):  # once for a file of rules that was not its paper's, once for a newer paper
        try:
            return _run(setting, terminal)
        except RulesPlacedError:
            setting = load(setting.path, setting.overrides)
    return _run(setting, terminal)


def _run(setting: Setting, terminal: Terminal | None) -> None:
    """Run the hall by a configuration; what is raised is what ``run`` says, and RulesPlacedError."""
    restore_rules(setting)
    demand_ready(setting)
    remote = find_remote_access(setting, SystemClock().wall())
    if remote.warning:
        print(remote.warning, file=sys.stderr, flush=True)
    make_folder(setting.directory)
    switch_often()
    inbox, wall = Inbox(), SystemClock().wall
    game = GAMES[setting.config.hall.game]
    told = SILENCE if terminal is None else Commentary(setting, game, terminal, wall)
    watching = on_duty(setting.config.log.format, wall, os.environ, commentary=told)
    with (
        watching as duty,
        end_when_a_thread_dies(inbox, duty),
        Parts(duty.log) as parts,
        quit_on_signals(inbox),
    ):
        table = _assemble(setting, inbox, parts, duty, remote)
        try:
            table.run()
            duty.manager.send("STOPPING=1", "STATUS=Cerrando la sala.")
        except (MinutesError, ThreadDiedError):
            duty.manager.send("STOPPING=1")  # the bulletin has sent the reason
            time.sleep(LAST_WORDS_S)
            raise
        except Exception as error:
            duty.manager.send("STOPPING=1")
            die(error)
            raise ThreadDiedError("main", type(error).__name__) from error


def _console(
    setting: Setting,
    desk: Desk,
    auth: AuthService,
    remote: RemoteAccess,
    duty: Observation,
    voice: Voice | None,
    calibration: CalibrationPort | None,
) -> FastAPI:
    languages = Languages(setting.config.hall.language)
    places = Places(setting.directory)
    records = Library(places.book, places.acts, setting.rules)
    sound = None if voice is None else voice.test
    figures, certificate = duty.figures.text, remote.authority
    return make_app(
        desk,
        auth,
        remote.hosts,
        figures,
        certificate,
        languages,
        records,
        sound=sound,
        calibration=calibration,
    )


def _auth_service(
    setting: Setting, clock: SystemClock, duty: Observation
) -> AbstractContextManager[AuthService]:
    places, heard = Places(setting.directory), duty.event_log.log_security
    files = places.accounts, places.security
    told, rekey = stand_ins(setting), rekeyer(setting)
    return open_auth_service(*files, clock.now, clock.wall, heard=heard, stand_ins=told, rekey=rekey)


def _assemble(setting: Setting, inbox: Inbox, parts: Parts, duty: Observation, remote: RemoteAccess) -> Table:
    """Put the parts together; ``parts`` ends them in the reverse order."""
    game = GAMES[setting.config.hall.game]
    places, clock, boot = Places(setting.directory), SystemClock(), uuid.uuid4().hex
    keys = read_keys(setting)
    shelf = parts.enter_context(open_shelf(setting, keys))
    letterhead = letterhead_of(setting, game)
    paperwork, past, findings = game.documents.paperwork(letterhead), game.screens.past(), game.findings()
    hears = _both(past.take, findings.take)
    demand_own_keys(setting, shelf, keys)
    setting, state = replayed(setting, shelf, _both(paperwork.take, hears))
    hears = _both(hears, place_papers(setting, state, inbox))
    demand_printed(places.acts, state)
    witness = witness_line(setting, inbox)
    auth = parts.enter_context(_auth_service(setting, clock, duty))
    demand_own_checkpoint(setting, shelf.last(), keys, state)
    own, end, offer = kinds(game.name), _log_end(auth), hearers(setting, witness)
    registrar = Registrar(shelf, keys, program(), clock.quality, paperwork, offer, hears, end, own)
    demand_cosigned_size(setting, registrar.newest(), state, inbox)
    keeper = Keeper(game.rules, shelf, state, clock, boot, registrar, duty.decided, fonts_read(), BUILT)
    bulletin = Bulletin(Snapshot(0, keeper.entry, state))
    gallery, balls = gallery_of(setting)
    health = Health([screen.name for screen in setting.config.screens])
    desk = Desk(setting, inbox, bulletin, gallery, clock, keys, health, findings)
    voice = voice_of(setting, bulletin, inbox)
    ball_camera = open_camera(setting, inbox, gallery, clock, parts)
    calibration = calibration_of(setting, desk, ball_camera, balls, inbox, parts)
    parts.begin(remote.server(_console(setting, desk, auth, remote, duty, voice, calibration)))
    printer = start_printer(setting, keys, letterhead, bulletin, inbox, parts)
    verifier = BookVerifier(places.book, second_media(setting), inbox, whole=lambda: shelf.loss is None)
    parts.begin(verifier)
    start_expiry(setting, keys, clock, inbox, parts)
    office = start_witnesses(setting, keys, witness, registrar, bulletin, inbox, parts)
    sealer = Sealer(None if keys is None else keys.controller, boot, next_start(places.starts))
    feed = start_feed(setting, bulletin, past, sealer, health, inbox, ball_camera, clock, parts)
    if voice is not None:
        parts.begin(voice)
    start_panel(setting, bulletin, inbox, ball_camera, parts)
    start_machines(setting, bulletin, inbox, gallery, clock, parts)
    measure(duty, setting, desk, auth, ball_camera, feed, witness, office)
    duty.commentary.introduce(remote.url, feed_url(setting), standing(state, game.phase, game.rounds))
    return Table(
        keeper=keeper,
        use=game.machine,
        spoken=game.spoken,
        inbox=inbox,
        ball_camera=ball_camera,
        gallery=gallery,
        bulletin=LivingBulletin(bulletin, duty.manager, setting.config.console.port, game.phase, game.rounds),
        clock=clock,
        free_mb=lambda: first_free_mb(setting),
        limits=limits_of(setting),
        start=StartController(boot, program(), _ended(state)),
        news=lambda: _news(shelf, registrar, keeper, clock),
        heard=duty.event_log.heard,
        settled=printer.is_settled,
        media=shelf,
        verify=verifier.ask,
        second_mb=shelf.second_free_mb,
    )


def _ended(state: State) -> str:
    """Return how the controller last ended, as a start says it."""
    return "first" if state.book is None else "order" if state.in_order else "died"


def _news(shelf: Shelf, registrar: Registrar, keeper: Keeper, clock: SystemClock) -> Sequence[Command]:
    """Return what a start found and has to minute."""
    return (ReportCompletion(shelf.completed), *registrar.enrolments(keeper.state, clock.wall()))


def _both(one: Callable[[Event], None], other: Callable[[Event], None]) -> Callable[[Event], None]:
    """Have two listen to each event."""

    def hear(event: Event) -> None:
        one(event)
        other(event)

    return hear


def _log_end(auth: AuthService) -> Callable[[], LogEnd | None]:
    """Return what says where the security log ends; one that cannot be read stops no session."""

    def end() -> LogEnd | None:
        try:
            return auth.log.end()
        except AccessError:
            return None

    return end
