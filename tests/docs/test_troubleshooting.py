"""The page for when something is wrong quotes what the program says, and names codes that there are."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/troubleshooting.md").read_text("utf-8")


def test_what_it_quotes_the_program_says() -> None:
    for said in re.findall(r"«([^»]+)»", PAGE):
        found = subprocess.run(["git", "grep", "-qF", said, "--", "hallctl/*.py"], cwd=ROOT, check=False)
        assert found.returncode == 0, said


def test_its_codes_are_explained() -> None:
    explained = "".join(
        (ROOT / "docs" / name).read_text("utf-8") for name in ("fault-codes.md", "refusals.csv")
    )
    codes = {code for code in re.findall(r"`([A-Z]+-[A-Z-]+)`", PAGE)}
    assert len(codes) > 10
    assert {code for code in codes if code not in explained} == set()


def test_it_is_short_and_is_found() -> None:
    prose = [line for line in PAGE.splitlines() if not line.startswith("|")]
    assert sum(len(line.split()) for line in prose) <= 600
    for name in ("README.md", "docs/README.md"):
        assert "troubleshooting.md" in (ROOT / name).read_text("utf-8")
