"""A module, a class or a function is read in one sitting: each has a bar, and what exceeds it is named."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULE, CLASS, FUNCTION = 450, 300, 60
"""Lines at most; a class and a function from their own line to their last."""

ONE_FILE = {"hallctl/minutes/notary/verificar_libro.py"}
"""A notary gets it as one file."""

UNTYPED = 7
"""How many modules of tests mypy does not look at; there is no reason for one more."""


def too_long(text: str) -> Iterator[str]:
    """Name what is longer than its bar."""
    if (lines := len(text.splitlines())) > MODULE:
        yield f"module: {lines}"
    for node in ast.walk(ast.parse(text)):
        bar = {ast.ClassDef: CLASS, ast.FunctionDef: FUNCTION, ast.AsyncFunctionDef: FUNCTION}.get(type(node))
        if bar is None or not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > bar:
            yield f"{node.name}: {lines}"


@pytest.mark.parametrize("room", ["hallctl", "drivers", "displays", "fonts", "tools"])
def test_nothing_is_longer_than_its_bar(room: str) -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), each)
        for path in (ROOT / room).rglob("*.py")
        for each in too_long(path.read_text("utf-8"))
    }
    assert {(path, each) for path, each in found if path not in ONE_FILE or "module" not in each} == set()
    assert {path for path, _ in found} == {path for path in ONE_FILE if path.startswith(f"{room}/")}


def test_the_bars_are_seen_to_hold() -> None:
    line = "    a = 1\n"
    assert list(too_long("a = 1\n" * MODULE)) == []
    assert list(too_long("a = 1\n" * (MODULE + 1))) == [f"module: {MODULE + 1}"]
    assert list(too_long("def f():\n" + line * (FUNCTION - 1))) == []
    assert list(too_long("async def f():\n" + line * FUNCTION)) == [f"f: {FUNCTION + 1}"]
    assert list(too_long("class C:\n" + line * CLASS)) == [f"C: {CLASS + 1}"]


def test_the_tests_that_mypy_does_not_look_at_become_fewer() -> None:
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]["overrides"]
    held = [name for each in overrides if each.get("ignore_errors") for name in each["module"]]
    assert len([name for name in held if name.startswith("tests.")]) <= UNTYPED
