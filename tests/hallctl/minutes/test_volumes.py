import shutil
from pathlib import Path

import pytest

from hallctl.minutes import Draft, MinutesError
from hallctl.minutes.note import Checkpoint
from hallctl.minutes.opening import NAMES
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import Shelf, second_of, volume_name, volumes_in
from tests.hallctl.minutes.notary.hall import Hall, WrittenBook
from tests.hallctl.minutes.sample import STAMP, ball

CLOSED = Draft("BookClosed", {}, "jefe:x")


def opened(volume: int, previous: object = None) -> Draft:
    return Draft("BookOpened", {"format": NAMES[3], "volume": volume, "previous": previous}, "director:x")


@pytest.fixture
def kept(tmp_path: Path) -> WrittenBook:
    return WrittenBook.make(tmp_path, Hall())


def codes(kept: WrittenBook, *elsewhere: Checkpoint) -> set[str]:
    verdict = verify_book(kept.folder, kept.second, elsewhere)
    found = {problem.code for problem in verdict.problems}
    found |= {problem.code for _, each in verdict.volumes for problem in each.problems}
    assert verdict.ok is (not found)
    assert ("NO verifica" in verdict.describe()) is bool(found)
    return found


def seen(kept: WrittenBook, place: int = -1) -> Checkpoint:
    return Checkpoint.read(kept.notes[place].partition("\n\n")[0] + "\n")


def test_a_volume_has_its_name_and_its_second_medium(tmp_path: Path) -> None:
    for name in (
        "tomo-0002.sqlite",
        "tomo-0001.sqlite",
        "tomo-1.sqlite",
        "tomo-0003.sqlite.new",
        "otro.sqlite",
    ):
        (tmp_path / name).touch()
    assert [path.name for path in volumes_in(tmp_path)] == [volume_name(1), volume_name(2)]
    assert second_of(tmp_path / "tomo-0001.sqlite", tmp_path / "x") == tmp_path / "x" / "tomo-0001.jsonl"


@pytest.mark.req("AJ-39")
def test_nothing_is_minuted_before_the_first_opening_diligence(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "book", tmp_path / "second") as shelf:
        assert (shelf.volume, shelf.book, shelf.last(), shelf.ending()) == (0, None, None, None)
        assert list(shelf.entries()) == []
        assert shelf.by_request("r") == ()
        with pytest.raises(MinutesError, match="MIN-MISSING"):
            shelf.append([ball(1)], STAMP)
        (first,) = shelf.append([opened(1)], STAMP)
        assert (shelf.volume, first.number) == (1, 1)


@pytest.mark.req("AJ-40")
def test_the_next_volume_begins_when_the_one_before_is_closed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "book", tmp_path / "second") as shelf:
        shelf.append([opened(1), ball(1, "r-1")], STAMP)
        with pytest.raises(MinutesError, match="MIN-OPEN"):
            shelf.append([opened(2)], STAMP)
    with Shelf.open(tmp_path / "book", tmp_path / "second") as shelf:
        shelf.append([CLOSED], STAMP)
        end = shelf.ending()
        assert end is not None
        assert (end.volume, end.entries) == (1, 3)
        previous = {"volume": 1, "entries": 3, "root": end.root, "hash": end.hash}
        shelf.append([opened(2, previous)], STAMP)
        assert shelf.volume == 2
        assert [entry.body for entry in shelf.by_request("r-1")] == [dict(ball(1).body)]
    assert verify_book(tmp_path / "book", tmp_path / "second").ok


def test_a_crash_before_the_diligence_leaves_an_empty_volume_that_is_then_begun(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    with Shelf.open(folder) as shelf:
        shelf.append([opened(1), CLOSED], STAMP)
        before = shelf.ending()
    with Shelf.open(folder) as shelf:
        shelf._begin()
    with Shelf.open(folder) as shelf:
        assert (shelf.volume, shelf.last(), shelf.ending()) == (2, None, before)
        assert [entry.kind for entry in shelf.entries()] == ["BookOpened", "BookClosed"]
        shelf.append([opened(2)], STAMP)
        assert shelf.volume == 2


def test_a_book_that_lacks_a_volume_is_not_opened(kept: WrittenBook) -> None:
    kept.volume(2).unlink()
    with pytest.raises(MinutesError, match="MIN-MISSING"):
        Shelf.open(kept.folder, kept.second)
    kept.volume(1).unlink()
    kept.volume(3).unlink()
    with pytest.raises(MinutesError, match="MIN-AHEAD"):
        Shelf.open(kept.folder, kept.second)


@pytest.mark.invariant("I10")
def test_a_whole_book_of_three_volumes_verifies(kept: WrittenBook) -> None:
    assert codes(kept) == set()
    assert codes(kept, *(seen(kept, place) for place in range(len(kept.notes)))) == set()


@pytest.mark.invariant("I12")
def test_a_checkpoint_from_elsewhere_shows_a_shorter_or_other_book(kept: WrittenBook) -> None:
    said = seen(kept)
    assert codes(kept, Checkpoint(said.origin, said.size + 9, said.root)) == {"MIN-SHORT"}
    assert codes(kept, Checkpoint(said.origin, said.size, bytes(32))) == {"MIN-SHORT"}
    assert codes(kept, Checkpoint("otra", said.size, said.root)) == {"MIN-SHORT"}
    kept.volume(3).unlink()
    (kept.second / "tomo-0003.jsonl").unlink()
    assert codes(kept) == set()
    assert codes(kept, said) == {"MIN-SHORT"}


def test_a_volume_that_only_the_second_medium_has_is_found(kept: WrittenBook) -> None:
    kept.volume(3).unlink()
    assert codes(kept) == {"MIN-AHEAD"}


def test_volumes_out_of_their_place_are_found(kept: WrittenBook, tmp_path: Path) -> None:
    first = kept.volume(1).read_bytes()
    shutil.copy(kept.volume(2), kept.volume(1))
    assert "MIN-OPEN" in codes(kept)
    kept.volume(2).write_bytes(first)
    assert "MIN-OPEN" in codes(kept)
    assert [problem.code for problem in verify_book(tmp_path / "none").problems] == ["MIN-MISSING"]


@pytest.mark.parametrize("more", [ball(1), opened(1)])
def test_a_closed_volume_goes_on_with_nothing_but_a_signature(tmp_path: Path, more: Draft) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.append([opened(1), CLOSED], STAMP)
        assert shelf.book is not None
        shelf.book.append([more], STAMP)
    verdict = verify_book(tmp_path)
    assert {problem.code for _, each in verdict.volumes for problem in each.problems} == {"MIN-OPEN"}
