"""The command ``hallctl init``.

Not responsible for the dialogue (``dialogue``), nor for making a hall (``hallctl.app.installing.making``).
"""

import os
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hallctl.app.installing.answers import answers_of
from hallctl.app.installing.draft import draft_of, draft_text, keep, read_answers
from hallctl.app.installing.interview import completed, faults, filled, from_file
from hallctl.app.installing.making import FolderTakenError, Made, demand_free, make_hall
from hallctl.app.installing.plan import Plan, plan
from hallctl.app.installing.question import Found
from hallctl.app.setting import load, survey
from hallctl.cli.doctor.cli import as_text, findings
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.finding import Finding, sentence_of, status
from hallctl.cli.installing.dialogue import Dialogue
from hallctl.cli.installing.machine import found_on
from hallctl.cli.installing.trials import TRIALS
from hallctl.cli.terminal import print_lines
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.config.tomlfile import TomlFileError
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.signing.errors import SigningError
from hallctl.web.access.words import AccessError

if TYPE_CHECKING:
    from hallctl.cli.installing.pages import Pages
    from hallctl.web.setup.port import Left

with suppress(ImportError):
    import readline  # noqa: F401  (what is typed can then be edited)

INTERRUPTED = 130

PACKAGED = Path("/var/lib/hallctl")
"""The hall's own user's place, where a package has made it."""

Folder = Annotated[
    Path | None,
    typer.Argument(help=f"La carpeta de la sala; si no, {PACKAGED}/sala donde el paquete la hizo, o ./sala."),
]
AnswersFile = Annotated[
    Path | None, typer.Option("--answers", help="Sin diálogo: las respuestas de este archivo (TOML).")
]
SecretsFile = Annotated[
    Path | None,
    typer.Option(
        "--secrets", help="Contraseñas ya elegidas, por nombre (TOML, modo 600); las demás se hacen."
    ),
]

InPages = Annotated[
    bool, typer.Option("--pages", help="Pregunta en páginas, con un navegador, y no en el terminal.")
]
Host = Annotated[
    str, typer.Option("--host", help="Con --pages: la dirección de esta máquina en la red; va con TLS.")
]
Port = Annotated[int, typer.Option("--port", min=1024, max=65535, help="Con --pages: el puerto.")]


def init_command(
    folder: Folder = None,
    answers: AnswersFile = None,
    secrets: SecretsFile = None,
    pages: InPages = False,
    host: Host = "127.0.0.1",
    port: Port = 8010,
) -> None:
    """Hace una sala nueva: pregunta lo que hace falta, prueba los aparatos y escribe todo.

    Termina con 0 si la sala puede abrir, con 1 si falta algo, con 2 si algo está mal.
    """
    folder, found = (folder or usual_folder()).expanduser().absolute(), found_on(Computer(), dict(os.environ))
    chosen = _chosen(secrets)
    if pages:
        if answers is not None:
            raise typer.BadParameter("las páginas preguntan; con --answers no se pregunta nada")
        raise typer.Exit(_in_pages(folder, found, chosen, host, port))
    with _report_errors(Phrasebook(found.language)):
        demand_free(folder)
        given = _asked(folder, found) if answers is None else _from_file(answers, found)
        say = Phrasebook(given["language"])
        wanted = plan(answers_of(given))
        made = make_hall(wanted, folder, draft_text(given), chosen, say=lambda each: print_lines(say(each)))
        draft_of(folder).unlink(missing_ok=True)
    _tell(
        wanted, made, say, told={name: text for name, text in made.passphrases.items() if name not in chosen}
    )
    raise typer.Exit(status(_looked_at(wanted, made, say)[0]))


def usual_folder(packaged: Path = PACKAGED) -> Path:
    """Return where a hall is made if nobody says where."""
    return (packaged if packaged.is_dir() and os.access(packaged, os.W_OK) else Path()) / "sala"


def _asked(folder: Path, found: Found) -> dict[str, str]:
    """Return the answers of the person at the terminal."""
    draft, good = draft_of(folder), _before(folder, found)
    dialogue = Dialogue(found, TRIALS, lambda given: keep(draft, given), given=good)
    try:
        return completed(dialogue.hold(), found)
    except (KeyboardInterrupt, EOFError) as error:
        print_lines("", dialogue.say(_left(folder)))
        raise typer.Exit(INTERRUPTED) from error


