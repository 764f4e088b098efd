"""A hall's configuration, read with what its game reads of it.

Not responsible for what a configuration may say (``hallctl.config.hall``).
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from hallctl.app.games import FILES
from hallctl.config import hall, loading
from hallctl.devices.shoe import shoe_problems
from hallctl.devices.wheel import wheel_problems


def load(path: Path, overrides: Sequence[str] = ()) -> hall.Setting:
    """Read and check a configuration.

    Args:
        path: The TOML file.
        overrides: Values that replace the file's, each "section.key=value" with the value as in TOML.

    Raises:
        ConfigError: With every problem of the file at once.
    """
    return loading.load(path, FILES, overrides, _of_drivers)


def survey(path: Path, overrides: Sequence[str] = (), paper: Path | None = None) -> loading.Survey:
    """Read a configuration however much is wrong with it, with the rules of a paper where one is named."""
    return loading.survey(path, FILES, overrides, _of_drivers, paper)


def _of_drivers(config: hall.Config) -> Iterable[str]:
    """Return what is wrong with what only a driver understands."""
    wheel = () if config.wheel is None else wheel_problems(config.wheel)
    return (*wheel, *(() if config.shoe is None else shoe_problems(config.shoe)))
