"""How commands write to a terminal: no text from elsewhere moves a cursor or adds a line.

Not responsible for what is written, nor for what goes into files.
"""

import io
import json
from typing import Any

import typer

from hallctl.i18n.plain import escaped, named


def print_lines(*lines: str, err: bool = False) -> None:
    """Print lines for a person; a line break inside one was written by somebody else, and is named."""
    for line in lines:
        typer.echo(named(line), err=err)


def code_of(address: str) -> str:
    """Return an address as a code that a telephone scans from the terminal."""
    import segno  # the running hall does without it where no person reads

    drawn = io.StringIO()
    segno.make(address).terminal(out=drawn, compact=True)
    return drawn.getvalue()


def write_json(value: Any) -> None:
    """Print a value for a program, on one line that a terminal can show as well."""
    typer.echo(escaped(json.dumps(value, ensure_ascii=False)))