def _before(folder: Path, found: Found) -> dict[str, str]:
    """Return the answers that were given before, those that still hold."""
    draft = draft_of(folder)
    before = from_file(read_answers(draft)) if draft.exists() else {}
    wrong = {fault.key for fault in faults(before, found)}
    print_lines(f"hallctl init: {folder}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    return {key: text for key, text in before.items() if key not in wrong}


def _left(folder: Path) -> Sentence:
    return _("No se ha hecho nada. «hallctl init» sigue donde quedó ({file}).", file=str(draft_of(folder)))


def _in_pages(folder: Path, found: Found, chosen: Mapping[str, str], host: str, port: int) -> int:
    """Ask on pages, make the hall when somebody there wants it, and return the exit status."""
    from hallctl.cli.installing.pages import Pages  # the web server is heavy
    from hallctl.cli.installing.serving import served

    say, draft = Phrasebook(found.language), draft_of(folder)
    with _report_errors(say):
        demand_free(folder)
        pages = Pages(found, TRIALS, lambda given: keep(draft, given), _before(folder, found))
        try:
            with served(pages, host, port, say):
                wanted, made = _made_in(pages, folder, chosen)
                draft.unlink(missing_ok=True)
                return _closed(pages, wanted, made)
        except KeyboardInterrupt:
            if not folder.exists():  # else the hall is made, and only its last page was not read
                print_lines("", say(_left(folder)))
            return INTERRUPTED


def _made_in(pages: "Pages", folder: Path, chosen: Mapping[str, str]) -> tuple[Plan, Made]:
    """Make the hall when somebody wants it; what speaks against it stands on the page, and is asked again."""
    while True:
        given = completed(pages.await_order(), pages.found)
        wanted = plan(answers_of(given))

        def hand_over(passphrases: Mapping[str, str], wanted: Plan = wanted) -> None:
            made = {name: text for name, text in passphrases.items() if name not in chosen}
            pages.hand_over(wanted, made)

        try:
            text = draft_text(given)
            return wanted, make_hall(wanted, folder, text, chosen, say=pages.say, hand_over=hand_over)
        except ConfigError as error:
            pages.refuse(error.problems)
        except (FolderTakenError, SigningError, AccessError) as error:
            pages.refuse([getattr(error, "sentence", str(error))])
        except OSError as error:
            pages.refuse([str(error)])


def _closed(pages: "Pages", wanted: Plan, made: Made) -> int:
    """Look at the new hall, show it on the closing page until that was read, and return the exit status."""
    from hallctl.cli.installing.closing import trust_of
    from hallctl.cli.installing.serving import closing_page

    say = Phrasebook(pages.language())
    found, steps, setting = _looked_at(wanted, made, say)
    pages.close(closing_page(made, found, steps, trust_of(setting)))
    with suppress(KeyboardInterrupt):
        pages.await_end()
    return status(found)


def _from_file(path: Path, found: Found) -> dict[str, str]:
    """Return the answers of a file; everything that is wrong with them is told at once."""
    try:
        given = from_file(read_answers(path))
    except (OSError, TomlFileError) as error:
        raise ConfigError([f"{path}: {error}"]) from error
    say = Phrasebook(given["language"] if given.get("language") in {"es", "pt", "en"} else found.language)
    problems = [f"{path}: {fault.key}: {say(fault.why)}" for fault in faults(given, found)]
    if problems:
        raise ConfigError(problems)
    return filled(given, found)


def _chosen(path: Path | None) -> Mapping[str, str]:
    """Return passphrases from a file that nobody else can read; the authority's under an empty name."""
    if path is None:
        return {}
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise typer.BadParameter(f"otros usuarios pueden leer {path}. Ejecute: chmod go-rwx {path}")
        return {str(name): str(value) for name, value in read_answers(path).items()}
    except (OSError, TomlFileError) as error:
        raise typer.BadParameter(f"{path}: {error}") from error


def _tell(wanted: Plan, made: Made, say: Phrasebook, told: Mapping[str, str]) -> None:
    """Tell the passphrases that were made; on a terminal they are wiped once somebody has them."""
    from hallctl.cli.installing.closing import slips

    if not told:
        return
    print_lines("", *slips(wanted, made.passphrases, say))
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            input(f"{say(_('Enter, cuando todas estén anotadas: se borran de la pantalla'))} > ")
        except (KeyboardInterrupt, EOFError):
            typer.echo("")
        typer.echo("\033[H\033[2J\033[3J", nl=False)


def _looked_at(wanted: Plan, made: Made, say: Phrasebook) -> tuple[list[Finding], list["Left"], Setting]:
    """Look at the new hall as the doctor does, and tell what is left to do; return all that."""
    from hallctl.cli.installing.closing import next_steps, show_tls

    setting = load(made.config)
    print_lines(say(_("── La sala está en {folder} ──", folder=str(made.config.parent))))
    found = []
    for finding in findings(survey(made.config), Computer()):
        found.append(finding)
        print_lines(*as_text(finding, say))
    print_lines("", say(_("── Lo que queda ──")))
    steps = list(next_steps(wanted, made, setting, say))
    print_lines(*(f"{number}. {step.said} {step.command}".rstrip() for number, step in enumerate(steps, 1)))
    show_tls(setting, typer.echo, say)
    return found, steps, setting


@contextmanager
def _report_errors(say: Phrasebook) -> Iterator[None]:
    """Tell a person what is wrong and what to do, and end with 2; of a hall there is then nothing."""
    try:
        yield
    except FolderTakenError as error:
        _fail(say(error.sentence))
        raise typer.Exit(2) from error
    except ConfigError as error:
        print_lines(*error.problems, err=True)
        raise typer.Exit(2) from error
    except (SigningError, AccessError) as error:
        _fail(say(sentence_of(error)))
        raise typer.Exit(2) from error
    except KeyboardInterrupt as error:
        _fail(say(_("Interrumpido: no se ha hecho ninguna sala; las respuestas están guardadas.")))
        raise typer.Exit(INTERRUPTED) from error


def _fail(sentence: Sentence | str) -> None:
    print_lines(sentence, err=True)
