"""Reads the hall's configuration, and tells every problem of it at once.

Not responsible for opening anything it names: files are checked to be there, devices are not touched.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from hallctl.config.contradictions import contradictions
from hallctl.config.game_files import GameFiles
from hallctl.config.hall import DEFAULT_GAME, Config, PracticeSection, Setting
from hallctl.config.mending import Broken, validated
from hallctl.config.papers import adopted_rules
from hallctl.config.problems import ConfigError, each_told, problem_text
from hallctl.config.reader import calibrations
from hallctl.config.rule_sets import joined, others_read, sets_of
from hallctl.config.rules import (
    PROFILES,
    RuleSetError,
    misfits_at_table,
    misfits_of,
    not_in_language,
    rule_set,
    without_camera,
)
from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.rules.ruleset import RuleSet

Devices = Callable[[Config], Iterable[str]]


@dataclass(frozen=True)
class Survey:
    """What a file says as far as it is right, and all that is wrong with it.

    Attributes:
        setting: The configuration, with stand-ins where it is wrong; None where there is nothing to go by.
        problems: What is wrong, a sentence each.
        broken: Where the stand-ins are.
    """

    setting: Setting | None
    problems: tuple[str, ...]
    broken: Broken

    def besides(self, problems: Iterable[str]) -> Iterator[str]:
        """Yield what of other problems does not come from a stand-in."""
        return (each for each in problems if self.broken.still_told(each))


def load(
    path: Path,
    games: Mapping[str, GameFiles],
    overrides: Sequence[str] = (),
    devices: Devices = lambda _: (),
) -> Setting:
    """Read and check a configuration.

    Args:
        path: The TOML file.
        games: What each game of the house reads of it, by its name.
        overrides: Values that replace the file's, each "section.key=value" with the value as in TOML.
        devices: Returns what drivers could not do with it.

    Raises:
        ConfigError: With every problem of the file at once.
    """
    found = survey(path, games, overrides, devices)
    if found.setting is None or found.problems:
        raise ConfigError([*found.problems])
    return found.setting


def survey(
    path: Path,
    games: Mapping[str, GameFiles],
    overrides: Sequence[str] = (),
    devices: Devices = lambda _: (),
    paper: Path | None = None,
) -> Survey:
    """Read a configuration however much is wrong with it; the arguments are those of ``load``.

    Args:
        path: The TOML file.
        games: As in ``load``.
        overrides: As in ``load``.
        devices: As in ``load``.
        paper: A rule set in the place of the hall's, to see whether it fits; None: the hall's.
    """
    try:
        values = _read(path)
    except ConfigError as error:
        return Survey(None, tuple(error.problems), Broken(path))
    problems: list[str] = []
    for override in overrides:
        _replace(values, override, problems)
    files = _files(path, values, games, problems)
    config, wrong = validated({name: value for name, value in values.items() if name not in files.own})
    problems += [problem_text(path, item) for item in wrong]
    broken = Broken(path, [item["loc"] for item in wrong])
    if config is None:
        files.material(path, values, None, problems)
        return Survey(None, tuple(problems), broken)
    besides: list[str] = contradictions(path, config, files.posts)
    adopted = None if config.chain is None else adopted_rules(path.parent / config.hall.directory)
    named = (paper or adopted) is not None or not broken.holds("hall", "rule_set")
    rules = _rules(path, config, files, besides, paper or adopted) if named else None
    others = () if broken.within("rule_sets") else _others(path, config, files, besides)
    rules = joined(path, rules, others, files, besides) if rules is not None and others else rules
    material = files.material(path, values, rules, besides)
    if besides and adopted is not None and paper is None:
        besides.append(f"{adopted}: son las reglas de un papel adoptado de la oficina")
    besides += [f"{path}: {problem}" for problem in devices(config)]
    known = calibrations(path, config.reader, besides, path.parent / config.hall.directory)
    problems += filter(broken.still_told, besides)
    registers = () if problems else files.registers(values, material)
    rules = rules or _any_rules(files)
    if rules is None:
        return Survey(None, tuple(problems), broken)
    sets = sets_of(config.rule_sets, others)
    setting = Setting(path, config, rules, material, known, files, registers, sets, tuple(overrides))
    return Survey(setting, tuple(problems), broken)


def _files(
    path: Path, values: Mapping[str, Any], games: Mapping[str, GameFiles], problems: list[str]
) -> GameFiles:
    """Return what the game of the file reads of it; of one that does not exist, as its own sections say."""
    hall = values.get("hall")
    game = hall.get("game", DEFAULT_GAME) if isinstance(hall, dict) else DEFAULT_GAME
    if isinstance(game, str) and game not in games:
        problems.append(f"{path}: [hall] game: debe ser uno de {', '.join(games)}, no {game!r}")
    if isinstance(game, str) and game in games:
        return games[game]
    alike = (files for files in games.values() if any(section in values for section in files.own))
    return next(alike, games[DEFAULT_GAME])


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except OSError as error:
        raise ConfigError([f"{path}: no se puede leer: {error.strerror}"]) from error
    except TomlFileError as error:
        raise ConfigError([f"{path}: {error}"]) from error


def _replace(values: dict[str, Any], override: str, problems: list[str]) -> None:
    name, equals, text = override.partition("=")
    section, _, key = name.partition(".")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    held = values.setdefault(section, {})
    if not (equals and key and isinstance(held, dict)):
        problems.append(f"--set {override}: se espera sección.clave=valor")
        return
    held[key] = value


def _rules(
    path: Path, config: Config, files: GameFiles, problems: list[str], adopted: Path | None
) -> RuleSet | None:
    """Return the rules of the hall, which ask for nothing that is not there; None where they are wrong."""
    pace = None if config.practice is None else _pace(config.practice, files)
    name = config.hall.rule_set if adopted is None else str(adopted.absolute())
    try:
        rules = rule_set(name, files.rules, pace, config.hall.seats, path.parent)
    except RuleSetError as error:
        problems += each_told(f"{path}: [hall] rule_set" if adopted is None else str(adopted), error)
        return None
    machine, camera, cctv = config.extractor is not None, config.camera is not None, config.hall.cctv
    shown, voice = cctv is not None or config.simulated, config.voice is not None
    misfits = misfits_of(rules, machine, camera, shown, voice) if files.balls else misfits_at_table(machine)
    spoken = not_in_language(rules, config.hall.language)
    problems += [f"{path}: {misfit}" for misfit in (*misfits, *spoken)]
    return rules if camera else without_camera(rules, cctv is not None)


def _others(path: Path, config: Config, files: GameFiles, problems: list[str]) -> tuple[RuleSet, ...]:
    """Return the rule sets beside that of the hall, for the devices that it has."""
    pace = None if config.practice is None else _pace(config.practice, files)
    read = partial(rule_set, kind=files.rules, pace=pace, seats=config.hall.seats, folder=path.parent)
    found = others_read(path, config.rule_sets, read, config.every_ball_set, problems)
    return found if config.camera else tuple(without_camera(r, config.hall.cctv is not None) for r in found)


def _any_rules(files: GameFiles) -> RuleSet | None:
    """Return the first rule set of a game, to look at the rest of a file that names none."""
    for name in PROFILES:
        with suppress(RuleSetError):
            return rule_set(name, files.rules, {})
    return None


def _pace(practice: PracticeSection, files: GameFiles) -> dict[str, Any]:
    """Return what a practice hall changes of the pace, as far as its game has one."""
    known = {field.name for field in fields(files.rules)}
    return {name: value for name, value in practice.model_dump().items() if name in known}
