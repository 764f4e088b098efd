"""The rules of the hall as a page that is always there for whoever is in the house, without charge (PT-02).

Not responsible for what the rules are: the game says them.
"""

from collections.abc import Sequence
from html import escape

from hallctl.outputs.screens.scene import Section


def rules_page(hall: str, language: str, sections: Sequence[Section]) -> str:
    """Return the page: it can be printed as it is, and hung up."""
    parts = [f"<section><h2>{escape(each.title)}</h2>{_lines(each.lines)}</section>" for each in sections]
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(hall)}</title>\n"
        '<link rel="icon" href="/pantalla/ball.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/pantalla/reglas.css">\n</head>\n'
        f"<body>\n<main>\n<h1>{escape(hall)}</h1>\n{chr(10).join(parts)}\n</main>\n</body>\n</html>\n"
    )


def _lines(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
