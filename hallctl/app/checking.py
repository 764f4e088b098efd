"""Everything that is wrong with a hall's configuration at once: file, what it names, clock, ports.

Not responsible for whether devices answer (``hallctl.cli.doctor``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from hallctl.app.chain import chain_problems
from hallctl.app.ports import port_problems
from hallctl.app.remote import find_remote_access
from hallctl.app.setting import survey
from hallctl.app.timely import REMEDY, clock_problems
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.config.ready import lacking


@dataclass(frozen=True)
class Checked:
    """What was found.

    Attributes:
        setting: The configuration; None where it cannot be read at all.
        problems: What keeps the hall from starting, a sentence each.
        warning: What will keep it from starting soon; empty where nothing does.
    """

    setting: Setting | None
    problems: tuple[str, ...]
    warning: str = ""


def check(config: Path, overrides: Sequence[str], moment: datetime, built: datetime) -> Checked:
    """Look at everything, however early something is wrong.

    Args:
        config: The file.
        overrides: Values that replace the file's.
        moment: What the clock shows, aware.
        built: When the program was made, aware.
    """
    found = survey(config, overrides)
    setting, warnings = found.setting, list[str]()
    if setting is None:
        return Checked(None, found.problems)

    def reached() -> Iterable[str]:
        warnings.append(find_remote_access(setting, moment).warning)
        return ()

    def recognised() -> Iterable[str]:
        if not setting.calibrations.recognisers:
            return ()
        from hallctl.devices.ball_camera import recognisers_of

        recognisers_of(setting.calibrations, setting.highest, setting.universes)
        return ()

    looks: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: lacking(setting),
        recognised,
        lambda: _timely(setting, moment, built),
        reached,
        lambda: port_problems(setting, elsewhere=True),
        lambda: chain_problems(setting),
    )
    besides = (problem for look in looks for problem in _all_of(look))
    problems = (*found.problems, *found.besides(besides))
    return Checked(setting, problems, "".join(warnings))


def _all_of(look: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Yield what a look finds, also what it raises."""
    try:
        yield from look()
    except ConfigError as error:
        yield from error.problems


def _timely(setting: Setting, moment: datetime, built: datetime) -> Iterator[str]:
    problems = list(clock_problems(setting, moment, built))
    yield from problems
    if problems:
        yield REMEDY
