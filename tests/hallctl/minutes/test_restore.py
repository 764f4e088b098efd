"""A volume is written anew from the rows of its second medium, and what it replaces stays beside it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.minutes import Book, Entry, MinutesError, read_entries, seal
from hallctl.minutes.checkpoints import peaks_of
from hallctl.minutes.entry import Row, composed, row_of, text_of
from hallctl.minutes.note import Checkpoint, sign
from hallctl.minutes.opening import Opening
from hallctl.minutes.restore import asides_of, salvaged, set_aside, surplus, write_volume
from hallctl.minutes.tree import Frontier, leaf_hash
from tests.hallctl.minutes.notary.hall import Hall
from tests.hallctl.minutes.sample import STAMP, ball, chain_of

HALL, STRANGER = Hall(), Hall(seed=2)
ORIGIN = HALL.origin(1)
ENTRIES = chain_of(9)
ROWS = [row_of(entry) for entry in ENTRIES]


class Signed(NamedTuple):
    """A checkpoint as a volume keeps it: by its own controller and of its own entries by default."""

    size: int
    ordinal: int
    hall: Hall = HALL
    root: bytes | None = None

    def row(self, number: int) -> Row:
        tree = Frontier()
        for row in ROWS[: self.size]:
            tree.add(leaf_hash(text_of(row)))
        said = Checkpoint(ORIGIN, self.size, self.root or tree.root(), self.ordinal)
        return (number, self.size, peaks_of(tree), str(sign(HALL.name, self.hall.controller, said.text)))


def kept_of(folder: Path, form: int, *notes: Signed) -> list[int]:
    """Return the sizes of the checkpoints that are saved from a volume with these."""
    volume = folder / "tomo.sqlite"
    write_volume(volume, ROWS, [], form)
    with closing(sqlite3.connect(volume)) as damaged, damaged:
        damaged.execute("DROP TRIGGER checkpoints_follow")
        rows = [note.row(number) for number, note in enumerate(notes, 1)]
        damaged.executemany("INSERT INTO checkpoints VALUES (?, ?, ?, ?)", rows)
    found, tree = salvaged(volume, ROWS, Opening(1, ORIGIN, HALL.verifier, form=form))
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert tree.size == len(ROWS)
    return [each.checkpoint.size for each in found]


@pytest.mark.invariant("I25")
@pytest.mark.parametrize(
    "wrong",
    [
        Signed(4, 2, STRANGER),
        Signed(4, 2, root=bytes(32)),
        Signed(4, 3),
        Signed(9_000, 2, root=bytes(32)),
    ],
    ids=["of another hall", "of other entries", "with a gap before", "of more than there is"],
)
def test_of_checkpoints_with_ordinals_those_before_the_first_wrong_one_are_saved(
    tmp_path: Path, wrong: Signed
) -> None:
    assert kept_of(tmp_path, 3, Signed(2, 1), Signed(4, 2), Signed(6, 3)) == [2, 4, 6]
    assert kept_of(tmp_path, 3, Signed(2, 1), wrong, Signed(6, 3)) == [2]


@pytest.mark.invariant("I25")
@pytest.mark.parametrize(
    "wrong",
    [Signed(4, 0, STRANGER), Signed(4, 0, root=bytes(32)), Signed(9_000, 0, root=bytes(32))],
    ids=["of another hall", "of other entries", "of more than there is"],
)
def test_of_checkpoints_without_ordinals_every_right_one_is_saved(tmp_path: Path, wrong: Signed) -> None:
    assert kept_of(tmp_path, 2, Signed(2, 0), wrong, Signed(6, 0)) == [2, 6]


def killed(folder: Path) -> tuple[bytes, bytes]:
    """Return a volume and the log beside it, as a power cut leaves them: an entry is in the log alone."""
    path = folder / "muerto.sqlite"
    with Book.create(path) as book:
        book.append([ball(1)], STAMP)
        return path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes()


@pytest.mark.invariant("I19")
def test_a_volume_is_set_aside_with_its_log_which_changes_nothing_that_comes_in_its_place(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tomo.sqlite"
    volume, log = killed(tmp_path)
    path.write_bytes(volume)
    path.with_name("tomo.sqlite-wal").write_bytes(log)
    path.with_name("tomo.sqlite-shm").write_bytes(b"an index of the log")
    aside = set_aside(path)
    assert not list(tmp_path.glob("tomo.sqlite-*"))
    write_volume(path, ROWS, [], 3)
    assert list(read_entries(path)) == ENTRIES
    assert [entry.number for entry in read_entries(aside)] == [1], "what was in the log alone is kept"


@pytest.mark.invariant("I19")
def test_each_is_set_aside_under_a_number_of_its_own_also_one_that_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "tomo.jsonl"
    for name in ("otro", "12a", "٣", ""):
        path.with_name(f"tomo.jsonl.apartado-{name}").touch()
    for number in range(1, 12):
        if number != 3:
            path.write_text(str(number), "utf-8")
        assert set_aside(path).name == f"tomo.jsonl.apartado-{number}"
    kept = [each.read_text("utf-8") for each in asides_of(path)]
    assert kept == ["1", "2", "", *map(str, range(4, 12))]


@pytest.mark.invariant("I19")
def test_a_draft_that_a_power_cut_left_is_written_over_with_its_log(tmp_path: Path) -> None:
    draft = tmp_path / "tomo.sqlite.borrador"
    volume, log = killed(tmp_path)
    draft.write_bytes(volume)
    draft.with_name(f"{draft.name}-wal").write_bytes(log)
    write_volume(draft, ROWS, [], 3)
    assert list(read_entries(draft)) == ENTRIES


@pytest.mark.parametrize(
    ("rows", "code"),
    [(ROWS[1:], "MIN-CHAIN"), ([ROWS[0], ROWS[2]], "MIN-CHAIN"), ([ROWS[0]] * 2, "MIN-CHAIN")],
)
def test_entries_that_do_not_follow_each_other_make_no_volume(
    tmp_path: Path, rows: list[Row], code: str
) -> None:
    with pytest.raises(MinutesError) as error:
        write_volume(tmp_path / "tomo.sqlite", rows, [], 3)
    assert error.value.code == code


def test_a_place_that_takes_no_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "tomo.sqlite").mkdir()
    for path in (tmp_path / "tomo.sqlite", tmp_path / "nowhere" / "tomo.sqlite"):
        with pytest.raises(MinutesError) as error:
            write_volume(path, ROWS, [], 3)
        assert error.value.code.startswith("MIN-")


def other_end(same: int, more: int) -> list[Entry]:
    """Return a chain that parts from the entries after so many."""
    entries = ENTRIES[:same]
    for number in range(same + 1, same + more + 1):
        entries = [
            *entries,
            seal(ball(100 + number), STAMP, number, entries[-1].hash if entries else "0" * 64),
        ]
    return entries


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bueno") / "tomo.sqlite"
    write_volume(path, ROWS, [], 3)
    return path


@given(same=st.integers(0, 9), more=st.integers(0, 4), cut=st.integers(0, 400))
@settings(max_examples=40)
def test_what_a_damaged_medium_alone_holds_is_counted(source: Path, same: int, more: int, cut: int) -> None:
    damaged, held = source.with_name("tomo.jsonl"), other_end(same, more)
    content = b"".join(composed(entry).line for entry in held)
    damaged.write_bytes(content[: max(0, len(content) - cut)])
    whole = [entry for entry in held if composed(entry).line in damaged.read_bytes()]
    assert surplus(damaged, source) == len([entry for entry in whole if entry not in ENTRIES])
