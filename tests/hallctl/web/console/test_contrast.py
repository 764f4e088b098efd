"""What must be read on the console has a contrast of 7:1 or more on every ground that it stands on."""

import re
from pathlib import Path

import pytest

import hallctl
from displays.theme import MINIMUM_CONTRAST, contrast

SHEET = (Path(hallctl.__file__).parent / "web/console/static/desk.css").read_text("utf-8")
COLOURS = {
    name: tuple(bytes.fromhex(hexa)) for name, hexa in re.findall(r"--([\w-]+): #([0-9a-f]{6})", SHEET)
}
GROUNDS = ("ground", "panel", "raised")
INKS = [(ink, ground) for ink in ("text", "label", "lit", "attention", "go") for ground in GROUNDS]
INKS += [("faint", "ground"), ("faint", "panel")]  # nothing faint stands on a button
INKS += [("ink", ground) for ground in ("go", "lit", "attention", "simulated", "ball")]
INKS += [("text", ground) for ground in ("stop", "play", "calm")]


@pytest.mark.parametrize(("ink", "ground"), INKS)
def test_it_is_read_from_where_one_stands(ink: str, ground: str) -> None:
    assert contrast(COLOURS[ink], COLOURS[ground]) >= MINIMUM_CONTRAST  # type: ignore[arg-type]
