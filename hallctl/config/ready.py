"""What a configuration that is right must have besides, before its hall starts.

Not responsible for whether devices answer (`hallctl.cli.doctor`).
"""

from collections.abc import Iterator

from hallctl.config.calibrated import damaged, foreign, uncalibrated
from hallctl.config.hall import Setting
from hallctl.config.kept import kept_file
from hallctl.config.legible import illegible
from hallctl.config.problems import ConfigError


def demand_ready(setting: Setting) -> None:
    """Demand monitors that the farthest seat can read (AJ-37), a visible logo, a camera that knows its balls.

    Raises:
        ConfigError: With everything that is lacking.
    """
    problems = list(lacking(setting))
    if problems:
        raise ConfigError(problems)


def lacking(setting: Setting) -> Iterator[str]:
    """Yield everything of that which is lacking."""
    yield from illegible(setting)
    yield from _of_pictures(setting)
    yield from _unknown(setting)


def _of_pictures(setting: Setting) -> Iterator[str]:
    if not setting.config.hall.logo and not setting.config.hall.sponsors:
        return
    from hallctl.config.face import clip_problems, logo_problems

    yield from logo_problems(setting)
    yield from clip_problems(setting)


def _unknown(setting: Setting) -> Iterator[str]:
    for file, why in foreign(setting):
        yield f"{setting.path}: [reader] calibrations: {file}: {why}"
    broken = dict(damaged(setting))
    for ball_set in uncalibrated(setting):
        kept = kept_file(setting.directory, ball_set)
        if kept.name in broken:
            yield f"{kept}: {broken[kept.name]}"
        else:
            yield (
                f"{setting.path}: ball_sets: el juego «{ball_set}» no está calibrado; la cámara de "
                f"una sala real conoce sus bolas («hallctl camera calibrate --ball-set {ball_set}»)"
            )
