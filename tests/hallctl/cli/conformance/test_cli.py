"""The command on real ports: what it prints, how it ends, and what is no machine."""

import json
import os
import pty
import subprocess
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.cli.conformance import report
from hallctl.cli.conformance.trial import Case, Outcome, Report, chosen
from hallctl.cli.conformance.trial import Result as Tried

ROOT = Path(__file__).parents[4]
SLOW_COMPUTER = ("--answer-ms", "2000")


@contextmanager
def terminal() -> Iterator[tuple[int, str]]:
    """The machine's end of a line, and the path of the other."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


@contextmanager
def machine(program: Path, mistake: str) -> Iterator[str]:
    """A machine in real time; the path of its port."""
    with (
        terminal() as (master, path),
        subprocess.Popen(
            [program, "--fd", str(master), mistake], pass_fds=[master], stdin=subprocess.PIPE
        ) as process,
    ):
        yield path
        process.communicate(timeout=30)


def hallctl(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["machine", "try", *words], input=typed)  # type: ignore[return-value]


def test_a_mistake_on_a_real_line_is_named_in_lines_for_people(extractor: Path) -> None:
    with machine(extractor, "plate-is-not-ascii") as port:
        ended = hallctl("--port", port, "--unattended", "--only", "Quién es", *SLOW_COMPUTER)
    assert ended.exit_code == report.BROKEN
    lines = ended.output.splitlines()
    assert lines[:3] == [
        "» INCUMPLE    Quién es: Identify e Identity",
        "              su placa dice 'SEGéNDA-01'",
        "              docs/extractor-wire.md, Machine to controller: "
        "«Serial id: printable ASCII, zeros behind.»",
    ]
    assert (
        "Su máquina todavía no está lista: incumple 1, la primera «Quién es: Identify e Identity»." in lines
    )


def test_each_case_is_a_line_of_json_for_a_program(extractor: Path) -> None:
    ends = {}
    for only in ("Ruido", "Corte"):
        with machine(extractor, "") as port:
            ended = hallctl("--port", port, "--unattended", "--json", "--only", only, *SLOW_COMPUTER)
        ends[only] = ended.exit_code, json.loads(ended.output.splitlines()[-1])
    assert ends["Ruido"] == (
        report.INCOMPLETE,  # the others were not chosen
        {
            "case": "Ruido entre tramas",
            "outcome": "cumple",
            "seen": "",
            "page": "",
            "part": "",
            "sentence": "",
        },
    )
    assert ends["Corte"][0] == report.INCOMPLETE
    assert (ends["Corte"][1]["case"], ends["Corte"][1]["outcome"]) == ("Corte de corriente", "sin probar")


def test_what_prepares_the_machine_is_played_before_a_case_that_was_chosen() -> None:
    cases = [Case(title, print, prepares=title == "Recoger") for title in ("Quién es", "Recoger", "Sacar")]
    assert [case.title for case in chosen(cases, "Sacar")] == ["Recoger", "Sacar"]
    assert [case.title for case in chosen(cases, "Quién")] == ["Quién es"]
    assert [case.title for case in chosen(cases, "")] == ["Quién es", "Recoger", "Sacar"]


def test_a_plc_behind_a_real_modbus_is_tried_and_one_that_hangs_is_found(plc: Path, tmp_path: Path) -> None:
    text = (ROOT / "fixtures/config/plc-holding.toml").read_text("utf-8")
    map_ = tmp_path / "map.toml"  # a pseudo-terminal has no parity
    map_.write_text(text.replace('parity = "even"', 'parity = "none"\nanswer_ms = 500'), "utf-8")
    for mistake, only, status in (
        ("", "Los registros", report.INCOMPLETE),
        ("hangs-from-the-start", "número ya hecho", report.BROKEN),
    ):
        with machine(plc, mistake) as port:
            ended = hallctl("--port", port, "--plc", str(map_), "--unattended", "--only", only)
        assert ended.exit_code == status, ended.output
    assert "Modbus contesta, y en 6 s el programa no puso en done el" in ended.output
    assert "(Stop): ¿está en RUN?" in ended.output
    assert "docs/plc.md, Dead man: «A program that hangs while Modbus still answers" in ended.output


def test_a_person_who_is_not_ready_moves_nothing(extractor: Path) -> None:
    with machine(extractor, "") as port:
        ended = hallctl("--port", port, typed="s\n")
    assert ended.exit_code == report.UNUSABLE
    assert "La máquina va a moverse" in ended.output
    assert "cumple" not in ended.output


def test_a_person_at_the_machine_is_asked_and_may_skip(extractor: Path) -> None:
    with machine(extractor, "") as port:
        ended = hallctl("--port", port, "--only", "Seta", *SLOW_COMPUTER, typed="\ns\n")
    assert "→ Pulse la seta de emergencia y déjela pulsada." in ended.output
    assert "necesita a una persona junto a la máquina" in ended.output
    assert ended.exit_code == report.INCOMPLETE


def test_what_is_no_machine_is_said_and_ends_with_2(extractor: Path) -> None:
    nowhere = hallctl("--port", "/dev/hallctl-nowhere", "--unattended")
    assert nowhere.exit_code == report.UNUSABLE
    assert "no existe ese puerto" in nowhere.output
    with machine(extractor, "") as port:
        unnamed = hallctl("--port", port, "--unattended", "--only", "Nada así", *SLOW_COMPUTER)
    assert unnamed.exit_code == report.UNUSABLE
    assert "ninguna prueba se llama «Nada así»" in unnamed.output
    with terminal() as (_, path):
        silent = hallctl("--port", path, "--unattended")
    assert silent.exit_code == report.UNUSABLE
    assert "no hay máquina que probar" in silent.output
    assert "no contestó a Identify" in silent.output
    with terminal() as (master, path):
        echo = threading.Thread(target=lambda: os.write(master, os.read(master, 4096)))
        echo.start()
        looped = hallctl("--port", path, "--unattended")
        echo.join()
    assert looped.exit_code == report.UNUSABLE
    assert "el puerto devuelve lo que se le envía" in looped.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--unattended",), "[extractor] port"),
        (("--port", "x", "--ball-s", "60", "--unattended"), "reload_s: más que ball_s"),
        (("--port", "x", "--plc", "{folder}/none.toml", "--unattended"), "none.toml"),
        (("--port", "x", "--plc", "{folder}/bad.toml", "--unattended"), "no es TOML"),
        (("--port", "x", "--plc", "{folder}/empty.toml", "--unattended"), "extractor.modbus"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_a_sentence(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "bad.toml").write_text("[extractor", "utf-8")
    (tmp_path / "empty.toml").write_text("", "utf-8")
    ended = hallctl(*(word.format(folder=tmp_path) for word in words))
    assert ended.exit_code == report.UNUSABLE
    assert said in ended.output
    assert "Traceback" not in ended.output


def test_the_exit_statuses_are_those_of_the_page() -> None:
    page = (ROOT / "docs/machine-try.md").read_text("utf-8")
    held, broken, untried = (Tried("x", outcome) for outcome in Outcome)
    for status, results in ((0, [held]), (1, [held, broken, untried]), (3, [held, untried])):
        assert report.status(Report("", tuple(results))) == status
        assert f"\n| {status} | " in page
    assert f"\n| {report.UNUSABLE} | there is no machine to try" in page
    assert list(report.verdict(Report("", (held,))))[-1] in page
