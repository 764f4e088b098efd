"""``hallctl init``: the dialogue from any point of it, the file of answers, and what is told at the end."""

import stat
from functools import partial

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.installing.draft import keep, read_answers
from hallctl.app.installing.interview import completed, filled, from_file, questions_for
from hallctl.app.installing.making import make_hall
from hallctl.app.practice.processes import Controller, free_port
from hallctl.app.setting import load
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.finding import good, missing
from hallctl.cli.installing import cli
from hallctl.cli.installing.dialogue import Dialogue
from hallctl.cli.installing.machine import found_on, language_of
from tests.hallctl.app.installing.halls import BACCARAT, FOUND, HALLS, MACHINE, MANUAL, QUICK, ROULETTE


class Terminal:
    """Somebody who types lines, and leaves by Ctrl-C where there are no more."""

    def __init__(self, *lines):
        self.lines, self.seen, self.asked = list(lines), [], 0

    def read(self, prompt):
        self.seen.append(prompt)
        self.asked += 1
        if not self.lines:
            raise KeyboardInterrupt
        return self.lines.pop(0)

    @property
    def text(self):
        return "\n".join(self.seen)


def talk(terminal, given=None, kept=None, trials=None):
    dialogue = Dialogue(
        FOUND,
        trials or {},
        (lambda _: None) if kept is None else kept,
        terminal.read,
        terminal.seen.append,
        dict(given or {}),
    )
    return dialogue.hold()


def typed(values, language="es"):
    """What somebody types for these answers, each in full."""
    given = filled(from_file({"language": language, **values}), FOUND)
    return [given[each.key] or "-" for each in questions_for(given) if not each.quiet], given


@pytest.mark.parametrize("hall", HALLS.values(), ids=HALLS)
def test_the_dialogue_gives_the_answers_that_a_file_gives(hall):
    lines, given = typed(hall)
    lines = ["1" if line in {"0", "2"} else line for line in lines]  # a camera is picked from the list
    assert completed(talk(Terminal(*lines, "")), FOUND) == given


def test_ctrl_c_at_any_question_keeps_the_answers_and_another_start_goes_on_there(tmp_path):
    lines, given = typed(ROULETTE)
    draft = tmp_path / ".sala.respuestas.toml"
    for number in range(len(lines) + 1):
        draft.unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt):
            talk(Terminal(*lines[:number]), kept=partial(keep, draft))
        before = from_file(read_answers(draft)) if number else {}
        assert len(before) == number
        again = Terminal(*lines[number:], "")
        assert completed(talk(again, before), FOUND) == given
        assert again.asked == len(lines) - number + 1


def test_enter_takes_what_is_proposed_a_question_mark_explains_and_what_is_wrong_is_asked_again():
    terminal = Terminal("", "", "?", "marte", "2", "", "Bingo Illimani")
    with pytest.raises(KeyboardInterrupt):
        talk(terminal)
    assert "2  Bolivia, 90 bolas, bombo que una persona hace girar" in terminal.text
    assert "un archivo .toml con las que se aprobaron" in terminal.text
    assert "Esas reglas no sirven: no existe" in terminal.text
    assert "Hace falta una respuesta." in terminal.text
    assert "Sale en paredes, actas y certificados." in terminal.text
    assert "5/" in terminal.text


def test_back_asks_the_question_before_once_more_and_a_number_changes_an_answer_at_the_end():
    lines, given = typed(ROULETTE)
    at = lines.index("Mesa 7")
    lines[at : at + 1] = ["Mesa 6", "<", "Mesa 7"]
    terminal = Terminal(*lines, "4", "Mesa 8", "")
    assert completed(talk(terminal), FOUND) == {**given, "name": "Mesa 8"}


def test_the_dialogue_speaks_the_language_that_was_chosen():
    terminal = Terminal("3", "1")
    with pytest.raises(KeyboardInterrupt):
        talk(terminal)
    assert "Which game is played?" in terminal.text
    assert "1  Bolivia, 90 balls, machine and camera" in terminal.text
    assert language_of({"LANG": "pt_PT.UTF-8"}) == "pt"
    assert language_of({"LANG": "C"}) == "es"


def test_what_is_named_is_tried_at_once_and_what_fails_is_kept_only_on_purpose():
    tried = []

    def extractor(port, _given):
        tried.append(port)
        yield (
            good("extractor", "neumático") if port == "/dev/ttyACM0" else missing("extractor", "no responde")
        )

    lines, given = typed(MACHINE)
    at = lines.index("/dev/ttyACM0")
    lines = ["1" if line == "0" else line for line in lines]
    lines[at : at + 1] = ["/dev/ttyS9", "n", "/dev/ttyS9", "n", "1"]
    terminal = Terminal(*lines, "")
    assert completed(talk(terminal, trials={"extractor": extractor}), FOUND) == given
    assert tried == ["/dev/ttyS9", "/dev/ttyS9", "/dev/ttyACM0"]
    assert "✗ no responde" in terminal.text
    assert "✓ neumático" in terminal.text


