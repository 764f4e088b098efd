"""Every file and name on the pages about adding a screen and a game is there."""

import ast
import re
from pathlib import Path

import pytest

from hallctl.games.game import Game
from hallctl.rules.game_rules import GameRules

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / f"docs/add-a-{name}.md").read_text("utf-8") for name in ("screen", "game")}
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
        ("screen", "hallctl/outputs/screens/auto.py", {"Screen", "COMPLETE", "AUTO", "Moment"}),
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


def test_every_page_is_short() -> None:
    assert all(len(page.split()) <= 350 for page in PAGES.values())
