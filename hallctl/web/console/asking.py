"""From what a form or a program sends to a command the table can take.

Not responsible for whether the step is allowed: that is asked of the rules.
"""

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from hallctl.games.game import Game
from hallctl.i18n.sentences import _
from hallctl.minutes.canonical import CanonicalError, canonical
from hallctl.outputs.card_codes import CardCodes
from hallctl.rules.codec import CodecError, receive
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.game_rules import GameRules
from hallctl.table.press import Press

_NO_FORM: Final = _("El formulario no se entiende. Recargue la página.")
LONGEST_REQUEST: Final = 100
"""How many characters a request id may have."""

_MOST_FIELDS: Final = 200


class UnclearError(ValueError):
    """What was sent is no step; ``problems`` names each misfit, for a phrasebook to translate."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def steps_of_people(game: GameRules) -> Mapping[str, type[Command]]:
    """Return the commands that people give, by name; what devices report does not come by the console."""
    steps = game.all_steps
    return {name: kind for name, kind in game.commands.items() if steps[kind].posts != (Post.CONTROLLER,)}


def read_step(
    game: GameRules, request: str, post: str, person: str, command: str, body: dict[str, Any]
) -> Issued:
    """Return the command that these values describe.

    Raises:
        UnclearError: If they describe none.
    """
    problems, known = [], steps_of_people(game)
    if not 1 <= len(request) <= LONGEST_REQUEST:
        problems.append(_("request: se espera un texto de 1 a {most} caracteres", most=LONGEST_REQUEST))
    if post not in set(Post):
        problems.append(_("post: se espera uno de {posts}", posts=", ".join(Post)))
    if command not in known:
        problems.append(_("command: «{command}» no es un paso de la consola", command=command))
    try:
        # What has no canonical form cannot be minuted, and is better refused here than at the table.
        canonical([request, person])
    except CanonicalError as error:
        problems.append(_("no se puede asentar: {problem}", problem=error))
    if problems:
        raise UnclearError(*problems)
    try:
        return Issued(receive(known[command], body), Actor(person, Post(post)), request)
    except CodecError as error:
        raise UnclearError(*error.problems) from error


def read_form(game: Game, raw: bytes, person: str) -> Issued:
    """Return the command of a form of the page: its offer, with the answers to its questions put in.

    Args:
        game: The game that is played.
        raw: The form.
        person: Who sent it, by the session; the form has only which of their posts.

    Raises:
        UnclearError: If it has none; the sentences are for the person at the desk.
    """
    try:
        fields = read_fields(raw)
        request, post, command, body = (fields[name][0] for name in ("request", "post", "command", "body"))
        values = json.loads(body)
    except (ValueError, KeyError, RecursionError) as error:
        raise UnclearError(_NO_FORM) from error
    if not isinstance(values, dict):
        raise UnclearError(_NO_FORM)
    answers: dict[str, Any] = {}
    for field in fields.get("ask", []):
        given = fields.get(f"q.{field}", [])
        codes = game.card_codes if field == "card" and "series" in values else None
        answers |= _card(codes, given) if codes is not None else {field: _answer(values.get(field), given)}
    return read_step(game.rules, request, post, person, command, values | answers)


def read_press(step: bytes, sent: bytes, now: int) -> Press:
    """Return what a form was sent on; what it lacks, its page did not have.

    Args:
        step: The form of the step, with what its page showed.
        sent: The form that was sent, with the time: that one, or the one that confirms who sends it.
        now: The table's milliseconds.

    Raises:
        UnclearError: If one of them is no form.
    """
    try:
        shown, timed = read_fields(step), read_fields(sent)
    except ValueError as error:
        raise UnclearError(_NO_FORM) from error
    seen = shown.get("seen", [""])[0]
    return Press.heard(seen, _milliseconds(timed.get("heard")), _milliseconds(timed.get("age")), now)


def read_fields(raw: bytes) -> dict[str, list[str]]:
    """Return the fields of a form.

    Raises:
        ValueError: If it is none.
    """
    return parse_qs(raw.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)


def read_secret(raw: bytes) -> tuple[str, bytes]:
    """Return the passphrase or PIN that was asked for, and the form of the step that waits for it.

    Raises:
        UnclearError: If the form is another.
    """
    try:
        fields = read_fields(raw)
        secret, step = (fields[name][0] for name in ("secret", "step"))
        return secret, step.encode("ascii")
    except (ValueError, KeyError) as error:
        raise UnclearError(_NO_FORM) from error


def _card(codes: CardCodes, given: list[str]) -> dict[str, Any]:
    """Return the number of a card, and its series where that was written or scanned with it."""
    card = codes.typed(given[0]) if given else None
    if card is None:
        raise UnclearError(
            _("Escriba el número del cartón, o serie y número: «A 1042 n.º 17». Repita el paso.")
        )
    return {"card": card.card} | ({"series": card.series} if card.series else {})


def _answer(default: Any, given: list[str]) -> Any:
    """Return what was entered, as the kind of value that its default is."""
    if isinstance(default, bool):
        return bool(given)
    if isinstance(default, list) and default and all(isinstance(item, dict) for item in default):
        return _counted(default, given)
    if isinstance(default, list):
        # Balls begin all ticked; what begins with nothing ticked is words.
        return [_number(text) for text in given] if default else given
    # A motive that was chosen, and what was written beside it.
    text = ": ".join(each for each in map(str.strip, given) if each)
    return _number(text) if isinstance(default, int) else text


def _counted(denominations: list[dict[str, Any]], given: list[str]) -> list[dict[str, Any]]:
    """Return how many of each denomination there are; a blank is none, and nothing but blanks is no count."""
    if len(given) != len(denominations) or not any(text.strip() for text in given):
        raise UnclearError(_("Escriba cuántas piezas hay de cada valor; donde no haya, deje el hueco vacío."))
    counts = [_number(text.strip() or "0") for text in given]
    return [each | {"count": count} for each, count in zip(denominations, counts, strict=True)]


def _milliseconds(given: list[str] | None) -> int:
    text = given[0] if given else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else 0


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise UnclearError(_("Escriba el número, solo con cifras, y repita el paso."))
    return int(text)
