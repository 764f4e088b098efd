"""The text of a new hall's ``hall.toml``, each section with a comment that says what it is.

Not responsible for the other files (``plan``).
"""

import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from hallctl.app.installing.answers import Answers
from hallctl.app.installing.facts import ROULETTE

DATA = "datos"
KEYS = "claves"


def hall_file(answers: Answers) -> str:
    """Return the whole file."""
    parts = [_head(answers), _hall(answers), _book(answers), _keys(answers), *_devices(answers)]
    parts += [*_network(answers), *_screens(answers), *_people(answers), *_cards(answers)]
    return "\n\n".join(parts) + "\n"


def rules_name(answers: Answers) -> str:
    """Return what ``rule_set`` says: a file is copied beside the configuration."""
    return Path(answers.rules).name


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _section(name: str, said: str, *lines: str) -> str:
    """Return a section with what it is beside its name."""
    return "\n".join([_noted(f"[{name}]", said), *lines])


def _noted(line: str, said: str) -> str:
    """Return a line with a comment, the comments of a file one below the other."""
    return f"{line:<33} # {said}"


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, values))}]"


def _head(answers: Answers) -> str:
    lines = [
        "# La configuración de la sala, escrita por «hallctl init». Se cambia con un editor, en UTF-8;",
        "# «hallctl check --config hall.toml» dice todo lo que esté mal, «hallctl doctor» lo que falte.",
        "# Lo que el libro ya anotó no cambia por cambiarlo aquí. Las rutas empiezan en esta carpeta.",
    ]
    if answers.cards is not None:
        lines += [
            "",
            _noted(f"ball_sets = {_list(answers.cards.ball_sets)}", "el que se usa y los demás"),
        ]
    return "\n".join(lines)


def _hall(answers: Answers) -> str:
    lines = [
        "[hall]",
        f"name = {_text(answers.name)}",
        f"company = {_text(answers.company)}",
        f"licence = {_text(answers.licence)}",
        f"tax_id = {_text(answers.tax_id)}",
        f"place = {_text(answers.place)}",
        f"tables = {answers.tables}",
        _noted(f"seats = {answers.seats}", "las plazas sentadas que autoriza la licencia"),
        _noted(f"directory = {_text(DATA)}", "el libro, las imágenes, las actas y las cuentas"),
        f"game = {_text(answers.game)}",
        _noted(
            f"rule_set = {_text(rules_name(answers))}", "del programa, o un archivo .toml de esta carpeta"
        ),
        _noted(f"language = {_text(answers.language)}", "el de las paredes: es, pt o en"),
    ]
    if answers.cctv:
        lines.append(_noted(f"cctv = {_text(answers.cctv)}", "el circuito que enfoca la salida de bolas"))
    farthest = f"farthest_seat_m = {answers.farthest_seat_m}" if answers.farthest_seat_m else ""
    lines += [
        _noted(
            farthest or "# farthest_seat_m = 18", "del último asiento a su monitor: todo debe leerse (AJ-37)"
        ),
        _noted('# theme = "noche"', "los colores (docs/theme.md)"),
    ]
    return "\n".join(lines)


def _book(answers: Answers) -> str:
    return "\n".join(
        [
            _noted("[book]", "los datos notariales del tomo (AJ-40)"),
            "volume = 1",
            f"folios = {answers.folios}",
            f"notary = {_text(answers.notary)}",
            f"notarised_on = {_text(answers.notarised_on)}",
            _noted(f"second = {_text(answers.second)}", "el segundo soporte, en otro disco"),
        ]
    )


def _keys(answers: Answers) -> str:
    return "\n".join(
        [
            _noted("[keys]", "con qué se firma (docs/keys.md)"),
            f"directory = {_text(KEYS)}",
            _noted(
                f"origin = {_text(answers.origin)}",
                "cómo llaman al libro los puntos de control; no se cambia",
            ),
        ]
    )


def _devices(answers: Answers) -> Iterator[str]:
    if answers.extractor:
        yield _section("extractor", "docs/extractor-wire.md", f"port = {_text(answers.extractor)}")
    if answers.camera:
        source = answers.camera if answers.camera.isdigit() else _text(answers.camera)
        lines = [
            _noted("[camera]", "la de la salida de bolas, o de la ruleta (docs/camera.md)"),
            f"source = {source}",
            _noted("keep_days = 365", "cuánto se guardan sus imágenes"),
        ]
        if answers.cards is not None:
            said = "lo que escribe «hallctl camera calibrate», de cada juego"
            lines += ["", "[reader]", _noted("calibrations = []", said)]
        yield "\n".join(lines)
    yield from _table(answers)
    if answers.printer:
        yield _section("printer", "la cola de CUPS de los folios", f"queue = {_text(answers.printer)}")


def _table(answers: Answers) -> Iterator[str]:
    made = answers.apparatus
    if made is None:
        return
    plate = [f"maker = {_text(made.maker)}", f"serial = {_text(made.serial)}"]
    if answers.game == ROULETTE:
        if made.port:
            yield _section("wheel", "el sensor (docs/wheel.md)", f"port = {_text(made.port)}")
        yield "\n".join([_noted("[[wheels]]", "la ruleta"), *plate, "pockets = 37"])
        return
    if made.port:
        yield _section("shoe", "el distribuidor que lee (docs/shoe.md)", f"port = {_text(made.port)}")
    yield "\n".join(["[[shoes]]", *plate, f"cut_cards = {made.cut_cards}"])


def _network(answers: Answers) -> Iterator[str]:
    lines = [_noted("[console]", "la página de la mesa (docs/access.md)")]
    if answers.address:
        lines.append(_noted(f"host = {_text(answers.address)}", "con TLS, para la red de la sala"))
    yield "\n".join([*lines, f"port = {answers.console_port}"])
    lines = [_noted("[feed]", "lo que ven las pantallas, firmado")]
    if answers.address:
        lines.append(f"host = {_text(answers.address)}")
    yield "\n".join([*lines, f"port = {answers.feed_port}"])
    if answers.witness:
        yield "\n".join(
            [
                _noted("[witness]", "atestigua en otra máquina que el libro solo crece"),
                f"url = {_text(answers.witness)}",
                f"key = {_text(answers.witness_key)}",
            ]
        )


def _screens(answers: Answers) -> Iterator[str]:
    for monitor, (name, height) in enumerate(zip_longest(answers.screens, answers.screen_heights)):
        lines = [f"name = {_text(name)}", f"monitor = {monitor}"]
        if height is not None:
            lines.append(_noted(f"height_mm = {height}", "de la imagen"))
        yield _section("[screens]", "docs/screens.md", *lines)


def _people(answers: Answers) -> Iterator[str]:
    for person in answers.people:
        yield f"[[people]]\nname = {_text(person.name)}\nposts = {_list(person.posts)}"


def _cards(answers: Answers) -> Iterator[str]:
    cards = answers.cards
    if cards is None:
        return
    yield "\n".join(
        [
            _noted("[[series]]", "una serie impresa (docs/cards.md)"),
            f"letter = {_text(cards.letter)}",
            f"identification = {cards.identification}",
            _noted(f"face_value = {cards.face_value}", "en centavos o céntimos"),
            f"matrix = {_text(cards.matrix)}",
        ]
    )
