"""What the manual says of the console is so: its buttons, keys, posts, codes, words and pictures."""

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from markupsafe import Markup

from hallctl.app.setting import load
from hallctl.games.bingo.desk.phase import phase as phase_of_game
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.rules.tables import COMMANDS, STEPS
from hallctl.games.bingo.words import ANY_MORE
from hallctl.web.access.sessions import FRESH_MS, IDLE_MS, LONGEST_MS
from hallctl.web.console.help import Guide, read_guide
from hallctl.web.console.manual import Manual, anchor
from hallctl.web.console.view import phase
from tests.hallctl.bingo import KEYS
from tests.hallctl.games.bingo.rules.night import RULES
from tests.hallctl.web.console.hall import CONFIG, ROOT

CONSOLE = ROOT / "hallctl/web/console"
STEPS_OF = [
    *(ROOT / f"hallctl/outputs/{name}.py" for name in ("house_steps", "session_steps", "papers")),
    *sorted((ROOT / "hallctl/games/bingo/desk").glob("*.py")),
]
DESK = "\n".join(path.read_text("utf-8") for path in STEPS_OF)
TEXT = (ROOT / "docs/manual.es.md").read_text("utf-8")
GUIDE = read_guide()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line[:1] == "|"
]
OFFERED = {name for name in re.findall(r"\b(\w+)\(", DESK) if name in COMMANDS}
"""The commands for which the desk has a button."""


