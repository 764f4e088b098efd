"""A configuration that is not named is found the same way by every command, and the practice hall by none."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer._click import Command, Context, Parameter
from typer.core import TyperGroup as Group
from typer.main import get_command
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.config import found
from hallctl.config.problems import ConfigError

OTHERS = {("practice",), ("install-service",)}
"""Whose configuration comes with the program, or is to be the machine's."""


def commands(command: Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Yield every command below one, with the words that call it."""
    if not isinstance(command, Group):
        yield path, command
        return
    context = Context(command)
    for name in command.list_commands(context):
        made = command.get_command(context, name)
        assert made is not None
        yield from commands(made, (*path, name))


def configured() -> dict[tuple[str, ...], Command]:
    """Return the commands that take a configuration."""
    every = commands(get_command(app))
    return {
        path: command for path, command in every if any("--config" in each.opts for each in command.params)
    }


def filled(parameter: Parameter) -> list[str]:
    """Return what a person must write for a parameter, whatever it is."""
    if not parameter.required:
        return []
    return [parameter.opts[0], "1"] if parameter.param_type_name == "option" else ["1"]


def taken(command: Command, *more: str) -> Path | None:
    """Return the configuration that a command would work with."""
    held: dict[str, Path] = {}
    command.callback = lambda **options: held.update(options)
    command.main([*(word for each in command.params for word in filled(each)), *more], standalone_mode=False)
    return held.get("config")


def test_every_command_finds_the_configuration_the_same_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = configured()
    assert len(every) > 20
    system = tmp_path / "etc/hall.toml"
    system.parent.mkdir()
    monkeypatch.setattr(found.find_config, "__defaults__", (system,))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(found.VARIABLE, raising=False)
    for path, command in every.items():
        if path in OTHERS:
            continue
        assert taken(command) is None, path  # either it ends with 2, or it goes on without one
        system.touch()
        assert taken(command) == system, path
        Path("hall.toml").touch()
        assert taken(command) == Path("hall.toml"), path
        monkeypatch.setenv(found.VARIABLE, "elsewhere.toml")
        assert taken(command) == Path("elsewhere.toml"), path
        assert taken(command, "--config", "named.toml") == Path("named.toml"), path
        monkeypatch.delenv(found.VARIABLE)
        Path("hall.toml").unlink()
        system.unlink()


def test_without_a_configuration_it_says_what_was_looked_for_and_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        found.find_config({}, tmp_path / "hall.toml")
    said = str(refused.value)
    assert all(each in said for each in ("--config", "$HALLCTL_CONFIG", "./hall.toml", str(tmp_path)))
    assert "hallctl init" in said and "hallctl practice" in said


def test_it_is_said_which_file_was_taken_but_not_to_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hall.toml").write_text("", "utf-8")
    ran = CliRunner().invoke(app, ["check"])
    assert ran.exit_code == 2 and ran.stderr.startswith("Configuración: hall.toml\n")
    named = CliRunner().invoke(app, ["check", "--config", "hall.toml"])
    assert "Configuración:" not in named.output
    told = CliRunner().invoke(app, ["doctor", "--json"])
    assert all(json.loads(line) for line in told.output.splitlines() if line.startswith("{"))
    assert "Configuración:" not in told.output
