"""The command ``hallctl configure``: an answer of ``hallctl init`` changed afterwards.

Not responsible for which may be (``hallctl.app.installing.changing``), nor for the questions.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from hallctl.app.installing.changing import PLACES, change, not_here, present
from hallctl.app.installing.interview import answered, questions_for
from hallctl.app.installing.question import Found, Given, Question
from hallctl.app.installing.questions import BY_KEY, worded
from hallctl.cli.configured import ConfigPath
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.finding import Finding, status
from hallctl.cli.installing.dialogue import Dialogue, line_of
from hallctl.cli.installing.machine import found_on
from hallctl.cli.installing.trials import TRIALS
from hallctl.cli.terminal import print_lines
from hallctl.config.problems import ConfigError
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _

INTERRUPTED = 130

Changes = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[CLAVE [VALOR]]",
        help="Qué cambia y por qué valor; sin valor se pregunta, sin clave se dice qué puede cambiar. "
        "'' la deja vacía.",
    ),
]


def configure_command(config: ConfigPath, changes: Changes = None) -> None:
    """Cambia una respuesta de «hallctl init» en la configuración de la sala.

    Comprueba todo antes de escribir y guarda al lado el archivo de antes. Termina con 0; con 1 si lo que se
    nombra no responde; con 2 si no se puede cambiar, y entonces no escribe nada.
    """
    found = found_on(Computer(), dict(os.environ))
    say, given = Phrasebook(found.language), present(config)
    if not changes:
        print_lines(*_listed(config, given, say))
        return
    if len(changes) > 1 and len(changes) % 2:
        raise typer.BadParameter("cada clave con su valor: hallctl configure CLAVE VALOR CLAVE VALOR")
    _demand_changeable(config, changes[::2], given, say)
    if len(changes) == 1:
        if not sys.stdin.isatty():
            raise typer.BadParameter(f"sin terminal, con su valor: hallctl configure {changes[0]} VALOR")
        answers, tried = _asked(changes[0], given, found), list[Finding]()
    else:
        answers = _taken(dict(zip(changes[::2], changes[1::2], strict=True)), given, found, say)
        tried = list(_tried(answers, given))
        print_lines(*(line_of(each, say) for each in tried))
    kept = change(config, answers, datetime.now().astimezone())
    print_lines(say(_("{file}: escrito; lo de antes está en {kept}.", file=str(config), kept=kept.name)))
    print_lines(say(_("Vale desde el próximo arranque de la sala.")))
    raise typer.Exit(status(tried))


def _concerning(given: Given) -> list[Question]:
    """Return the questions whose answers may be changed in a hall like this."""
    return [each for each in questions_for(given) if each.key in PLACES]


def _listed(config: Path, given: Given, say: Phrasebook) -> Iterator[str]:
    """Yield what may be changed, with what it is now."""
    for question in _concerning(given):
        if not_here(config, question.key) is None:
            yield f"{question.key:<16} {given.get(question.key) or '—'}   ({say(worded(question, given))})"


def _demand_changeable(config: Path, keys: Sequence[str], given: Given, say: Phrasebook) -> None:
    """Demand that every key may be changed here.

    Raises:
        ConfigError: One may not; the sentence says where it is.
    """
    problems = []
    concerning = {each.key for each in _concerning(given)}
    for key in keys:
        why = not_here(config, key)
        if why is None and key not in BY_KEY:
            near = get_close_matches(key, PLACES, 1)
            why = _("No es ninguna pregunta; la más parecida es «{near}».", near=near[0]) if near else None
            why = why or _("No es ninguna pregunta.")
        elif why is None and key not in concerning and key != "witness_key":
            why = _("En una sala así no se pregunta.")
        if why is not None:
            problems.append(f"{key}: {say(why)}")
    if problems:
        raise ConfigError(problems)


def _taken(wanted: Mapping[str, str], given: Given, found: Found, say: Phrasebook) -> dict[str, str]:
    """Return answers that were named, as they are written.

    Raises:
        ConfigError: One is wrong.
    """
    after, taken, problems = {**given, **wanted}, {}, []
    for key, text in wanted.items():
        answer = answered(BY_KEY[key], text, after, found)
        if isinstance(answer, Sentence):
            problems.append(f"{key}: {say(answer)}")
        else:
            taken[key] = answer
    if problems:
        raise ConfigError(problems)
    return _whole(taken)


def _asked(key: str, given: Given, found: Found) -> dict[str, str]:
    """Ask for an answer at the terminal, and for what it now needs besides."""
    dialogue = Dialogue(found, TRIALS, lambda _: None, given=dict(given))
    try:
        before = _concerning(given)
        dialogue.ask(BY_KEY[key])
        for question in _concerning(dialogue.given):
            if question not in before and question.key not in dialogue.given:
                dialogue.ask(question)
    except (KeyboardInterrupt, EOFError) as error:
        print_lines("")
        raise typer.Exit(INTERRUPTED) from error
    changed = {name: text for name, text in dialogue.given.items() if text != given.get(name, "")}
    if not changed:
        raise typer.Exit
    return _whole(changed)


def _whole(answers: Mapping[str, str]) -> dict[str, str]:
    """Return answers with those that an empty one takes along."""
    without_witness = answers.get("witness") == ""
    return {**answers, **({"witness_key": ""} if without_witness else {})}


def _tried(answers: Given, given: Given) -> Iterator[Finding]:
    for key, answer in answers.items():
        if answer and key in TRIALS:
            yield from TRIALS[key](answer, {**given, **answers})
