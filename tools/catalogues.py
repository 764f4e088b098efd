"""Keeps the gettext catalogues in step with the code: ``python -m tools.catalogues``.

Writes into each catalogue (``.po``) what the code can say and is not there yet, with an empty translation to
fill in, takes out what it no longer says, and compiles it (``.mo``). There are two: ``hallctl`` has the
refusals and the words of the hall, ``console`` what stands in ``_("…")``. Not responsible for translating.
"""

import ast
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

from jinja2 import Environment, nodes

from hallctl.app.games import GAMES, every_refusal
from hallctl.config.rules import CIRCUIT, PROFILES, profile
from hallctl.i18n import script_refusals
from hallctl.i18n.phrasebook import DOMAIN
from hallctl.i18n.refusals import DETAIL, DETAILS, FOLDER, LANGUAGES, WORD
from hallctl.minutes.signing.errors import FILES, REFUSED, told
from hallctl.rules.commands.base import Post
from hallctl.rules.fields import field_names
from hallctl.rules.text import Unfit

Catalogue = dict[tuple[str, str], str]
"""Translations by context and Spanish text; the header stands under two empty strings."""

CLAIMS: Final = ("línea", "bingo", "alguna línea", "algún bingo")
"""What the decisions on claims fill into their refusals."""

HEADER: Final = ("", "")
CODE: Final = FOLDER.parent
MARK: Final = "_"
"""The function that marks a sentence."""


def templates() -> dict[str, str]:
    """Return the Spanish template of every refusal by its code."""
    known = {**every_refusal(), **script_refusals.catalogue()}
    return {code: sentence for code, (_, sentence) in known.items()}


def messages() -> list[tuple[str, str]]:
    """Return everything that is translated: each refusal by its code, then the words that fill them."""
    found = list(templates().items())
    words = [
        *Post,
        *CLAIMS,
        *(step.name for game in GAMES.values() for step in game.rules.all_steps.values()),
    ]
    words += [*field_names(), *Unfit]
    words += [told(template) for template in (*REFUSED.values(), *FILES.values())]
    words += [CIRCUIT, *(item for name in PROFILES for item in profile(name)["checks"])]
    found += [(DETAIL, str(detail)) for detail in DETAILS]
    return found + [(WORD, word) for word in dict.fromkeys(map(str, words))]


@cache
def marked() -> Sequence[tuple[str, str]]:
    """Return what stands in ``_("…")``, of templates and of code, each once; it has no context."""
    found = [text for path in sorted(CODE.rglob("*.html")) for text in in_template(path.read_text("utf-8"))]
    found += [text for path in sorted(CODE.rglob("*.py")) for text in in_code(path.read_text("utf-8"))]
    return tuple(("", text) for text in dict.fromkeys(found))


def in_template(source: str) -> Iterator[str]:
    """Yield what a template marks."""
    for node in Environment().parse(source).find_all(nodes.Call):
        match node:
            case nodes.Call(node=nodes.Name(name=name), args=[nodes.Const(value=str(text))]) if name == MARK:
                yield text


def in_code(source: str) -> Iterator[str]:
    """Yield what a module marks."""
    if f"{MARK}(" not in source:  # a module is parsed in milliseconds, and there are hundreds
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text))]) if name == MARK:
                yield text


DOMAINS: Final[Mapping[str, Callable[[], Sequence[tuple[str, str]]]]] = {"hallctl": messages, DOMAIN: marked}
"""The catalogues of each language, and what belongs into them."""


def path_of(language: str, domain: str = "hallctl") -> Path:
    """Return where a catalogue of a language is, for people (``.po``)."""
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def parse(text: str) -> Catalogue:
    """Read a catalogue as people write it.

    Raises:
        ValueError: If a line is neither a comment nor a keyword with its text.
    """
    found: Catalogue = {}
    entry: dict[str, str] = {}
    keyword = ""
    for line in [*text.splitlines(), "msgid"]:
        word, _, rest = line.strip().partition(" ")
        if (word == "msgctxt" or (word == "msgid" and keyword != "msgctxt")) and "msgstr" in entry:
            found[entry.get("msgctxt", ""), entry["msgid"]] = entry["msgstr"]
            entry = {}
        if word in {"msgctxt", "msgid", "msgstr"} and rest:
            keyword, entry[word] = word, ast.literal_eval(rest)
        elif word.startswith('"'):
            entry[keyword] += ast.literal_eval(line.strip())
        elif word and not word.startswith("#") and rest:
            raise ValueError(f"no es una línea de catálogo: {line}")
    return found


def written(catalogue: Catalogue) -> str:
    """Return a catalogue as people write it, in the order of its entries."""
    return "\n".join(_entries(catalogue))


def _entries(catalogue: Catalogue) -> Iterator[str]:
    for (context, text), translated in catalogue.items():
        if (context, text) == HEADER:
            lines = [f"{_quoted(part)}\n" for part in translated.splitlines(keepends=True)]
            yield f'msgid ""\nmsgstr ""\n{"".join(lines)}'
        else:
            said = f"msgid {_quoted(text)}\nmsgstr {_quoted(translated)}\n"
            yield f"msgctxt {_quoted(context)}\n{said}" if context else said


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def merged(catalogue: Catalogue, wanted: Iterable[tuple[str, str]]) -> Catalogue:
    """Return the catalogue with exactly the wanted messages; what is new waits with an empty translation."""
    return {HEADER: catalogue[HEADER]} | {key: catalogue.get(key, "") for key in wanted}


def untranslated(catalogue: Catalogue, wanted: Iterable[tuple[str, str]]) -> list[str]:
    """Return the wanted messages without a translation, each as "CODE: sentence"."""
    return [f"{context}: {text}" for context, text in wanted if not catalogue.get((context, text))]


def compiled(catalogue: Catalogue) -> bytes:
    """Return the catalogue as gettext reads it (``.mo``); what is not translated is left out."""
    pairs = sorted(
        (f"{context}\4{text}".encode() if context else text.encode(), translated.encode())
        for (context, text), translated in catalogue.items()
        if translated
    )
    count, start = len(pairs), 28 + 16 * len(pairs)
    tables, texts = [], b""
    for column in (0, 1):
        for pair in pairs:
            tables.append(struct.pack("<II", len(pair[column]), start + len(texts)))
            texts += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    return head + b"".join(tables) + texts


def main() -> int:
    """Bring every catalogue up to date; the exit status is 1 while something is not translated."""
    missing = 0
    for domain, language in product(DOMAINS, LANGUAGES[1:]):
        wanted, path = DOMAINS[domain](), path_of(language, domain)
        catalogue = merged(parse(path.read_text("utf-8")), wanted)
        path.write_text(written(catalogue), "utf-8")
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        for message in untranslated(catalogue, wanted):
            print(f"{path}: falta traducir {message}")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
