"""What the page of the folios says can be computed by a third person is what the hall prints."""

import re
import subprocess
import sys
from pathlib import Path

from hallctl.app.program import program_digest
from hallctl.app.setting import load

ROOT = Path(__file__).parents[2]


def test_the_command_for_the_digest_of_the_program_gives_it():
    page = (ROOT / "docs/folios.md").read_text("utf-8")
    (command,) = re.findall(r"`(find -L .*?)` \|$", page, re.MULTILINE)
    run = ["bash", "-o", "pipefail", "-c", command.replace("\\|", "|")]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{program_digest()}  -\n"


def test_the_command_for_the_digest_of_the_rules_gives_it():
    hall = ROOT / "fixtures/config/practice.toml"
    command = f"{sys.executable} -m hallctl rules --config {hall} | sha256sum"
    run = ["bash", "-o", "pipefail", "-c", command]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{load(hall).rules.digest}  -\n"
