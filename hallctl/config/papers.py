"""Where a hall keeps the papers of its head office, and which of them count: with its data.

Not responsible for whether a paper counts: the book says that, and the hall holds these files against it.
"""

from pathlib import Path
from typing import Final

from hallctl.minutes.wire.messages import WireError, read_object
from hallctl.minutes.wire.papers import RULES, SignedPaper, digest_of

FOLDER: Final = "papeles"
"""In the hall's directory."""

RULES_FILE: Final = "reglas.toml"
"""The rule set of the paper that the Director adopted."""


def received_file(directory: Path, kind: str, digest: str) -> Path:
    """Return where a paper is kept as it came."""
    return directory / FOLDER / f"{kind}-{digest[:16]}.json"


def adopted_file(directory: Path, kind: str) -> Path:
    """Return where the paper of a kind that counts is kept."""
    return directory / FOLDER / f"adoptado-{kind}.json"


def rules_file(directory: Path) -> Path:
    """Return where the rule set of the paper that counts is read from."""
    return directory / FOLDER / RULES_FILE


def kept_paper(path: Path) -> SignedPaper | None:
    """Return a paper that was kept; None where it is gone or no longer what was signed."""
    try:
        signed = SignedPaper.read(path.read_bytes())
    except (OSError, WireError):
        return None
    return signed if digest_of(signed.contents) == signed.head.digest else None


def rules_text(signed: SignedPaper) -> bytes:
    """Return the file of the rule set in a paper; empty where it has none."""
    try:
        toml = read_object(signed.contents.encode()).get("toml")
    except WireError:
        return b""
    return toml.encode() if isinstance(toml, str) else b""


def adopted_rules(directory: Path) -> Path | None:
    """Return the file of the rule set that the Director adopted; None where there is none.

    One that says something else than its paper is none either: the next start writes it anew.
    """
    path, signed = rules_file(directory), kept_paper(adopted_file(directory, RULES))
    try:
        said = path.read_bytes()
    except OSError:
        return None
    return path if signed is None or rules_text(signed) == said else None
