"""Which answers of an installation may be changed afterwards, where each stands in ``hall.toml``, and how.

Not responsible for asking, nor for whether a device answers.
"""

import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from hallctl import BUILT
from hallctl.app.checking import check
from hallctl.app.installing.checks import listed
from hallctl.app.installing.question import Given
from hallctl.app.vault import Places
from hallctl.config.editing import with_table, with_value, without_table
from hallctl.config.hall import DEFAULT_GAME
from hallctl.config.problems import ConfigError
from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.durable import sync_folder
from hallctl.minutes.entry import Entry
from hallctl.minutes.opening import CLOSED, OPENED
from hallctl.minutes.reader import Reader
from hallctl.minutes.volumes import number_of, volumes_in
from hallctl.minutes.wire.papers import RULES

_ADOPTED: Final = "PaperAdopted"

_Literal = Callable[[str], str | None]


def _text(answer: str) -> str | None:
    return json.dumps(answer, ensure_ascii=False) if answer else None


def _number(answer: str) -> str | None:
    return answer or None


def _metres(answer: str) -> str | None:
    return answer.replace(",", ".") or None


def _text_or_number(answer: str) -> str | None:
    return answer if answer.isdigit() else _text(answer)


def _list(answer: str) -> str | None:
    return f"[{', '.join(json.dumps(each, ensure_ascii=False) for each in listed(answer))}]"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands: the keys of a table, and how it is written; an empty answer takes them away.

    Attributes:
        section: The table.
        key: Its key.
        written: How the answer is written.
        also: Other tables that have the key.
        minuted: Whether the opening of a volume says it.
        needed: Whether the table is none without the key, and goes away with it.
    """

    section: str
    key: str
    written: _Literal = _text
    also: tuple[str, ...] = ()
    minuted: bool = False
    needed: bool = False

    @property
    def sections(self) -> tuple[str, ...]:
        """Every table that has the key."""
        return (self.section, *self.also)


SCREENS: Final = "screens"

PLACES: Final[Mapping[str, Place]] = {
    "rules": Place("hall", "rule_set"),
    "language": Place("hall", "language"),
    "name": Place("hall", "name", minuted=True),
    "company": Place("hall", "company", minuted=True),
    "licence": Place("hall", "licence", minuted=True),
    "tax_id": Place("hall", "tax_id"),
    "place": Place("hall", "place"),
    "tables": Place("hall", "tables", _number),
    "seats": Place("hall", "seats", _number),
    "notary": Place("book", "notary", minuted=True),
    "notarised_on": Place("book", "notarised_on", minuted=True),
    "folios": Place("book", "folios", _number, minuted=True),
    "second": Place("book", "second"),
    "ball_sets": Place("", "ball_sets", _list),
    "extractor": Place("extractor", "port", needed=True),
    "wheel": Place("wheel", "port", needed=True),
    "shoe": Place("shoe", "port", needed=True),
    "camera": Place("camera", "source", _text_or_number, needed=True),
    "cctv": Place("hall", "cctv"),
    "printer": Place("printer", "queue", needed=True),
    "address": Place("console", "host", also=("feed",)),
    SCREENS: Place(SCREENS, "name"),
    "farthest_seat_m": Place("hall", "farthest_seat_m", _metres),
    "witness": Place("witness", "url"),
    "witness_key": Place("witness", "key"),
    "console_port": Place("console", "port", _number),
    "feed_port": Place("feed", "port", _number),
}
"""What may be changed in the file; with ``minuted``, only while no volume is open."""

_PERSON: Final = _(
    "Las personas no están aquí: cuenta con «hallctl people», clave con «hallctl keys enrol», puesto en "
    "[[people]]."
)
_SERIES: Final = _("La serie está registrada en el libro: otra es otro [[series]] (docs/cards.md).")
_APPARATUS: Final = _(
    "El aparato está registrado en el libro: otro se añade al archivo (docs/wheel.md, docs/shoe.md)."
)

ELSEWHERE: Final[Mapping[str, Sentence]] = {
    "game": _("Otro juego es otra sala: «hallctl init»."),
    **dict.fromkeys(
        (*("director", "jefe", "locutor", "vendedor", "cajero", "jefe_de_sala", "auxiliar", "croupier"),),
        _PERSON,
    ),
    **dict.fromkeys(("cards", "letter", "identification", "face_value"), _SERIES),
    **dict.fromkeys(("maker", "serial", "cut_cards"), _APPARATUS),
    "screen_heights": _("La altura de cada pantalla está en su [[screens]] (docs/screens.md)."),
    "host_names": _("Los nombres están en el certificado: «hallctl keys console»."),
}
"""Of what is not changed in the file, where it is."""


def present(config: Path) -> dict[str, str]:
    """Return the answers that a configuration has now.

    Raises:
        ConfigError: The file cannot be read.
    """
    try:
        values = read_toml(config)
    except (OSError, TomlFileError) as error:
        raise ConfigError([f"{config}: {error}"]) from error
    given = {"game": str(values.get("hall", {}).get("game", DEFAULT_GAME))}
    for key, place in PLACES.items():
        found = _found(values, place)
        if found:
            given[key] = found
    if given.get("rules", "").endswith(".toml"):
        given["rules"] = str(config.parent / given["rules"])
    return given


def _found(values: Mapping[str, Any], place: Place) -> str:
    table: Any = values.get(place.section, {}) if place.section else values
    if isinstance(table, list):
        return ", ".join(str(each.get(place.key, "")) for each in table)
    value = table.get(place.key, "")
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def not_here(config: Path, key: str) -> Sentence | None:
    """Return why an answer is not changed in the file; None where it is."""
    if key not in PLACES:
        return ELSEWHERE.get(key)
    paper = _adopted_rules(config) if key == "rules" else 0
    if paper:
        return _(
            "Rigen las reglas del papel n.º {number} de la oficina: las cambia otro papel.", number=paper
        )
    if not PLACES[key].minuted:
        return None
    volume = _open_volume(config)
    if volume is None:
        return None
    return _(
        "El tomo {volume} lo dice en su diligencia de apertura: cambia para el siguiente.", volume=volume
    )


def _volumes(config: Path) -> Sequence[Path]:
    directory = config.parent / str(read_toml(config).get("hall", {}).get("directory", ""))
    return volumes_in(Places(directory).book)


def _newest_of_kinds(config: Path, *kinds: str) -> list[Entry]:
    """Return the entries of some kinds in the newest volume, in order."""
    found: list[Entry] = []
    for volume in _volumes(config)[-1:]:
        with Reader(volume) as book:
            found += book.of_kinds(kinds)
    return found


def _adopted_rules(config: Path) -> int:
    """Return the number of the office's paper by whose rules the hall plays; 0 where it plays by its own."""
    number = 0
    for entry in _newest_of_kinds(config, _ADOPTED, OPENED):
        papers = [entry.body["paper"]] if entry.kind == _ADOPTED else []
        papers += entry.body.get("papers", []) if entry.kind == OPENED else []
        number = max(number, *(each["number"] for each in papers if each["kind"] == RULES), 0)
    return number


