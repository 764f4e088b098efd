"""Whether a hall's camera knows the ball sets that it is to read, checked before it starts.

Not responsible for calibrating (`hallctl.commissioning`), nor for reading what a calibration wrote.
"""

from collections.abc import Iterator

from hallctl.config import Setting


def uncalibrated(setting: Setting) -> Iterator[str]:
    """Yield the ball sets at hand whose prints the camera of a real hall does not know.

    Votes on balls that were not calibrated are false or refused several times as often (docs/reader.md).
    """
    if setting.config.camera is None or setting.config.simulated:
        return
    known = {sheet.ball_set for sheet in setting.calibrations.sheets}
    yield from (ball_set for ball_set in setting.config.ball_sets if ball_set not in known)
