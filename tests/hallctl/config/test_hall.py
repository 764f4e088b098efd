"""A configuration that is wrong says everything at once: file, section, key and limit."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from typer.testing import CliRunner

from drivers.plc.driver import PlcExtractor
from drivers.reader.exit import LearntExit, Place
from hallctl.__main__ import app
from hallctl.app.calibrating.calibration import SetReport
from hallctl.app.calibrating.report import ExitSheet, Occasion, Sheet, setting
from hallctl.app.practice.data import PRACTICE
from hallctl.app.setting import load
from hallctl.app.table_limits import vote_policy
from hallctl.config.plc import FaultName
from hallctl.config.problems import ConfigError
from hallctl.config.reader import PatternSheet
from hallctl.devices.ball_camera import exit_in
from hallctl.devices.extractor import _FAULTS, fault_named
from hallctl.devices.machines import driver_of, layout_of
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.cards import MatrixError
from hallctl.readings.vote import VotePolicy
from hallctl.rules.commands.base import Post

TEXT = PRACTICE.read_text("utf-8").replace("../series/", f"{PRACTICE.parents[1]}/series/")


def problems(tmp_path, text, *overrides):
    path = tmp_path / "hall.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, overrides)
    return path, caught.value.problems


def test_the_practice_configuration_is_right():
    setting = load(PRACTICE)
    assert setting.rules.name == "aj-bolivia"
    assert len(setting.material[0].cards) == 600
    assert setting.config.simulated


def test_all_problems_are_told_at_once_with_file_section_key_and_limit(tmp_path):
    text = TEXT.replace("folios = 200", "folios = 0").replace("port = 8000", 'port = 80\ncolour = "red"')
    text = text.replace("a-1042.csv", "none.csv").replace('notarised_on = "2026-11-21"', "")
    path, found = problems(tmp_path, text)
    assert f"{path}: [book] folios: debe ser como mínimo 1, no 0" in found
    assert f"{path}: [book] notarised_on: falta" in found
    assert f"{path}: [console] port: debe ser como mínimo 1024, no 80" in found
    assert f"{path}: [console] colour: clave desconocida" in found
    assert any("[series.1] matrix" in problem and "none.csv" in problem for problem in found)
    assert len(found) == 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('posts = ["jefe"]', 'posts = ["boss"]', "[people.2.posts] 1: debe ser uno de 'director'"),
        ('posts = ["jefe"]', 'posts = ["cajero"]', "nadie ocupa el puesto «jefe» (AJ-13)"),
        ('posts = ["cajero"]', 'posts = ["cajero", "jefe"]', "2 personas para el puesto «jefe»"),
        ('rule_set = "aj-bolivia"', 'rule_set = "marte"', "[hall] rule_set: no existe"),
        ('source = "http://127.0.0.1:8081/"', "source = 99", "[camera] source: debe ser un número de cámara"),
        ("face_value = 500", "face_value = 5.0", "[series.1] face_value: debe ser un número entero"),
        ('letter = "A"', 'letter = "a1"', "[series.1] letter: no tiene la forma"),
        ("[hall]", "[sala]", "sala: clave desconocida"),
        ("[console]", '[log]\nformat = "xml"\n[console]', "[log] format: debe ser uno de 'auto'"),
        ("[hall]", "[hall", "no es TOML"),
    ],
)
def test_each_kind_of_mistake_has_its_sentence(tmp_path, old, new, said):
    assert old in TEXT
    path, found = problems(tmp_path, TEXT.replace(old, new))
    assert any(said in problem for problem in found), found
    assert all(problem.startswith(str(path)) for problem in found)


@pytest.mark.req("AJ-02")
def test_a_hall_has_as_many_cashiers_as_it_likes(tmp_path):
    path, two = tmp_path / "hall.toml", '[[people]]\nname = "Eva Condori"\nposts = ["cajero"]\n'
    path.write_text(TEXT + two, "utf-8")
    held = [each.person for each in load(path).config.appointments if each.post is Post.CAJERO]
    assert held == ["Rosa Mamani", "Eva Condori"]


def test_a_file_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(ConfigError, match="no se puede leer"):
        load(tmp_path / "none.toml")


def test_only_a_practice_hall_may_change_the_pace(tmp_path):
    real = TEXT.replace("simulated = true", "") + "\n[practice]\nminimum_interval_ms = 0\n"
    _, found = problems(tmp_path, real)
    assert any("[practice]: solo con un extractor o una cámara simulados" in problem for problem in found)


def test_a_value_can_be_replaced_from_the_command_line(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT, "utf-8")
    setting = load(path, ["console.port=8123", "hall.name=Otra sala"])
    assert (setting.config.console.port, setting.config.hall.name) == (8123, "Otra sala")
    with pytest.raises(ConfigError, match=r"se espera sección\.clave=valor"):
        load(path, ["console"])


def test_the_command_line_tells_the_problems_and_ends_with_two(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT.replace("folios = 200", "folios = 0"), "utf-8")
    for command in ("check", "run", "practice"):
        result = CliRunner().invoke(app, [command, "--config", str(path)])
        assert result.exit_code == 2
        assert result.stderr == f"{path}: [book] folios: debe ser como mínimo 1, no 0\n"


def test_an_unsigned_feed_stays_on_this_machine_and_has_a_port_of_its_own(tmp_path):
    keys = TEXT.index("[keys]")
    unsigned = TEXT[:keys] + TEXT[TEXT.index("[extractor]") :]
    path, found = problems(tmp_path, f'{unsigned}\n[feed]\nhost = "192.168.1.10"\nport = 8000\n')
    assert any(p.startswith(f"{path}: [feed] host: sin [keys]") for p in found)
    assert f"{path}: [feed] port: 8000 es el de la consola; debe ser otro" in found


@pytest.mark.req("AJ-16", "AJ-17", "AJ-18", "AJ-72")
def test_a_matrix_with_faults_is_refused_whole_with_every_fault_by_card(tmp_path):
    lines = (PRACTICE.parents[1] / "series/a-1042.csv").read_text("utf-8").splitlines()
    cells = lines[2].split(",")
    cells[next(i for i, cell in enumerate(cells) if i and cell)] = "91"
    path = tmp_path / "series.csv"
    path.write_text("\n".join([*lines[:2], ",".join(cells), "3," + lines[1].partition(",")[2]]), "utf-8")
    with pytest.raises(MatrixError) as caught:
        read_csv(path)
    assert "cartón 2: el número 91 no está entre 1 y 90" in str(caught.value)
    assert "cartón 3: tiene los mismos números que el cartón 1" in str(caught.value)


def test_faults_are_told_a_line_each_and_of_many_the_first_and_how_many_more(tmp_path):
    _, found = problems(tmp_path, TEXT, "hall.rule_set=pt-bingo-75")
    lines = [line for line in found if "[series.1] matrix" in line]
    assert len(lines) == 11 and not any("; " in line for line in lines)
    assert lines[1].endswith("cartón 1: casillas en la línea: 27, no 25")
    assert lines[-1].endswith(": … y 591 más")
    (tmp_path / "own.toml").write_text('base = "aj-bolivia"\nline_bp = 1\nsplit_by = "x"\n', "utf-8")
    _, found = problems(tmp_path, TEXT, "hall.rule_set=own.toml")
    of_rules = [line for line in found if "[hall] rule_set: " in line]
    assert [line.rpartition(" (")[2] for line in of_rules] == ["AJ-116)", "D4)"]


@pytest.mark.parametrize("line", ["2,1,2", "x,1", "1,a,,"])
def test_a_line_that_is_no_card_is_refused(tmp_path, line):
    path = Path(tmp_path / "series.csv")
    path.write_text(f"card\n{line}\n", "utf-8")
    with pytest.raises(MatrixError):
        read_csv(path)


@pytest.mark.req("AJ-25", "AJ-116", "AJ-117")
def test_the_default_rule_set_carries_its_approval_and_shares_at_most_everything():
    rules = rule_set("aj-bolivia")
    assert rules.approval
    assert rules.ball_set_games == 1000
    assert rules.line_bp + rules.bingo_bp + rules.house_bp == 10_000
    with pytest.raises(ValueError, match="AJ-116"):
        replace(rules, line_bp=9000)


TOKEN = """
[[keys.tokens]]
person = "{}"
module = "/usr/lib/softhsm/libsofthsm2.so"
label = "{}"
key = "firma"
"""


def test_a_token_is_one_persons_who_is_of_the_hall(tmp_path):
    ana, luis = (person.name for person in load(PRACTICE).config.people[1:3])
    tokens = (ana, "a"), (ana, "b"), ("Nadie", "c"), (luis, "c")
    _, found = problems(tmp_path, TEXT + "".join(TOKEN.format(*each) for each in tokens))
    assert [problem.partition("[[keys.tokens]] ")[2] for problem in found] == [
        "person: «Nadie» no está en [[people]]",
        f"person: 2 tarjetas para «{ana}»; debe ser una",
        "label: «c» sirve a 2 personas; una tarjeta tiene un solo PIN (I16)",
    ]
    path = tmp_path / "hall.toml"
    path.write_text(TEXT + TOKEN.format(ana, "a") + TOKEN.format(luis, "b"), "utf-8")
    assert [token.label for token in load(path).config.keys.tokens] == ["a", "b"]


def test_the_tokens_of_the_document_are_read(tmp_path):
    page = (Path(__file__).parents[3] / "docs/keys.md").read_text("utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "hall.toml"
    path.write_text(TEXT + block, "utf-8")
    assert load(path).config.keys.tokens[0].person == "Ana Quispe"


def test_the_readers_section_has_the_votes_own_defaults_and_takes_what_was_calibrated(tmp_path):
    own = vote_policy(load(PRACTICE))
    assert replace(own, patience=0.0) == VotePolicy(), "a hall waits for a slow computer"
    path = tmp_path / "hall.toml"
    path.write_text(TEXT, "utf-8")
    calibration = 'ball_set = "J-01"\nmade_on = "2026-11-21"\nalways_ask = [68, 89]\n'
    (tmp_path / "bolas-J-01.toml").write_text(calibration, "utf-8")
    changes = [
        "reader.always_ask=[6, 9]",
        'reader.calibrations=["bolas-J-01.toml"]',
        "reader.confidence=0.9995",
    ]
    policy = vote_policy(load(path, changes))
    assert (policy.always_ask, policy.confidence) == (frozenset({6, 9, 68, 89}), 0.9995)
    assert load(path, changes).calibrations.sheets == ()
    (tmp_path / "otro.toml").write_text("colour = 1", "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, ['reader.calibrations=["none.toml", "otro.toml"]', "reader.confidence=0.8"])
    assert "[reader] confidence: debe ser como mínimo 0.99, no 0.8" in str(caught.value)
    with pytest.raises(ConfigError) as caught:
        load(path, ['reader.calibrations=["none.toml", "otro.toml"]'])
    assert "none.toml: no se puede leer" in caught.value.problems[0]
    assert "no es un archivo de «hallctl camera calibrate»" in caught.value.problems[1]


def test_the_patterns_of_a_calibration_are_taken_as_it_wrote_them_and_no_others(tmp_path):
    path, written = tmp_path / "hall.toml", Sheet(b"a picture", 0.4, "J-01")
    sheet = tmp_path / written.file
    path.write_text(TEXT, "utf-8")
    report = SetReport("J-01", 90, ())
    occasion = Occasion("Bingo Illimani", "V4L2", datetime(2026, 11, 26, tzinfo=UTC), simulated=False)
    text = setting(report, occasion, written)
    (tmp_path / "bolas.toml").write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load(path, ['reader.calibrations=["bolas.toml"]'])
    assert f"{sheet.name}: no se puede leer" in str(caught.value)
    sheet.write_bytes(b"a picture")
    found = load(path, ['reader.calibrations=["bolas.toml"]']).calibrations
    assert found.sheets == (PatternSheet("J-01", b"a picture", 0.4),)
    sheet.write_bytes(b"another")
    with pytest.raises(ConfigError) as caught:
        load(path, ['reader.calibrations=["bolas.toml"]'])
    assert f"{sheet.name}: no es el que escribió la calibración" in str(caught.value)


def test_the_exit_of_the_newest_calibration_counts_and_none_of_another_version(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT, "utf-8")
    report = SetReport("J-01", 90, ())
    for day, level in ((26, 40), (27, 80)):
        empty = LearntExit(np.full((120, 160, 3), level, np.float32), np.zeros((120, 160), np.float32))
        sheet = ExitSheet(empty.with_place(Place(310.5, 240, 180)), (day - 26) * 1.04, str(day))
        occasion = Occasion("Bingo Illimani", "V4L2", datetime(2026, 11, day, tzinfo=UTC), simulated=False)
        (tmp_path / sheet.file).write_bytes(sheet.content)
        (tmp_path / f"bolas-{day}.toml").write_text(setting(report, occasion, None, sheet), "utf-8")
    named = ['reader.calibrations=["bolas-27.toml", "bolas-26.toml"]']
    known = load(path, named).calibrations.exit
    assert known.pace == 1.04
    assert vote_policy(load(path, named)).late > 2 * known.pace, "a key frame may be as late as the next"
    found = exit_in(known)
    assert (found.look[0, 0, 0], found.place) == (80, Place(310.5, 240, 180))
    (tmp_path / sheet.file).write_bytes(b"another")
    with pytest.raises(ConfigError, match=r"exit: .*salida-27-.{8}\.png: no es el que escribió"):
        load(path, named)
    newer = (tmp_path / "bolas-26.toml").read_text("utf-8").replace("version = 1", "version = 2")
    (tmp_path / "bolas-26.toml").write_text(newer, "utf-8")
    with pytest.raises(ConfigError, match="no es un archivo de «hallctl camera calibrate» de esta versión"):
        load(path, ['reader.calibrations=["bolas-26.toml"]'])


MAPS = sorted(PRACTICE.parent.glob("plc-*.toml"))


def with_plc(name, *changes):
    """The practice hall with the extractor of an example in place of its own."""
    text = PRACTICE.with_name(name).read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    before, after = TEXT[: TEXT.index("[extractor]")], TEXT[TEXT.index("[camera]") :]
    return f"{before}{text}\n{after}"


@pytest.mark.req("AJ-22")
@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_each_example_of_a_plc_is_right_and_is_driven_over_modbus(tmp_path, path):
    assert len(MAPS) >= 2
    config = tmp_path / "hall.toml"
    config.write_text(with_plc(path.name), "utf-8")
    extractor = load(config).config.extractor
    assert extractor is not None
    assert extractor.kind == "modbus"
    driver = driver_of(extractor)("/dev/null", print)
    assert isinstance(driver, PlcExtractor)
    assert extractor.modbus is not None
    assert layout_of(extractor.modbus).unit == extractor.modbus.unit


def test_every_mistake_in_a_map_is_told_at_once(tmp_path):
    changes = [
        ("unit = 17", "unit = 300"),
        ("baudrate = 115200", "baudrate = 1200"),
        ('parity = "even"', 'parity = "par"'),
        ("version = 0\n", ""),
        ("boot = 2", "boot = 70000"),
        ("heartbeat = 20", "heartbeat = true"),
        ('3 = "EXT-DOOR"', '3 = "EXT-FIRE"'),
    ]
    path, found = problems(tmp_path, with_plc("plc-holding.toml", *changes))
    start = f"{path}: [extractor.modbus"
    assert f"{start}] unit: debe ser como máximo 247, no 300" in found
    assert any(problem.startswith(f"{start}] baudrate: debe ser uno de 9600") for problem in found)
    assert any(problem.startswith(f"{start}] parity: debe ser uno de 'none'") for problem in found)
    assert f"{start}.says] version: falta" in found
    assert f"{start}.says] boot: debe ser como máximo 65535, no 70000" in found
    assert f"{start}.hears] heartbeat: debe ser un número entero, no True" in found
    assert any(problem.startswith(f"{start}.faults] 3: debe ser uno de 'EXT-JAM'") for problem in found)
    assert len(found) == 7


def test_what_contradicts_itself_in_a_map_is_told_at_once(tmp_path):
    changes = [
        ("command = 24\n", ""),
        ("flags = 11", "flags = 400"),
        ("number = 25", "number = 23"),
        ("acknowledge = 21", "acknowledge = 7"),
        ('1 = "EXT-JAM"', '0 = "EXT-JAM"'),
    ]
    path, found = problems(tmp_path, with_plc("plc-holding.toml", *changes))
    assert [problem.removeprefix(f"{path}: [extractor.modbus] ") for problem in found] == [
        "coils: o el registro hears.command o la sección [extractor.modbus.coils], uno de los dos",
        "faults: «0» no es un número de fallo (1 a 65535)",
        "hears.acknowledge: la dirección 7 de «holding» ya es de says.done",
        "hears.number: la dirección 23 de «holding» ya es de hears.order",
        "says: de 0 a 400 son 401; Modbus lee como máximo 125 de una vez",
    ]
    both = [("fault = 120", "fault = 120\nflags = 121"), ("door = 8", "door = 9999")]
    _, found = problems(tmp_path, with_plc("plc-coils.toml", *both))
    assert "uno de los dos" in found[0]
    assert "flags: de 10 a 9999 son 9990; Modbus lee como máximo 2000 de una vez" in found[1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "modbus"', "", '[extractor.modbus]: sobra: kind no es "modbus"'),
        ('kind = "modbus"', 'kind = "canbus"', "[extractor] kind: debe ser uno de 'wire'"),
        ("[extractor.modbus.hears]", "[extractor.modbus.oye]", "[extractor.modbus] oye: clave desconocida"),
    ],
)
def test_a_map_goes_with_its_kind(tmp_path, old, new, said):
    _, found = problems(tmp_path, with_plc("plc-holding.toml", (old, new)))
    assert any(said in problem for problem in found), found


def test_a_plc_without_a_map_is_told(tmp_path):
    text = TEXT.replace("[extractor]", '[extractor]\nkind = "modbus"')
    _, found = problems(tmp_path, text)
    assert any("[extractor.modbus]: falta: describe el autómata" in problem for problem in found)


def test_a_plc_may_mean_every_fault_that_the_hall_knows_of_a_machine():
    assert set(get_args(FaultName)) == set(_FAULTS.values())
    assert {fault_named(name) for name in get_args(FaultName)} == set(_FAULTS)