def _open_volume(config: Path) -> int | None:
    """Return the number of the volume that is open; None where none is."""
    volumes = _volumes(config)
    if not volumes:
        return None
    kinds = [each.kind for each in _newest_of_kinds(config, OPENED, CLOSED)]
    return number_of(volumes[-1]) if kinds and kinds[-1] == OPENED else None


def changed_text(text: str, answers: Given, config: Path) -> str:
    """Return the text of a configuration with other answers."""
    for key, answer in answers.items():
        place = PLACES[key]
        if key == SCREENS:
            text = _with_screens(text, listed(answer))
            continue
        beside = config.parent if key == "rules" and answer.endswith(".toml") else None
        said = os.path.relpath(Path(answer).expanduser(), beside) if beside is not None else answer
        if place.needed and place.written(said) is None:
            text = without_table(text, place.section, 0)
            continue
        for section in place.sections:
            text = with_value(text, section, place.key, place.written(said))
    return text


def _with_screens(text: str, names: tuple[str, ...]) -> str:
    """Return the text with other names of walls: those that are there keep what else they have."""
    there = len(tomllib.loads(text).get(SCREENS, []))
    for place, name in enumerate(names[:there]):
        text = with_value(text, SCREENS, "name", _text(name), place)
    for place in reversed(range(len(names), there)):
        text = without_table(text, SCREENS, place)
    for monitor, name in enumerate(names[there:], there):
        text = with_table(text, SCREENS, f"name = {_text(name)}", f"monitor = {monitor}")
    return text


def change(config: Path, answers: Given, moment: datetime) -> Path:
    """Change answers in a configuration, and return where the old file is kept.

    Args:
        config: The file.
        answers: Those that change.
        moment: What the clock shows, aware.

    Raises:
        ConfigError: The new file would have faults that the old one has not; nothing is written.
        OSError: It cannot be written; the old one stays.
    """
    old = config.read_text("utf-8-sig")
    new = config.with_name(f".{config.name}.nuevo")
    kept = config.with_name(f"{config.name}.{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    try:
        _put(new, changed_text(old, answers, config), like=config)
        faults = list(_faults_of(config, new, moment))
        if faults:
            raise ConfigError(faults)
        _put(kept, old, like=config)
        new.replace(config)
    finally:
        new.unlink(missing_ok=True)
    sync_folder(config)
    return kept


def _faults_of(config: Path, new: Path, moment: datetime) -> Iterator[str]:
    """Yield what is wrong with the new file that is not with the old one."""
    before = set(check(config, (), moment, BUILT).problems)
    for problem in check(new, (), moment, BUILT).problems:
        said = problem.replace(str(new), str(config))
        if said not in before:
            yield said


def _put(path: Path, text: str, like: Path) -> None:
    """Write a file with the owner and the rights of another."""
    model = like.stat()
    with path.open("w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), model.st_mode & 0o777)
        if os.geteuid() == 0:
            os.fchown(file.fileno(), model.st_uid, model.st_gid)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
