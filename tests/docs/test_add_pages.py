"""Every file and name on the pages about adding a screen, a game and a command is there."""

import ast
import re
from pathlib import Path

import pytest

from hallctl.games.game import Game
from hallctl.rules.folding.till import FOLDS
from hallctl.rules.game_rules import GameRules
from hallctl.rules.house import HOUSE_STEPS
from hallctl.rules.step import Button

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / f"docs/add-a-{name}.md").read_text("utf-8") for name in ("screen", "game", "command")}
PLACES = sorted({place for page in PAGES.values() for place in re.findall(r"`(\w+/[\w/.]+(?::\w+)?)`", page)})


def defined(path: Path) -> set[str]:
    """Return every function, class and constant at the top of a module."""
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return found


@pytest.mark.parametrize("place", PLACES)
def test_every_place_that_the_pages_name_is_there(place: str) -> None:
    path, _, name = place.partition(":")
    assert (ROOT / path).exists()
    assert not name or name in defined(ROOT / path)


@pytest.mark.parametrize(
    ("page", "module", "names"),
    [
        ("screen", "displays/views/__init__.py", {"View", "KINDS"}),
        ("screen", "displays/show.py", {"moves", "moving", "steps"}),
        ("command", "hallctl/rules/folding/till.py", {"FOLDS", "POSTINGS"}),
        ("command", "hallctl/rules/deciding/till.py", {"STEPS"}),
        ("command", "hallctl/rules/step.py", {"Step", "Button"}),
        ("screen", "hallctl/outputs/screens/names.py", {"Screen", "COMPLETE", "Moment"}),
        ("screen", "hallctl/games/bingo/screens/auto.py", {"AUTO", "moment"}),
        ("game", "hallctl/app/games.py", {"GAMES"}),
        ("game", "tests/hallctl/games/test_toy.py", {"COIN"}),
    ],
)
def test_what_is_named_beside_its_file_is_in_it(page: str, module: str, names: set[str]) -> None:
    assert all(name in PAGES[page] for name in (module, *names))
    assert names <= defined(ROOT / module)


def test_the_page_of_the_game_lists_every_field() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGES["game"], re.MULTILINE)
    assert rows == list(GameRules.__dataclass_fields__)
    assert all(f"`{field}`" in PAGES["game"] for field in Game.__dataclass_fields__)


def test_the_page_of_the_command_lists_every_field_of_a_button() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGES["command"], re.MULTILINE)
    assert rows == list(Button.__dataclass_fields__)


def test_the_chapter_of_the_page_has_all_of_a_command() -> None:
    """Each step of the page names where what it speaks of is, for a command and an event that there are."""
    kinds = [kind for kind in HOUSE_STEPS if kind.__module__.endswith(".till")]
    places = [*kinds, *(HOUSE_STEPS[kind].answer for kind in kinds), *FOLDS, *FOLDS.values()]
    named = {place.partition(":")[0] for place in re.findall(r"`(hallctl/[\w/.]+)", PAGES["command"])}
    assert len(kinds) > 1
    assert {each.__module__.replace(".", "/") + ".py" for each in places} <= named


def test_every_page_is_short() -> None:
    assert all(len(page.split()) <= 350 for page in PAGES.values())
