"""What the manual says of a table is so: its steps with their posts, its words, and where a turn opens it."""

import re
from pathlib import Path

from hallctl.games.baccarat.desk.phase import phase
from hallctl.games.baccarat.reports.kinds import BACCARAT_REPORTS
from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.state import Round, State
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.web.console.manual import read_manual
from tests.hallctl.games.baccarat.table import RULES

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "docs/manual-baccarat.es.md").read_text("utf-8")
DESK = ROOT / "hallctl/games/baccarat/desk"


def test_every_step_of_the_table_s_people_is_told_with_the_posts_that_may_take_it() -> None:
    told = {
        row[0].strip("`"): set(row[1].split(", "))
        for row in ([cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines())
        if row[0].startswith("`")
    }
    people = [step for step in BACCARAT_RULES.steps.values() if step.button is not None]
    assert told == {step.name: {post.value for post in step.posts} for step in people}


def test_what_stands_in_quotation_marks_stands_on_the_desk_and_it_is_short() -> None:
    pages = [*DESK.rglob("*.html"), *DESK.glob("*.py"), ROOT / "hallctl/web/console/templates/panel.html"]
    shown = " ".join(path.read_text("utf-8") for path in pages)
    shown += " ".join(str(kind.title) for kind in BACCARAT_REPORTS)
    quoted = [" ".join(words.split()) for words in re.findall("«([^»]+)»", TEXT)]
    assert len(quoted) > 3
    assert [words for words in quoted if words not in shown] == []
    assert len([word for word in TEXT.split() if any(map(str.isalnum, word))]) <= 700


def test_each_turn_opens_its_chapter_of_the_table_s_manual_which_stands_before_the_house_s() -> None:
    manual, house = read_manual("baccarat"), read_manual()
    anchors = [chapter.anchor for chapter in manual.chapters]
    shown = [phase(State(RULES, round=Round(1, "Luis", phase=each))) for each in Phase]
    assert {each.chapter for each in shown if each is not None} == {"la-jugada", "mesa-detenida"}
    assert anchors[:5] == ["el-día-de-la-mesa", "la-partida", "la-jugada", "mesa-detenida", "cartas-sin-leer"]
    assert anchors[5:] == [chapter.anchor for chapter in house.chapters]
