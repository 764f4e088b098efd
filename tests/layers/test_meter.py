"""What a test takes of the processor is counted with all that it started, whether that has ended or not."""

import subprocess
import sys

from tests.meter import BESIDE, MODULE_S, TEST_S, WHOLE_S, Cost, over_budget, spent, table

BURN = "import time\nwhile time.process_time() < 0.5: pass\n"
BELOW = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BURN!r}])\n"
ENDS = "print('done', flush=True)\nsys.stdin.read()"


def test_what_a_program_and_one_below_it_take_counts_while_it_runs_and_once_it_has_ended() -> None:
    before = spent()
    program = [sys.executable, "-c", BELOW + ENDS]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"done\n"
        during = spent()
    assert during - before > 0.45
    assert spent() - before >= during - before - 0.1, "it is not forgotten"


def test_the_table_begins_with_what_takes_most() -> None:
    costs = [Cost("a.py::x", 0.0, 1.0, 0.0, 9.0), Cost("b.py::y", 1.0, 1.0, 1.0, 3.0)]
    costs += [Cost("a.py::z", 0.5, 0.0, 0.0, 1.0), Cost(BESIDE, 2.0, 0.0, 0.0, 0.0)]
    whole, *rows = (line.split() for line in table(costs, 2))
    assert whole[0] == "6.5"
    assert [row[-1] for row in rows if row[0][0].isdigit()][:1] == ["b.py"]
    assert rows[-2] == ["3.00", "3.00", "1.00", "1.00", "1.00", "b.py::y"]


def test_what_takes_more_than_its_budget_is_told_and_nothing_else() -> None:
    fits = [Cost(f"m{n}.py::x", 0.0, TEST_S, 0.0, 0.0) for n in range(3)]
    assert list(over_budget([*fits, Cost(BESIDE, 100.0, 0.0, 0.0, 0.0)])) == []
    many = [Cost("many.py::x", 0.0, 1.0, 0.0, 0.0)] * (int(MODULE_S) + 1)
    all_over = [*fits, *many, Cost("one.py::x", TEST_S, 0.5, 0.0, 0.0), Cost(BESIDE, WHOLE_S, 0.0, 0.0, 0.0)]
    found = list(over_budget(all_over))
    assert [line.split()[0] for line in found] == ["all", "many.py", "one.py::x"]
