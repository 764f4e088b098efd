"""The rule sets at hand: those of the package, and those that a hall writes beside its configuration.

And whether they are for the devices that a hall has. Not responsible for what a rule set may say:
``hallctl.rules.ruleset`` is.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from fonts import uncovered
from hallctl.config.problems import each_told
from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.rules.admission import admitted
from hallctl.rules.codec import CodecError, decode
from hallctl.rules.refusals import Refusal
from hallctl.rules.ruleset import RuleSet
from hallctl.rules.witnesses import Witness

R = TypeVar("R", bound=RuleSet)

PROFILES: Final = (
    *("aj-bolivia", "aj-bolivia-manual"),
    *("pt-bingo-90", "pt-bingo-80", "pt-bingo-75", "pt-bingo-30", "pt-bingo-30-symbols"),
    *("pt-roulette", "macau-bacara"),
)

PRACTISED: Final = " (práctica)"
"""After the name of a rule set whose pace a practice hall has changed."""

CIRCUIT: Final = "circuito de televisión"
"""What is checked before a session where the hall's own circuit shows the exit (AJ-29, 60)."""


class RuleSetError(ValueError):
    """There is no such rule set, or it contradicts itself; ``problems`` has each fault."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


def rule_set(
    name: str,
    kind: type[R],
    pace: Mapping[str, Any] | None = None,
    seats: int | None = None,
    folder: Path | None = None,
) -> R:
    """Read a rule set, with the hall's seats; a practice hall may change its pace.

    Args:
        name: One of ``PROFILES``, or a file that ends in ".toml".
        kind: The game's kind of rule set.
        pace: What a practice hall changes of it.
        seats: The hall's.
        folder: Where a file's name begins.

    Raises:
        RuleSetError: It cannot be read, or contradicts itself.
    """
    values = _values(name, folder or Path())
    if pace is not None:
        values |= {**pace, "name": f"{values.get('name', name)}{PRACTISED}"}
    if seats is not None:
        values["seats"] = seats
    try:
        rules = admitted(decode(kind, kind.written_out(values)), uncovered)
    except (CodecError, ValueError) as error:
        raise RuleSetError(*each_told(name, error)) from error
    if isinstance(rules, Refusal):
        raise RuleSetError(f"{name}: {rules.sentence}")
    practised = tuple(rules.faults_in_earnest()) if pace is None else ()
    if practised:
        raise RuleSetError(*(f"{name}: {fault}" for fault in practised))
    return rules


def profile(name: str) -> dict[str, Any]:
    """Return what a rule set of the package says, with what its bases do, whatever game it is of.

    Raises:
        RuleSetError: There is none of this name.
    """
    return _values(name, Path())


def _values(name: str, folder: Path) -> dict[str, Any]:
    """Return what a rule set says; what it leaves out is its base's."""
    if not name.endswith(".toml"):
        if name not in PROFILES:
            raise RuleSetError(f"no existe; hay: {', '.join(PROFILES)}")
        values = tomllib.loads(files("hallctl.config.profiles").joinpath(f"{name}.toml").read_text("utf-8"))
    else:
        try:
            values = read_toml(folder / name)
        except OSError as error:
            raise RuleSetError(f"{folder / name}: no se puede leer: {error.strerror}") from error
        except TomlFileError as error:
            raise RuleSetError(f"{folder / name}: {error}") from error
    base = values.pop("base", None)
    if base is None:
        return values
    if base not in PROFILES:
        raise RuleSetError(f"base: no existe; hay: {', '.join(PROFILES)}")
    return _values(base, folder) | {"name": Path(name).stem} | values


def without_camera(rules: R, circuit: bool) -> R:
    """Return the rules of a hall without a camera of ours, which check what is there instead (AJ-60)."""
    instead = (CIRCUIT,) if circuit else ()
    checks = [instead if check == "cámara" else (check,) for check in rules.checks]
    return replace(rules, checks=tuple(item for items in checks for item in items))


def not_in_language(rules: RuleSet, language: str) -> Iterator[str]:
    """Yield that a hall does not speak the language that its rules ask for (PT-53)."""
    if rules.language and language != rules.language:
        yield f"[hall] language: es «{rules.language}» con las reglas «{rules.name}» (PT-53)"


def misfits_at_table(extractor: bool) -> Iterator[str]:
    """Yield which device of a table, where no balls are drawn, is none of its own."""
    if extractor:
        yield "[extractor]: sobra; en una mesa de juego no se sacan bolas"


def misfits_of(rules: RuleSet, extractor: bool, camera: bool, shown: bool, voice: bool) -> Iterator[str]:
    """Yield where the devices of a hall that draws balls are not those of its rules (AJ-22, 29).

    Args:
        rules: The rules.
        extractor: Whether the hall has a machine that is driven.
        camera: Whether it has a camera of ours on the exit.
        shown: Whether it may be without one: its own circuit shows the exit, or it is a practice hall.
        voice: Whether it has a voice.
    """
    if rules.voice_calls and not voice:
        yield f"[voice]: falta; con las reglas «{rules.name}» canta la megafonía (AJ-08)"
    manual = rules.operation == "manual"
    if manual and extractor:
        yield f"[extractor]: sobra; con las reglas «{rules.name}» el locutor saca las bolas (AJ-22)"
    if not (manual or extractor):
        yield f"[extractor]: falta; las reglas «{rules.name}» son de un aparato automático (AJ-22)"
    if camera:
        return
    if not manual:
        yield "[camera]: falta; la cámara lee las bolas de un aparato automático (I15)"
    elif Witness.CAMERA in rules.witnesses:
        yield f"[camera]: falta; las reglas «{rules.name}» la piden como testigo (I15)"
    elif not shown:
        yield "[camera]: falta; o diga en [hall] cctv qué circuito enfoca la salida (AJ-29, AJ-30)"
