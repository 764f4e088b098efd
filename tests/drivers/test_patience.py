"""A starter waits for what works, and not for what waits itself; in virtual time."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from drivers.patience import Patience, busy_by, children_of, thread_busy, worked_by


class Hall:
    """A process that works a part of the time."""

    def __init__(self) -> None:
        self.now = self.worked = 0.0

    def goes_on(self, seconds: float, part: float = 0.0) -> None:
        self.now += seconds
        self.worked += seconds * part


def test_seconds_in_which_the_hall_works_are_not_counted_but_not_for_ever() -> None:
    hall = Hall()
    patience = Patience(30.0, lambda: hall.worked, lambda: hall.now)
    hall.goes_on(29.0)
    assert not patience.is_over
    hall.goes_on(200.0, part=1.5)
    assert not patience.is_over, "several threads work longer than the clock goes"
    hall.goes_on(72.0, part=1.0)
    assert patience.is_over, "it may work without end"
    patience.moved()
    hall.goes_on(31.0)
    assert patience.is_over
    assert patience.waited == 31.0


def test_a_process_has_what_it_and_its_children_worked() -> None:
    before = worked_by(os.getpid())
    burn = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", burn], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert worked_by(os.getpid()) >= before + 0.25
        child.communicate(b"\n")
    assert worked_by(child.pid) == 0.0


def test_a_hall_that_was_started_again_has_worked_nothing_yet() -> None:
    hall = Hall()
    hall.worked = 50.0
    patience = Patience(30.0, lambda: hall.worked, lambda: hall.now)
    hall.worked = 0.0
    hall.goes_on(29.0)
    assert not patience.is_over


def test_what_a_child_that_is_gone_has_waited_for_still_counts() -> None:
    hall = Hall()
    patience = Patience(30.0, lambda: hall.worked, lambda: hall.now)
    hall.goes_on(100.0, part=0.9)
    assert not patience.is_over
    hall.worked = 5.0
    hall.goes_on(15.0)
    assert not patience.is_over
    hall.goes_on(6.0)
    assert patience.is_over


def test_a_process_that_is_ready_and_has_no_core_is_busy_and_one_that_sleeps_is_not() -> None:
    """Two that burn share one core: each works for half of the time, and is busy for all of it."""
    core = min(os.sched_getaffinity(0))
    burn = f"import os, time\nos.sched_setaffinity(0, {{{core}}})\nwhile time.process_time() < 0.4: pass\n"
    code = burn + "print(flush=True)\ninput()"
    with ExitStack() as stack:
        both = [
            stack.enter_context(
                subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            )
            for _ in range(2)
        ]
        for each in both:
            assert each.stdout is not None
            each.stdout.readline()
        busy = [busy_by(each.pid) - worked_by(each.pid) for each in both]
        assert max(busy) > 0.2
        before = busy_by(both[0].pid)
        time.sleep(0.3)
        assert busy_by(both[0].pid) - before < 0.2
        for each in both:
            each.communicate(b"\n")
    assert busy_by(both[0].pid) == 0.0


def test_a_thread_that_has_ended_hides_no_child_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for thread, started in {"1": "11 12 ", "2": None, "3": "13"}.items():
        (tmp_path / "proc/1/task" / thread).mkdir(parents=True)
        if started is not None:
            (tmp_path / "proc/1/task" / thread / "children").write_text(started)
    monkeypatch.setattr("drivers.patience.Path", lambda path: tmp_path / path.lstrip("/"))
    threads = sorted((tmp_path / "proc/1/task").iterdir())
    monkeypatch.setattr(type(tmp_path), "iterdir", lambda _: iter(threads))
    assert children_of(1) == [11, 12, 13]
    monkeypatch.undo()
    assert children_of(2**30) == []


def test_a_thread_is_busy_while_it_works_and_not_while_it_sleeps() -> None:
    worked, before = time.thread_time(), thread_busy()
    while time.thread_time() < worked + 0.2:
        pass
    assert thread_busy() >= before + 0.19
    before = thread_busy()
    time.sleep(0.3)
    assert thread_busy() < before + 0.2