def marked(text: str) -> list[str]:
    """Return what stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def name(command: str) -> str:
    return STEPS[COMMANDS[command]].name


def labels() -> list[str]:
    """Return what a button of the desk may say, as patterns: what is put in may be anything."""
    found = [re.escape(step.name) for step in STEPS.values()] + [
        re.escape(said) for said in ANY_MORE.values()
    ]
    for node in ast.walk(ast.parse(DESK)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 40:
            found.append(".+".join(re.escape(said) for said in re.split(r"\{\w+\}", node.value)))
    return found


def test_every_button_of_the_manual_is_one_of_the_console_and_every_key_one_that_it_has() -> None:
    panel = (CONSOLE / "templates/panel.html").read_text("utf-8")
    patterns = [*labels(), *re.findall(r'<button type="submit"[^>]*>{{ _\("(\w+)"\) }}</button>', panel)]
    known = set(KEYS.values()) | {"Intro", "Alt", "Shift+F1", "F5", "F11"} | set(GUIDE.manual.codes)
    for said in marked(TEXT):
        assert said in known or any(re.fullmatch(pattern, said) for pattern in patterns), said


def test_every_step_that_the_desk_offers_is_in_the_manual_with_the_posts_that_may_take_it() -> None:
    steps = {step.name: step for step in STEPS.values()}
    told = set()
    for row in ROWS:
        step = steps.get(row[0].strip("`")) if row[0].startswith("`") and len(row) == 3 else None
        if step is not None:
            assert set(row[1].split(", ")) == {post.value for post in step.posts}, row
            told.add(step.name)
    assert told >= {name(command) for command in OFFERED}
    assert len(OFFERED) > 45


def test_what_stands_in_quotation_marks_stands_on_the_console() -> None:
    folders = CONSOLE, ROOT / "hallctl/games/bingo/desk/templates"
    pages = [path for folder in folders for kind in ("*.html", "*.js") for path in folder.rglob(kind)]
    sources = [*pages, *STEPS_OF]
    shown = " ".join(path.read_text("utf-8") for path in sources)
    quoted = re.findall("«([^»]+)»", TEXT)
    assert len(quoted) > 15
    assert [words for words in quoted if " ".join(words.split()) not in shown] == []


def test_the_times_and_counts_of_the_manual_are_the_hall_s() -> None:
    rules = load(CONFIG).rules
    assert isinstance(rules, RuleSet)
    assert "Tras diez minutos sin tocar nada" in TEXT
    assert "A las doce horas" in TEXT
    assert (IDLE_MS, LONGEST_MS) == (10 * 60_000, 12 * 3_600_000)
    assert "en los últimos dos minutos" in TEXT
    assert FRESH_MS == 2 * 60_000
    assert "se espera 15 minutos como máximo" in TEXT
    assert rules.wait_before_first_ball_ms == 15 * 60_000
    assert "sirve para mil partidas" in TEXT
    assert rules.ball_set_games == 1000
    assert "tres décimas de segundo" in TEXT
    assert "const YOUNG_MS = 300;" in (CONSOLE / "static/desk.js").read_text("utf-8")


def test_every_fault_that_a_band_may_show_is_explained() -> None:
    page = (ROOT / "docs/fault-codes.md").read_text("utf-8")
    faults = re.findall(r"^\* `([A-Z-]+)`", page.partition("## When the table")[0], re.MULTILINE)
    assert len(faults) > 20
    explained = [code for code in GUIDE.manual.codes if not code.startswith("ACC-")]
    assert sorted(explained) == sorted(faults)
    denied = [code for code in GUIDE.manual.codes if code.startswith("ACC-")]
    assert denied
    assert all(f"`{code}`" in page for code in denied)


def test_every_phase_has_its_chapter() -> None:
    anchors = {chapter.anchor for chapter in GUIDE.manual.chapters}
    games = [State(RULES, game=Game(1, "A-1", 500, 1, phase)) for phase in Phase]
    shown = [phase_of_game(state) for state in games] + [phase(BINGO, State(RULES))]
    assert {each.chapter for each in shown if each is not None} <= anchors
    assert None not in shown
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors
    assert "entrar" in anchors


def test_every_picture_is_there_and_small() -> None:
    named = re.findall(r"!\[[^\]]+\]\((pictures/manual-\w+\.png)\)", TEXT)
    assert len(named) == TEXT.count("![") == len(GUIDE.manual.pictures)
    for path in named:
        picture = (ROOT / "docs" / path).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert 2_000 < len(picture) < 100_000, path
        assert GUIDE.manual.pictures[Path(path).name] == picture


def test_markdown_becomes_a_page_without_a_word_lost() -> None:
    html = GUIDE.manual.html(GUIDE.cited_here)
    assert isinstance(html, Markup)
    shown = " ".join(html.striptags().split())
    for chapter in GUIDE.manual.chapters:
        assert f'id="{chapter.anchor}"' in html
        assert chapter.title in shown
    assert html.count("<img ") == len(GUIDE.manual.pictures)
    assert "<kbd>F1</kbd>" in html
    assert '<b class="button">Cantar bola</b>' in html
    assert '<code id="EXT-JAM">EXT-JAM</code>' in html
    assert '<a class="law" href="/ayuda/AJ-86">AJ-86</a>' in html
    assert "style=" not in html, "the pages allow no style of their own"


def test_what_is_markup_in_a_manual_stays_text() -> None:
    manual = Manual("## Uno\n\n<script>alert(1)</script> `<b>` AJ-01 & AJ-999\n", {})
    html = Guide(manual, GUIDE.law).manual.html(GUIDE.cited)
    assert "<script>" not in html
    assert '<b class="button">&lt;b&gt;</b>' in html
    assert '<a class="law" href="/ayuda/AJ-01" target="ayuda">AJ-01</a> &amp; AJ-999' in html


@pytest.mark.parametrize(
    ("title", "expected"),
    [("¿Alguna más?", "alguna-más"), ("Averías y seguir a mano", "averías-y-seguir-a-mano")],
)
def test_a_heading_is_linked_to_as_on_a_repository_s_page(title: str, expected: str) -> None:
    assert anchor(title) == expected


def test_the_wheel_carries_the_help(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as carried:
        names = set(carried.namelist())
        assert carried.read("hallctl/web/console/handbook/manual.es.md").decode() == TEXT
        for picture, image in GUIDE.manual.pictures.items():
            assert carried.read(f"hallctl/web/console/handbook/{picture}") == image
    assert {
        f"hallctl/i18n/regulations/{file}"
        for file in ("quotes.csv", "meanings.es.csv", "aj-bolivia-sorteos-bingo.es.txt")
    } <= names
