"""Tries what an answer names, at once: a port is opened, a camera looked through, a file read.

Nothing moves and nothing is written. Not responsible for the form of an answer (``checks``).
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from hallctl.app.installing.facts import variant_of
from hallctl.app.installing.question import Given
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.finding import Finding, advice, good, missing
from hallctl.cli.doctor.shoe import check_shoe
from hallctl.cli.doctor.wheel import check_wheel
from hallctl.config.extractor import ExtractorSection
from hallctl.config.shoe import ShoeSection
from hallctl.config.wheel import WheelSection
from hallctl.devices.machines import driver_of
from hallctl.devices.shoe import reader_of
from hallctl.devices.wheel import sensor_of
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.rules.cards import MatrixError
from hallctl.games.bingo.variants import library
from hallctl.i18n.sentences import _

Trial = Callable[[str, Given], Iterable[Finding]]

_POCKETS: Final = 37


def _extractor(port: str, _given: Given) -> Iterator[Finding]:
    from hallctl.cli.doctor.devices import check_extractor

    driver = driver_of(ExtractorSection(port=port))(port, lambda _: None)
    yield check_extractor(port, driver, Computer())


def _camera(source: str, _given: Given) -> Iterator[Finding]:
    from drivers.camera.settings import Wanted
    from hallctl.cli.doctor.devices import check_camera

    yield from check_camera(_("cámara"), int(source) if source.isdigit() else source, Wanted(), Computer())


def _wheel(port: str, _given: Given) -> Iterator[Finding]:
    yield check_wheel(sensor_of(WheelSection(port=port), port, _POCKETS))


def _shoe(port: str, _given: Given) -> Iterator[Finding]:
    yield check_shoe(reader_of(ShoeSection(port=port), port))


def _cards(text: str, given: Given) -> Iterator[Finding]:
    if text.isdigit():
        return
    part = _("cartones")
    try:
        matrix = read_csv(Path(text).expanduser(), library.variant(variant_of(given)))
    except (MatrixError, OSError) as error:
        yield missing(part, str(error).partition("\n")[0], _("«hallctl cards check» dice todas sus faltas."))
        return
    yield good(
        part,
        _(
            "{count} {count:cartón|cartones}, matriz {digest}…",
            count=len(matrix.cards),
            digest=matrix.digest[:16],
        ),
    )


def _second(text: str, _given: Given) -> Iterator[Finding]:
    part, place = _("segundo soporte"), Path(text)
    standing = next(each for each in (place, *place.parents) if each.exists())
    if not os.access(standing, os.W_OK):
        yield missing(
            part,
            _("no se puede escribir en {folder}", folder=str(standing)),
            _("Monte el disco, o dé permiso."),
        )
    elif standing.stat().st_dev == Path.cwd().stat().st_dev:
        said = _("{folder} está en el mismo disco que esta carpeta", folder=str(standing))
        yield advice(
            part, said, _("Póngalo en otro disco o en una memoria USB: los dos se pierden a la vez.")
        )
    else:
        yield good(part, _("{folder} está en otro disco", folder=str(place)))


TRIALS: Final[Mapping[str, Trial]] = {
    "extractor": _extractor,
    "camera": _camera,
    "wheel": _wheel,
    "shoe": _shoe,
    "cards": _cards,
    "second": _second,
}
"""What can be tried, by the key of its question."""


def look_through(source: int | str) -> bytes | None:
    """Take one picture with a camera, as JPEG; None where it gives none."""
    import cv2  # heavy, and only who asks for a picture needs it

    from drivers.camera.limits import HealthLimits
    from drivers.camera.settings import Wanted
    from drivers.camera.source import CameraError, open_feed
    from hallctl.cli.doctor.devices import first_picture

    try:
        with closing(open_feed(source, HealthLimits(), Wanted())) as feed:
            image = first_picture(feed)
    except CameraError:
        return None
    if image is None:
        return None
    done, content = cv2.imencode(".jpg", image)
    return content.tobytes() if done else None
