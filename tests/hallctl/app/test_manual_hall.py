"""The program itself in a hall whose drum is worked by hand, from its configuration to a verified book."""

from contextlib import ExitStack
from dataclasses import replace

import httpx
import pytest
from typer.testing import CliRunner

from drivers.plant import new_plant, save_plant
from hallctl.__main__ import app
from hallctl.app.practice.demo import demo_overrides
from hallctl.app.practice.people import ConsoleClient, People
from hallctl.app.practice.processes import Controller, Simulators, free_port
from hallctl.app.practice.session import Reading, Session
from hallctl.app.replay import replay
from hallctl.app.setting import load
from hallctl.app.vault import Places, open_shelf, read_keys
from hallctl.config.problems import ConfigError
from hallctl.devices import ball_camera
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.folding.wrong_calls import CAMERA
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name
from hallctl.readings.witnesses import DISAGREEMENT
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.events.session import CheckPassed, SessionClosed
from tests.hallctl.bingo import event_of
from tests.hallctl.table.bench import QUICK, Bench
from tests.hallctl.web.console.hall import CONFIG, ROOT

MANUAL = ROOT / "fixtures/config/manual.toml"
REAL = (
    "[practice]                        # its book is a practice book\n",
    '# cctv = "circuito de seguridad, cámara 4"',
)
PATIENCE_S = 60.0


def overrides(folder, *more):
    return [
        f"hall.directory={folder}",
        f"console.port={free_port()}",
        f"feed.port={free_port()}",
        f"book.second={folder / 'segundo-soporte'}",
        f"keys.directory={folder / 'claves'}",
        "practice.minimum_interval_ms=0",
        "practice.any_more_ms=200",
        *more,
    ]


def problems(tmp_path, text, *changes):
    path = tmp_path / "hall.toml"
    path.write_text(text.replace("../series/", f"{MANUAL.parents[1]}/series/"), "utf-8")
    try:
        load(path, changes)
    except ConfigError as error:
        return [problem.removeprefix(f"{path}: ") for problem in error.problems]
    return []


class Program:
    """The program in a process of its own, with the far ends that its configuration names."""

    def __init__(self, folder, *more):
        self.folder = folder
        self.changes = overrides(folder, *more)
        self.setting = load(MANUAL, self.changes)

    def __enter__(self):
        with ExitStack() as parts:
            self.far_end = parts.enter_context(Simulators(self.setting, seed=3, pace=10, fps=10))
            port, log = self.setting.config.console.port, self.folder / "hallctl.log"
            self.controller = Controller(MANUAL, port, self.changes, log)
            parts.callback(self.controller.end)
            self.controller.await_ready()
            self.parts = parts.pop_all()
        return self

    def __exit__(self, *_):
        self.parts.close()

    def people(self, games=1):
        return People(self.setting.material[0], self.far_end.plant, 30, games, "Marta Suárez")

    def events(self):
        return [event_of(entry) for entry in read_entries(Places(self.folder).book / volume_name(1))]


@pytest.mark.req("AJ-08", "AJ-22", "AJ-60", "AJ-62")
@pytest.mark.invariant("I10", "I18")
def test_a_whole_session_is_played_by_hand_from_a_configuration_without_any_device(tmp_path):
    with Program(tmp_path) as program:
        reading = Reading(Places(tmp_path).book / volume_name(1), rule_set("aj-bolivia"), lambda _: None)
        Session(
            program.people(), program.controller, reading, PATIENCE_S, lambda _: None, lambda *_: None
        ).play()
        figures = httpx.get(f"{program.controller.url}/metrics").text
        assert program.controller.end() == 0
    assert "hallctl_balls_total" in figures
    assert "hallctl_camera_frames_total" not in figures
    events = program.events()
    assert verify_book(Places(tmp_path).book, tmp_path / "segundo-soporte").ok
    assert any(isinstance(event, SessionClosed) for event in events)
    checked = [event.item for event in events if isinstance(event, CheckPassed)]
    assert checked == ["bombo", "monitores", "pantallas", "sonido", "impresora", "reloj"]
    assert {event.reader for event in events if isinstance(event, BallDrawn)} == {"person"}
    assert any(isinstance(event, PrizePaid) for event in events)
    assert not any(isinstance(event, FaultLatched) for event in events)
    assert sorted((tmp_path / "actas").glob("*.pdf"))
    assert (tmp_path / "hallctl.log").read_text("utf-8") == ""


