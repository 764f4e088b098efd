"""The port that every simulated device offers."""

import os
from pathlib import Path

import pytest

from drivers.offered_port import OfferedPort


def test_who_has_taken_the_name_keeps_it_when_the_first_leaves(tmp_path: Path) -> None:
    link = tmp_path / "device.tty"
    first, second = OfferedPort(link), OfferedPort(link)
    first.plug()
    second.plug()
    theirs = link.readlink()
    first.unplug()
    assert link.readlink() == theirs
    second.unplug()
    assert not link.is_symlink()


def test_what_is_no_link_is_not_replaced(tmp_path: Path) -> None:
    taken = tmp_path / "letter.txt"
    taken.write_text("keep me", "utf-8")
    with pytest.raises(FileExistsError, match="--link"):
        OfferedPort(taken).plug()
    assert taken.read_text("utf-8") == "keep me"


def test_bytes_go_both_ways_and_an_unplugged_port_says_nothing(tmp_path: Path) -> None:
    port = OfferedPort(tmp_path / "device.tty")
    port.write(b"nobody hears")
    assert (port.descriptor, port.read()) == (None, b"")
    port.plug()
    host = os.open(tmp_path / "device.tty", os.O_RDWR | os.O_NOCTTY)
    try:
        port.write(b"there")
        assert os.read(host, 16) == b"there"
        os.write(host, b"back")
        assert port.read() == b"back"
    finally:
        os.close(host)
        port.unplug()
