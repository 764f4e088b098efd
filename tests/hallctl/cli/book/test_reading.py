"""``hallctl book tail`` and ``prizes`` read all the volumes."""

import csv
import io
import signal

from hallctl.games.bingo.documents.register import RegisteredPrize
from tests.hallctl.cli.book.hall import book, started


def test_the_tail_goes_over_the_volumes_and_names_each(three):
    lines = book("tail", three.book, "-n", "12").stdout.splitlines()
    assert [line for line in lines if line.endswith(":")] == ["tomo-0001:", "tomo-0002:", "tomo-0003:"]
    assert len(lines) == 12 + 3
    assert "Diligencia de apertura: Bingo Illimani, tomo 3" in lines[-3]


def test_the_tail_of_one_volume_is_that_volume_alone(three):
    lines = book("tail", three.volume(1), "-n", "100").stdout.splitlines()
    assert len(lines) == 8
    assert lines[0].split()[0] == "1"


def test_a_missing_book_ends_with_two(tmp_path):
    result = book("tail", tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith("MIN-MISSING")


def test_the_tail_follows_into_the_next_volume_until_ctrl_c(hall):
    process = started("tail", hall.book, "-n", "1", "--follow")
    try:
        assert process.stdout.readline() == "tomo-0001:\n"
        assert "El sistema se cierra en orden." in process.stdout.readline()
        hall.close()
        hall.open(2)
        seen = ""
        while "tomo 2, 200 folios" not in seen:
            seen += process.stdout.readline()
        assert "tomo-0002:\n" in seen
        assert "Diligencia de cierre del tomo 1" in seen
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130
    assert errors == "Interrumpido.\n"


def test_the_prizes_of_all_volumes_are_one_table(three):
    rows = list(csv.reader(io.StringIO(book("prizes", three.book).stdout)))
    assert rows == [list(RegisteredPrize.__dataclass_fields__)]
