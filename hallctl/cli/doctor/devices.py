"""Looks at the devices that a configuration names: each is opened, asked who it is, and let go of.

Nothing moves. Not responsible for what is not a device (``hallctl.cli.doctor.house``).
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

from drivers.camera.limits import HealthLimits
from drivers.camera.pace import PaceMeter
from drivers.camera.quality import BLIND, Image, Quality, quality
from drivers.camera.settings import Wanted
from drivers.camera.source import CameraError, Feed, is_live, named, open_feed
from drivers.extractor.driver import ExtractorError, ExtractorEvent, Identity
from drivers.extractor.interface import ExtractorDriver
from drivers.reader.exit import LearntExit
from drivers.voice.clips import Clips
from hallctl.app.games import GAMES
from hallctl.app.vault import Places
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.exit import check_exit, unlearnt
from hallctl.cli.doctor.finding import Finding, Inspection, advice, good, looked, missing, nothing_broken
from hallctl.cli.doctor.panel import check_panel
from hallctl.cli.doctor.shoe import check_shoe
from hallctl.cli.doctor.stillness import look_at_pace
from hallctl.cli.doctor.wheel import check_wheel
from hallctl.config.calibrated import damaged, foreign, uncalibrated
from hallctl.config.hall import Setting, VoiceSection
from hallctl.config.kept import file_name
from hallctl.config.problems import ConfigError
from hallctl.devices.ball_camera import exit_in, recognisers_of
from hallctl.devices.machines import driver_of
from hallctl.devices.shoe import reader_of
from hallctl.devices.spool import SENT, read_jobs
from hallctl.devices.wheel import sensor_of
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.speech import CHIME

_KINDS: Final = {1: _("neumático"), 2: _("de bombo")}
_FIRST_S: Final = 3.0
_DARK, _BURNT, _BLURRED = 25.0, 0.2, 3.0


def check_devices(
    setting: Setting, computer: Computer, broken: Callable[[str], bool] = nothing_broken
) -> Iterator[Finding]:
    """Yield how extractor, cameras, monitors, printer, sound and pins are.

    Args:
        setting: The configuration.
        computer: What is plugged in.
        broken: Returns whether a section is wrong: its device is not looked at.
    """
    config = setting.config
    queue, voice, panel = config.printer, config.voice, config.panel
    looks: list[Inspection] = [
        (_("extractor"), "extractor", lambda: _machine(setting, computer)),
        (_("sensor de la ruleta"), "wheel", lambda: _wheel(setting)),
        (_("distribuidor"), "shoe", lambda: _shoe(setting)),
        (_("cámara de la salida"), "camera", lambda: _exit_camera(setting, computer)),
        (_("cámara de la mesa"), "desk_camera", lambda: _desk_camera(setting, computer)),
        (_("monitores"), "screens", lambda: [_monitors(len(config.screens), computer)]),
        (
            _("impresora"),
            "printer",
            lambda: [_printer(None if queue is None else queue.queue, setting, computer)],
        ),
        (_("sonido"), "", lambda: [_sound(computer)]),
        (_("voz"), "voice", lambda: [] if voice is None else [_voice(setting, voice)]),
        (_("placa"), "", lambda: [_pins(computer)]),
        (_("panel"), "panel", lambda: [] if panel is None else [check_panel(panel)]),
        (_("nombres fijos"), "", lambda: _stable_names(computer)),
    ]
    yield from looked(looks, broken)


def check_plugged(computer: Computer) -> Iterator[Finding]:
    """Yield what there is to be written into a configuration that cannot be read."""
    ports, cameras, queues = computer.serial_ports(), computer.cameras(), computer.queues()
    yield good(_("puertos serie"), ", ".join(ports) or _("ninguno"))
    yield good(
        _("cámaras"), ", ".join(f"source = {each.number}, «{each.name}»" for each in cameras) or _("ninguna")
    )
    yield _monitors(0, computer)
    yield good(_("impresoras"), ", ".join(queues or ()) or _("ninguna"))
    yield _sound(computer)
    yield _pins(computer)


def _machine(setting: Setting, computer: Computer) -> Iterator[Finding]:
    section = setting.config.extractor
    if section is None and not setting.files.balls:
        return
    if section is None:
        yield good(_("extractor"), _("bombo manual: el locutor saca las bolas, nada se conecta"))
        return
    port = os.path.normpath(setting.beside(section.port))
    yield check_extractor(port, driver_of(section)(port, _unheard), computer)


def _exit_camera(setting: Setting, computer: Computer) -> Iterator[Finding]:
    section, balls = setting.config.camera, setting.files.balls
    part = _("cámara de la salida") if balls else _("cámara del juego")
    if section is None and not balls:
        return
    if section is None:
        yield good(part, _("ninguna; {cctv}", cctv=setting.config.hall.cctv or _("sala de práctica")))
        return
    wanted = Wanted(section.exposure, section.focus, section.white_balance)
    learnt = setting.calibrations.exit
    empty = exit_in(learnt)
    yield from check_camera(part, section.source, wanted, computer, empty)
    if not balls:
        return
    pace = _paced(section.source, wanted) if is_live(section.source) else None
    if pace is not None:
        yield look_at_pace(part, pace, None if learnt is None else learnt.pace)
    if not setting.config.simulated:
        yield from _ball_sets(setting)
        if empty is None:
            yield unlearnt()


def _desk_camera(setting: Setting, computer: Computer) -> Iterator[Finding]:
    section = setting.config.desk_camera
    if section is not None:
        yield from check_camera(_("cámara de la mesa"), section.source, Wanted(), computer)


def _stable_names(computer: Computer) -> Iterator[Finding]:
    if not computer.stable_names():
        remedy = _("«hallctl install-service» las pone (docs/operations.md).")
        yield advice(
            _("nombres fijos"), _("no están las reglas de udev: un puerto puede cambiar de nombre"), remedy
        )


def _wheel(setting: Setting) -> Iterator[Finding]:
    wheel = setting.config.wheel
    if wheel is not None:
        line = os.path.normpath(setting.beside(wheel.port))
        yield check_wheel(sensor_of(wheel, line, setting.files.highest(setting.rules) + 1))


def _shoe(setting: Setting) -> Iterator[Finding]:
    shoe = setting.config.shoe
    if shoe is not None:
        yield check_shoe(reader_of(shoe, os.path.normpath(setting.beside(shoe.port))))


def check_extractor(port: str, driver: ExtractorDriver, computer: Computer) -> Finding:
    """Return whether the machine at a port says who it is."""
    part = _("extractor")
    try:
        identity = driver.open()
        state = driver.state
    except ExtractorError as error:
        return missing(part, str(error), _elsewhere(port, computer))
    finally:
        driver.close()
    said = _("{machine} en {port}", machine=_identified(identity), port=port)
    if state.fault:
        return advice(
            part,
            _("{said}, con un fallo ({fault})", said=said, fault=str(state.fault)),
            _("Compruebe la máquina antes de abrir."),
        )
    return good(part, said)


def _unheard(_: ExtractorEvent) -> None:
    """Let an event pass: it is not acknowledged, so the machine keeps it for the hall."""


def _identified(identity: Identity) -> Sentence:
    firmware = ".".join(map(str, identity.firmware))
    kind = _KINDS.get(identity.kind, _("de otra clase"))
    serial = str(identity.serial_id)
    return _("{kind}, serie {serial}, firmware {firmware}", kind=kind, serial=serial, firmware=firmware)


def _elsewhere(port: str, computer: Computer) -> str:
    ports = [each for each in computer.serial_ports() if each != port]
    if not ports:
        return _("No hay ningún otro puerto serie: conecte el cable.")
    first, *others = ports
    if not others:
        return _('Hay otro puerto; en la configuración, [extractor] port = "{port}".', port=first)
    return _(
        'Hay otros puertos; en la configuración, [extractor] port = "{port}" (o {others}).',
        port=first,
        others=", ".join(others),
    )


def check_camera(
    part: str, source: int | str, wanted: Wanted, computer: Computer, empty: LearntExit | None = None
) -> Iterator[Finding]:
    """Yield whether a camera gives pictures, and how these are."""
    try:
        with closing(open_feed(source, HealthLimits(), wanted)) as feed:
            image, settings = first_picture(feed), feed.settings
    except CameraError as error:
        yield missing(part, f"{named(source)}: {error}", _other_cameras(source, computer))
        return
    if image is None:
        yield missing(
            part,
            _("{camera}: no llega ninguna imagen", camera=named(source)),
            _other_cameras(source, computer),
        )
        return
    height, width = image.shape[:2]
    yield good(part, f"{named(source)}: {settings.kind}, {width}×{height}")
    if not is_live(source):
        yield advice(
            part,
            _("{camera} es una grabación", camera=named(source)),
            _("Ponga una cámara en la configuración."),
        )
    yield from _seen(part, quality(image))
    if empty is not None:
        yield check_exit(image, empty)


def first_picture(feed: Feed) -> Image | None:
    """Return the first picture that comes, None where none does in time."""
    end = time.monotonic() + _FIRST_S
    while time.monotonic() < end:
        image = feed.read()
        if image is not None:
            return image
    return None


def _paced(source: int | str, wanted: Wanted) -> PaceMeter | None:
    """Return how often a camera shows that it lives; None where it does not go on for long enough."""
    pace = PaceMeter()
    try:
        with closing(open_feed(source, HealthLimits(), wanted)) as feed:
            while not pace.known:
                image = feed.read()
                if image is None:
                    return None
                pace.see(image, time.monotonic())
    except CameraError:
        return None
    return pace


def _seen(part: str, seen: Quality) -> Iterator[Finding]:
    remedy = _("Ajústela con «hallctl camera watch» y «hallctl camera calibrate».")
    if seen.level < _DARK:
        yield advice(part, _("la imagen está casi a oscuras"), remedy)
    elif seen.burnt > _BURNT:
        yield advice(part, _("el {part} de la imagen está quemado", part=f"{seen.burnt:.0%}"), remedy)
    elif seen.edge > _BLURRED:
        edges = _("bordes de {pixels} píxeles", pixels=f"{seen.edge:.1f}")
        told = _("no se ve ningún borde") if seen.edge >= BLIND else edges
        yield advice(part, _("la imagen no está enfocada ({told})", told=told), remedy)


def _ball_sets(setting: Setting) -> Iterator[Finding]:
    part, strange = "juegos de bolas", list(foreign(setting))
    for file, why in strange:
        yield missing(part, f"{file} {why}", "docs/camera.md, «Patterns».")
    unknown = list(uncalibrated(setting))
    needed = {file_name(each) for each in unknown}
    for file, why in damaged(setting):
        verdict = missing if file in needed else advice
        yield verdict(part, f"{file} {why}", "docs/camera.md, «Where it is kept».")
    for ball_set in sorted(setting.calibrations.overruled):
        said = _(
            "la sala guarda una calibración del juego {ball_set}, y vale la que nombra [reader]",
            ball_set=ball_set,
        )
        yield advice(part, said, _("Quite de [reader] la que no vale."))
    if unknown:
        remedy = _("En la consola, «Calibrar las bolas», o «hallctl camera calibrate» (docs/camera.md).")
        yield missing(part, _("sin calibrar: {ball_sets}", ball_sets=", ".join(unknown)), remedy)
    try:
        recognisers_of(setting.calibrations, setting.highest, setting.universes)
    except ConfigError as error:
        yield from (
            missing(part, problem, "docs/camera.md, «Recognising a set».") for problem in error.problems
        )
        return
    if not (unknown or strange):
        yield good(part, _("calibrados: {ball_sets}", ball_sets=", ".join(setting.config.every_ball_set)))


def _other_cameras(source: int | str, computer: Computer) -> str:
    found = [camera for camera in computer.cameras() if camera.number != source]
    if not found:
        return _("No hay ninguna otra cámara USB en esta máquina.")
    return _("Hay otra: source = {number} es «{name}».", number=found[0].number, name=found[0].name)


def _monitors(wanted: int, computer: Computer) -> Finding:
    plugged = computer.monitors()
    said = _("{count} {count:conectado|conectados}", count=len(plugged))
    if plugged:
        said = _("{count} ({names})", count=said, names=", ".join(plugged))
    if not wanted:
        remedy = _("Escriba un [[screens]] por monitor (docs/screens.md).") if plugged else ""
        return advice(_("monitores"), _("{said}; la configuración no tiene ninguno", said=said), remedy)
    if len(plugged) < wanted:
        more = _("{said}, {wanted} en la configuración", said=said, wanted=wanted)
        return advice(_("monitores"), more, _("Conecte los que faltan."))
    return good(_("monitores"), said)


def _printer(queue: str | None, setting: Setting, computer: Computer) -> Finding:
    queues = computer.queues()
    if queue is None:
        remedy = _('Si ha de imprimir: [printer] queue = "{queue}"', queue=queues[0]) if queues else ""
        return advice(_("impresora"), _("los folios quedan en la carpeta de actas"), remedy)
    if queues is None:
        return missing(_("impresora"), _("no hay servicio de impresión"), _("Instale cups y cups-client."))
    if queue not in queues:
        named_here = _("Hay: {queues}.", queues=", ".join(queues))
        there = named_here if queues else _("No hay ninguna: añada la impresora a CUPS.")
        return missing(_("impresora"), _("no existe la cola «{queue}»", queue=queue), there)
    trouble = computer.print_trouble(queue)
    if trouble:
        return advice(
            _("impresora"), trouble, _("La sala abre; los folios esperan su papel (docs/folios.md).")
        )
    jobs = read_jobs(Places(setting.directory).acts / SENT)
    lost = [f"{name} {job.lost}" for name, job in sorted(jobs.items()) if job.lost and not job.printed]
    if lost:
        remedy = _("El Director: «Imprimir lo pendiente».")
        return advice(_("impresora"), _("sin imprimir: {first}", first=_and_more(lost)), remedy)
    return good(_("impresora"), _("cola «{queue}»", queue=queue))


def _and_more(told: list[str]) -> Sentence | str:
    """Return the first of what there is to tell, and how many more there are."""
    first, *others = told
    return _("{first} (y {count} más)", first=first, count=len(others)) if others else first


def _sound(computer: Computer) -> Finding:
    cards = computer.sound()
    if not cards:
        return advice(
            _("sonido"), _("no hay tarjeta de sonido"), _("El locutor canta con su propia megafonía.")
        )
    return good(_("sonido"), ", ".join(cards))


def _voice(setting: Setting, voice: VoiceSection) -> Finding:
    clips = Clips(setting.beside(voice.folder))
    speech = GAMES[setting.config.hall.game].speech
    texts = {} if speech is None else speech.texts(setting.config.hall.language, setting.rules)
    problems = clips.problems([*[CHIME] * voice.chime, *texts])
    if problems:
        return missing(_("voz"), _and_more(problems), _("«hallctl voice make» hace las que faltan."))
    if shutil.which(voice.player[0]) is None:
        return missing(
            _("voz"), _("no está el programa «{program}»", program=voice.player[0]), _("Instale alsa-utils.")
        )
    return good(_("voz"), _("todas las grabaciones en {folder}", folder=os.path.normpath(clips.folder)))


def _pins(computer: Computer) -> Finding:
    board, pins = computer.model(), computer.pins()
    if not pins:
        return good(_("placa"), board or _("sin patillas para un panel"))
    return good(_("placa"), _("{board}, {pins}", board=board or _("esta máquina"), pins=", ".join(pins)))
