"""The notary's command: what is known from elsewhere as people type it, and what is no verdict."""

import json
import shutil
import subprocess
import sys

import pytest

from hallctl.minutes.notary import verificar_libro as notary
from tests.hallctl.minutes.notary.maker import BookPen, House, sha256

WHOLE, NOT_WHOLE, WRONG = 0, 1, 2


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return BookPen(House(), tmp_path_factory.mktemp("sala") / "1").write()


@pytest.fixture
def run(capsys):
    """Run the command; return its exit code and what it printed."""

    def command(*arguments):
        try:
            code = notary.main([str(each) for each in arguments])
        except SystemExit as ended:
            code = ended.code  # type: ignore[assignment]
        return code, capsys.readouterr().out

    return command


def groups(text):
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def test_all_that_is_known_from_elsewhere_binds_the_verdict(kept, run):
    house = kept.house
    code, said = run(
        kept.folder, "--segundo", kept.second, "--punto", kept.note, "--clave", house.verifier,
        "--autoridad", sha256(house.authority_der), "--testigo", house.witness_key,
        "--folios", kept.folios, "--imagenes", kept.pictures, *(f"--folio={text}" for text in kept.papers),
    )  # fmt: skip
    assert code == WHOLE
    assert "Comparados: 5 folios, 6 imágenes." in said
    assert said.splitlines()[-1] == "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO."
    assert "No se" not in said


@pytest.mark.parametrize("typed", [groups, str.upper, ":".join, lambda text: f" {text}\n"])
def test_a_fingerprint_is_the_same_however_it_is_typed(kept, run, typed):
    assert run(kept.folder, "--autoridad", typed(sha256(kept.house.authority_der)))[0] == WHOLE
    assert run(kept.folder, "--autoridad", typed(sha256(b"otra")))[0] == NOT_WHOLE


def test_a_key_and_the_code_of_a_folio_may_be_typed_in_groups(kept, run):
    assert run(kept.folder, "--clave", groups(str(kept.house.verifier)))[0] == WHOLE
    assert run(kept.folder, "--folio", groups(kept.papers[0]))[0] == WHOLE


@pytest.mark.parametrize(
    "arguments",
    [
        ["--clave", "mal"], ["--clave", "sala+00000000+AQ=="], ["--clave", ""], ["--testigo", "mal"],
        ["--autoridad", "mal"], ["--autoridad", "f" * 63], ["--autoridad", "f" * 65],
        ["--autoridad", "ñ" * 64],
        ["--folio", "mal"], ["--folio", "hallctl:folio:1;a;1;1;x;1;y"], ["--folio", ""],
        ["--segundo", "/nada"], ["--folios", "/nada"], ["--imagenes", "/nada"], ["--punto", "/nada"],
        ["--punto", __file__], ["--otra"],
    ],
)  # fmt: skip
def test_a_wrong_argument_is_no_verdict(kept, run, arguments):
    assert run(kept.folder, *arguments) == (WRONG, "")


def test_a_folder_without_volumes_or_that_is_not_there_is_no_verdict(tmp_path, run):
    assert run(tmp_path) == (WRONG, "")
    assert run(tmp_path / "nada") == (WRONG, "")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(";1;", ";7;", 1),
        lambda text: text.replace("sala/libro", "otra"),
        lambda text: text[:-1] + ("0" if text[-1] != "0" else "1"),
        lambda text: ";".join(["0" * 64 if at == 4 else each for at, each in enumerate(text.split(";"))]),
    ],
)
def test_a_paper_of_another_book_is_found(kept, run, change):
    code, said = run(kept.folder, "--folio", change(kept.papers[0]), "--json")
    assert code == NOT_WHOLE
    assert {finding["code"] for finding in json.loads(said)["findings"]} == {"MIN-SHORT"}


def test_a_console_that_lacks_letters_shows_the_verdict_all_the_same(kept):
    command = [sys.executable, "-I", "-X", "utf8=0", notary.__file__, str(kept.folder)]
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(command, capture_output=True, check=False, env=plain)
    assert done.returncode == WHOLE
    assert b"VEREDICTO: EL LIBRO EST" in done.stdout
    assert done.stderr == b""


def test_nothing_that_a_book_holds_moves_the_cursor(kept, run, tmp_path):
    path = tmp_path / "tomo-0001\x1b[2J.sqlite"
    path.write_bytes(b"x" * 100)
    code, said = run(path)
    assert code == NOT_WHOLE
    assert "\x1b" not in said


def test_a_book_whose_last_volume_is_closed_may_lack_the_next(kept, run, tmp_path):
    assert "El último tomo" not in run(kept.folder)[1]
    for path in kept.folder.glob("tomo-000[12].sqlite"):
        shutil.copy(path, tmp_path)
    code, said = run(tmp_path)
    assert code == WHOLE
    assert "El último tomo que hay está cerrado: si hubo otro después, aquí falta." in said
