"""The parts of a hall with a wheel: the line to its sensor, and the camera above it.

Not responsible for what they report, nor for machines that draw balls (``openers``).
"""

from drivers.camera.gallery import Gallery
from drivers.camera.settings import Wanted
from hallctl.app.games import GAMES
from hallctl.app.service.duty import Parts
from hallctl.config.hall import Setting
from hallctl.devices.sweeper import Sweeper
from hallctl.devices.table_camera import PictureKeeper, TableCamera
from hallctl.devices.wheel import WheelLine, sensor_of
from hallctl.table.clock import Clock
from hallctl.table.snapshot import Bulletin
from hallctl.table.table import Inbox


def start_wheel(
    setting: Setting, bulletin: Bulletin, inbox: Inbox, gallery: Gallery, clock: Clock, parts: Parts
) -> None:
    """Hold the line to a wheel's sensor and open the camera above, where the hall has them."""
    camera = _camera(setting, bulletin, inbox, gallery, clock, parts)
    section = setting.config.wheel
    if section is None:
        return
    pockets = setting.files.highest(setting.rules) + 1
    sensor = sensor_of(section, str(setting.beside(section.port)), pockets)
    use = GAMES[setting.config.hall.game].wheel

    def running() -> bool:
        return use.running(bulletin.newest().state)

    picture = camera.keep if camera is not None else lambda: ""
    parts.begin(WheelLine(sensor, inbox, use.meaning, running, picture))


def _camera(
    setting: Setting, bulletin: Bulletin, inbox: Inbox, gallery: Gallery, clock: Clock, parts: Parts
) -> TableCamera | None:
    """Open the camera above the wheel, and have its old pictures swept out."""
    section, game = setting.config.camera, GAMES[setting.config.hall.game]
    if section is None or not game.wheel.watched:
        return None
    parts.begin(Sweeper(gallery, section.keep_days, clock.wall, inbox))
    wanted = Wanted(section.exposure, section.focus, section.white_balance)
    camera = TableCamera(section.source, gallery, inbox, wanted)
    parts.callback(camera.close)
    parts.begin(PictureKeeper(bulletin.newest, game.wheel.unpictured, camera.keep, inbox))
    return camera
