"""Which checks of the regulations have a test, and where the sources take care of each.

Reads marks and names, no more: not responsible for whether a test is good, nor for whether what names a check
keeps it. Pure but for ``traced``, which reads a checkout.
"""

import ast
import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from hallctl.app.games import every_refusal

PROVABLE: Final = ("DO", "KEEP", "REFUSE", "CFG")
"""The kinds of check that a program alone can prove; the others need eyes or people."""

CHECKS: Final = "fixtures/requirements.csv"
"""Where the checks are listed, from the root of a checkout."""

OF_PORTUGAL: Final = "fixtures/requirements-pt.csv"
"""Where those of Portugal's regulation are."""

OF_ROULETTE: Final = "fixtures/requirements-ro.csv"
"""Where those of its regulation of roulette are."""

OF_BACCARAT: Final = "fixtures/requirements-ba.csv"
"""Where those of Macau's regulation of baccarat are."""

IN_A_HALL: Final = ("HALL", "CARD", "ADAPT")
"""Their kinds that a hall has to do with."""

_PACKAGES: Final = ("hallctl", "drivers", "displays")
_SUFFIXES: Final = frozenset({".py", ".toml", ".typ", ".html"})
_CATALOGUE: Final = "rules/refusals.py"
_NAMED: Final = re.compile(
    r"(AJ|PT|RO|BA)-(\d+)((?:(?:\.\.(?:(?:AJ|PT|RO|BA)-)?|, )\d+(?=[.,;:)\]]|\s*$))*)", re.MULTILINE
)
_REFUSED: Final = re.compile(r"\brefuse\(\s*\"([A-Z0-9-]+)\"")


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the regulation: its stable ID, its kind, and what it asks in a few words."""

    id: str
    kind: str
    meaning: str


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a checkout: a file, a line, and the function, class or constant that is there, if any."""

    path: str
    line: int
    name: str

    @property
    def label(self) -> str:
        """The file with its folder, and what is there."""
        file = "/".join(self.path.split("/")[-2:])
        return f"{file}:{self.name}" if self.name else file


@dataclass(frozen=True, slots=True)
class Trace:
    """A check with the tests that carry its mark and the places that refuse by it or name it."""

    check: Check
    tests: tuple[Place, ...]
    enforced: tuple[Place, ...]


Places = dict[str, tuple[Place, ...]]
"""The places of each check, by its ID."""


def read_checks(text: str) -> tuple[Check, ...]:
    """Read the list of checks from CSV."""
    return tuple(Check(row["id"], row["kind"], row["meaning"]) for row in csv.DictReader(text.splitlines()))


def traced(root: Path, checks: str = CHECKS) -> tuple[Trace, ...]:
    """Trace every check of a list through a checkout.

    Raises:
        OSError: If a file cannot be read, as where the package stands without its tests.
    """
    return tuple(_traced(read_checks((root / checks).read_text("utf-8")), *_found(root)))


@cache
def _found(root: Path) -> tuple[Places, Places]:
    """Return the places of a checkout that prove a check, and those that keep it, for all lists."""
    sources = {path: text for package in _PACKAGES for path, text in _texts(root, package)}
    return _by_id(marked(dict(_texts(root, "tests")))), _by_id(enforced(sources))


def _texts(root: Path, folder: str) -> Iterator[tuple[str, str]]:
    for path in sorted((root / folder).rglob("*")):
        if path.suffix in _SUFFIXES:
            yield path.relative_to(root).as_posix(), path.read_text("utf-8")


def trace(checks: Iterable[Check], tests: Mapping[str, str], sources: Mapping[str, str]) -> tuple[Trace, ...]:
    """Trace every check; tests and sources are given as text by path."""
    return tuple(_traced(checks, _by_id(marked(tests)), _by_id(enforced(sources))))


def _traced(checks: Iterable[Check], proved: Places, kept: Places) -> Iterator[Trace]:
    for check in checks:
        yield Trace(check, proved.get(check.id, ()), kept.get(check.id, ()))


def _by_id(found: Iterable[tuple[str, Place]]) -> Places:
    """Group the places by check, the first line of each function, class or file only."""
    first: dict[str, dict[tuple[str, str], Place]] = {}
    for check, place in sorted(found):
        first.setdefault(check, {}).setdefault((place.path, place.name), place)
    return {check: tuple(sorted(places.values())) for check, places in first.items()}


