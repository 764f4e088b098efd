"""What crashes and faults leave where a volume is begun."""

import os
from pathlib import Path

import pytest

from hallctl.minutes import Book, Draft, MinutesError
from hallctl.minutes.durable import make_folder, write_again
from hallctl.minutes.opening import OPENED
from hallctl.minutes.volumes import Shelf
from tests.hallctl.minutes.sample import STAMP, ball

OPENING = Draft(OPENED, {"volume": 1, "previous": None}, "notario")


def test_an_empty_second_medium_of_a_volume_that_was_never_begun_keeps_no_hall_closed(tmp_path: Path) -> None:
    (tmp_path / "tomo-0001.jsonl").touch()
    with Shelf.open(tmp_path / "book", tmp_path) as shelf:
        assert shelf.append([OPENING], STAMP)[0].number == 1


def test_entries_on_the_second_medium_alone_keep_the_hall_closed(tmp_path: Path) -> None:
    (tmp_path / "tomo-0001.jsonl").write_bytes(b"{}\n")
    with pytest.raises(MinutesError, match="ningún tomo") as error:
        Shelf.open(tmp_path / "book", tmp_path)
    assert error.value.code == "MIN-AHEAD"


def test_a_volume_that_could_not_be_created_is_not_passed_over_by_the_next_try(tmp_path: Path) -> None:
    (tmp_path / "second").write_bytes(b"in the way")
    with Shelf.open(tmp_path / "book", tmp_path / "second") as shelf:
        with pytest.raises(MinutesError):
            shelf.append([OPENING], STAMP)
        (tmp_path / "second").unlink()
        for use in (lambda: shelf.append([OPENING], STAMP), lambda: shelf.by_request("r"), shelf.ending):
            with pytest.raises(MinutesError) as error:
                use()
            assert error.value.code == "MIN-STOPPED"
    with Shelf.open(tmp_path / "book", tmp_path / "second") as again:
        again.append([OPENING], STAMP)
        assert again.volume == 1


def test_what_is_written_again_is_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    content = os.urandom(3 << 20)
    path.write_bytes(content)
    write_again(path, 5)
    assert path.read_bytes() == content


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_an_opening_leaves_both_media_as_they_were(tmp_path: Path) -> None:
    with Book.create(tmp_path / "book.sqlite", tmp_path / "book.jsonl") as book:
        entries = book.append([ball(1), ball(2)], STAMP)
    before = (tmp_path / "book.jsonl").read_bytes()
    with Book.open(tmp_path / "book.sqlite", tmp_path / "book.jsonl") as again:
        assert tuple(again.entries()) == entries
        assert again.completed == 0
    assert (tmp_path / "book.jsonl").read_bytes() == before
