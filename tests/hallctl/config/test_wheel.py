"""The section of the wheel's sensor: every mistake in it is told at once."""

import pytest

from drivers.wheel.profiles import PatternProfile, RimProfile
from drivers.wheel.readings import Flag
from hallctl.app.setting import load
from hallctl.devices.wheel import profile_of
from tests.hallctl.config.test_hall import TEXT, problems

RIM = '\n[wheel]\nport = "wheel"\nsimulated = true\nnumbers = { "00" = "0" }\n'
PATTERN = (
    RIM.replace("simulated", 'kind = "pattern"\nsimulated')
    + r"""
[wheel.pattern]
line = '(?P<state>[BRW]) (?P<game>\d{1,4}) (?P<number>\d\d?) (?P<flags>[0-9A-F])'
states = { B = "bets", R = "ball", W = "number" }
flags = { "8" = "ball removed" }
"""
)


def section(tmp_path, text):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT + text, "utf-8")
    setting = load(path)
    assert setting.config.simulated
    assert setting.config.wheel is not None
    return setting.config.wheel


def test_a_known_form_and_a_pattern_are_read(tmp_path):
    rim = profile_of(section(tmp_path, RIM), 37)
    assert isinstance(rim, RimProfile)
    assert rim.read("*X;5;001;00;0;100;0").number == "0"
    pattern = profile_of(section(tmp_path, PATTERN), 37)
    assert isinstance(pattern, PatternProfile)
    assert pattern.read("W 7 17 8").flags == Flag.BALL_REMOVED


@pytest.mark.parametrize(
    ("of", "by", "said"),
    [
        (r"\d{1,4}", "(", "[wheel.pattern] line: no es una expresión regular"),
        (r"(?P<game>\d{1,4})", r"(?P<game>(\d+)+)", "[wheel.pattern] line: podría probarse de más de 10000"),
        ("?P<game>", "", "[wheel.pattern] line: falta el grupo con nombre: game"),
        ('W = "number"', 'W = "idle"', "[wheel.pattern] line: ningún estado es «number»"),
        ('"8" =', '"9" =', "[wheel.pattern] flags: «9» no es el valor de un bit, en hexadecimal"),
        ('"8" =', '"x" =', "[wheel.pattern] flags: «x» no es el valor de un bit, en hexadecimal"),
        ('"00" = "0"', '"00" = "37"', "[wheel] numbers: ninguna ruleta tiene 37"),
        ('kind = "pattern"', 'kind = "rim"', '[wheel.pattern]: sobra: kind no es "pattern"'),
        ('kind = "pattern"', 'kind = "guess"', "[wheel] kind: debe ser uno de 'rim' o 'pattern', no 'guess'"),
        ('kind = "pattern"', "agree = 0", "[wheel] agree: debe ser como mínimo 1, no 0"),
        ('kind = "pattern"', 'colour = "red"', "[wheel] colour: clave desconocida"),
    ],
)
def test_a_mistake_is_told_with_its_key(tmp_path, of, by, said):
    assert of in PATTERN
    path, found = problems(tmp_path, TEXT + PATTERN.replace(of, by))
    assert any(each.startswith(f"{path}: {said}") for each in found), found


def test_a_sensor_that_repeats_is_not_believed_at_once(tmp_path):
    _, found = problems(tmp_path, TEXT + RIM + "agree = 1\n")
    assert len(found) == 1
    assert "como mínimo, 2" in found[0]


def test_all_mistakes_are_told_at_once(tmp_path):
    text = PATTERN.replace("?P<game>", "").replace('"8" =', '"9" =').replace('"00" = "0"', '"00" = "99"')
    _, found = problems(tmp_path, TEXT.replace("port = 8000", "port = 8001") + text)
    assert len(found) == 4
