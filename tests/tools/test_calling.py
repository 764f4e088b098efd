"""Two whole halls of which one calls for both, with people at their consoles: a claim, a cut line, a kill."""

import subprocess
import sys

import pytest


@pytest.mark.campaign
@pytest.mark.timeout(900)
@pytest.mark.req("AJ-86", "AJ-111", "I2", "I9", "I12")
def test_two_whole_halls_play_one_draw_and_both_verifiers_find_both_books_whole(tmp_path):
    command = (sys.executable, "-m", "tools.calling", "--folder", str(tmp_path / "salas"), "--silence", "60")
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=840)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO.") == 4
    assert all(f"--- {what}" in ran.stdout for what in ("cut", "mend", "kill"))
    assert ran.stdout.count("queda fuera de la partida") == ran.stdout.count("Partida 2 anulada") == 1
    assert "OFFICE-LOST: fallo interno" not in ran.stdout
