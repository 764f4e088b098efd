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
    "<path>",
    "<str>",
    "<bool>",
    "<int",
    "<float",
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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nada", "No hay ninguna orden 'nada'."),
        ("run --nada", "No hay ninguna opción --nada"),
        ("demo --seeed 3", "(parecidas: --seed)"),
        ("demo --seed", "La opción '--seed' pide un valor."),
        ("run --quiet=3", "La opción '--quiet' no lleva valor."),
        ("demo --seed x", "'--seed' no vale: debe ser un número entero"),
        ("demo --games 0", "'--games' no vale: debe ser 1 como poco"),
        ("demo --game x", "'x' no es ninguno de 'bingo', 'roulette', 'baccarat'."),
        ("version sobra", "Sobra: sobra"),
        ("book verify", "Falta el argumento 'path'."),
        ("keys init claves", "Falta la opción '--hall'."),
        ("book", "Verifica, lee, prueba"),
    ],
)
def test_a_refusal_is_in_the_language_of_the_help(
    typed: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 200)
    done = CliRunner().invoke(app, typed.split(), prog_name="hallctl")
    assert done.exit_code == 2
    assert said in done.output
    assert not any(word in done.output for word in ("Try ", "Error:", "Invalid", "Missing", "No such"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_the_commands(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = CliRunner().invoke(app, [], prog_name="hallctl", env={"_HALLCTL_COMPLETE": f"source_{shell}"})
    assert "_HALLCTL_COMPLETE=complete_" in script.output and "hallctl" in script.output
    words = {"COMP_WORDS": "hallctl do", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "hallctl do"}
    if shell == "fish":
        words |= {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    env = {"_HALLCTL_COMPLETE": f"complete_{shell}", **words}
    assert "doctor" in CliRunner().invoke(app, [], prog_name="hallctl", env=env).output
