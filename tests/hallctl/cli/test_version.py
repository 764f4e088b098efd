"""The version is printed by the option that every program has, and by the command."""

import pytest
from typer.testing import CliRunner

from hallctl import __version__
from hallctl.__main__ import app


@pytest.mark.parametrize("word", ["--version", "version"])
def test_the_version_is_printed_and_nothing_else_is_done(word: str) -> None:
    result = CliRunner().invoke(app, [word])
    assert (result.exit_code, result.output) == (0, f"hallctl {__version__}\n")
