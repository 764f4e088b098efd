"""Writes the role matrix into docs/access.md from the code: ``python -m tools.access``.

Not responsible for the page above the tables, which is written by hand.
"""

import textwrap
from collections.abc import Iterable
from pathlib import Path

from hallctl.games.bingo.rules.tables import BINGO_RULES, STEPS
from hallctl.rules.commands import Post
from hallctl.web.access.account import POSTS
from hallctl.web.access.matrix import FRESH, ROUTES, Route
from hallctl.web.console.asking import steps_of_people

PAGE = Path(__file__).parents[1] / "docs/access.md"
WIDTH = 120
MARK = "<!-- the tables below are written by `python -m tools.access` -->"


def tables() -> str:
    """Return the table of routes, and the steps by the posts that may take them."""
    routes = [
        f"| `{route.method} {route.path}` | {_posts(route.posts)} | {_for(route)} |" for route in ROUTES
    ]
    steps: dict[str, list[str]] = {}
    for name, kind in sorted(steps_of_people(BINGO_RULES).items(), key=lambda each: STEPS[each[1]].name):
        fresh = "\N{NO-BREAK SPACE}³" if kind in FRESH else ""
        steps.setdefault(_posts(STEPS[kind].posts), []).append(f"{STEPS[kind].name} `{name}`{fresh}")
    lines = ["### Routes", "", "| Route | Posts | For |", "|---|---|---|", *routes, ""]
    lines += ["¹ Also without a session. ² Only from this machine itself. ³ Fresh.", "", "### Steps", ""]
    for posts in sorted(steps):
        lines += textwrap.wrap(
            f"* **{posts}**: {'; '.join(steps[posts])}.",
            WIDTH,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return "\n".join([*lines, ""])


def _for(route: Route) -> str:
    return route.what + (" ¹" if route.public else "") + (" ²" if route.local else "")


def _posts(posts: Iterable[Post] | None) -> str:
    held = set(POSTS if posts is None else posts)
    return "all" if held == set(POSTS) else ", ".join(post.value for post in POSTS if post in held)


def main() -> None:
    """Rewrite the page's tables."""
    text = PAGE.read_text("utf-8").partition(MARK)[0]
    PAGE.write_text(f"{text}{MARK}\n\n{tables()}", "utf-8")


if __name__ == "__main__":
    main()
