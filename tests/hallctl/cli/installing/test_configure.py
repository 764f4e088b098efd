"""``hallctl configure``: what may change is changed where it stands, checked as a whole, or refused."""

import shutil
import tomllib
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.installing import changing
from hallctl.app.installing.answers import answers_of
from hallctl.app.installing.changing import ELSEWHERE, PLACES, changed_text, present
from hallctl.app.installing.draft import draft_text
from hallctl.app.installing.interview import filled, from_file
from hallctl.app.installing.making import make_hall
from hallctl.app.installing.plan import plan
from hallctl.app.installing.questions import BY_KEY
from hallctl.cli.installing import configure
from hallctl.cli.installing.dialogue import Dialogue
from tests.hallctl.app.installing.halls import FOUND, HALLS, MANUAL, QUICK, ROULETTE


@pytest.fixture(scope="module")
def halls(tmp_path_factory):
    made = {}
    for name, own in {"manual": MANUAL, "roulette": ROULETTE}.items():
        folder = tmp_path_factory.mktemp(name)
        values = {**own, "second": str(folder / "segundo"), "address": ""}
        given = filled(from_file(values), FOUND)
        make_hall(plan(answers_of(given)), folder / "sala", draft_text(given), strength=QUICK)
        made[name] = folder / "sala"
    return made


@pytest.fixture
def hall(halls, tmp_path):
    def copied(name="manual"):
        shutil.copytree(halls[name], tmp_path / "sala")
        return tmp_path / "sala/hall.toml"

    return copied


def invoke(config, *arguments):
    return CliRunner().invoke(app, ["configure", "--config", str(config), *arguments])


def test_every_answer_may_be_changed_here_or_has_a_sentence_that_says_where():
    assert set(PLACES) | set(ELSEWHERE) == {key for key in BY_KEY if BY_KEY[key].key != "language"} | {
        "language"
    }
    assert not set(PLACES) & set(ELSEWHERE)


@pytest.mark.parametrize("values", HALLS.values(), ids=HALLS)
def test_what_the_file_says_is_what_was_answered(tmp_path, values):
    given = filled(from_file(values), FOUND)
    config = tmp_path / "hall.toml"
    config.write_text(plan(answers_of(given)).files["hall.toml"], "utf-8")
    now = present(config)
    expected = {key: text for key, text in given.items() if key in PLACES and text and key != "language"}
    assert {key: text for key, text in now.items() if key in expected} == expected


def test_a_value_is_changed_with_its_comment_kept_and_the_old_file_beside(hall):
    config = hall()
    before = config.read_text("utf-8")
    done = invoke(
        config, "place", "El Alto, Bolivia", "printer", "", "screens", "Pared 1, Bar, Patio", "seats", "90"
    )
    assert done.exit_code == 0, done.output
    text, values = config.read_text("utf-8"), tomllib.loads(config.read_text("utf-8"))
    assert "# las plazas sentadas que autoriza la licencia" in text
    assert (values["hall"]["place"], values["hall"]["seats"]) == ("El Alto, Bolivia", 90)
    assert "printer" not in values
    assert [(each["name"], each["monitor"]) for each in values["screens"]] == [
        ("Pared 1", 0),
        ("Bar", 1),
        ("Patio", 2),
    ]
    (kept,) = config.parent.glob("hall.toml.*")
    assert kept.read_text("utf-8") == before
    assert kept.name in done.output
    assert not list(config.parent.glob(".hall.toml*"))


def test_without_a_key_it_says_what_may_change_and_what_it_is_now(hall):
    config = hall("roulette")
    done = invoke(config)
    listed = dict(line.split(maxsplit=1) for line in done.output.splitlines())
    assert listed["name"].startswith("Mesa 7")
    assert {"wheel", "console_port", "second"} <= set(listed)
    assert "camera" in listed
    assert not {"extractor", "ball_sets", "maker", "director"} & set(listed)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("director", "Eva Condori", "hallctl people"),
        ("cards", "600", "[[series]]"),
        ("extractor", "/dev/ttyACM0", "no se pregunta"),
        ("sceens", "a", "la más parecida es «screens»"),
        ("seats", "0", "Debe ser un número"),
        ("witness", "http://192.168.1.20:8090", "witness"),
        ("console_port", "8001", "8001"),
        ("address", "192.168.1.77", "certificado"),
    ],
)
def test_what_is_elsewhere_wrong_or_does_not_fit_the_rest_is_refused_and_nothing_written(
    hall, key, value, said
):
    config = hall()
    before = config.read_bytes()
    done = invoke(config, key, value)
    assert done.exit_code == 2
    assert said in done.output
    assert "nuevo" not in done.output
    assert config.read_bytes() == before
    assert [each.name for each in config.parent.glob("*hall.toml*")] == ["hall.toml"]


@pytest.mark.req("AJ-40")
@pytest.mark.parametrize(("key", "section"), [("camera", "camera"), ("extractor", "extractor")])
def test_an_answer_without_which_a_table_is_none_takes_it_away_whole(key, section, tmp_path):
    place = PLACES[key]
    text = f'[hall]\nname = "x"\n\n[{section}]\n{place.key} = "2"\nother = 1\n\n[book]\nfolios = 100\n'
    left = tomllib.loads(changed_text(text, {key: ""}, tmp_path / "hall.toml"))
    assert left == {"hall": {"name": "x"}, "book": {"folios": 100}}


def test_what_the_open_volume_says_is_not_changed(hall, monkeypatch):
    config = hall()
    assert invoke(config, "name", "Bingo Sajama").exit_code == 0
    monkeypatch.setattr(changing, "_open_volume", lambda _: 3)
    refused = invoke(config, "name", "Otro")
    assert refused.exit_code == 2
    assert "El tomo 3 lo dice en su diligencia de apertura" in refused.output
    assert "name " not in invoke(config).output
    assert invoke(config, "tax_id", "77").exit_code == 0


@pytest.mark.req("AJ-117")
def test_rules_of_an_adopted_paper_are_not_changed_here(hall, monkeypatch):
    config, body = hall(), {"kind": "rules", "number": 7}
    monkeypatch.setattr(changing, "_volumes", lambda _: [config])
    for entry in (("PaperAdopted", {"paper": body}), ("BookOpened", {"papers": [body]})):
        entries = [SimpleNamespace(kind=entry[0], body=entry[1])]
        monkeypatch.setattr(changing, "_newest_of_kinds", lambda *_, found=entries: found)
        refused = invoke(config, "rules", "aj-bolivia")
        assert refused.exit_code == 2
        assert "Rigen las reglas del papel n.º 7 de la oficina" in refused.output
        monkeypatch.setattr(changing, "number_of", lambda _: 1)
        assert "rules " not in invoke(config).output


def test_at_the_terminal_it_asks_with_the_present_value_and_for_what_that_needs(hall, monkeypatch):
    config, typed = hall(), iter(["http://192.168.1.20:8090", "testigo+c3f5a2e1+AUgNkSgv"])
    asked = []

    def dialogue(found, trials, keep, given):
        return Dialogue(found, trials, keep, lambda _: next(typed), asked.append, given)

    monkeypatch.setattr(configure, "Dialogue", dialogue)
    with pytest.raises(StopIteration):
        configure._asked("witness", present(config), FOUND)
    assert any("¿Cuál es la clave del testigo?" in line for line in asked)
    assert any("No es la clave de un testigo" in line for line in asked)
