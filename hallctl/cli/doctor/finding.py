"""What a look at one part found.

Not responsible for looking.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a part is, as it is said."""

    GOOD = "bien"
    ADVICE = "aviso"
    MISSING = "falta"


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part is.

    Attributes:
        part: Which part, e.g. "cámara".
        verdict: How it is; "falta" keeps the hall from running.
        said: What is there, or what is missing.
        remedy: What to do or to write in the configuration; empty where there is nothing to do.
    """

    part: str
    verdict: Verdict
    said: str
    remedy: str = ""


def good(part: str, said: str) -> Finding:
    """Return a part that is as it should be."""
    return Finding(part, Verdict.GOOD, said)


def advice(part: str, said: str, remedy: str) -> Finding:
    """Return a part without which the hall runs, though not as well."""
    return Finding(part, Verdict.ADVICE, said, remedy)


def missing(part: str, said: str, remedy: str = "") -> Finding:
    """Return a part without which the hall does not run."""
    return Finding(part, Verdict.MISSING, said, remedy)


def status(found: Iterable[Finding]) -> int:
    """Return the exit status: 1 if anything is missing, 0 with advice alone."""
    return int(any(each.verdict is Verdict.MISSING for each in found))
