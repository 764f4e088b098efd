"""Machines tried in real time on pseudo-terminals: the project's passes, a stranger's mistakes are named.

In `make test` the same trials run in virtual time (tests/hallctl/cli/conformance), and here a case or two.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.cli.conformance import report
from tests.drivers.extractor_bench import program
from tests.hallctl.cli.conformance import test_plc, test_wire
from tests.hallctl.cli.conformance.test_cli import machine
from tests.machines.second import compiled

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(3 * 3600)

AT_ONCE = 4
TRIES = 3
"""A machine that hangs on a crowded computer is late itself, and is tried again."""

UNATTENDED = {
    "boot-is-constant",
    "door-is-ignored",
    "empty-for-ever",
    "jam-is-silent",
    "moves-unidentified",
} | {
    "mushroom-is-silent",
    "order-is-lost",
    "reset-despite-cause",
}
"""Mistakes that only a person beside the machine brings to light."""


def tried(full: bool, port: str, only: str, *words: str) -> list[dict[str, str]]:
    """Try everything by the command as a program of its own, or a case by its name in this one."""
    asked = ["machine", "try", "--port", port, "--unattended", "--json", *words]
    if not full:
        output = CliRunner().invoke(app, [*asked, "--only", only, "--answer-ms", "2000"]).output
    else:
        command = [sys.executable, "-m", "hallctl", *asked]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
        assert ran.returncode in {report.BROKEN, report.INCOMPLETE}, ran.stdout + ran.stderr
        output = ran.stdout
    return [json.loads(line) for line in output.splitlines()]


def each(mistakes: list[str], try_one: Callable[[str], str], at_once: int) -> list[str]:
    """What went otherwise than expected, some machines at a time."""

    def try_again(mistake: str) -> str:
        wrong = ""
        for _ in range(TRIES):
            wrong = try_one(mistake)
            if not wrong:
                break
        return wrong

    with ThreadPoolExecutor(at_once) as aside:
        return [wrong for wrong in aside.map(try_again, mistakes) if wrong]


def test_the_simulator_is_ready_in_real_time(tmp_path: Path, full: bool, tell: Callable[[str], None]) -> None:
    for _ in range(TRIES):
        with program(tmp_path) as simulator:
            lines = tried(full, str(simulator.link), "Números")
        broken = [line for line in lines if line["outcome"] == "incumple"]
        if not broken:
            break
    tell(f"simulator: {len(lines)} cases, {len(broken)} broken")
    assert lines
    assert not broken


def test_the_second_machine_s_mistakes_are_named_in_real_time(
    tmp_path: Path, full: bool, tell: Callable[[str], None]
) -> None:
    second = compiled("extractor.c", tmp_path)
    mistakes = sorted(set(test_wire.MISTAKES) - UNATTENDED) if full else ["session-not-echoed"]

    def try_one(mistake: str) -> str:
        with machine(second, mistake) as port:
            lines = tried(full, port, "Quién es")
        named = {line["sentence"] for line in lines if line["outcome"] == "incumple"}
        rule = test_wire.MISTAKES.get(mistake)
        right = rule.sentence in named if rule is not None else not named
        return "" if right else f"{mistake or 'right'}: {named}"

    wrong = each(["", *mistakes], try_one, AT_ONCE if full else 1)
    tell(f"{len(mistakes)} mistakes in real time, {len(wrong)} not as they should be: {wrong}")
    assert not wrong


@contextmanager
def on_modbus(second: Path, mistake: str, folder: Path) -> Iterator[tuple[str, Path]]:
    text = test_plc.HOLDING.read_text("utf-8").replace('parity = "even"', 'parity = "none"')
    map_ = folder / f"{mistake or 'right'}.toml"
    map_.write_text(text, "utf-8")
    with machine(second, mistake) as port:
        yield port, map_


def test_the_second_plc_s_mistakes_are_named_in_real_time(
    tmp_path: Path, full: bool, tell: Callable[[str], None]
) -> None:
    second = compiled("plc.c", tmp_path)
    mistakes = sorted(set(test_plc.MISTAKES) - UNATTENDED) if full else ["other-version"]

    def try_one(mistake: str) -> str:
        with on_modbus(second, mistake, tmp_path) as (port, map_):
            lines = tried(full, port, "Los registros", "--plc", str(map_))
        named = {line["sentence"] for line in lines if line["outcome"] == "incumple"}
        rule = test_plc.MISTAKES.get(mistake)
        right = rule.sentence in named if rule is not None else not named
        return "" if right else f"{mistake or 'right'}: {named}"

    wrong = each(["", *mistakes], try_one, AT_ONCE if full else 1)
    tell(f"{len(mistakes)} PLC mistakes in real time, {len(wrong)} not as they should be: {wrong}")
    assert not wrong
