"""No page has a box to scroll within a page to scroll, but for wide tables, which scroll sideways."""

import re
from pathlib import Path

import hallctl

DECLARED = {
    ("help.css", ".manual .wide"),
    ("records.css", ".wide"),
    ("pantalla.css", ".large body"),  # the page itself
}
"""What scrolls, and only sideways; tests/ruler.py measures that no height is cut (BOXED)."""


def test_what_scrolls_within_a_page_is_declared() -> None:
    found = set()
    for sheet in (Path(hallctl.__file__).parent / "web").rglob("*.css"):
        for rule in re.finditer(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"))):
            if re.search(r"overflow(-[xy])?:\s*(\w+ )?(auto|scroll)", rule[2]):
                found.add((sheet.name, rule[1].strip()))
    assert found == DECLARED
