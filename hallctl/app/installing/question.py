"""What a question is made of; the terminal and the pages ask the same ones.

Not responsible for which there are (``questions``), nor for their order (``interview``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from hallctl.i18n.sentences import Sentence

Given: TypeAlias = Mapping[str, str]
"""The answers so far, each by the key of its question, as text."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer among several.

    Attributes:
        value: The answer.
        label: What is said of it; a name of a device is as the device says it.
    """

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was found on the machine, each as an answer that can be chosen.

    Attributes:
        ports: Serial lines.
        cameras: Cameras on USB.
        monitors: What is plugged in, by name.
        printers: Queues of the spooler.
        addresses: This machine's, on the networks that it is on.
        media: Folders on other disks than the root's.
        today: The day, as YYYY-MM-DD.
        language: Of the terminal: "es", "pt" or "en".
    """

    ports: tuple[Choice, ...] = ()
    cameras: tuple[Choice, ...] = ()
    monitors: tuple[str, ...] = ()
    printers: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    today: str = ""
    language: str = "es"


def _anything(_: str, __: Given) -> Sentence | None:
    """Find no fault."""
    return None


def _always(_: Given) -> bool:
    """Ask in every hall."""
    return True


def _never(_: Given) -> bool:
    """Need it in no hall."""
    return False


def _no_choices(_: Given, __: Found) -> tuple[Choice, ...]:
    """Offer nothing to choose from."""
    return ()


def _no_default(_: Given, __: Found) -> str:
    """Propose nothing."""
    return ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its answer always one text.

    Attributes:
        key: Its name in a file of answers.
        part: Under which heading it stands.
        text: The question itself.
        help: What it is for, and where the answer is found.
        check: Returns what is wrong with an answer, given those before; None for nothing.
        asked: Whether it concerns a hall with these answers.
        choices: What can be chosen; other answers are allowed where ``free``.
        default: What is proposed.
        free: Whether an answer may be another than the choices.
        optional: Whether it may stay empty,
        needed: unless a hall with these answers needs it.
        quiet: Whether only a file of answers gives it another value than the proposed one.
        people: Whether the answer names people, by commas.
    """

    key: str
    part: Sentence
    text: Sentence
    help: Sentence
    check: Callable[[str, Given], Sentence | None] = _anything
    asked: Callable[[Given], bool] = _always
    choices: Callable[[Given, Found], tuple[Choice, ...]] = _no_choices
    default: Callable[[Given, Found], str] = _no_default
    free: bool = True
    optional: bool = False
    needed: Callable[[Given], bool] = _never
    quiet: bool = False
    people: bool = False
