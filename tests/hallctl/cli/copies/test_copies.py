"""A hall is copied to a stick and brought back elsewhere: the same book, whole on both media, and minuted."""

import json
import shutil
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.replay import replay
from hallctl.app.setting import load
from hallctl.app.vault import Places, open_shelf, read_keys, second_media
from hallctl.cli.book.reading import minuted
from hallctl.cli.copies import manifest
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.notary import verificar_libro
from hallctl.rules.events.volumes import MediumRepaired
from tests.hallctl.cli.book.hall import DIRECTOR, JEFE, Hall, book

WORDS = "una memoria en la caja fuerte"


def ran(*arguments):
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def backed_up(hall, stick, *options):
    """Copy a hall, and return the folder of the copy."""
    secret = hall.folder / "words"
    secret.write_text(f"{WORDS}\n", "utf-8")
    stick.mkdir(exist_ok=True)
    before = set(stick.iterdir())
    done = ran("backup", stick, "--config", hall.config, "--passphrase-file", secret, *options)
    assert done.exit_code == 0, done.stderr
    (made,) = set(stick.iterdir()) - before
    return made


def restored(copy, to, words, passphrase, *options, reason="se quemó la máquina"):
    decided = ("--director", DIRECTOR, "--jefe", JEFE, "--reason", reason)
    files = ("--director-passphrase-file", passphrase, "--jefe-passphrase-file", passphrase)
    return ran("restore", copy, "--to", to, "--passphrase-file", words, *decided, *files, *options)


def by_the_notary(volumes, folder, config):
    """Return what the notary's verifier says of the export of a book."""
    assert book("export", volumes, folder / "notario", "--config", config).returncode == 0
    command = [sys.executable, verificar_libro.__file__, folder / "notario"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.fixture
def stick(tmp_path):
    """A stick, with what people type in files beside it."""
    (tmp_path / "words").write_text(f"{WORDS}\n", "utf-8")
    return tmp_path / "stick"


@pytest.fixture
def hall(tmp_path):
    (tmp_path / "old").mkdir()
    return Hall.made(tmp_path / "old").open()


def state_of(config):
    setting = load(config)
    with open_shelf(setting, read_keys(setting)) as shelf:
        return replay(setting, shelf)


@pytest.mark.invariant("I12", "I16")
def test_a_hall_that_was_wiped_goes_on_elsewhere_from_its_copy(hall, stick, tmp_path):
    with open_shelf(hall.setting, hall.keys) as shelf:  # the hall is open meanwhile
        before = replay(hall.setting, shelf)
        copy = backed_up(hall, stick)
    assert book("verify", copy / "sala/libro").returncode == 0
    kept = b"".join(path.read_bytes() for path in copy.rglob("*") if path.is_file())
    assert (hall.folder / "claves/seal.key").read_bytes() not in kept
    passphrase = tmp_path / "passphrase"
    shutil.move(hall.folder / "passphrase", passphrase)

    to = tmp_path / "new"
    refused = restored(copy, to, tmp_path / "words", passphrase)
    assert refused.exit_code == 1
    assert "sigue en esta máquina" in refused.stderr
    assert not to.exists()

    shutil.rmtree(hall.folder)
    nobody = ran("restore", copy, "--to", to, "--passphrase-file", tmp_path / "words")
    assert nobody.exit_code == 2
    assert "--reason" in nobody.stderr
    assert not list(tmp_path.glob(".new*"))

    done = restored(copy, to, tmp_path / "words", passphrase)
    assert done.exit_code == 0, done.stderr
    setting = load(to / "hall.toml")
    places, second = Places(setting.directory), second_media(setting)
    assert book("verify", places.book, "--second", second).returncode == 0
    after = state_of(to / "hall.toml")
    assert (after.book, after.session, after.folios) == (before.book, before.session, before.folios)
    (event,) = (each.event for each in minuted(places.book) if isinstance(each.event, MediumRepaired))
    assert (event.medium, event.person, event.jefe) == ("libro", DIRECTOR, JEFE)
    assert event.reason.startswith("se quemó la máquina (restauración desde la copia ")
    assert "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO" in by_the_notary(places.book, tmp_path, to / "hall.toml")

    again = restored(copy, tmp_path / "third", tmp_path / "words", passphrase, "--second", second)
    assert again.exit_code == 2
    assert "ya hay un segundo soporte" in again.stderr
    assert book("verify", places.book, "--second", second).returncode == 0


def test_a_hall_that_moved_goes_on_at_one_place_alone(hall, stick, tmp_path):
    with open_shelf(hall.setting, hall.keys), pytest.raises(AssertionError, match="MIN-LOCKED"):
        backed_up(hall, stick, "--move")
    assert not list(stick.iterdir())
    copy = backed_up(hall, stick, "--move")
    with pytest.raises(MinutesError) as error:
        open_shelf(hall.setting, hall.keys)
    assert error.value.code == "MIN-MOVED"
    done = restored(copy, tmp_path / "new", tmp_path / "words", hall.folder / "passphrase")
    assert done.exit_code == 0, done.stderr
    assert "mudanza desde la copia" in done.stdout
    assert state_of(tmp_path / "new/hall.toml").book is not None


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy whose hall is gone, which the tests only read, and the file with its people's passphrase."""
    folder = tmp_path_factory.mktemp("copied")
    (folder / "old").mkdir()
    hall = Hall.made(folder / "old").open()
    copy = backed_up(hall, folder / "stick")
    shutil.rmtree(hall.folder / "sala")
    return copy, hall.folder / "passphrase", hall.folder / "words"


@pytest.mark.parametrize("what", ["sala/libro/tomo-0001.sqlite", "configuracion/hall.toml", manifest.NAME])
def test_a_copy_that_was_changed_is_not_restored(copied, tmp_path, what):
    kept, passphrase, words = copied
    copy = tmp_path / "copy"
    shutil.copytree(kept, copy)
    path = copy / what
    path.write_bytes(path.read_bytes().replace(b"Illimani", b"Illimanu"))
    if what == "configuracion/hall.toml":  # with the hash that it has now
        said = json.loads((copy / manifest.NAME).read_bytes())
        said["files"][what] = manifest.digest_of(path)
        text = json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True)
        (copy / manifest.NAME).write_text(f"{text}\n", "utf-8")
    assert restored(copy, tmp_path / "new", words, passphrase).exit_code == 1
    assert not list(tmp_path.glob("*new*"))


def test_a_wrong_passphrase_opens_nothing_and_leaves_nothing(copied, tmp_path):
    copy, passphrase, words = copied
    other = tmp_path / "other"
    other.write_text("otras palabras", "utf-8")
    assert restored(copy, tmp_path / "new", other, passphrase).exit_code == 1
    done = restored(copy, tmp_path / "new", words, other)
    assert done.exit_code == 2
    assert "la clave de Marta Suárez no se abrió" in done.stderr
    assert not list(tmp_path.glob("*new*"))
