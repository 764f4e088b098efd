"""What is to be written and made from a set of answers; nothing is, here.

Not responsible for making it (``making``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from hallctl.app.installing.answers import Answers, Cards, Person
from hallctl.app.installing.hall_file import KEYS, hall_file, rules_name

HALL_FILE = "hall.toml"


@dataclass(frozen=True, slots=True)
class Plan:
    """A hall's folder before it is there.

    Attributes:
        files: The text of each file, by its path in the folder.
        copies: Which file is copied to which path in the folder.
        cards: The series to make, None where there is none to make.
        keys: The folder of the keys.
        hall: For the names in the certificates.
        company: Likewise.
        people: Who gets a key and an account, with which posts.
        hosts: For which names the console gets a certificate.
        calibrate: The ball sets that the camera is to learn before the hall opens.
    """

    files: Mapping[str, str]
    copies: Mapping[str, str]
    cards: Cards | None
    keys: str
    hall: str
    company: str
    people: tuple[Person, ...]
    hosts: tuple[str, ...]
    calibrate: tuple[str, ...]


def plan(answers: Answers) -> Plan:
    """Return what a hall with these answers consists of."""
    cards, copies = answers.cards, {}
    if PurePath(answers.rules).suffix == ".toml":
        copies[rules_name(answers)] = answers.rules
    if cards is not None and cards.file:
        copies[cards.matrix] = cards.file
    return Plan(
        files={HALL_FILE: hall_file(answers)},
        copies=copies,
        cards=cards if cards is not None and cards.count else None,
        keys=KEYS,
        hall=answers.name,
        company=answers.company,
        people=answers.people,
        hosts=answers.hosts,
        calibrate=cards.ball_sets if answers.camera and cards is not None else (),
    )
