"""The service's user gets the hall, and nothing of the machine's, whatever that user has put there."""

import os

import pytest

from hallctl.app.setting import load
from hallctl.cli.book.errors import BookError
from hallctl.cli.handing import hand_over
from tests.hallctl.cli.book.hall import Hall

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")

UID = 12345


@pytest.fixture
def hall(tmp_path):
    (tmp_path / "sala").mkdir()
    hall = Hall.made(tmp_path / "sala", keys=False)
    for name in ("sala/sala/libro/tomo-0001.sqlite", "otra/hall.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return hall


def given(root):
    return {path for path in (root, *root.rglob("*")) if path.lstat().st_uid == UID}


def test_the_services_user_gets_the_hall_and_nothing_beside_it(hall, tmp_path):
    hand_over(hall.setting, UID, UID)
    found = given(tmp_path)
    assert {hall.folder, hall.config, hall.book, hall.book / "tomo-0001.sqlite"} <= found
    assert all(path.is_relative_to(hall.folder) for path in found)


def test_a_link_in_the_hall_is_given_and_not_what_is_behind_it(hall, tmp_path):
    (hall.book / "fuera").symlink_to(tmp_path / "otra")
    (hall.book / "uno").symlink_to(tmp_path / "otra/hall.toml")
    hand_over(hall.setting, UID, UID)
    assert {hall.book / "fuera", hall.book / "uno"} <= given(tmp_path)
    assert not given(tmp_path / "otra")


@pytest.mark.parametrize("above", [False, True])
def test_a_folder_that_its_user_has_swapped_for_a_link_is_refused(hall, tmp_path, above):
    (tmp_path / "otra/libro").mkdir()
    hand_over(hall.setting, UID, UID)
    inside = hall.setting.directory / "libro"
    setting = load(hall.config, [f"hall.directory={inside}"]) if above else hall.setting
    hall.setting.directory.rename(tmp_path / "antes")
    hall.setting.directory.symlink_to(tmp_path / "otra")
    with pytest.raises(BookError, match="enlace que pudo poner otro usuario"):
        hand_over(setting, UID, UID)
    assert not given(tmp_path / "otra")


@pytest.mark.parametrize("folder", ["/", "/etc", "/etc/ssl", "/usr/share", "/var/lib", "/bin", "/srv"])
def test_a_folder_of_the_system_is_given_to_nobody(hall, folder, monkeypatch):
    def never(*_arguments, **_options):
        pytest.fail("something was given")

    monkeypatch.setattr(os, "fchown", never)
    monkeypatch.setattr(os, "chown", never)
    with pytest.raises(BookError, match="carpeta del sistema"):
        hand_over(load(hall.config, [f"hall.directory={folder}"]), UID, UID)


def test_a_link_that_only_root_could_lay_is_the_administrators(hall, tmp_path):
    if not all(each.stat().st_uid == 0 for each in tmp_path.parents):
        pytest.skip("the tests' folder is not below root's")
    link = tmp_path / "enlace"
    link.symlink_to(hall.setting.directory)
    hand_over(load(hall.config, [f"hall.directory={link}"]), UID, UID)
    assert hall.book / "tomo-0001.sqlite" in given(tmp_path)
    assert link.lstat().st_uid == 0
