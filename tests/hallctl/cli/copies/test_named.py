"""The files that a configuration names go along, and the copy names them where they lie then."""

import socket
from pathlib import PurePath

import pytest

from hallctl.cli.book.errors import BookError
from hallctl.cli.copies.named import files_of, named_files, renamed
from hallctl.cli.copies.reach import still_there
from hallctl.cli.copies.sealed import new_parameters, sealed, unsealed
from hallctl.config.tomlfile import read_toml
from tests.hallctl.cli.copies.manifests import MANIFEST

TEXT = """# the hall's own, with an apostrophe, "sala" and 'sala'
[hall]
name = "Bingo \\"Illimani\\""
directory = 'sala'          # relative
logo = "logo.png"
[reader]
calibrations = ["bolas/J-01.toml"]
[[series]]
matrix = "../series/a.csv"
[voice]
player = ["player"]
folder = "voz"
"""


@pytest.fixture
def config(tmp_path):
    folder = tmp_path / "etc"
    for name in ("sala/x", "logo.png", "bolas/J-01.png", "../series/a.csv", "player", "voz/1/one.wav"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    (folder / "bolas/J-01.toml").write_text('[patterns]\nfile = "J-01.png"\n', "utf-8")
    (folder / "hall.toml").write_text(TEXT, "utf-8")
    return folder / "hall.toml"


def test_every_file_that_is_named_goes_along_and_what_it_names(config):
    named = named_files(config, read_toml(config))
    kept = sorted(str(place) for each in named for place, _ in files_of(each))
    assert kept == ["bolas/J-01.png", "bolas/J-01.toml", "logo.png", "traidos/3/a.csv", "voz/1/one.wav"]
    assert named[2].kept == PurePath("traidos/3/a.csv")


def test_a_configuration_says_something_else_at_some_places_and_keeps_its_comments(config):
    changed = renamed(TEXT, {("hall", "directory"): "otra", ("series", 0, "matrix"): "traidos/3/a.csv"})
    assert changed == TEXT.replace("= 'sala'", '= "otra"').replace("../series/a.csv", "traidos/3/a.csv")


def test_a_name_that_stands_elsewhere_too_is_refused():
    with pytest.raises(BookError, match="«sala»"):
        renamed('[hall]\nname = "sala"\ndirectory = "sala"\n', {("hall", "directory"): "otra"})


def test_only_the_passphrase_opens_what_was_sealed_and_only_with_what_was_said():
    files, parameters = {"claves/seal.key": b"key"}, new_parameters()
    content = sealed(files, "una memoria", parameters, b"said")
    assert unsealed(content, "una memoria", parameters, b"said") == files
    for words, said in (("otra memoria", b"said"), ("una memoria", b"other")):
        with pytest.raises(BookError, match="contraseña"):
            unsealed(content, words, parameters, said)
    with pytest.raises(BookError, match="8 caracteres"):
        sealed(files, "corta", parameters, b"")


def test_a_hall_that_answers_is_still_there():
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"localhost:{server.getsockname()[1]}"
        assert list(still_there(MANIFEST(addresses=(address,)))) == [
            f"la sala que se copió contesta en {address}: apáguela antes"
        ]
    assert not list(still_there(MANIFEST(addresses=(address,))))
