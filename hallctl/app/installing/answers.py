"""The answers of an installation as one value.

Not responsible for whether they are right: ``interview`` has found no fault by then.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from hallctl.app.installing.checks import listed, minor_units
from hallctl.app.installing.facts import POSTS, rules_of, variant_of
from hallctl.app.installing.question import Given
from hallctl.app.installing.questions import post_key
from hallctl.rules.text import composed

_NOT_PLAIN: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the hall, with their posts."""

    name: str
    posts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """The series of a bingo hall.

    Attributes:
        letter: As it is printed.
        identification: Likewise.
        face_value: In hundredths of the currency.
        variant: Of the cards.
        count: How many are made; 0 where they come from a file.
        file: Where they come from, empty where they are made.
        ball_sets: The sets of balls.
    """

    letter: str
    identification: int
    face_value: int
    variant: str
    count: int
    file: str
    ball_sets: tuple[str, ...]

    @property
    def matrix(self) -> str:
        """The file of the matrix, beside the configuration."""
        return f"series/{self.letter.lower()}-{self.identification}.csv"


@dataclass(frozen=True, slots=True)
class Apparatus:
    """The wheel or the shoe of a table: its line, empty for none, and what its plate says."""

    port: str
    maker: str
    serial: str
    cut_cards: int = 0


@dataclass(frozen=True, slots=True)
class Answers:
    """Everything that a hall is made from; what is empty is not there.

    Attributes:
        name: Of the hall.
        company: That runs it.
        licence: Its licence.
        tax_id: The company's number.
        place: City and country.
        tables: Of players.
        seats: That the licence allows.
        game: What is played.
        rules: The name of a rule set, or a file of one.
        language: Of the walls.
        notary: Who opens the book.
        notarised_on: On which day.
        folios: Of the volume.
        second: The folder of the second medium.
        people: Everybody, in the order of the posts.
        cards: The series, where the game has any.
        apparatus: Wheel or shoe, where the game has one.
        extractor: Its port.
        camera: On the exit: a number, "csi" or an address.
        cctv: The circuit in its place.
        printer: The queue of the folios.
        address: At which other machines reach the console.
        host_names: The other names of this machine.
        console_port: Of the console.
        feed_port: Of the walls' feed.
        screens: The names of the walls of this machine.
        farthest_seat_m: From the farthest seat to its wall, in metres; empty where nobody measured.
        screen_heights: Of the walls' pictures, in millimetres; none where that is not known.
        witness: The witness's address.
        witness_key: Its key.
    """

    name: str
    company: str
    licence: str
    tax_id: str
    place: str
    tables: int
    seats: int
    game: str
    rules: str
    language: str
    notary: str
    notarised_on: str
    folios: int
    second: str
    people: tuple[Person, ...]
    cards: Cards | None
    apparatus: Apparatus | None
    extractor: str
    camera: str
    cctv: str
    printer: str
    address: str
    host_names: tuple[str, ...]
    console_port: int
    feed_port: int
    screens: tuple[str, ...]
    farthest_seat_m: str
    screen_heights: tuple[int, ...]
    witness: str
    witness_key: str

    @property
    def hosts(self) -> tuple[str, ...]:
        """Under which names the console has a certificate; none where it is for this machine alone."""
        return (self.address, *self.host_names) if self.address else ()

    @property
    def origin(self) -> str:
        """What checkpoints call the book."""
        return f"{plain(self.company) or 'empresa'}/{plain(self.name) or 'sala'}"


def plain(text: str) -> str:
    """Return a text in small letters without accents, hyphens between its words."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_PLAIN.sub("-", letters).strip("-")


def answers_of(given: Given) -> Answers:
    """Return the answers as they are meant, none of them wrong."""
    rules = rules_of(given)

    def get(key: str) -> str:
        return given.get(key, "")

    return Answers(
        name=get("name"),
        company=get("company"),
        licence=get("licence"),
        tax_id=get("tax_id"),
        place=get("place"),
        tables=int(get("tables")),
        seats=int(get("seats")),
        game=get("game"),
        rules=get("rules"),
        language=("" if rules is None else rules.language) or get("language"),
        notary=get("notary"),
        notarised_on=get("notarised_on"),
        folios=int(get("folios")),
        second=get("second"),
        people=_people(given),
        cards=_cards(given) if get("cards") else None,
        apparatus=_apparatus(given) if get("maker") else None,
        extractor=get("extractor"),
        camera=get("camera"),
        cctv=get("cctv"),
        printer=get("printer"),
        address=get("address"),
        host_names=listed(get("host_names")),
        console_port=int(get("console_port")),
        feed_port=int(get("feed_port")),
        screens=listed(get("screens")),
        farthest_seat_m=get("farthest_seat_m").replace(",", "."),
        screen_heights=tuple(int(each) for each in get("screen_heights").split(",") if each.strip()),
        witness=get("witness"),
        witness_key=get("witness_key"),
    )


def _people(given: Given) -> tuple[Person, ...]:
    posts: dict[str, list[str]] = {}
    for post in POSTS[given["game"]]:
        for name in listed(given.get(post_key(post), "")):
            posts.setdefault(composed(name), []).append(post.value)
    return tuple(Person(name, tuple(held)) for name, held in posts.items())


def _cards(given: Given) -> Cards:
    made = given["cards"].isdigit()
    return Cards(
        given["letter"],
        int(given["identification"]),
        minor_units(given["face_value"]) or 0,
        variant_of(given),
        int(given["cards"]) if made else 0,
        "" if made else given["cards"],
        listed(given["ball_sets"]),
    )


def _apparatus(given: Given) -> Apparatus:
    port = given.get("wheel", "") or given.get("shoe", "")
    return Apparatus(port, given["maker"], given["serial"], int(given.get("cut_cards", "") or 0))
