"""Machines tried in real time on pseudo-terminals: the project's passes, a stranger's mistakes are named.

In `make test` the same trials run in virtual time (tests/hallctl/cli/conformance), and here a case or two.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.cli.conformance import report
from hallctl.cli.conformance.trial import Report, Rule
from tests.drivers.extractor_bench import program
from tests.hallctl.cli.conformance import test_plc, test_wire
from tests.hallctl.cli.conformance.test_cli import machine
from tests.machines.second import VirtualLine, VirtualPlc, compiled

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(3 * 3600)

TRIES = 3
"""A machine that hangs on a crowded computer is late itself, and is tried again."""

_CROWDED = ("--answer-ms", "500")
"""What a crowded computer needs; each silence that is waited for takes as long."""
_LIMITS = {"answers-late": ("--answer-ms", "100"), "permit-is-silent": ("--answer-ms", "100")}
"""For mistakes that are late: a slow computer is given more, and they are then in time."""

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


def tried(whole: bool, port: str, only: str, *words: str) -> list[dict[str, str]]:
    """Try everything by the command as a program of its own, or a case by its name in this one."""
    asked = ["machine", "try", "--port", port, "--unattended", "--json"]
    if not whole:
        output = CliRunner().invoke(app, [*asked, "--only", only, *_CROWDED, *words]).output
    else:
        command = [sys.executable, "-m", "hallctl", *asked, *words]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
        assert ran.returncode in {report.BROKEN, report.INCOMPLETE}, ran.stdout + ran.stderr
        output = ran.stdout
    return [json.loads(line) for line in output.splitlines()]


def telling(found: Report, rule: Rule) -> str:
    """The case that names a rule first in virtual time: in real time this one alone is played.

    A whole trial takes a machine fifty seconds, nearly all of them waited: eighty machines, an hour and more.
    """
    return next(each.case for each in found.broken if each.rule == rule)


def wrong_in(mistake: str, rule: Rule | None, try_it: Callable[[bool], list[dict[str, str]]]) -> str:
    """What went otherwise than expected, however often it was tried; empty where nothing did.

    The last try is a whole trial: some mistakes show only after the cases before theirs.
    """
    named: set[str] = set()
    for each in range(TRIES):
        lines = try_it(each == TRIES - 1)
        named = {line["sentence"] for line in lines if line["outcome"] == "incumple"}
        if (rule.sentence in named) if rule is not None else not named:
            return ""
    return f"{mistake or 'right'}: {sorted(named)}"


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
        rule, only = test_wire.MISTAKES.get(mistake), "Quién es"
        if rule is not None:
            with VirtualLine(second, mistake, hands=False) as line:
                only = telling(test_wire.tried(line), rule)

        def try_it(last: bool) -> list[dict[str, str]]:
            whole = full and (last or rule is None)
            with machine(second, mistake) as port:
                return tried(whole, port, only, *_LIMITS.get(mistake, _CROWDED))

        return wrong_in(mistake, rule, try_it)

    wrong = [each for each in map(try_one, ["", *mistakes]) if each]
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
        rule, only = test_plc.MISTAKES.get(mistake), "Los registros"
        if rule is not None:
            with VirtualPlc(second, mistake, hands=False) as registers:
                only = telling(test_plc.tried(registers, registers), rule)

        def try_it(last: bool) -> list[dict[str, str]]:
            whole = full and (last or rule is None)
            with on_modbus(second, mistake, tmp_path) as (port, map_):
                return tried(whole, port, only, "--plc", str(map_))

        return wrong_in(mistake, rule, try_it)

    wrong = [each for each in map(try_one, ["", *mistakes]) if each]
    tell(f"{len(mistakes)} PLC mistakes in real time, {len(wrong)} not as they should be: {wrong}")
    assert not wrong
