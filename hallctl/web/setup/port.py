"""What the pages of a new hall ask of its interview, and what they show of it.

Not responsible for asking: the composition root puts the questions behind this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hallctl.i18n.sentences import Sentence


class Stage(StrEnum):
    """How far the hall is."""

    ASKING = "asking"
    LOOKING_OVER = "looking-over"
    MAKING = "making"
    SLIPS = "slips"
    LOOKING = "looking"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be chosen.

    Attributes:
        value: The answer.
        label: What is said of it; where a device names itself, that.
        chosen: Whether it is the present answer, or the proposed one.
    """

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a page shows it.

    Attributes:
        key: Of the question.
        part: Its heading.
        text: The question, and ``help``, what it is for.
        options: What can be chosen.
        other: The present answer, or the proposed one, where it is none of the options.
        free: Whether there may be another answer than the options.
        several: Whether there may be several answers.
        empty: Whether it may stay without an answer.
        numeric: Whether it is answered by a number.
        pictures: Whether each option is a camera, which can be looked through.
        number: Which question this is, from 1.
        count: Of how many; 0 where that is not known yet.
        before: The key of the question before; empty at the first.
    """

    key: str
    part: Sentence
    text: Sentence
    help: Sentence
    options: tuple[Option, ...]
    other: str
    free: bool
    several: bool
    empty: bool
    numeric: bool
    pictures: bool
    number: int
    count: int
    before: str


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of trying an answer: "bien", "aviso" or "falta", in words, and what to do."""

    verdict: str
    said: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of an answer.

    Attributes:
        taken: Whether it was.
        why: Why not; None where what was tried says it.
        tried: What came of trying it.
    """

    taken: bool
    why: Sentence | None = None
    tried: tuple[Tried, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """An answer that was given: the key and text of its question, and the answer as it is read."""

    key: str
    text: Sentence
    answer: str


@dataclass(frozen=True, slots=True)
class Part:
    """The answers under one heading."""

    name: Sentence
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """The first passphrase of a person; of the authority where there are no posts and no name."""

    name: str
    posts: tuple[Sentence, ...]
    passphrase: str


@dataclass(frozen=True, slots=True)
class Looked:
    """What the look at one part of the new hall found."""

    part: str
    tried: Tried


@dataclass(frozen=True, slots=True)
class Left:
    """What is left to do in a new hall, and the command that does it; empty where none does."""

    said: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Closing:
    """A hall that is there.

    Attributes:
        folder: Where.
        found: What a look at it found.
        steps: What is left to do.
        trust: The address at which tablets fetch the authority; empty where only this machine enters.
        digest: Its SHA-256.
        code: That address as a picture (SVG).
    """

    folder: str
    found: tuple[Looked, ...]
    steps: tuple[Left, ...]
    trust: str = ""
    digest: str = ""
    code: bytes = b""


class SetupPort(Protocol):
    """The interview behind the pages; every call may come from any thread."""

    def language(self) -> str:
        """Return the language that was chosen; empty before that."""

    def reader(self, language: str) -> None:
        """Propose the language of who reads the pages."""

    def stage(self) -> Stage:
        """Return how far the hall is."""

    def asked(self, key: str, typed: str | None = None) -> Asked | None:
        """Return a question; None where there is none.

        Args:
            key: Of one that was answered; empty: the next one.
            typed: What was answered just now, in the place of what is proposed.
        """

    def take(self, key: str, text: str, *, insist: bool) -> Judged:
        """Take an answer if it holds; with ``insist`` also where what it names does not work."""

    def told(self) -> Sequence[Tried]:
        """Return once what came of trying the answer that was taken last."""

    def answers(self) -> Sequence[Part]:
        """Return every answer so far."""

    def picture(self, value: str) -> bytes | None:
        """Look through a camera that was found, and return the picture as JPEG; None where there is none."""

    def make(self) -> None:
        """Have the hall made, once everything is answered."""

    def said(self) -> Sequence[Sentence | str]:
        """Return what the making said last, or why it was refused."""

    def refused(self) -> bool:
        """Return whether that is why it was refused."""

    def slips(self) -> Sequence[Slip]:
        """Return the first passphrases, until they are noted."""

    def noted(self) -> None:
        """Forget them: somebody has written them down."""

    def closing(self) -> Closing | None:
        """Return the hall that was made."""

    def end(self) -> None:
        """Have the pages end."""
