"""Writes the picture of the rooms in docs/architecture.md from the imports: ``python -m tools.architecture``.

Not responsible for which imports are allowed: the contracts in pyproject.toml are.
"""

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs/architecture.md"
BEGIN: Final = "<!-- python -m tools.architecture -->\n"
END: Final = "<!-- end -->\n"
LEAVES: Final = ("drivers", "displays", "fonts")


def rooms(root: Path = ROOT) -> dict[str, str]:
    """Return each package at the top of the house with the first sentence of its docstring."""
    inside = sorted(path.parent for path in (root / "hallctl").glob("*/__init__.py"))
    return {
        str(path.relative_to(root)).replace("/", "."): _sentence(path / "__init__.py")
        for path in [*inside, *(root / leaf for leaf in LEAVES)]
    }


def arrows(named: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return which room imports which, as (importer, imported)."""
    graph = grimp.build_graph("hallctl", *LEAVES, cache_dir=None)
    found = set()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            ends = _room(module, named), _room(imported, named)
            if ends[0] and ends[1] and ends[0] != ends[1]:
                found.add(ends)
    return found


def reduced(found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the arrows without those that follow from two or more others.

    Raises:
        ValueError: If there is a circle.
    """
    further: dict[str, set[str]] = {}

    def reach(room: str, above: tuple[str, ...] = ()) -> set[str]:
        if room in above:
            raise ValueError(f"a circle: {' → '.join([*above, room])}")
        if room not in further:
            nearest = {imported for importer, imported in found if importer == room}
            further[room] = nearest.union(*(reach(each, (*above, room)) for each in nearest))
        return further[room]

    return {
        (a, b)
        for a, b in found
        if not any(b in reach(c) for other, c in found if other == a and c != b) and reach(a) is not None
    }


def drawn(named: Mapping[str, str], found: set[tuple[str, str]]) -> str:
    """Return the table of the rooms and the Mermaid picture of their imports."""
    table = "".join(f"| `{name.replace('.', '/')}` | {sentence} |\n" for name, sentence in named.items())
    lines = "".join(f"    {_short(a)} --> {_short(b)}\n" for a, b in sorted(reduced(found)))
    return (
        f"| Room | |\n|---|---|\n{table}\n"
        f"{len(named)} rooms, {len(found)} arrows; an arrow that follows from others is left out.\n\n"
        f"```mermaid\ngraph TD\n{lines}```\n"
    )


def with_picture(page: str, picture: str) -> str:
    """Return the page with the picture between its marks."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}{picture}{END}{after}"


def current() -> str:
    """Return docs/architecture.md as it has to be now."""
    named = rooms()
    return with_picture(PAGE.read_text("utf-8"), drawn(named, arrows(named)))


def _sentence(module: Path) -> str:
    documented = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return documented.split("\n")[0].replace("``", "`")


def _room(module: str, named: Mapping[str, str]) -> str:
    return next((name for name in named if f"{module}.".startswith(f"{name}.")), "")


def _short(name: str) -> str:
    return name.removeprefix("hallctl.")


if __name__ == "__main__":
    PAGE.write_text(current(), "utf-8")
