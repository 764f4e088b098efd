"""``hallctl check`` says all that is wrong at once: no problem hides another, and none is made up."""

import re
import shutil
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hallctl.app.checking import check
from hallctl.app.ports import port_problems
from hallctl.app.practice.data import FIXTURES
from hallctl.app.practice.processes import free_port
from hallctl.app.setting import load
from hallctl.config.example import example_text
from hallctl.minutes.volume_file import sole_writer

NOW = datetime(2026, 11, 30, tzinfo=UTC)
BUILT = datetime(2020, 1, 1, tzinfo=UTC)

TEXT = (
    re.sub(r"^#.*\n", "", example_text(), flags=re.MULTILINE)
    + '[panel]\nlocutor = "Luis Rojas"\ndraw = 4\ncall = 5\n'
)

FAULTS = {
    'directory = "sala"': ('rule_set = "marte"\ndirectory = "sala"', "[hall] rule_set: no existe"),
    "tables = 25": ("tables = 0", "[hall] tables: debe ser como mínimo 1, no 0"),
    "seats = 100": ('seats = 100\ncolour = "red"', "[hall] colour: clave desconocida"),
    'tax_id = "000000000"': ('tax_id = "0"\nlogo = "none.png"', "[hall] logo: "),
    'notarised_on = "2026-11-21"': ("", "[book] notarised_on: falta"),
    'origin = "bingo-illimani.example/libro"': ('origin = "un libro"', "[keys] origin: no tiene la forma"),
    'port = "/dev/hallctl-extractor"': ('port = "/dev/x"\nball_s = 0.1', "[extractor] ball_s: más de"),
    "source = 0": ("source = 99", "[camera] source: debe ser un número de cámara"),
    "draw = 4": ("draw = 5", "[panel] call: la patilla 5 es también de draw"),
    'posts = ["cajero"]': ('posts = ["cajero", "jefe"]', "2 personas para el puesto «jefe»"),
    "face_value = 500": ("face_value = 5.5", "[series.1] face_value: debe ser un número entero"),
    "series/a-1042.csv": ("none.csv", "[series.1] matrix: "),
    "[panel]": ('[reader]\ncalibrations = ["none.toml"]\n[panel]', "[reader] calibrations: 1: "),
    "[[series]]": ('[voice]\n[[screens]]\nname = "auto"\n[[series]]', "[voice] folder: falta"),
    "[[screens]]": ("[[screens]]", "[[screens]] name: «auto» ya es una señal"),
}
"""What is written in the place of what, and the sentence that says it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURES / "series", tmp_path / "series")
    return tmp_path


@pytest.fixture
def free() -> list[str]:
    return [f"console.port={free_port()}", f"feed.port={free_port()}"]


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def found(folder: Path, text: str, overrides: list[str]) -> tuple[str, ...]:
    path = folder / "hall.toml"
    path.write_text(text, "utf-8")
    return check(path, overrides, NOW, BUILT).problems


def test_every_fault_has_its_sentence_whatever_else_is_wrong_and_there_is_no_other(
    folder: Path, free: list[str], taken: int
) -> None:
    assert found(folder, TEXT, free) == ()
    text = TEXT
    for old, (new, _) in FAULTS.items():
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    problems = found(folder, text, [*free, f"feed.port={taken}"])
    sentences = [*(sentence for _, sentence in FAULTS.values()), f"[feed] port: {taken} lo usa ya otro"]
    unsaid = [each for each in sentences if not any(each in problem for problem in problems)]
    assert unsaid == []
    assert len(problems) == len(sentences) >= 10, "\n".join(problems)


def test_one_fault_has_one_sentence(folder: Path, free: list[str]) -> None:
    for old, (new, sentence) in FAULTS.items():
        if old == new or "[[screens]]" in new:
            continue
        problems = found(folder, TEXT.replace(old, new, 1), free)
        assert len(problems) == 1 and sentence in problems[0], problems


def test_a_section_that_is_not_there_hides_none_of_the_others(folder: Path, free: list[str]) -> None:
    text = TEXT.replace("[hall] ", "[sala] ").replace("series/a-1042.csv", "none.csv")
    problems = found(folder, text, free)
    assert [re.sub(r"^.*hall\.toml: ", "", each).partition(":")[0] for each in problems] == [
        "hall",
        "sala",
        "[series.1] matrix",
    ]


def test_the_ports_of_a_hall_that_runs_are_its_own(folder: Path, free: list[str], taken: int) -> None:
    book = folder / "sala/libro"
    book.mkdir(parents=True)
    with sole_writer(book / "tomo-0001.sqlite"):
        assert found(folder, TEXT, [*free, f"console.port={taken}"]) == ()
    assert len(found(folder, TEXT, [*free, f"console.port={taken}"])) == 1
    setting = load(folder / "hall.toml", [*free, "console.host=192.0.2.7"])
    assert [*port_problems(setting, elsewhere=True)] == []
    (told,) = port_problems(setting, elsewhere=False)
    assert "[console] host: 192.0.2.7 no es una dirección de esta máquina" in told
