"""How the commands of the book speak: plain lines for what is wrong, a bar for what takes long.

Not responsible for what is said.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import typer

from hallctl.cli.terminal import print_lines
from hallctl.config.problems import ConfigError
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.signing.errors import SigningError

WHOLE: Final = 0
NOT_WHOLE: Final = 1
UNREADABLE: Final = 2
UNBOUND: Final = 3
"""Nothing is wrong, and the newest entries are bound by no signature and no checkpoint."""

INTERRUPTED: Final = 130
"""What a shell calls a command that ended by Ctrl-C."""

Step = Callable[[], None]

_BATCH: Final = 256


class BookError(ValueError):
    """What was asked cannot be done; the message says why, and what to do.

    Attributes:
        status: With what the command ends.
    """

    def __init__(self, sentence: str, status: int = UNREADABLE) -> None:
        super().__init__(sentence)
        self.status = status


@contextmanager
def report_errors() -> Iterator[None]:
    """Tell a person in plain lines what is wrong, and end with 2; with 130 after Ctrl-C."""
    try:
        yield
    except BookError as error:
        print_lines(*str(error).split("\n"), err=True)
        raise typer.Exit(error.status) from error
    except ConfigError as error:
        print_lines(*error.problems, err=True)
        raise typer.Exit(UNREADABLE) from error
    except (MinutesError, SigningError) as error:
        print_lines(*f"{error.code}: {error.sentence}".split("\n"), err=True)
        raise typer.Exit(UNREADABLE) from error
    except BrokenPipeError:
        # Whoever read our words has heard enough; nothing more is written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print_lines(str(error), err=True)
        raise typer.Exit(UNREADABLE) from error
    except KeyboardInterrupt as error:
        print_lines("Interrumpido.", err=True)
        raise typer.Exit(INTERRUPTED) from error


@contextmanager
def progress(label: str, length: int) -> Iterator[Step]:
    """Show how far a long work is, where a person looks on; give what is called after each of its parts."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with typer.progressbar(length=length, label=label, file=sys.stderr) as bar:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if done % _BATCH == 0:
                bar.update(_BATCH)

        yield step
        bar.update(length - bar.pos)
