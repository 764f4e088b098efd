"""Starts each part of the hall that its configuration names: devices, feed, voice, printer, witness.

Not responsible for the order in which they start (``hallctl.main``).
"""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from drivers.camera.gallery import Gallery
from drivers.camera.settings import Wanted
from drivers.printer import Typesetter
from hallctl import __version__
from hallctl.app.calibrating.adoption import Adoption
from hallctl.app.calibrating.desk import CalibrationDesk
from hallctl.app.chain import office_line, remote_caller
from hallctl.app.desk import Desk
from hallctl.app.games import GAMES
from hallctl.app.replay import empty_state
from hallctl.app.service import figures
from hallctl.app.service.duty import Observation, Parts
from hallctl.app.vault import HallKeys, Places, first_free_mb, named_certificates
from hallctl.app.wheel import start_wheel
from hallctl.config.calibrated import minuted
from hallctl.config.face import Face, face_and_problems, stamp_of
from hallctl.config.hall import Setting
from hallctl.config.theme import colours_of
from hallctl.devices.ball_camera import BallCamera, ExitBalls
from hallctl.devices.cctv import Cctv
from hallctl.devices.deskcamera import DeskCamera
from hallctl.devices.expiry import ExpiryWatch
from hallctl.devices.extractor import ExtractorLine
from hallctl.devices.machines import driver_of
from hallctl.devices.no_camera import NoCamera
from hallctl.devices.panel_faults import forget_panel
from hallctl.devices.paper import Archive
from hallctl.devices.printing import FolioPrinter
from hallctl.devices.shoe import ShoeLine, reader_of
from hallctl.devices.spool import SENT, CupsOutlet
from hallctl.devices.sweeper import Sweeper
from hallctl.devices.voice import Sound, Voice
from hallctl.devices.witness import WitnessLine
from hallctl.games.game import Game
from hallctl.i18n.refusals import translate_detail
from hallctl.outputs.folios.values import Letterhead
from hallctl.outputs.screens.scene import Past
from hallctl.outputs.screens.wall import Wall
from hallctl.table import messages as msg
from hallctl.table.clock import Clock
from hallctl.table.registrar import Registrar
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox
from hallctl.web.access.auth import AuthService
from hallctl.web.feed.app import Feed
from hallctl.web.feed.faces import Faces
from hallctl.web.feed.health import Health
from hallctl.web.feed.pictures import Pictures
from hallctl.web.feed.rules_page import rules_page
from hallctl.web.feed.screens import screens_of
from hallctl.web.feed.signature import Sealer
from hallctl.web.feed.watch import WallWatch
from hallctl.web.server import ConsoleServer

if TYPE_CHECKING:
    from hallctl.devices.office_line import OfficeLine


def start_machines(
    setting: Setting, bulletin: Bulletin, inbox: Inbox, gallery: Gallery, clock: Clock, parts: Parts
) -> None:
    """Hold the lines to the extractor, a wheel with its camera, and a shoe, where the hall has them."""
    _start_extractor(setting, inbox, parts)
    start_wheel(setting, bulletin, inbox, gallery, clock, parts)
    _start_shoe(setting, bulletin, inbox, parts)


def _start_extractor(setting: Setting, inbox: Inbox, parts: Parts) -> None:
    extractor = setting.config.extractor
    if extractor is not None:
        parts.begin(ExtractorLine(str(setting.beside(extractor.port)), inbox, driver_of(extractor)))


def _start_shoe(setting: Setting, bulletin: Bulletin, inbox: Inbox, parts: Parts) -> None:
    section = setting.config.shoe
    if section is not None:
        use = GAMES[setting.config.hall.game].shoe
        reader = reader_of(section, str(setting.beside(section.port)), use.last(bulletin.newest().state))
        parts.begin(ShoeLine(reader, inbox, use.meaning))


