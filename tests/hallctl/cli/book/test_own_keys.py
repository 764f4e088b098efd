"""A hall goes on with a volume only by the keys that it names: by others it would verify no more (I25)."""

import shutil
from dataclasses import replace

import pytest

from hallctl.app.practice.keys import prepare_keys
from hallctl.app.vault import demand_own_keys, open_shelf, read_keys
from hallctl.config.problems import ConfigError
from tests.hallctl.cli.book.hall import Hall


def demand(hall):
    with open_shelf(hall.setting, None) as shelf:
        demand_own_keys(hall.setting, shelf, hall.keys)


def with_new_keys(hall):
    """Make all keys of a hall anew, as who lost the folder does."""
    shutil.rmtree(hall.setting.beside(hall.setting.config.keys.directory))
    prepare_keys(hall.setting)
    return replace(hall, keys=read_keys(hall.setting))


@pytest.mark.invariant("I25")
def test_other_keys_wait_for_the_next_volume(tmp_path):
    hall = Hall.made(tmp_path).open()
    demand(hall)
    with pytest.raises(ConfigError, match="el tomo abierto nombra otras claves"):
        demand(with_new_keys(hall))
    (tmp_path / "otra").mkdir()
    hall = Hall.made(tmp_path / "otra").open()
    hall.close()
    hall = with_new_keys(hall)
    demand(hall)
    hall.open(2)
    assert hall.verify().returncode == 0, hall.verify().stdout


@pytest.mark.invariant("I25", "I27")
@pytest.mark.parametrize("closed", [False, True])
def test_a_book_with_keys_goes_on_with_keys(tmp_path, closed):
    hall = Hall.made(tmp_path).open()
    if closed:
        hall.close()
    with pytest.raises(ConfigError, match="el libro nombra claves y la sala no tiene"):
        demand(replace(hall, keys=None))


@pytest.mark.invariant("I25", "I21")
def test_a_volume_that_was_opened_without_keys_is_closed_without_them(tmp_path):
    hall = Hall.made(tmp_path, keys=False).open()
    hall = Hall.made(tmp_path)
    hall.close()
    assert hall.verify().returncode == 0, hall.verify().stdout
    hall.open(2)
    assert hall.verify().returncode == 0, hall.verify().stdout
