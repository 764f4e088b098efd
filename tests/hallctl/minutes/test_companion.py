"""A second medium that was away is completed while the book goes on, or before its volume ends."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hallctl.minutes import Book, MinutesError, companion, verify
from tests.hallctl.minutes.sample import STAMP, ball

pytestmark = pytest.mark.invariant("I1", "I3")


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion, "CATCH_UP", 5)


class Away:
    """A book of three entries that goes on while its second medium is pulled out."""

    def __init__(self, folder: Path) -> None:
        self.path, self.folder, self.elsewhere = folder / "tomo.sqlite", folder / "llave", folder / "fuera"
        self.folder.mkdir()
        self.second = self.folder / "tomo.jsonl"
        self.book = Book.create(self.path, self.second, alone=True)
        self.add(3)

    def add(self, entries: int) -> None:
        for _ in range(entries):
            last = self.book.last()
            self.book.append([ball(last.number + 1 if last else 1)], STAMP)

    def pull_out(self) -> None:
        self.folder.rename(self.elsewhere)

    def put_back(self) -> None:
        self.elsewhere.rename(self.folder)

    def lost_after(self) -> int:
        assert self.book.loss is not None
        return self.book.loss.entry

    def rejoin_until(self, entry: int | None) -> None:
        """Have it completed piece by piece until it holds so many entries for certain, or all of them."""
        deadline = time.monotonic() + 60
        while (self.book.loss and self.book.loss.entry) != entry:
            assert time.monotonic() < deadline
            self.book.rejoin()

    def demand_whole(self) -> None:
        assert self.book.loss is None
        verdict = verify(self.path, self.second)
        assert verdict.ok, verdict.describe()
        last = self.book.last()
        assert verdict.entries == (last.number if last else 0)


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Away]:
    place = Away(tmp_path)
    yield place
    place.book.close()


@pytest.mark.parametrize("missing", [1, 4, 5, 6, 23])
def test_one_that_is_back_is_completed_before_the_volume_ends(away: Away, missing: int) -> None:
    away.pull_out()
    away.add(missing)
    assert away.lost_after() == 3
    away.put_back()
    away.book.complete()
    away.demand_whole()
    away.add(1)
    away.demand_whole()


def test_one_that_is_not_back_ends_no_volume_and_the_book_goes_on(away: Away) -> None:
    away.pull_out()
    away.add(7)
    with pytest.raises(MinutesError) as error:
        away.book.complete()
    assert error.value.code == "MIN-SECOND"
    away.add(1)
    assert away.lost_after() == 3
    away.put_back()
    away.book.complete()
    away.demand_whole()


def test_what_is_appended_while_it_is_completed_is_written_to_it_too(away: Away) -> None:
    away.pull_out()
    away.add(3)
    away.put_back()
    assert not away.book.rejoin()
    away.add(2)
    away.rejoin_until(None)
    away.demand_whole()


def test_one_that_is_pulled_out_again_before_it_holds_everything_is_lost_from_there(away: Away) -> None:
    away.pull_out()
    away.add(3)
    away.put_back()
    away.rejoin_until(6)
    away.add(2)
    away.pull_out()
    with pytest.raises(MinutesError) as error:
        away.book.complete()
    assert error.value.code == "MIN-SECOND"
    assert away.lost_after() == 6
    away.add(1)
    away.put_back()
    away.book.complete()
    away.demand_whole()


def test_one_that_comes_back_to_an_empty_book_lacks_nothing(tmp_path: Path) -> None:
    place = Away.__new__(Away)
    place.path, place.second = tmp_path / "tomo.sqlite", tmp_path / "tomo.jsonl"
    Book.create(place.path, place.second).close()
    place.second.rename(tmp_path / "fuera")
    with Book.open(place.path, place.second, alone=True) as place.book:
        assert place.lost_after() == 0
        (tmp_path / "fuera").rename(place.second)
        place.book.complete()
        place.add(1)
        place.demand_whole()
