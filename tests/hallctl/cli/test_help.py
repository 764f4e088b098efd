"""The help is in one language, says every option, and the shell can complete the commands."""

import inspect

import pytest
from typer._click import Context
from typer.main import get_command
from typer.testing import CliRunner

from hallctl.__main__ import _Commands, app
from tests.hallctl.cli.test_configured import commands

ENGLISH = (
    "Usage",
    "OPTIONS",
    "Options",
    "Arguments",
    "COMMAND",
    "Commands",
    "[required]",
    "[default",
    "Show ",
)


def test_no_help_mixes_its_language_and_every_option_is_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 200)
    whole = get_command(app)
    every = dict(commands(whole))
    assert len(every) > 40
    for path, command in {(): whole, **every}.items():
        name = " ".join(("hallctl", *path))
        print(command.get_help(Context(command, info_name=name)))
        said = capsys.readouterr().out
        assert f"Uso: {name} [OPCIONES]" in said
        assert [word for word in ENGLISH if word in said] == [], path
        assert [each.name for each in command.params if not getattr(each, "help", "")] == [], path
    assert isinstance(whole, _Commands)
    for name, later in _Commands.later.items():
        said = inspect.cleandoc(whole.commands[name].help or "").partition("\n\n")[0].replace("\n", " ")
        assert later.help == said, "the list of commands says of each what its own help begins with"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_the_commands(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = CliRunner().invoke(app, [], prog_name="hallctl", env={"_HALLCTL_COMPLETE": f"source_{shell}"})
    assert "_HALLCTL_COMPLETE=complete_" in script.output and "hallctl" in script.output
    words = {"COMP_WORDS": "hallctl do", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "hallctl do"}
    if shell == "fish":
        words |= {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    env = {"_HALLCTL_COMPLETE": f"complete_{shell}", **words}
    assert "doctor" in CliRunner().invoke(app, [], prog_name="hallctl", env=env).output
