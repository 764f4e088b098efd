from pathlib import Path

import pytest

from hallctl.minutes import Book, MinutesError, read_entries, verify
from hallctl.minutes.entry import compose, composed, row_of
from hallctl.minutes.second_medium import SecondAudit, SecondMedium, read_lines, read_rows, write_anew
from tests.hallctl.minutes.sample import STAMP, ball


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed book on two media: two entries, then three that were appended together."""
    path = tmp_path / "book.sqlite"
    with Book.create(path, tmp_path / "lines") as book:
        for number in (1, 2):
            book.append([ball(number, f"request-{number}")], STAMP)
        book.append([ball(number, "request-3") for number in (3, 4, 5)], STAMP)
    return path


@pytest.fixture
def second(path: Path) -> Path:
    return path.with_name("lines")


def refused(path: Path, second: Path) -> str:
    before = second.read_bytes() if second.exists() else b""
    with pytest.raises(MinutesError) as error:
        Book.open(path, second)
    assert (second.read_bytes() if second.exists() else b"") == before
    return error.value.code


@pytest.mark.invariant("I1")
def test_the_second_medium_holds_a_line_for_each_entry(path: Path, second: Path) -> None:
    assert [composed(entry).line for entry in read_entries(path)] == list(read_lines(second))
    assert list(read_rows(second)) == [row_of(entry) for entry in read_entries(path)]
    assert verify(path, second).ok


def test_a_batch_that_was_cut_off_anywhere_is_completed(path: Path, second: Path) -> None:
    whole = second.read_bytes()
    start = len(b"".join(list(read_lines(second))[:2]))
    for size in range(start, len(whole), 41):
        second.write_bytes(whole[:size])
        with Book.open(path, second) as book:
            assert book.completed == len(whole) - start
            book_goes_on = book.last()
        assert book_goes_on is not None
        assert second.read_bytes() == whole
    with Book.open(path, second) as book:
        assert book.completed == 0


@pytest.mark.parametrize("more", [0, 700])
def test_a_batch_of_which_a_power_cut_left_zeros_is_completed(path: Path, second: Path, more: int) -> None:
    whole = second.read_bytes()
    start = len(b"".join(list(read_lines(second))[:2]))
    for kept in (start, start + 100, len(whole) - 1):
        second.write_bytes(whole[:kept] + bytes(len(whole) - kept + more))
        Book.open(path, second).close()
        assert second.read_bytes() == whole


def test_the_first_batch_of_all_is_completed_too(tmp_path: Path) -> None:
    path, second = tmp_path / "book.sqlite", tmp_path / "lines"
    with Book.create(path, second) as book:
        book.append([ball(1), ball(2)], STAMP)
    whole = second.read_bytes()
    second.write_bytes(b"")
    with Book.open(path, second) as book:
        assert book.completed == len(whole)
        (third,) = book.append([ball(3)], STAMP)
    assert second.read_bytes() == whole + composed(third).line


@pytest.mark.invariant("I12")
def test_a_second_medium_that_lacks_more_is_left_to_a_person(path: Path, second: Path) -> None:
    lines = list(read_lines(second))
    for kept in (lines[:1], [], [lines[0], lines[1][:-1]], [lines[1]]):
        second.write_bytes(b"".join(kept))
        assert refused(path, second) == "MIN-BEHIND"
    assert verify(path, second).problems[0].code in {"MIN-FORK", "MIN-BEHIND"}


def test_a_second_medium_with_an_entry_more_is_left_to_a_person(path: Path, second: Path) -> None:
    last = list(read_entries(path))[-1]
    with second.open("ab") as file:
        file.write(compose(ball(6), STAMP, 6, last.hash).line)
    assert refused(path, second) == "MIN-AHEAD"
    assert [problem.code for problem in verify(path, second).problems] == ["MIN-AHEAD"]


def test_a_second_medium_with_another_newest_entry_is_left_to_a_person(path: Path, second: Path) -> None:
    lines, before = list(read_lines(second)), list(read_entries(path))[3]
    lines[4] = compose(ball(77), STAMP, 5, before.hash).line
    second.write_bytes(b"".join(lines))
    assert refused(path, second) == "MIN-FORK"
    assert [problem.code for problem in verify(path, second).problems] == ["MIN-FORK"]


def test_a_second_medium_that_is_lost_is_left_to_a_person(path: Path, second: Path) -> None:
    second.unlink()
    assert refused(path, second) == "MIN-SECOND"
    assert [problem.code for problem in verify(path, second).problems] == ["MIN-SECOND"]


def test_a_second_medium_is_never_made_over_another(second: Path) -> None:
    with pytest.raises(MinutesError, match="MIN-EXISTS"):
        SecondMedium.create(second)


def test_lines_are_written_anew_whole(path: Path, second: Path) -> None:
    whole = second.read_bytes()
    second.write_bytes(b"spoiled")
    write_anew(second, (composed(entry).line for entry in read_entries(path)))
    assert second.read_bytes() == whole
    assert sorted(each.name for each in path.parent.iterdir() if each.suffix == ".new") == []


@pytest.mark.parametrize("content", [b"{}\n", b"\n", b"\xff\n", b"[]\n", b"\0" * 9, b'{"a":1}'])
def test_a_line_that_is_no_entry_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lines"
    path.write_bytes(content)
    with pytest.raises(MinutesError, match="MIN-FORM: lines: la línea 1"):
        list(read_rows(path))


def test_an_entry_as_deep_as_may_be_is_read_from_both_media(tmp_path: Path) -> None:
    path, second = tmp_path / "book.sqlite", tmp_path / "lines"
    deep: object = "end"
    for _ in range(30):
        deep = [deep]
    draft = type(ball(1))("Deep", {"a": deep}, "jefe:x")
    with Book.create(path, second) as book:
        book.append([draft], STAMP)
        with pytest.raises(ValueError, match="deep"):
            book.append([type(draft)("Deep", {"a": [deep]}, "jefe:x")], STAMP)
        assert list(read_rows(second)) == [row_of(entry) for entry in book.entries()]


def test_what_is_added_after_the_comparison_began_is_not_looked_at(path: Path, second: Path) -> None:
    audit = SecondAudit(second)
    with second.open("ab") as file:
        file.write(b"the hall goes on\n")
    for entry in read_entries(path):
        audit.take(row_of(entry), composed(entry).text)
    audit.finish()
    assert audit.problems == []
