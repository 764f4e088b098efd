"""How long the table waits for what, and how much it takes to believe the camera, by the configuration.

Not responsible for the waiting (``hallctl.table.machine``) nor for the vote (``hallctl.readings.vote``).
"""

from dataclasses import replace
from typing import Final

from drivers.camera.pace import LATE
from hallctl.config.hall import Setting
from hallctl.readings.vote import VotePolicy
from hallctl.table.machine import Limits

_READ_S: Final = 1.5
"""Seconds in which the pictures are read that came with one key frame."""

_SLOW_S: Final = 6.0
"""Seconds that a computer which reads slowly gets for a ball: it draws slower, and asks no more."""


def vote_policy(setting: Setting) -> VotePolicy:
    """Return how much it takes to believe the camera."""
    reader, known = setting.config.reader, setting.calibrations
    pace = 0.0 if known.exit is None else known.exit.pace
    return VotePolicy(
        frames=reader.frames,
        confidence=reader.confidence,
        always_ask=known.always_ask,
        late=LATE * pace + _READ_S if pace else 0.0,
        patience=_SLOW_S,
    )


def limits_of(setting: Setting) -> Limits:
    """Return how long the table waits for what, and how much room it demands."""
    limits = Limits(free_mb=setting.config.disk.minimum_free_mb, vote=vote_policy(setting))
    machine = setting.config.extractor
    return limits if machine is None else replace(limits, ball_s=machine.ball_s, reload_s=machine.reload_s)
