"""How long the table waits for what, and how much it takes to believe the camera, by the configuration.

Not responsible for the waiting (``hallctl.table.machine``) nor for the vote (``hallctl.readings.vote``).
"""

from dataclasses import replace

from hallctl.config.hall import Setting
from hallctl.readings.vote import VotePolicy
from hallctl.table.machine import Limits


def vote_policy(setting: Setting) -> VotePolicy:
    """Return how much it takes to believe the camera."""
    reader, asked = setting.config.reader, setting.calibrations.always_ask
    return VotePolicy(frames=reader.frames, confidence=reader.confidence, always_ask=asked)


def limits_of(setting: Setting) -> Limits:
    """Return how long the table waits for what, and how much room it demands."""
    limits = Limits(free_mb=setting.config.disk.minimum_free_mb, vote=vote_policy(setting))
    machine = setting.config.extractor
    return limits if machine is None else replace(limits, ball_s=machine.ball_s, reload_s=machine.reload_s)
