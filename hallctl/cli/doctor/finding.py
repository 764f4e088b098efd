"""What a look at one part found.

Not responsible for looking.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.signing.errors import SigningError

Inspection = tuple[str, str, Callable[[], Iterable["Finding"]]]
"""A part, the section or key of the configuration without which it is not looked at, and how it is."""

_FAILURES: Final = (OSError, ValueError, MinutesError, SigningError)


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


def sentence_of(error: Exception) -> str:
    """Return what an error says: in any language, where it remembers of what its sentence is made."""
    said = getattr(error, "sentence", str(error))
    if isinstance(error, SigningError):
        return Sentence(error.template, **error.words)
    return said if isinstance(said, Sentence) else str(said)


def looked(looks: Iterable[Inspection], broken: Callable[[str], bool]) -> Iterator[Finding]:
    """Yield what all looks find, whatever comes of one of them.

    Args:
        looks: What to look at.
        broken: Returns whether a section of the configuration is wrong.
    """
    for part, section, look in looks:
        if broken(section):
            name, key = (section + ".").split(".")[:2]
            wrong = f"[{name}] {key}".strip()
            yield missing(part, _("no se mira: {section} está mal en la configuración", section=wrong))
            continue
        try:
            yield from look()
        except _FAILURES as error:
            yield missing(part, _("no se pudo mirar: {why}", why=sentence_of(error)))


def nothing_broken(_section: str) -> bool:
    """Say of every section that it is right."""
    return False
