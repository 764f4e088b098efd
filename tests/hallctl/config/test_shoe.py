"""The section of a shoe: every mistake in it is told."""

import pytest

from drivers.shoe.profiles import FrameProfile, PatternProfile
from drivers.shoe.readings import Side
from hallctl.app.setting import load
from hallctl.devices.shoe import profile_of
from tests.hallctl.config.test_hall import TEXT, problems

FRAMES = '\n[shoe]\nport = "shoe"\nsimulated = true\n'
PATTERN = (
    FRAMES.replace("simulated", 'kind = "pattern"\nsimulated')
    + r"""
[shoe.pattern]
line = '(?P<sequence>\d{1,3}),(?P<event>[A-Z]{1,5})(?:,(?P<side>[A-Z])(?P<rank>10|[2-9AJQK])(?P<suit>[a-z]))?'
events = { CARD = "card", WHITE = "cut" }
words = { "10" = "T", s = "S", h = "H" }
"""
)


def section(tmp_path, text):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT + text, "utf-8")
    setting = load(path)
    assert setting.config.simulated
    assert setting.config.shoe is not None
    return setting.config.shoe


def test_a_known_form_and_a_pattern_are_read(tmp_path):
    assert isinstance(profile_of(section(tmp_path, FRAMES)), FrameProfile)
    pattern = profile_of(section(tmp_path, PATTERN))
    assert isinstance(pattern, PatternProfile)
    card = pattern.read("7,CARD,B10h")
    assert (card.sequence, card.side, card.card) == (7, Side.BANKER, "TH")


@pytest.mark.parametrize(
    ("of", "by", "said"),
    [
        (
            r"(?P<sequence>\d{1,3})",
            r"(?P<sequence>(\d+)+)",
            "[shoe.pattern] line: podría probarse de más de 10000",
        ),
        ("?P<rank>", "", "[shoe.pattern] line: faltan los grupos con nombre suit y rank"),
        ('CARD = "card"', 'CARD = "start"', "[shoe.pattern] line: ningún suceso es «card»"),
        ('kind = "pattern"', 'kind = "frames"', '[shoe.pattern]: sobra: kind no es "pattern"'),
        ('kind = "pattern"', "agree = 0", "[shoe] agree: debe ser como mínimo 1, no 0"),
    ],
)
def test_a_mistake_is_told_with_its_key(tmp_path, of, by, said):
    assert of in PATTERN
    path, found = problems(tmp_path, TEXT + PATTERN.replace(of, by))
    assert any(each.startswith(f"{path}: {said}") for each in found), found


def test_a_shoe_that_repeats_is_not_believed_at_once(tmp_path):
    _, found = problems(tmp_path, TEXT + FRAMES + "agree = 1\n")
    assert len(found) == 1
    assert "como mínimo, 2" in found[0]
