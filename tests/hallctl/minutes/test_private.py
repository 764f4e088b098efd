"""What the hall keeps is its own user's alone, also where nobody set a umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from drivers.camera.gallery import Gallery
from hallctl.app.vault import Places, open_shelf
from hallctl.devices.paper import FolderOutlet
from hallctl.minutes.durable import make_folder
from hallctl.minutes.private import only_ours
from hallctl.minutes.restore import set_aside
from hallctl.minutes.second_medium import write_anew
from hallctl.minutes.witness.memory import Memory
from hallctl.web.feed.signature import next_start
from tests.hallctl.cli.book.hall import Hall
from tests.hallctl.web.access.doors import Time, door_at, furnish


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def readable_by_others(folder: Path) -> list[str]:
    return sorted(
        str(path.relative_to(folder))
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) & 0o077
    )


def test_nothing_that_a_hall_keeps_can_be_read_by_others_under_umask_0(
    tmp_path: Path, open_umask: None
) -> None:
    folder = tmp_path / "todo"
    make_folder(folder)
    hall = Hall.made(folder).open()
    for given in (hall.config, folder / "passphrase"):
        given.unlink()  # what a person wrote has the mode that she gave it
    places = Places(hall.setting.directory)
    with open_shelf(hall.setting, hall.keys), door_at(places.directory, Time()) as auth:
        furnish(auth)
        FolderOutlet(places.acts).put("tomo-0001-folio-0001-acta.pdf", b"%PDF")
        Gallery(places.pictures).keep(np.zeros((8, 8, 3), np.uint8))
        Memory.open(folder / "testigo", "testigo").close()
        next_start(places.starts)
        write_anew(folder / "otro.jsonl", [b"{}\n"])
        set_aside(folder / "perdido.sqlite")
        names = {path.name for path in folder.rglob("*")}
        assert {
            "tomo-0001.sqlite",
            "tomo-0001.sqlite-wal",
            "tomo-0001.sqlite-shm",
            "tomo-0001.sqlite.lock",
        } <= names
        assert {
            "tomo-0001.jsonl",
            "cuentas.sqlite",
            "seguridad.sqlite-wal",
            "testigo.sqlite",
            "arranques",
        } <= names
        assert readable_by_others(folder) == []


def test_what_libraries_make_is_private_too_inside_the_block_and_no_longer_after_it(
    tmp_path: Path, open_umask: None
) -> None:
    with only_ours():
        (tmp_path / "a").mkdir()
        (tmp_path / "a/b").write_bytes(b"")
    (tmp_path / "c").write_bytes(b"")
    assert readable_by_others(tmp_path / "a") == []
    assert stat.S_IMODE((tmp_path / "c").stat().st_mode) == 0o666