@pytest.mark.campaign
@pytest.mark.req("AJ-24")
@pytest.mark.invariant("I15")
def test_a_real_camera_agrees_with_the_locutor_on_the_ball_in_his_hand_or_stops_the_draw(tmp_path):
    plant = new_plant(3)
    held, other = plant.drum[:2]
    save_plant(tmp_path / "bolas.json", replace(plant, drum=plant.drum[1:], exit=held))
    (tmp_path / "reglas.toml").write_text(
        'base = "aj-bolivia-manual"\nwitnesses = ["caller", "camera"]\n', "utf-8"
    )
    camera = [f"camera.source=http://127.0.0.1:{free_port()}/", "camera.simulated=true", "reader.frames=1"]
    with Program(tmp_path, f"hall.rule_set={tmp_path / 'reglas.toml'}", *camera) as program:
        client, people = ConsoleClient(program.controller.url, "Marta Suárez"), program.people()
        number, another = (int(plant.ink[ball] or 0) for ball in (held, other))
        desk = play_until_ball(client, people)
        take(client, desk, "EnterBall", ball=number)
        desk = wait_for(client, lambda game: game["uncalled"] is not None or game["doubt"] is not None)
        assert desk["game"]["drawn"] == [number], desk["game"]
        picture = next(event for event in program.events() if isinstance(event, BallDrawn)).picture
        assert picture
        take(client, desk, "CallBall")
        take(client, client.desk(), "EnterBall", ball=another)
        desk = wait_for(client, lambda game: game["doubt"] is not None)
        assert desk["game"]["doubt"]["candidates"][0] == another
        assert desk["game"]["doubt"]["picture"]
        assert desk["game"]["called_balls"] == [number]
        said = desk["game"]["doubt"]
    assert said["reason"] == DISAGREEMENT
    assert said["readings"] == [
        {"witness": "caller", "ball": another},
        {"witness": "camera", "ball": number},
    ]


def play_until_ball(client, people):
    """Let the people open, sell and begin, up to the locutor's first ball."""
    while True:
        desk = client.desk()
        step = people.next_step(desk)
        if step is not None and step.offer["command"] == "EnterBall":
            return desk
        if step is not None:
            done(client, step.person, step.request())


def take(client, desk, command, **changes):
    offer = next(offer for offer in desk["offers"] if offer["command"] == command)
    request = {"request": f"{desk['sequence']}-{command}", "post": offer["post"], "command": command}
    request |= {"body": offer["body"] | changes, "seen": offer["seen"], "heard": desk["now"]}
    done(client, offer["person"], request)


def done(client, person, request):
    """Take a step, and what it asks for first: the key, or the person again."""
    answer = client.take(person, request)
    if answer.get("refusal", {}).get("code") in {"SIGN-LOCKED", "SIGN-AGAIN"}:
        client.unlock(person)
        answer = client.take(person, request | {"request": request["request"] + "-again"})
    assert "refusal" not in answer, answer


def wait_for(client, condition):
    for _ in range(600):
        desk = client.desk()
        if condition(desk["game"]):
            return desk
    raise AssertionError(desk["game"])


@pytest.mark.req("AJ-22", "AJ-29", "AJ-30")
def test_rules_and_devices_that_contradict_each_other_are_refused_with_a_sentence(tmp_path):
    text, machine = MANUAL.read_text("utf-8"), CONFIG.read_text("utf-8")
    assert problems(tmp_path, text) == []
    (found,) = problems(tmp_path, text, "extractor.port=/dev/ttyS0", "extractor.simulated=true")
    assert found.startswith("[extractor]: sobra; con las reglas «aj-bolivia-manual")
    assert found.endswith("el locutor saca las bolas (AJ-22)")
    found = problems(tmp_path, text, "hall.rule_set=aj-bolivia")
    assert [problem.partition(":")[0] for problem in found] == ["[extractor]", "[camera]"]
    (found,) = problems(tmp_path, machine, "hall.rule_set=aj-bolivia-manual")
    assert found.startswith("[extractor]: sobra")
    real = text.replace(REAL[0], "")
    (found,) = problems(tmp_path, real)
    assert found == "[camera]: falta; o diga en [hall] cctv qué circuito enfoca la salida (AJ-29, AJ-30)"
    assert problems(tmp_path, real, "hall.cctv=circuito de seguridad, cámara 4") == []
    (tmp_path / "reglas.toml").write_text(
        'base = "aj-bolivia-manual"\nwitnesses = ["caller", "camera"]\n', "utf-8"
    )
    (found,) = problems(tmp_path, text, "hall.rule_set=reglas.toml")
    assert found == "[camera]: falta; las reglas «reglas (práctica)» la piden como testigo (I15)"
    (tmp_path / "reglas.toml").write_text('base = "aj-bolivia"\nvoice_calls = true\n', "utf-8")
    (found,) = problems(tmp_path, machine, "hall.rule_set=reglas.toml")
    assert found == "[voice]: falta; con las reglas «reglas» canta la megafonía (AJ-08)"


