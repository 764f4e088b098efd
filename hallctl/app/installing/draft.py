"""The answers so far, in a file of their own: without secrets, and for its owner alone all the same.

Not responsible for what they mean.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from hallctl.config.tomlfile import read_toml
from hallctl.i18n.plain import escaped
from hallctl.minutes.durable import sync_folder
from hallctl.minutes.private import opener


def draft_of(folder: Path) -> Path:
    """Return where the answers for a folder's hall are kept until it is made."""
    return folder.with_name(f".{folder.name}.respuestas.toml")


def draft_text(given: Mapping[str, str]) -> str:
    """Return answers as a TOML file."""
    lines = [f"{key} = {escaped(json.dumps(text, ensure_ascii=False))}" for key, text in given.items()]
    return "\n".join(["# Las respuestas a «hallctl init», sin secretos.", *lines]) + "\n"


def keep(draft: Path, given: Mapping[str, str]) -> None:
    """Keep the answers, whole and durable.

    Raises:
        OSError: They cannot be written.
    """
    beside = draft.with_name(f"{draft.name}.part")
    beside.unlink(missing_ok=True)
    with open(beside, "w", encoding="utf-8", opener=opener) as file:
        file.write(draft_text(given))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(draft)
    sync_folder(draft)


def read_answers(path: Path) -> dict[str, object]:
    """Read a file of answers.

    Raises:
        TomlFileError: It is no TOML.
        OSError: It cannot be read.
    """
    return read_toml(path)
