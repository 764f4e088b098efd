"""Keeps the gettext catalogues in step with the code: ``python -m tools.catalogues``.

Writes into each ``hallctl.po`` what the code can say and is not there yet, with an empty translation to fill
in, takes out what it no longer says, and compiles each ``hallctl.mo``. Not responsible for translating.
"""

import ast
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hallctl.config import PROFILES, rule_set
from hallctl.locale.refusals import DETAIL, DETAILS, FOLDER, LANGUAGES, WORD, templates
from hallctl.rules.commands import Post
from hallctl.rules.decide import STEPS

Catalogue = dict[tuple[str, str], str]
"""Translations by context and Spanish text; the header stands under two empty strings."""

CLAIMS: Final = ("línea", "bingo", "alguna línea", "algún bingo")
"""What the decisions on claims fill into their refusals."""

HEADER: Final = ("", "")


def messages() -> list[tuple[str, str]]:
    """Return everything that is translated: each refusal by its code, then the words that fill them."""
    found = list(templates().items())
    words = [*Post, *CLAIMS, *(step.name for step in STEPS.values())]
    words += [item for name in PROFILES for item in rule_set(name).checks]
    found += [(DETAIL, str(detail)) for detail in DETAILS]
    return found + [(WORD, word) for word in dict.fromkeys(map(str, words))]


def path_of(language: str) -> Path:
    """Return where the catalogue of a language is, for people (``.po``)."""
    return FOLDER / language / "LC_MESSAGES" / "hallctl.po"


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
            yield f"msgctxt {_quoted(context)}\nmsgid {_quoted(text)}\nmsgstr {_quoted(translated)}\n"


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
    wanted = messages()
    missing = 0
    for language in LANGUAGES[1:]:
        path = path_of(language)
        catalogue = merged(parse(path.read_text("utf-8")), wanted)
        path.write_text(written(catalogue), "utf-8")
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        for message in untranslated(catalogue, wanted):
            print(f"{path}: falta traducir {message}")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
