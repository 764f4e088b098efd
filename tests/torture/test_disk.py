"""What the recorder and the forgetful disk are made of: a proof must not rest on a tool that forgives."""

import random
from pathlib import Path

import pytest

from tests.torture.disk import PAGE, SECTOR, Create, Disk, Op, Remove, Rename, Sync, Write
from tests.torture.judge import settle_in
from tests.torture.tracing import Tracer, read_calls

CUTS = 300


def outcomes(*ops: Op, name: str = "a") -> set[bytes | None]:
    """What power cuts leave of a file; None where it is gone."""
    disk = Disk()
    for op in ops:
        disk.do(op)
    rng = random.Random(1)
    return {disk.after_a_cut(rng).get(name) for _ in range(CUTS)}


def test_what_is_synced_with_its_name_is_there_after_every_cut() -> None:
    assert outcomes(Create("a"), Write("a", 0, b"x"), Sync("a"), Sync(".")) == {b"x"}


def test_a_name_without_a_sync_of_its_folder_may_be_gone_with_what_was_synced() -> None:
    assert outcomes(Create("a"), Write("a", 0, b"x"), Sync("a")) == {b"x", None}


def test_a_folder_that_is_not_durable_takes_its_files_with_it() -> None:
    folder = (Create("f", folder=True), Create("f/a"), Sync("f/a"), Sync("f"))
    assert outcomes(*folder, name="f/a") == {b"", None}
    assert outcomes(*folder, Sync("."), name="f/a") == {b""}


def test_a_removal_or_a_new_name_may_come_back_or_be_done() -> None:
    begun = (Create("a"), Sync("a"), Sync("."))
    assert outcomes(*begun, Remove("a")) == {b"", None}
    assert outcomes(*begun, Rename("a", "b")) == {b"", None}
    assert outcomes(*begun, Rename("a", "b"), name="b") == {b"", None}


def test_an_unsynced_write_is_torn_in_sectors_and_may_grow_over_rubbish() -> None:
    left = outcomes(Create("a"), Sync("."), Write("a", 0, b"x" * 2 * SECTOR))
    assert {b"", b"x" * 2 * SECTOR, b"x" * SECTOR, bytes(2 * SECTOR)} <= left
    assert any(cut is not None and cut.strip(b"x\0") for cut in left)


def test_what_a_failed_sync_lost_is_not_saved_by_another_sync_but_by_writing_it_again() -> None:
    begun = (Create("a"), Sync("."), Write("a", 0, b"x"), Sync("a", done=False))
    assert outcomes(*begun, Sync("a")) == {b"x", b"\0"}
    assert outcomes(*begun, Write("a", 0, b"x"), Sync("a")) == {b"x"}
    assert outcomes(*begun, Write("a", PAGE, b"x"), Sync("a")) == {
        b"x".ljust(PAGE, b"\0") + b"x",
        bytes(PAGE) + b"x",
    }


def test_the_record_of_a_session_gives_the_very_files_that_it_left(tmp_path: Path) -> None:
    tracer = Tracer("tests.torture.scribe")
    places = settle_in(tmp_path / "root")
    trace = tracer.run("tests.torture.scribe", [places.root, "small"], places.root)
    tracer.close()
    disk = Disk({"disco": None, "llave": None})
    for op in trace.ops:
        disk.do(op)
    found = {
        str(path.relative_to(places.root)): None if path.is_dir() else path.read_bytes()
        for path in places.root.rglob("*")
    }
    assert disk.now() == found


@pytest.mark.parametrize(
    "line",
    [
        r"mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3<\x2f\x72\x2f\x61>, 0) = 0x7f0000000000",
        r"fallocate(3<\x2f\x72\x2f\x61>, 0, 0, 4096) = 0",
        r'linkat(AT_FDCWD<\x2f>, "\x2f\x72\x2f\x61", AT_FDCWD<\x2f>, "\x2f\x72\x2f\x62", 0) = 0',
        "something else",
    ],
)
def test_a_call_that_the_recorder_does_not_know_is_no_proof(line: str) -> None:
    with pytest.raises(AssertionError, match="not understood"):
        read_calls([line], Path("/r"))
