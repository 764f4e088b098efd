"""Commands that are imported when somebody asks for them: ``hallctl witness`` loads nothing of the desk.

Not responsible for which commands there are (``hallctl.__main__``).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter
    from typer._click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True)
class Later:
    """A command to be made.

    Attributes:
        help: What the list of commands says of it: the first line of its own help.
        make: Imports and makes it.
    """

    help: str
    make: "Callable[[], Command]"


class CommandsLater(TyperGroup):
    """A group that has its own commands, and makes those of ``later`` once one is used, not to list them."""

    later: ClassVar[Mapping[str, Later]] = {}
    _listing = False

    def list_commands(self, ctx: "Context") -> list[str]:
        """Return the names of all commands, its own first."""
        return [*super().list_commands(ctx), *(name for name in self.later if name not in self.commands)]

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        """Return the command of a name, or None if there is none."""
        if cmd_name in self.later and cmd_name not in self.commands:
            if self._listing:
                return TyperCommand(cmd_name, help=self.later[cmd_name].help)
            command = self.later[cmd_name].make()
            command.name = cmd_name
            self.commands[cmd_name] = command
        return super().get_command(ctx, cmd_name)

    def format_help(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the help, with one line of each command."""
        with self._only_listed():
            super().format_help(ctx, formatter)

    def shell_complete(self, ctx: "Context", incomplete: str) -> "list[CompletionItem]":
        """Return what a name that is begun may be."""
        with self._only_listed():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _only_listed(self) -> Iterator[None]:
        self._listing = True
        try:
            yield
        finally:
            self._listing = False


def single(command: Callable[..., Any]) -> "Command":
    """Return a function as a command."""
    app = typer.Typer(add_completion=False)
    app.command()(command)
    return get_command(app)


def group(commands: typer.Typer) -> "Command":
    """Return several commands as one with commands of its own."""
    return get_group(commands)