@pytest.mark.req("AJ-29", "AJ-60")
def test_the_opening_checks_ask_for_what_is_there_and_for_nothing_else(tmp_path):
    assert "cámara" not in load(MANUAL).rules.checks
    own = load(MANUAL, ["hall.cctv=circuito de seguridad"]).rules.checks
    assert own[:3] == ("bombo", "circuito de televisión", "monitores")
    seen = load(MANUAL, ["camera.source=0"]).rules.checks
    assert seen[:3] == ("bombo", "cámara", "monitores")
    assert load(CONFIG).rules.checks[:2] == ("extractor", "cámara")


@pytest.mark.req("AJ-117")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no se puede leer"),
        ("name = ", "no es TOML"),
        ('base = "marte"', "base: no existe; hay: aj-bolivia, aj-bolivia-manual"),
        ('base = "aj-bolivia"\ncolour = 1', "colour: campo desconocido"),
        ('base = "aj-bolivia"\nminimum_cards = "x"', "minimum_cards: se espera int"),
        ('base = "aj-bolivia"\nline_bp = 9000', "AJ-116"),
        ('name = "sin base"', "falta"),
        ('base = "aj-bolivia"\nwitnesses = ["caller"]', "I15"),
    ],
)
def test_a_rule_set_of_the_halls_own_says_what_is_wrong_with_it(tmp_path, text, said):
    if text is not None:
        (tmp_path / "reglas.toml").write_text(text, "utf-8")
    found = problems(tmp_path, CONFIG.read_text("utf-8"), "hall.rule_set=reglas.toml")
    assert all(each.startswith("[hall] rule_set: ") for each in found)
    assert said in found[0]


def test_a_rule_set_of_the_halls_own_changes_what_it_names_and_has_its_own_name(tmp_path):
    (tmp_path / "reglas.toml").write_text(
        'base = "aj-bolivia"\napproval = "RA 7"\nwitnesses = ["camera", "caller"]\n', "utf-8"
    )
    problems(tmp_path, CONFIG.read_text("utf-8"))
    rules = load(tmp_path / "hall.toml", ["hall.rule_set=reglas.toml"]).rules
    assert (rules.name, rules.approval, rules.witnesses) == ("reglas", "RA 7", ("camera", "caller"))
    assert (rules.seats, rules.notes) == (load(CONFIG).rules.seats, load(CONFIG).rules.notes)


def test_the_doctor_looks_for_no_device_that_a_manual_hall_does_not_have(tmp_path):
    answer = CliRunner().invoke(app, ["doctor", "--config", str(MANUAL)])
    assert "bombo manual: el locutor saca las bolas" in answer.output
    answer = CliRunner().invoke(
        app, ["camera", "watch", "--config", str(MANUAL), "--png", str(tmp_path / "x")]
    )
    assert answer.exit_code != 0
    assert "no tiene cámara en la salida" in answer.output


def test_the_camera_that_two_people_go_on_without_is_the_one_that_faults_name():
    assert ball_camera.DEVICE == CAMERA


@pytest.mark.req("AJ-117")
def test_a_book_takes_up_other_rules_between_sessions_and_none_while_one_is_open(tmp_path):
    (tmp_path / "reglas.toml").write_text('base = "aj-bolivia"\nwitnesses = ["camera", "caller"]\n', "utf-8")
    rules = f"hall.rule_set={tmp_path / 'reglas.toml'}"
    with Bench(tmp_path) as bench:
        bench.open_session()
        bench.stop()
        other = load(CONFIG, [*demo_overrides(tmp_path), rules])
        with open_shelf(other, read_keys(other)) as shelf, pytest.raises(ConfigError, match="AJ-117"):
            replay(other, shelf)
        bench.start()
        bench.do(CloseSession())
        bench.stop()
        bench.setting = load(CONFIG, [*demo_overrides(tmp_path), *QUICK, rules])
        bench.start()
        bench.until(lambda state: state.rule_set_digest == bench.setting.rules.digest)