def marked(tests: Mapping[str, str]) -> Iterator[tuple[str, Place]]:
    """Yield each ID that a test carries as ``@pytest.mark.req``, with the test."""
    for path, text in tests.items():
        if not path.endswith(".py") or ".req(" not in text:
            continue
        tree = ast.parse(text)
        spans = _spans(tree)
        for call in ast.walk(tree):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr == "req"
            ):
                place = _place(path, call.lineno, spans)
                for arg in call.args:
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                        yield arg.value, place


def enforced(sources: Mapping[str, str]) -> Iterator[tuple[str, Place]]:
    """Yield each ID that a source refuses by or names, with the place."""
    cited = {code: requirement for code, (requirement, _) in every_refusal().items()}
    for path, text in sources.items():
        if found := list(_mentions(path, text, cited)):
            spans = _spans(ast.parse(text)) if path.endswith(".py") else []
            yield from ((check, _place(path, line, spans)) for check, line in found)


def _mentions(path: str, text: str, cited: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield each ID that a text refuses by or names, with its line."""
    for found in _REFUSED.finditer(text):
        if found[1] in cited:
            yield cited[found[1]], _line(text, found.start())
    if not path.endswith(_CATALOGUE):  # it only lists what is refused elsewhere
        for found in _NAMED.finditer(text):
            line = _line(text, found.start())
            yield from ((check, line) for check in _expanded(*found.groups()))


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _expanded(law: str, first: str, more: str) -> Iterator[str]:
    """Yield the IDs of a mention such as "nn", "nn, mm" or "nn..mm"."""
    yield f"{law}-{first}"
    last = int(first)
    for mark, digits in re.findall(r"(\.\.|, )(?:[A-Z]+-)?(\d+)", more):
        for number in range(last + 1, int(digits) + 1) if mark == ".." else (int(digits),):
            yield f"{law}-{number:02}"
        last = int(digits)


Span = tuple[int, int, str]
"""The first line, the last line and the name of a definition."""


def _spans(tree: ast.Module) -> list[Span]:
    """Return the definitions of a module, what is inside another after it."""
    found: list[Span] = []
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found.append((node.lineno, node.end_lineno or node.lineno, ast.unparse(target)))
        found += _definitions(node, "")
    return found


def _definitions(node: ast.AST, inside: str) -> Iterator[Span]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        name = f"{inside}{node.name}"
        yield first, node.end_lineno or node.lineno, name
        for child in node.body if isinstance(node, ast.ClassDef) else ():
            yield from _definitions(child, f"{name}.")


def _place(path: str, line: int, spans: list[Span]) -> Place:
    names = [name for first, last, name in spans if first <= line <= last]
    return Place(path, line, names[-1] if names else "")


def summary(traces: Iterable[Trace], kinds: tuple[str, ...] = PROVABLE) -> str:
    """Return how many of the checks of some kinds have a test, and which have none."""
    provable = [t for t in traces if t.check.kind in kinds]
    bare = [t.check.id for t in provable if not t.tests]
    said = f"{len(provable) - len(bare)} of {len(provable)} checks of kind {'/'.join(kinds)} have a test."
    return f"{said} Without one: {', '.join(bare)}." if bare else said


def shown(traces: Iterable[Trace]) -> str:
    """Return how many of the checks that need eyes or people have a test, and which have none."""
    seen = [t for t in traces if t.check.kind not in PROVABLE]
    bare = [t.check.id for t in seen if not t.tests]
    said = f"{len(seen) - len(bare)} of {len(seen)} checks of kind SHOW/HUMAN have one of the program's part."
    return f"{said} Without one: {', '.join(bare)}." if bare else said


def listing(traces: Iterable[Trace]) -> Iterator[str]:
    """Yield the checks as lines for a terminal: each with its tests and its places, as file:line."""
    for found in traces:
        yield f"{found.check.id} {found.check.kind}: {found.check.meaning}"
        yield from (f"    test  {place.path}:{place.line} {place.name}" for place in found.tests)
        yield from (f"    code  {place.path}:{place.line} {place.name}" for place in found.enforced)


def page(traces: tuple[Trace, ...]) -> str:
    """Return the documentation's page, which links files from ``docs/``."""
    items = [line for found in traces for line in _item(found)]
    return "\n".join([*_HEAD, f"* {summary(traces)}", f"* {shown(traces)}", "", *items, ""])


def page_of_portugal(traces: tuple[Trace, ...]) -> str:
    """Return the page of what of Portugal's regulation concerns a hall."""
    items = [line for found in traces if found.check.kind in IN_A_HALL for line in _item(found)]
    return "\n".join([*_HEAD_OF_PORTUGAL, f"* {summary(traces, IN_A_HALL)}", "", *items, ""])


def page_of_roulette(traces: tuple[Trace, ...]) -> str:
    """Return the page of what of Portugal's regulation of roulette concerns a table."""
    items = [line for found in traces if found.check.kind in IN_A_HALL for line in _item(found)]
    return "\n".join([*_HEAD_OF_ROULETTE, f"* {summary(traces, IN_A_HALL)}", "", *items, ""])


def page_of_baccarat(traces: tuple[Trace, ...]) -> str:
    """Return the page of what Macau's regulation of baccarat asks, whose kinds are those of Bolivia's."""
    items = [line for found in traces for line in _item(found)]
    return "\n".join([*_HEAD_OF_BACCARAT, f"* {summary(traces)}", f"* {shown(traces)}", "", *items, ""])


def _item(found: Trace) -> Iterator[str]:
    """Yield a check as lines of a list: what it asks, its tests below it, then its places."""
    yield f"* {found.check.id} {_kind(found.check)}: {found.check.meaning}<br>"
    yield f"  {_links(found.tests)}<br><br>"
    yield f"  {_links(found.enforced)}"


def _kind(check: Check) -> str:
    """Return the kind of a check, bold where a program alone cannot prove it."""
    return check.kind if check.kind in (*PROVABLE, *IN_A_HALL) else f"**{check.kind}**"


def _links(places: Iterable[Place]) -> str:
    return "<br>".join(f"[{place.label}](../{place.path})" for place in places) or "—"


_HEAD: Final = (
    "# What the regulation asks, and where it is proved",
    "",
    'Every check of the regulation "Sorteos - Bingo" (Autoridad de Fiscalización del Juego, Bolivia), the',
    "tests that carry its mark (`@pytest.mark.req`), and the places of the program that refuse by it or",
    "name it. `python -m tools.requirements` writes this page; with `--lines` it prints it with lines.",
    "",
    "* DO: the program acts, computes or enforces an order.",
    "* KEEP: it keeps a record.",
    "* REFUSE: it refuses, citing the check.",
    "* CFG: it takes it from a configuration that carries its approval.",
    "* **SHOW**: it shows or announces; that a room sees and hears it, only a visit proves.",
    "* **HUMAN**: it prompts a person and records it; that it was done, only people prove.",
    "",
    "Below each check: its tests (`file:test`), then its places (`file:function, class or constant`).",
    "",
)

_HEAD_OF_PORTUGAL: Final = (
    "# What Portugal's regulation asks, and where it is proved",
    "",
    "Every check of Regulamento n.º 425-A/2015 that concerns a hall, as [requirements.md](requirements.md)",
    "has those of Bolivia. It is written for bingo online; where its rule is about terminals and accounts",
    "(`ONLINE` in `fixtures/requirements-pt.csv`) a hall has nothing to do.",
    "",
    "* HALL: a rule of play that holds in a hall as it is.",
    "* CARD: what cards are, and what wins on them.",
    "* ADAPT: a rule that a hall keeps in its own way.",
    "",
)

_HEAD_OF_ROULETTE: Final = (
    "# What Portugal's regulation of roulette asks, and where it is proved",
    "",
    "Every check of Regulamento n.º 804/2015 that concerns a physical table, as those of Bolivia are in",
    "[requirements.md](requirements.md). It is written for roulette online; where its rule is about",
    "terminals and accounts (`ONLINE` in `fixtures/requirements-ro.csv`) a table has nothing to do.",
    "",
    "* HALL: a rule of play that holds at a physical table as it is.",
    "* ADAPT: a rule that a table keeps in its own way.",
    "",
)

_HEAD_OF_BACCARAT: Final = (
    "# What Macau's regulation of baccarat asks, and where it is proved",
    "",
    "Every check of Despacho Regulamentar Externo n.º 55/2004, as those of Bolivia are in",
    "[requirements.md](requirements.md), which says what the kinds are. The text at hand is for reference;",
    "the official one is in the Boletim Oficial of Macau (BA-66).",
    "",
)
