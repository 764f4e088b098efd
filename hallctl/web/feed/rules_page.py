"""The rules of the hall as a page that is always there for whoever is in the house, without charge (PT-02).

Not responsible for what the rules are: the game says them.
"""

from collections.abc import Sequence
from html import escape
from itertools import zip_longest

from hallctl.outputs.screens.scene import Section


def rules_page(hall: str, language: str, sections: Sequence[Section]) -> str:
    """Return the page: it can be printed as it is, and hung up."""
    parts = [f"<section><h2>{escape(each.title)}</h2>{_lines(each)}</section>" for each in sections]
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(hall)}</title>\n"
        '<link rel="icon" href="/pantalla/ball.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/pantalla/reglas.css">\n</head>\n'
        f"<body>\n<main>\n<h1>{escape(hall)}</h1>\n{chr(10).join(parts)}\n</main>\n</body>\n</html>\n"
    )


def _lines(section: Section) -> str:
    lines = zip_longest(section.lines, section.drawn, fillvalue=())
    return f"<ul>{''.join(f'<li>{_drawn(forms)}{escape(str(line))}</li>' for line, forms in lines)}</ul>"


def _drawn(forms: Sequence[Sequence[str]]) -> str:
    """Return the forms that win, each as a small card with its cells filled; "" of none."""
    found = "".join(_form(form) for form in forms)
    return f'<span class="forms">{found}</span>' if found else ""


def _form(rows: Sequence[str]) -> str:
    cells = [(mark, x, y) for y, row in enumerate(rows) for x, mark in enumerate(row)]
    paths = (
        "".join(f"M{x}.06 {y}.06h.88v.88h-.88z" for mark, x, y in cells if (mark == "X") is filled)
        for filled in (False, True)
    )
    empty, filled = paths
    return (
        f'<svg viewBox="0 0 {len(rows[0])} {len(rows)}" aria-hidden="true">'
        f'<path d="{empty}"/><path class="filled" d="{filled}"/></svg>'
    )