def start_witnesses(
    setting: Setting,
    keys: HallKeys | None,
    witness: WitnessLine | None,
    registrar: Registrar,
    bulletin: Bulletin,
    inbox: Inbox,
    parts: Parts,
) -> "OfficeLine | None":
    """Begin the lines to the witness, with what it may have missed, to the head office, and to other halls.

    Returns:
        The line to the head office; None where the hall is of no chain.
    """
    if witness is not None:
        parts.begin(witness)
        newest = registrar.newest()
        if newest is not None:
            witness.offer(newest)
    office = office_line(setting, inbox, bulletin, lambda: None if witness is None else witness.lag)
    calls = remote_caller(setting, keys, inbox, bulletin)
    for line in filter(None, (office, calls)):
        parts.begin(line)
    return office


def start_expiry(setting: Setting, keys: HallKeys | None, clock: Clock, inbox: Inbox, parts: Parts) -> None:
    """Watch for certificates that end, where people have keys."""
    if keys is not None:
        parts.begin(ExpiryWatch(lambda: named_certificates(setting), clock.wall, inbox))


def start_printer(
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
    game = GAMES[setting.config.hall.game]
    empty, archive, typesetter = empty_state(setting), Archive(places.acts), Typesetter()
    parts.callback(typesetter.close)
    printer = FolioPrinter(
        places.book, archive, printers, typesetter.render, game, empty, letterhead, bulletin, inbox, seal
    )
    parts.begin(printer)
    return printer


def gallery_of(setting: Setting) -> tuple[Gallery, ExitBalls]:
    """Return where pictures are kept, and what finds in those of an exit the ball that is cut out too."""
    pictures, balls = Places(setting.directory).pictures, ExitBalls(setting.calibrations)
    if GAMES[setting.config.hall.game].wheel.watched:
        return Gallery(pictures), balls
    return Gallery(pictures, balls.box), balls


def open_camera(
    setting: Setting, inbox: Inbox, gallery: Gallery, clock: Clock, parts: Parts
) -> BallCamera | NoCamera:
    """Open the camera on the exit, where there is one, and have its old pictures swept out."""
    camera, game = setting.config.camera, GAMES[setting.config.hall.game]
    if camera is None or game.wheel.watched:
        return NoCamera()
    sweeper = Sweeper(gallery, camera.keep_days, clock.wall, inbox)
    parts.begin(sweeper)
    wanted = Wanted(camera.exposure, camera.focus, camera.white_balance)
    ball_camera = BallCamera(
        camera.source, inbox, setting.highest, wanted, setting.calibrations, setting.universes
    )
    parts.callback(ball_camera.close)
    return ball_camera


def calibration_of(
    setting: Setting,
    desk: Desk,
    ball_camera: BallCamera | NoCamera,
    balls: ExitBalls,
    inbox: Inbox,
    parts: Parts,
) -> CalibrationDesk | None:
    """Return what has the camera learn a set of balls from the console; None where no camera reads any."""
    if not (setting.files.balls and isinstance(ball_camera, BallCamera)):
        return None
    typesetter, game = Typesetter(), GAMES[setting.config.hall.game]
    for device, which in minuted(setting):
        inbox.put(msg.Settled(device, which))
    adoption = Adoption(
        setting, (ball_camera, balls), inbox, lambda: frozenset(game.retired(desk.newest().state))
    )
    calibration = CalibrationDesk(
        setting,
        ball_camera.latest,
        lambda: ball_camera.settings,
        lambda: desk.newest().state.playing is not None,
        typesetter.render,
        adoption,
    )
    parts.callback(typesetter.close)
    parts.callback(calibration.close)
    return calibration


def start_feed(
    setting: Setting,
    bulletin: Bulletin,
    past: Past,
    sealer: Sealer,
    health: Health,
    inbox: Inbox,
    ball_camera: BallCamera | NoCamera,
    clock: Clock,
    parts: Parts,
) -> Feed:
    """Open the feed to whoever watches, with the exit's picture where a camera takes it; watch the walls."""
    game = GAMES[setting.config.hall.game]
    orders = {screen.name: screen.show for screen in setting.config.screens}
    faces = Faces(partial(face_and_problems, setting), partial(stamp_of, setting), inbox)
    wall = wall_of(setting, faces.face)
    seen = screens_of(game.screens, wall, orders, lambda: past.games, clock, lambda: faces.face)
    desk = open_desk_camera(setting, inbox, bulletin, parts)
    rules, following = rules_of(setting, game), programme_of(setting, game)
    feed = Feed(bulletin, seen, sealer, health, Pictures(), desk, lambda: faces.face, rules, following)
    parts.begin(ConsoleServer(feed.app(), setting.config.feed.port, setting.config.feed.host, "feed"))
    if isinstance(ball_camera, BallCamera):
        parts.begin(Cctv(ball_camera.latest, feed.pictures))
    parts.begin(WallWatch(list(orders), health, bulletin, inbox))
    parts.begin(faces)
    return feed


def voice_of(setting: Setting, bulletin: Bulletin, inbox: Inbox) -> Voice | None:
    """Return the hall's voice, where it has one; it does not speak yet."""
    voice, speech = setting.config.voice, GAMES[setting.config.hall.game].speech
    if voice is None or speech is None:
        return None
    sound = Sound(voice.player, voice.chime, voice.volume)
    return Voice(speech, setting.beside(voice.folder), bulletin, inbox, sound)


def start_panel(
    setting: Setting, bulletin: Bulletin, inbox: Inbox, ball_camera: BallCamera | NoCamera, parts: Parts
) -> None:
    """Open the panel of buttons and lamps, where there is one."""

    def picture_at() -> float | None:
        newest = None if isinstance(ball_camera, NoCamera) else ball_camera.latest()
        return None if newest is None else newest.at_monotonic

    if setting.config.panel is None:
        forget_panel(inbox)  # what a former one left in the book must not stop the hall for ever (I21)
    else:
        from hallctl.devices.panel import PanelLine

        game = GAMES[setting.config.hall.game]
        parts.begin(PanelLine(setting.config.panel, game, bulletin, inbox, picture_at))


def open_desk_camera(setting: Setting, inbox: Inbox, bulletin: Bulletin, parts: Parts) -> Pictures | None:
    """Open the camera at the desk, where there is one, for whoever watches a check."""
    if setting.config.desk_camera is None:
        return None
    shown = GAMES[setting.config.hall.game].screens.desk
    camera = DeskCamera(setting.config.desk_camera.source, lambda: shown(bulletin.newest().state), inbox)
    parts.callback(camera.close)
    pictures = Pictures()
    parts.begin(Cctv(camera.latest, pictures, "desk-cctv"))
    return pictures


def wall_of(setting: Setting, face: Face) -> Wall:
    """Return what every wall needs beside the state."""
    hall, chain = setting.config.hall, setting.config.chain
    return Wall(
        hall=hall.name,
        simulated=setting.config.simulated,
        language=hall.language,
        complaint_qr=hall.complaint_qr or "",
        colours=colours_of(hall),
        logo="" if face.logo is None else face.logo.digest,
        sponsors=tuple(each.digest for each in face.sponsors),
        halls=() if chain is None else tuple(chain.names.items()),
        original=setting.config.desk_camera is not None,
        camera=setting.config.camera is not None,
        translate=lambda detail: translate_detail(detail, hall.language),
    )


def rules_of(setting: Setting, game: Game) -> str:
    """Return the rules of the hall as the page that players may always read (PT-02)."""
    hall = setting.config.hall
    return rules_page(hall.name, hall.language, game.screens.rules(setting.rules, hall.language))


def programme_of(setting: Setting, game: Game) -> Callable[[Snapshot], str] | None:
    """Return what makes the page of the games that follow; None where the game has no programme."""
    hall, programme = setting.config.hall, game.screens.programme
    if programme is None:
        return None
    return lambda snapshot: rules_page(hall.name, hall.language, programme(snapshot.state, hall.language))


def measure(
    duty: Observation,
    setting: Setting,
    desk: Desk,
    auth: AuthService,
    ball_camera: BallCamera | NoCamera,
    feed: Feed,
    witness: WitnessLine | None,
    office: "OfficeLine | None",
) -> None:
    """Register where each figure of the hall is read."""
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
        figures.of_office(lambda: None if office is None else office.lag),
    ):
        duty.figures.add(source)
