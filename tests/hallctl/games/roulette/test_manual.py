"""What the manual says of a table is so: its steps with their posts, its words, and where a turn opens it."""

import re
from pathlib import Path

from hallctl.games.roulette.desk.phase import phase
from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.web.console.manual import read_manual
from tests.hallctl.games.roulette.table import RULES

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "docs/manual-roulette.es.md").read_text("utf-8")
DESK = ROOT / "hallctl/games/roulette/desk"


def test_every_step_of_the_table_s_people_is_told_with_the_posts_that_may_take_it() -> None:
    told = {
        row[0].strip("`"): set(row[1].split(", "))
        for row in ([cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines())
        if row[0].startswith("`")
    }
    people = [step for step in ROULETTE_RULES.steps.values() if step.button is not None]
    assert told == {step.name: {post.value for post in step.posts} for step in people}


def test_what_stands_in_quotation_marks_stands_on_the_desk() -> None:
    pages = [*DESK.rglob("*.html"), *DESK.glob("*.py"), ROOT / "hallctl/web/console/templates/panel.html"]
    shown = " ".join(path.read_text("utf-8") for path in pages)
    quoted = re.findall("«([^»]+)»", TEXT)
    assert len(quoted) > 3
    assert [words for words in quoted if words not in shown] == []


def test_each_turn_opens_its_chapter_of_the_table_s_manual_which_stands_before_the_house_s() -> None:
    manual, house = read_manual("roulette"), read_manual()
    anchors = [chapter.anchor for chapter in manual.chapters]
    shown = [phase(State(RULES, spin=Spin(1, each))) for each in Phase]
    assert {each.chapter for each in shown if each is not None} == {"la-jugada", "mesa-detenida"}
    assert anchors[1:3] == ["la-jugada", "mesa-detenida"]
    assert anchors[3:] == [chapter.anchor for chapter in house.chapters]
    assert read_manual("none") == house