def invoke(*arguments):
    return CliRunner().invoke(app, ["init", *map(str, arguments)])


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(cli, "make_hall", partial(make_hall, strength=QUICK))


def answers_file(folder, values, name="respuestas.toml"):
    path = folder / name
    keep(path, from_file(values))
    return path


def ports():
    return {"console_port": free_port(), "feed_port": free_port()}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("hall", [ROULETTE, BACCARAT], ids=["roulette", "baccarat"])
def test_a_table_is_made_from_a_file_without_a_question_and_starts(tmp_path, hall):
    second = str(tmp_path / "segundo")
    answers = answers_file(tmp_path, {**hall, "second": second, "address": "", **ports()})
    done = invoke(tmp_path / "sala", "--answers", answers)
    assert done.exit_code == 0, done.output
    config = tmp_path / "sala/hall.toml"
    assert CliRunner().invoke(app, ["check", "--config", str(config)]).exit_code == 0
    setting = load(config)
    controller = Controller(config, setting.config.console.port, [], tmp_path / "hallctl.log")
    try:
        controller.await_ready()
    finally:
        assert controller.end() == 0
    for said in (
        "Marta Suárez (director)",
        "caja fuerte",
        "hallctl run --config",
        "install-service",
        "--log '",
    ):
        assert said in done.output


@pytest.mark.usefixtures("quick")
def test_a_hall_with_a_machine_says_what_is_to_calibrate_and_that_devices_are_missing(tmp_path):
    values = {**MACHINE, "extractor": str(tmp_path / "nada.tty"), "camera": str(tmp_path / "nada.mp4")}
    answers = answers_file(
        tmp_path, {**values, "second": str(tmp_path / "segundo"), "address": "192.168.1.10"}
    )
    done = invoke(tmp_path / "sala", "--answers", answers)
    assert done.exit_code == 1, done.output
    assert "» FALTA  extractor" in done.output
    assert "hallctl camera calibrate --ball-set J-02" in done.output
    assert "https://192.168.1.10:8000/ca.crt" in done.output
    assert "█" in done.output
    again = invoke(tmp_path / "sala", "--answers", answers)
    assert again.exit_code == 2
    assert "ya hay una sala" in again.output


def test_a_file_of_answers_is_refused_with_everything_that_is_wrong_and_nothing_is_made(tmp_path):
    wrong = {**MANUAL, "seats": 0, "letter": "á", "wheel": "/dev/ttyUSB0", "nombre": "x", "director": ""}
    done = invoke(tmp_path / "sala", "--answers", answers_file(tmp_path, wrong))
    assert done.exit_code == 2
    told = [line.partition("respuestas.toml: ")[2].partition(":")[0] for line in done.output.splitlines()]
    assert told == ["wheel", "nombre", "seats", "director", "letter"]
    assert [path.name for path in tmp_path.iterdir()] == ["respuestas.toml"]
    assert invoke(tmp_path / "sala", "--answers", tmp_path / "nada.toml").exit_code == 2


@pytest.mark.usefixtures("quick")
def test_passphrases_come_from_a_file_that_nobody_else_reads_and_are_then_not_told(tmp_path):
    answers = answers_file(tmp_path, {**ROULETTE, "second": str(tmp_path / "segundo"), "address": ""})
    names = ["", "Marta Suárez", "Ana Quispe", "Luis Rojas", "Eva Condori"]
    secrets = tmp_path / "secretos.toml"
    secrets.write_text("".join(f'"{name}" = "una contraseña de prueba {name}"\n' for name in names), "utf-8")
    secrets.chmod(0o644)
    open_to_all = invoke(tmp_path / "sala", "--answers", answers, "--secrets", secrets)
    assert open_to_all.exit_code == 2
    assert not (tmp_path / "sala").exists()
    secrets.chmod(stat.S_IRUSR)
    done = invoke(tmp_path / "sala", "--answers", answers, "--secrets", secrets)
    assert done.exit_code == 0, done.output
    assert "prueba" not in done.output


def test_the_machine_says_what_it_has(tmp_path):
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/ttyACM0").touch()
    camera = tmp_path / "sys/class/video4linux/video2"
    camera.mkdir(parents=True)
    (camera / "name").write_text("HD Webcam\n")
    found = found_on(Computer(tmp_path), {"LANG": "en_GB.UTF-8"})
    assert [each.value for each in found.ports] == ["/dev/ttyACM0"]
    assert [(each.value, each.label) for each in found.cameras] == [("2", "HD Webcam")]
    assert found.language == "en"
    assert not any(each.startswith("127.") for each in found.addresses)


def test_where_nobody_says_where_it_is_the_packages_place_or_here(tmp_path):
    assert cli.usual_folder(tmp_path) == tmp_path / "sala"
    assert str(cli.usual_folder(tmp_path / "nada")) == "sala"
