"""A folio is printed again as it was, or as a numbered copy that the book knows."""

import pytest

from hallctl.app.vault import open_shelf
from hallctl.cli.book.reading import minuted
from hallctl.rules.events.volumes import FolioReprinted
from tests.hallctl.cli.book.hall import book

NAME = "tomo-0001-folio-0001-diligencia-apertura"


def printed(hall, out, *options):
    return book("print", hall.book, "--config", hall.config, "--folio", 1, "--out", out, *options)


def copies(hall):
    return [each.event.copy for each in minuted(hall.book) if isinstance(each.event, FolioReprinted)]


def test_the_same_folio_is_the_same_bytes_and_leaves_no_entry(hall, tmp_path):
    for out in ("one", "two"):
        result = printed(hall, tmp_path / out)
        assert result.returncode == 0, result.stderr
        assert result.stdout == f"{NAME}.pdf\n"
    one, two = ((tmp_path / out / f"{NAME}.pdf").read_bytes() for out in ("one", "two"))
    assert one == two
    assert one.startswith(b"%PDF")
    assert copies(hall) == []


def test_a_copy_is_numbered_minuted_and_named(hall, tmp_path):
    for number in (1, 2):
        result = printed(hall, tmp_path, "--copy")
        assert result.returncode == 0, result.stderr
        copy = tmp_path / f"{NAME}-copia-{number}.pdf"
        assert copy.read_bytes() == (hall.folder / "sala/actas" / copy.name).read_bytes()
    assert copies(hall) == [1, 2]
    assert hall.verify().returncode == 0


def test_a_copy_is_the_console_s_while_the_hall_runs_but_reading_is_free(hall, tmp_path):
    with open_shelf(hall.setting, hall.keys):
        assert printed(hall, tmp_path).returncode == 0
        result = printed(hall, tmp_path, "--copy")
    assert result.returncode == 2
    assert result.stderr.startswith("MIN-LOCKED")
    assert copies(hall) == []


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (("--folio", 1), 2, "Diga dónde"),
        (("--folio", 1, "--queue", "libro"), 2, "un segundo original no existe"),
        (("--folio", 99, "--out", "out"), 1, "no hay ningún folio 99"),
        (("--folio", 1, "--out", "out", "--volume", 7), 2, "no hay ningún tomo 7"),
    ],
)
def test_what_cannot_be_printed_is_said(hall, tmp_path, options, status, sentence):
    places = [tmp_path / each if each == "out" else each for each in options]
    result = book("print", hall.book, "--config", hall.config, *places)
    assert result.returncode == status
    assert sentence in result.stderr


def test_a_copy_of_a_closed_volume_is_refused(hall, tmp_path):
    hall.close()
    hall.open(2)
    result = printed(hall, tmp_path, "--copy", "--volume", 1)
    assert result.returncode == 1
    assert "Las copias se anotan en el tomo abierto" in result.stderr
