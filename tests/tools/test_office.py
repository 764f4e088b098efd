"""The demo chain of `make office`: servers, office and halls, to the last entry of every book."""

import subprocess
import sys


def test_the_demo_chain_brings_every_book_whole(tmp_path):
    command = (
        sys.executable,
        "-m",
        "tools.office",
        "--folder",
        str(tmp_path / "oficina"),
        "--games",
        "1",
        "--once",
    )
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("asientos preparados") == 3
    assert "Páginas: http://127.0.0.1:" in ran.stdout
