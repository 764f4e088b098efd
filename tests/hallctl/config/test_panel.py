"""The panel in a configuration: every pin once, every press somebody's, every problem at once."""

from pathlib import Path

import pytest

from hallctl.app.setting import load
from hallctl.config.hall import Setting
from hallctl.config.panel import lamp_key
from hallctl.config.problems import ConfigError
from hallctl.outputs.lamps import Lamp
from hallctl.readings.contacts import Button, Sense
from hallctl.rules.commands.base import Post
from tests.hallctl.config.test_hall import TEXT, problems

WHOLE = """
[panel]
locutor = "Luis Rojas"
vendedor = "Luis Rojas"
draw = 5
call = 6
seller_line = 26
mushroom = 20
lamp_sale = 17
beacon = 25
"""


def loaded(tmp_path: Path, text: str) -> Setting:
    path = tmp_path / "hall.toml"
    path.write_text(text, "utf-8")
    return load(path)


def test_a_hall_may_have_any_part_of_a_panel_or_none(tmp_path: Path) -> None:
    assert loaded(tmp_path, TEXT).config.panel is None
    panel = loaded(tmp_path, TEXT + WHOLE).config.panel
    assert panel is not None
    assert panel.contacts == {"draw": 5, "call": 6, "seller_line": 26, "mushroom": 20}
    assert panel.lamps == {"sale": 17, "beacon": 25}
    assert panel.people == {Post.LOCUTOR: "Luis Rojas", Post.VENDEDOR: "Luis Rojas"}
    assert (panel.pull, panel.resting_closed, panel.lamps_active_low) == ("up", ["mushroom", "door"], False)
    assert loaded(tmp_path, f"{TEXT}[panel]\nlamp_camera = 4\n").config.panel is not None


def test_every_contact_and_every_lamp_has_a_key(tmp_path: Path) -> None:
    keys = [*Button, *Sense, *map(lamp_key, Lamp)]
    pins = "".join(f"{key} = {number}\n" for number, key in enumerate(keys, 2))
    section = f'[panel]\nlocutor = "Luis Rojas"\nvendedor = "Luis Rojas"\n{pins}'
    panel = loaded(tmp_path, TEXT + section).config.panel
    assert panel is not None
    assert len(panel.contacts) + len(panel.lamps) == len(keys)


def test_pins_used_twice_and_presses_that_are_nobodys_are_told_at_once(tmp_path: Path) -> None:
    wrong = WHOLE.replace("call = 6", "call = 5").replace("beacon = 25", "beacon = 5\nlamp_draw = 17")
    wrong = wrong.replace('vendedor = "Luis Rojas"', "").replace('locutor = "Luis', 'locutor = "Ana')
    path, found = problems(tmp_path, TEXT + wrong)
    assert found == [
        f"{path}: [panel] beacon: la patilla 5 es también de draw, call",
        f"{path}: [panel] lamp_draw: la patilla 17 es también de lamp_sale",
        f"{path}: [panel] locutor: «Ana Rojas» no ocupa el puesto «locutor»",
        f"{path}: [panel] vendedor: falta; dice de quién son las pulsaciones de seller_line",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("draw = 28", "[panel] draw: debe ser como máximo 27, no 28"),
        ("draw = 1", "[panel] draw: debe ser como mínimo 2, no 1"),
        ('draw = "GPIO5"', "[panel] draw: debe ser un número entero"),
        ('pull = "sideways"', "[panel] pull: debe ser uno de 'up', 'down' o 'none'"),
        ('pins = "usb"', "[panel] pins: debe ser uno de 'gpio' o 'mock'"),
        ('resting_closed = ["lamp_sale"]', "[panel.resting_closed] 1: debe ser uno de 'draw'"),
        ('pull = "down"\nstop = 3', "[panel] stop: la patilla 3 ya va a 3,3 V por su resistencia"),
        ("settle_ms = 0", "[panel] settle_ms: debe ser como mínimo 1, no 0"),
        ("stuck_s = 1", "[panel] stuck_s: debe ser como mínimo 2, no 1"),
        ("colour = 1", "[panel] colour: clave desconocida"),
    ],
)
def test_each_mistake_of_a_panel_has_its_sentence(tmp_path: Path, line: str, said: str) -> None:
    _, found = problems(tmp_path, f"{TEXT}\n[panel]\n{line}\n")
    assert any(said in problem for problem in found), found


def test_a_panel_of_no_real_pins_makes_the_hall_a_practice_hall(tmp_path: Path) -> None:
    real = TEXT.replace("simulated = true", "simulated = false")
    assert not loaded(tmp_path, real + WHOLE).config.simulated
    assert loaded(tmp_path, f'{real}{WHOLE}pins = "mock"\n').config.simulated
    with pytest.raises(ConfigError, match="solo con un extractor o una cámara simulados"):
        loaded(tmp_path, f"{real}{WHOLE}[practice]\nany_more_ms = 1\n")
