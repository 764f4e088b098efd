"""What each test takes of the processor, with all programs that it started: ``pytest --meter build/meter``.

`make test` is to end within nine minutes on two cores: the budget says what it may take, and `make cost`
fails beyond it. A fixture counts for the test that asked first; what a worker does before its tests and after
is told apart.
"""

import ctypes
import json
import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from drivers.patience import children_of

_TICK: Final = os.sysconf("SC_CLK_TCK")
_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER: who outlives its parent stays below us, and is counted
_SHOWN: Final = 40
WHOLE_S: Final = 900.0
"""What all tests together may take."""
MODULE_S: Final = 25.0
"""What those of a module may."""
TEST_S: Final = 12.0
"""What one may, with the fixtures that it asks for first; beyond it is a campaign (CONTRIBUTING.md)."""
BESIDE: Final = "(imports, collection, ending)"


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one test: seconds of processor and of the clock."""

    test: str
    setup: float
    call: float
    teardown: float
    wall: float

    @property
    def spent(self) -> float:
        """All its seconds of processor."""
        return self.setup + self.call + self.teardown


def spent() -> float:
    """Return the seconds of processor of this process, and of what it started, ended or not."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    living = sum(_ticks(pid) for pid in _below(os.getpid()))
    return time.process_time() + ended.ru_utime + ended.ru_stime + living / _TICK


def _below(pid: int) -> Iterator[int]:
    """Yield the processes below one."""
    for child in children_of(pid):
        yield child
        yield from _below(child)


def _ticks(pid: int) -> int:
    """Return what a process and its ended children took, in the clock's ticks."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(each) for each in fields[11:15])


class Meter:
    """Writes a line for each test of this process."""

    def __init__(self, folder: Path) -> None:
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{os.getpid()}.jsonl"
        self._path.unlink(missing_ok=True)
        self._in_tests = 0.0
        self._phases: dict[str, float] = {}
        self._began = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count one test."""
        self._phases, self._began = {}, time.monotonic()
        result = yield
        phases = [round(self._phases.get(name, 0.0), 4) for name in ("setup", "call", "teardown")]
        wall = round(time.monotonic() - self._began, 3)
        self._write(Cost(item.nodeid, phases[0], phases[1], phases[2], wall))
        self._in_tests += sum(self._phases.values())
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        """Count its fixtures."""
        return (yield from self._count("setup"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Count itself."""
        return (yield from self._count("call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        """Count what ends with it."""
        return (yield from self._count("teardown"))

    def _count(self, phase: str) -> Iterator[Any]:
        before = spent()
        try:
            return (yield)
        finally:
            self._phases[phase] = spent() - before

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Count what was no test's."""
        self._write(Cost(BESIDE, round(spent() - self._in_tests, 4), 0.0, 0.0, 0.0))

    def _write(self, cost: Cost) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(cost)) + "\n")


def costs(folder: Path) -> list[Cost]:
    """Read what was counted."""
    paths = sorted(folder.glob("*.jsonl"))
    return [Cost(**json.loads(line)) for path in paths for line in path.read_text("utf-8").splitlines()]


def table(costs: Iterable[Cost], shown: int = _SHOWN) -> Iterator[str]:
    """Tell the sum, then the modules and the tests that take most."""
    each = sorted(costs, key=lambda cost: -cost.spent)
    modules: dict[str, list[Cost]] = defaultdict(list)
    for cost in each:
        modules[cost.test.partition("::")[0]].append(cost)
    yield f"{_sum(each):8.1f} s of processor, {len(each)} tests"
    for name, tests in sorted(modules.items(), key=lambda item: -_sum(item[1]))[:shown]:
        yield f"{_sum(tests):8.2f} {sum(test.wall for test in tests):8.2f} {len(tests):5} {name}"
    yield "  all, its clock, setup, call and teardown:"
    for cost in each[:shown]:
        phases = (cost.spent, cost.wall, cost.setup, cost.call, cost.teardown)
        yield f"{' '.join(f'{phase:8.2f}' for phase in phases)} {cost.test}"


def over_budget(costs: Iterable[Cost]) -> Iterator[str]:
    """Tell what takes more than it may: the whole, a module, a test."""
    each = list(costs)
    modules: dict[str, float] = defaultdict(float)
    for cost in each:
        modules[cost.test.partition("::")[0]] += cost.spent
    modules.pop(BESIDE, None)
    if _sum(each) > WHOLE_S:
        yield f"all tests take {_sum(each):.0f} s of processor; they may take {WHOLE_S:.0f}"
    for name, taken in modules.items():
        if taken > MODULE_S:
            yield f"{name} takes {taken:.1f} s of processor; a module may take {MODULE_S:.0f}"
    for cost in each:
        if cost.spent > TEST_S and cost.test != BESIDE:
            yield f"{cost.test} takes {cost.spent:.1f} s of processor; a test may take {TEST_S:.0f}"


def _sum(costs: Iterable[Cost]) -> float:
    return sum(cost.spent for cost in costs)
