"""Commands that are imported when somebody asks for them: ``hallctl witness`` loads nothing of the desk.

Not responsible for which commands there are (``hallctl.__main__``).
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

if TYPE_CHECKING:
    from typer._click import Command, Context


class CommandsLater(TyperGroup):
    """A group that has its own commands, and makes those of ``later`` at their first use."""

    later: ClassVar[Mapping[str, Callable[[], "Command"]]] = {}

    def list_commands(self, ctx: "Context") -> list[str]:
        """Return the names of all commands, its own first."""
        return [*super().list_commands(ctx), *(name for name in self.later if name not in self.commands)]

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        """Return the command of a name, or None if there is none."""
        if cmd_name in self.later and cmd_name not in self.commands:
            command = self.later[cmd_name]()
            command.name = cmd_name
            self.commands[cmd_name] = command
        return super().get_command(ctx, cmd_name)


def single(command: Callable[..., Any]) -> "Command":
    """Return a function as a command."""
    app = typer.Typer(add_completion=False)
    app.command()(command)
    return get_command(app)


def group(commands: typer.Typer) -> "Command":
    """Return several commands as one with commands of its own."""
    return get_group(commands)
