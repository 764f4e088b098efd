"""What workers share is made by one of them, and the others wait for it."""

import subprocess
import sys

ASK = """
import sys, time
from pathlib import Path
from tests.shared import made_once

def make():
    with Path(sys.argv[1]).open("a") as made:
        made.write("made\\n")
    time.sleep(0.3)
    return 42

print("ready", flush=True)
sys.stdin.readline()
assert made_once("test-shared", make) == 42
"""


def test_what_two_ask_for_at_once_is_made_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HALLCTL_TESTS_SHARED", str(tmp_path))
    made = tmp_path / "made"
    command = [sys.executable, "-c", ASK, str(made)]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as one,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other,
    ):
        for each in (one, other):
            assert each.stdout.readline() == "ready\n"
        for each in (one, other):  # both are told before either is waited for
            each.stdin.write("go\n")
            each.stdin.flush()
        assert [each.wait() for each in (one, other)] == [0, 0]
    assert made.read_text("utf-8") == "made\n"
