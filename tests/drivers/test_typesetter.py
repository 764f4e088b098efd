"""Documents are typeset in another process: the same bytes, and nothing of it stays in memory here (I20)."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from drivers.printer import PrinterError, Typesetter
from drivers.printer.pdf import render

CREATED = datetime(2026, 11, 21, 1, 30, tzinfo=UTC)
ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0


@pytest.fixture
def act():
    return json.loads((ROOT / "fixtures/documents/acta.json").read_text("utf-8"))


@pytest.fixture
def typesetter():
    made = Typesetter()
    yield made
    made.close()


def children(pid):
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text("ascii").split()]


def process_of(pid):
    """Return the typesetting process of a process; just started, it has no command line for a moment."""
    late = time.monotonic() + PATIENCE_S
    while time.monotonic() < late:
        found = [each for each in children(pid) if b"drivers.printer.typesetting" in command(each)]
        if found:
            (child,) = found
            return child
        time.sleep(0.01)
    raise AssertionError(f"{pid} has no typesetting process")


def command(pid):
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def is_running(pid):
    """Return whether it has not ended; who ended and was not waited for has no command line any more."""
    try:
        return command(pid) != b""
    except OSError:
        return False


def resident_kib(pid):
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(re.search(r"^VmRSS:\s+(\d+)", status, re.M)[1])  # type: ignore[index]


def test_a_document_is_the_same_bytes_as_in_this_process(act, typesetter):
    assert typesetter.render("acta", act, CREATED) == render("acta", act, CREATED)


@pytest.mark.invariant("I24")
def test_what_cannot_be_typeset_is_said_as_in_this_process(act, typesetter):
    for template, data, created in (
        ("nada", act, CREATED),
        ("acta", {**act, "folio": {}}, CREATED),
        ("acta", {**act, "extra": object()}, CREATED),
        ("acta", {**act, "extra": float("nan")}, CREATED),
        ("acta", act, datetime(2026, 11, 21)),
    ):
        with pytest.raises(PrinterError) as here:
            render(template, data, created)
        with pytest.raises(PrinterError) as there:
            typesetter.render(template, data, created)
        assert str(there.value) == str(here.value)


@pytest.mark.invariant("I20")
def test_documents_leave_nothing_in_memory(act, typesetter):
    typesetter.render("acta", act, CREATED)
    process = process_of(os.getpid())
    before = resident_kib(os.getpid()), resident_kib(process)
    for number in range(4):
        act["stamp"]["hash"] = f"{number:064x}"
        typesetter.render("acta", act, CREATED)
    after = resident_kib(os.getpid()), resident_kib(process)
    assert process_of(os.getpid()) == process
    # In one process each of them would leave some 20 MiB.
    assert [late - early < 16 * 1024 for early, late in zip(before, after, strict=True)] == [True, True]


@pytest.mark.invariant("I21")
@pytest.mark.parametrize("when", ["between documents", "in one"])
def test_a_process_that_ends_costs_at_most_one_document(act, typesetter, when):
    typesetter.render("acta", act, CREATED)
    process = process_of(os.getpid())
    if when == "in one":
        os.kill(process, signal.SIGSTOP)  # it takes the request and does nothing with it
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -9 {process}"])
        with pytest.raises(PrinterError, match=r"el proceso que compone «acta» terminó antes de tiempo"):
            typesetter.render("acta", act, CREATED)
        killer.wait()
    else:
        os.kill(process, signal.SIGKILL)
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    assert typesetter.render("acta", act, CREATED) == render("acta", act, CREATED)


@pytest.mark.invariant("I21")
def test_a_process_that_hangs_is_given_up_after_its_time(act):
    with closing(Typesetter(limit_s=0.3)) as typesetter:
        typesetter._begin()
        os.kill(process_of(os.getpid()), signal.SIGSTOP)
        with pytest.raises(PrinterError, match=r"«acta» no se compuso en 0.3 s"):
            typesetter.render("acta", act, CREATED)
    assert not any(b"typesetting" in command(each) for each in children(os.getpid()))


def test_a_process_that_works_is_waited_for(act, monkeypatch):
    monkeypatch.setattr("drivers.patience.MOST", 1000.0)
    monkeypatch.setattr("drivers.printer.typesetter.busy_by", lambda _: time.monotonic())
    with closing(Typesetter(limit_s=0.1)) as typesetter:
        assert typesetter.render("acta", act, CREATED).startswith(b"%PDF-")


def test_the_process_ends_with_whoever_started_it_however_that_ends(act):
    program = (
        "import json, sys, time; from datetime import datetime\n"
        "from drivers.printer import Typesetter\n"
        "typesetter = Typesetter()\n"
        "print(len(typesetter.render('acta', json.load(sys.stdin), "
        f"datetime.fromisoformat('{CREATED.isoformat()}'))), flush=True)\n"
        "time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as hall:
        hall.stdin.write(json.dumps(act).encode())
        hall.stdin.close()
        assert int(hall.stdout.readline()) > 10_000
        process = process_of(hall.pid)
        hall.kill()
        hall.wait()
    until = time.monotonic() + PATIENCE_S
    while is_running(process) and time.monotonic() < until:
        time.sleep(0.02)
    assert not is_running(process)


def test_a_process_that_cannot_be_started_is_said(act, typesetter, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(PrinterError, match="no arranca el proceso que compone los documentos: No such file"):
        typesetter.render("acta", act, CREATED)
