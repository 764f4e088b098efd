"""The questions of an installation, in their order; each in Spanish, translated by the catalogues.

Not responsible for who asks them, nor for what the answers are written into (``plan``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.app.installing import checks
from hallctl.app.installing.facts import (
    BACCARAT,
    BINGO,
    POSTS,
    ROULETTE,
    RULE_SETS,
    currency_of,
    is_automatic,
    is_bingo,
    mandatory,
    needs_camera,
    rules_of,
)
from hallctl.app.installing.question import Choice, Found, Given, Question
from hallctl.i18n.sentences import Named, Sentence, _
from hallctl.rules.commands.base import SEVERAL, Post

_HALL: Final = _("La sala")
_BOOK: Final = _("El libro de actas")
_PEOPLE: Final = _("Las personas")
_CARDS: Final = _("Los cartones")
_DEVICES: Final = _("Los aparatos")
_NETWORK: Final = _("La red y las pantallas")

_MANY: Final = 40

LANGUAGE_NAMES: Final[Mapping[str, str]] = {
    "es": Named("español"),
    "pt": Named("português"),
    "en": Named("English"),
}
"""Each by its own name, whatever language is spoken."""

_GAME_NAMES: Final = {BINGO: _("Bingo"), ROULETTE: _("Ruleta"), BACCARAT: _("Bacará")}


def _languages(_given: Given, _found: Found) -> tuple[Choice, ...]:
    return tuple(Choice(key, name) for key, name in LANGUAGE_NAMES.items())


def _games(_given: Given, _found: Found) -> tuple[Choice, ...]:
    return tuple(Choice(key, name) for key, name in _GAME_NAMES.items())


def _rule_sets(given: Given, _found: Found) -> tuple[Choice, ...]:
    return tuple(Choice(key, label) for key, label in RULE_SETS.get(given.get("game", ""), {}).items())


def _first_rule_set(given: Given, _found: Found) -> str:
    return next(iter(RULE_SETS.get(given.get("game", ""), {})), "")


def _named(given: Given, _found: Found) -> tuple[Choice, ...]:
    """Offer the people who were named before: a person with two posts is written once."""
    names = (name for post in Post for name in checks.listed(given.get(post_key(post), "")))
    return tuple(Choice(name, name) for name in dict.fromkeys(names))


def _ports(_given: Given, found: Found) -> tuple[Choice, ...]:
    return found.ports


def _cameras(_given: Given, found: Found) -> tuple[Choice, ...]:
    return found.cameras


def _needs_circuit(given: Given) -> bool:
    """Ask how the exit is shown where no camera of ours does (AJ-29, 30)."""
    named = given.get("camera") or needs_camera(given)
    return is_bingo(given) and bool(given.get("rules")) and not named


def _is(game: str, given: Given) -> bool:
    return given.get("game") == game


def post_key(post: Post) -> str:
    """Return the key of the question about a post."""
    return post.value.replace(" ", "_")


_POST_TEXTS: Final[Mapping[Post, Sentence]] = {
    Post.DIRECTOR: _("¿Quién es el Director?"),
    Post.JEFE: _("¿Quién es el jefe de mesa?"),
    Post.LOCUTOR: _("¿Quién es el locutor?"),
    Post.VENDEDOR: _("¿Quién vende los cartones?"),
    Post.CAJERO: _("¿Quién está en la caja? (varios, con comas)"),
    Post.JEFE_SALA: _("¿Quién es el jefe de sala?"),
    Post.AUXILIAR: _("¿Quién es el auxiliar?"),
    Post.CROUPIER: _("¿Quiénes son los crupieres? (con comas)"),
}


def _about(post: Post) -> Question:
    return Question(
        key=post_key(post),
        part=_PEOPLE,
        text=_POST_TEXTS[post],
        help=_("Nombre y apellidos, como firma. De ahí salen puesto, cuenta y clave."),
        check=checks.People(_MANY if post in SEVERAL else 1),
        asked=lambda given: post in POSTS.get(given.get("game", ""), ()),
        choices=_named,
        people=True,
    )


QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        "language",
        _HALL,
        _("¿En qué idioma seguimos?"),
        _("El del diálogo, y el de las paredes donde las reglas no piden otro."),
        checks.one_of(*LANGUAGE_NAMES),
        choices=_languages,
        default=lambda _, found: found.language,
        free=False,
    ),
    Question(
        "game",
        _HALL,
        _("¿Qué se juega?"),
        _("Una sala juega a una cosa; otra mesa es otra instalación."),
        checks.one_of(*_GAME_NAMES),
        choices=_games,
        default=lambda *_: BINGO,
        free=False,
    ),
    Question(
        "rules",
        _HALL,
        _("¿Con qué reglas?"),
        _("Las del programa, o un archivo .toml con las que se aprobaron a la sala (docs/manual-drum.md)."),
        checks.rules,
        choices=_rule_sets,
        default=_first_rule_set,
    ),
    Question(
        "name",
        _HALL,
        _("¿Cómo se llama la sala o la mesa?"),
        _("Sale en paredes, actas y certificados."),
        checks.line,
    ),
    Question("company", _HALL, _("¿Qué empresa la explota?"), _("Como en la licencia."), checks.People(1)),
    Question("licence", _HALL, _("¿Cuál es su licencia?"), _("La resolución y su número."), checks.line),
    Question(
        "tax_id",
        _HALL,
        _("¿Cuál es su número de identificación tributaria?"),
        _("El NIT o el NIF."),
        checks.line,
    ),
    Question("place", _HALL, _("¿Dónde está?"), _("Ciudad y país, como salen en las actas."), checks.line),
    Question(
        "tables",
        _HALL,
        _("¿Cuántas mesas hay?"),
        _("Las de los jugadores."),
        checks.WholeNumber(1, 10_000),
        default=lambda given, _: "" if is_bingo(given) else "1",
    ),
    Question(
        "seats",
        _HALL,
        _("¿Cuántos asientos autoriza la licencia?"),
        _("Las plazas sentadas (AJ-01)."),
        checks.WholeNumber(1, 100_000),
        default=lambda given, _: "" if is_bingo(given) else str(getattr(rules_of(given), "seats", "")),
    ),
    Question(
        "notary",
        _BOOK,
        _("¿Qué notario abre el libro?"),
        _("Sale en la diligencia de apertura (AJ-40)."),
        checks.line,
    ),
    Question(
        "notarised_on",
        _BOOK,
        _("¿En qué día?"),
        _("Como 2026-11-21."),
        checks.day,
        default=lambda _, found: found.today,
    ),
    Question(
        "folios",
        _BOOK,
        _("¿De cuántos folios es el tomo?"),
        _("Los que el notario numeró."),
        checks.WholeNumber(20, 1000),
        default=lambda *_: "200",
    ),
    Question(
        "second",
        _BOOK,
        _("¿En qué carpeta de otro disco va la copia del libro?"),
        _("Una memoria USB o un disco de red: el libro se escribe en dos soportes a la vez (AJ-39)."),
        checks.folder,
        choices=lambda _, found: tuple(Choice(each, each) for each in found.media),
        default=lambda _, found: next(iter(found.media), ""),
    ),
    *map(
        _about,
        (Post.DIRECTOR, Post.JEFE, Post.LOCUTOR, Post.VENDEDOR, Post.CAJERO, Post.JEFE_SALA, Post.AUXILIAR),
    ),
    _about(Post.CROUPIER),
    Question(
        "cards",
        _CARDS,
        _("¿Cuántos cartones hacemos, o en qué archivo están?"),
        _("Un número los hace al azar; un archivo .csv trae los que ya están impresos (docs/cards.md)."),
        checks.cards,
        is_bingo,
        default=lambda *_: "600",
    ),
    Question(
        "letter",
        _CARDS,
        _("¿Qué letra tiene la serie?"),
        _("La que se imprime."),
        checks.letter,
        is_bingo,
        default=lambda *_: "A",
    ),
    Question(
        "identification",
        _CARDS,
        _("¿Y qué número?"),
        _("El que se imprime."),
        checks.WholeNumber(1, 999_999),
        is_bingo,
        default=lambda *_: "1",
    ),
    Question(
        "face_value",
        _CARDS,
        _("¿Cuánto vale un cartón?"),
        _("En la moneda de las reglas."),
        checks.amount,
        is_bingo,
    ),
    Question(
        "ball_sets",
        _CARDS,
        _("¿Cómo se llaman los juegos de bolas? (con comas)"),
        _("El que se usa y el de reserva (AJ-27)."),
        checks.several,
        is_bingo,
        default=lambda *_: "J-01, J-02",
    ),
    Question(
        "extractor",
        _DEVICES,
        _("¿En qué puerto está el extractor?"),
        _("Habla docs/extractor-wire.md. Un autómata (PLC) se escribe después en hall.toml (docs/plc.md)."),
        checks.line,
        is_automatic,
        choices=_ports,
        default=lambda _, found: found.ports[0].value if found.ports else "",
    ),
    Question(
        "wheel",
        _DEVICES,
        _("¿En qué puerto está el sensor de la ruleta?"),
        _("Vacío: la mesa no tiene (docs/wheel.md)."),
        checks.line,
        lambda given: _is(ROULETTE, given),
        choices=_ports,
        default=lambda _, found: found.ports[0].value if found.ports else "",
        optional=True,
    ),
    Question(
        "shoe",
        _DEVICES,
        _("¿En qué puerto está el distribuidor?"),
        _("El que lee las cartas (docs/shoe.md)."),
        checks.line,
        lambda given: _is(BACCARAT, given),
        choices=_ports,
        default=lambda _, found: found.ports[0].value if found.ports else "",
        optional=True,
    ),
    Question(
        "maker",
        _DEVICES,
        _("¿Quién fabricó la ruleta o el distribuidor?"),
        _("Está en su placa."),
        checks.line,
        lambda given: _is(ROULETTE, given) or _is(BACCARAT, given),
    ),
    Question(
        "serial",
        _DEVICES,
        _("¿Qué número de serie tiene?"),
        _("Está en su placa."),
        checks.line,
        lambda given: _is(ROULETTE, given) or _is(BACCARAT, given),
    ),
    Question(
        "cut_cards",
        _DEVICES,
        _("¿Cuántas cartas de corte tiene?"),
        _("Las blancas (BA-04)."),
        checks.WholeNumber(1, 20),
        lambda given: _is(BACCARAT, given),
        default=lambda *_: "1",
    ),
    Question(
        "camera",
        _DEVICES,
        _("¿Qué cámara mira la salida de bolas, o la ruleta?"),
        _(
            "Un número de cámara USB, «csi» en una Pi, o una dirección rtsp:// o http:// (docs/camera.md). "
            "Vacío, donde una persona saca las bolas o gira: ninguna nuestra, o más tarde."
        ),
        checks.line,
        lambda given: bool(given.get("rules")) and (is_bingo(given) or _is(ROULETTE, given)),
        choices=_cameras,
        default=lambda given, found: found.cameras[0].value if found.cameras and needs_camera(given) else "",
        optional=True,
        needed=needs_camera,
    ),
    Question(
        "cctv",
        _DEVICES,
        _("¿Qué circuito de televisión enfoca la salida?"),
        _("El de la sala, donde ninguna cámara es nuestra (AJ-29, 30)."),
        checks.line,
        _needs_circuit,
    ),
    Question(
        "printer",
        _DEVICES,
        _("¿Qué impresora saca los folios?"),
        _("Una cola de CUPS. Vacío: solo se guardan como PDF."),
        checks.queue,
        choices=lambda _, found: tuple(Choice(each, each) for each in found.printers),
        default=lambda _, found: next(iter(found.printers), ""),
        optional=True,
    ),
    Question(
        "address",
        _NETWORK,
        _("¿En qué dirección entran las tabletas a la consola?"),
        _("La de esta máquina en la red; se cifra con un certificado propio. Vacío: solo esta máquina."),
        checks.address,
        choices=lambda _, found: tuple(Choice(each, each) for each in found.addresses),
        default=lambda _, found: next(iter(found.addresses), ""),
        optional=True,
    ),
    Question(
        "screens",
        _NETWORK,
        _("¿Cómo se llaman las pantallas de pared de esta máquina? (con comas)"),
        _("Una por monitor, el primero primero. Vacío: ninguna."),
        checks.screens,
        default=lambda _, found: ", ".join(f"Pared {number}" for number, _ in enumerate(found.monitors, 1)),
        optional=True,
    ),
    Question(
        "farthest_seat_m",
        _NETWORK,
        _("¿A cuántos metros de su pantalla está el último asiento?"),
        _("Con eso se comprueba que todo se lee (AJ-37). Vacío: más tarde; «hallctl doctor» lo recuerda."),
        checks.metres,
        lambda given: bool(given.get("screens")),
        optional=True,
    ),
    Question(
        "screen_heights",
        _NETWORK,
        _("¿Cuántos milímetros de alto tiene la imagen de cada pantalla? (con comas)"),
        _("Una por pantalla, en su orden: la de 55 pulgadas tiene 685."),
        checks.heights,
        lambda given: bool(given.get("farthest_seat_m")),
    ),
    Question(
        "witness",
        _NETWORK,
        _("¿En qué dirección está el testigo?"),
        _("Otra máquina que atestigua que el libro solo crece (docs/witness.md). Vacío: todavía ninguno."),
        checks.web_address,
        optional=True,
    ),
    Question(
        "witness_key",
        _NETWORK,
        _("¿Cuál es la clave del testigo?"),
        _("La dice «hallctl witness --show-key» allí."),
        checks.witness_key,
        lambda given: bool(given.get("witness")),
    ),
    Question(
        "host_names",
        _NETWORK,
        _("¿Con qué otros nombres se llega a esta máquina? (con comas)"),
        _("Por ejemplo sala.local."),
        checks.names_of_machine,
        lambda given: bool(given.get("address")),
        optional=True,
        quiet=True,
    ),
    Question(
        "console_port",
        _NETWORK,
        _("¿En qué puerto está la consola?"),
        _("8000, si nadie más lo usa."),
        checks.WholeNumber(1024, 65_535),
        default=lambda *_: "8000",
        quiet=True,
    ),
    Question(
        "feed_port",
        _NETWORK,
        _("¿En qué puerto está la señal de las pantallas?"),
        _("8001, si nadie más lo usa."),
        checks.WholeNumber(1024, 65_535),
        default=lambda *_: "8001",
        quiet=True,
    ),
)

BY_KEY: Final[Mapping[str, Question]] = {question.key: question for question in QUESTIONS}


def may_be_empty(question: Question, given: Given) -> bool:
    """Return whether a question may go without an answer."""
    if not question.people or question.key == "company":
        return question.optional and not question.needed(given)
    return question.key not in {post_key(post) for post in mandatory(given.get("game", ""))}


def worded(question: Question, given: Given) -> Sentence:
    """Return the text of a question, with the currency where an amount is asked for."""
    currency = currency_of(given)
    if question.key != "face_value" or not currency:
        return question.text
    return _("¿Cuánto vale un cartón, en {currency}?", currency=currency)
