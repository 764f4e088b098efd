"""Writes docs/roles.csv, who may use which route and take which step: ``python -m tools.access``.

Not responsible for docs/access.md, which is written by hand.
"""

import csv
import io
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from hallctl.games.bingo.rules.tables import BINGO_RULES, STEPS
from hallctl.rules.step import Care, Step
from hallctl.web.access.account import POSTS
from hallctl.web.access.matrix import ROUTES, Route
from hallctl.web.console.asking import steps_of_people

TABLE = Path(__file__).parents[1] / "docs/roles.csv"


def table() -> str:
    """Return every route and every step of a person as CSV: what, posts, for what, condition."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("route or step", "posts", "for", "condition"))
    for route in ROUTES:
        rows.writerow((f"{route.method} {route.path}", _posts(route.posts), route.what, _condition(route)))
    for name, kind in sorted(steps_of_people(BINGO_RULES).items()):
        step = STEPS[kind]
        rows.writerow((name, _posts(step.posts), step.name, _taken(step)))
    return text.getvalue()


def _condition(route: Route) -> str:
    return ", ".join(
        words
        for words, holds in (("also without a session", route.public), ("this machine only", route.local))
        if holds
    )


def _taken(step: Step) -> str:
    """Return what taking a step asks for, and its keys."""
    button = step.button
    if button is None:
        return ""
    asks = (("fresh", step.wants_proof), ("held", button.care is Care.HELD))
    keys = [" ".join((key.name, *key.when.values())) for key in button.keys]
    return ", ".join([*(words for words, holds in asks if holds), *keys])


def _posts(posts: Iterable[StrEnum] | None) -> str:
    held: set[StrEnum] = set(POSTS if posts is None else posts)
    return "all" if held == set(POSTS) else ", ".join(post.value for post in POSTS if post in held)


def main() -> None:
    """Rewrite the table."""
    TABLE.write_text(table(), "utf-8")


if __name__ == "__main__":
    main()
