"""The hall's end of the head office's papers: checked, kept, and handed to the table, which minutes them.

A paper that comes in changes nothing: the table asks the Director. Not responsible for the line on which it
comes, nor for when an adopted rule set is read: a start does that.
"""

import hashlib
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from hallctl import __version__
from hallctl.app.setting import survey
from hallctl.app.whole_file import write_whole
from hallctl.config.hall import Setting
from hallctl.config.papers import (
    FOLDER,
    adopted_file,
    adopted_rules,
    kept_paper,
    received_file,
    rules_file,
    rules_text,
)
from hallctl.config.problems import ConfigError
from hallctl.config.ready import lacking
from hallctl.minutes.durable import make_folder
from hallctl.minutes.note import Verifier
from hallctl.minutes.wire.messages import WireError
from hallctl.minutes.wire.papers import RULES, SignedPaper
from hallctl.rules.codec import CodecError, receive
from hallctl.rules.commands.base import Appointment, Command
from hallctl.rules.commands.papers import ReceivePaper, RejectPaper
from hallctl.rules.commands.running import ReportNotice, ReportNoticeOver
from hallctl.rules.days import is_day
from hallctl.rules.events.base import Event
from hallctl.rules.events.papers import PaperAdopted
from hallctl.rules.papers import Paper, PaperKind
from hallctl.rules.state import State
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

OTHER_PROGRAM: Final = ("oficina", "OFFICE-PROGRAM")
"""The notice that the office approved another version of the program."""

RulesFault = Callable[[Path], str]
"""Says why a file is no rule set for this hall; empty where it is one."""


class RulesPlacedError(ConfigError):
    """The rules of an adopted paper are in their place now: the configuration is to be read once more."""


_TOML: Final = "toml"
_PARTS: Final = {
    PaperKind.SERIES: {"ranges"},
    PaperKind.RULES: {"name", "version", "approval"},
    PaperKind.PEOPLE: {"people"},
    PaperKind.PROGRAM: {"name", "version"},
}
"""What the contents of each kind say of it, beside the file of a rule set."""


class OfficePapers:
    """Takes the papers that come for this hall."""

    def __init__(
        self,
        directory: Path,
        hall: str,
        office: Verifier,
        report: Callable[[Command], None],
        rules_fault: RulesFault,
    ) -> None:
        """Prepare; nothing is written yet.

        Args:
            directory: The hall's.
            hall: What the office calls it.
            office: What checks the office's signatures.
            report: Hands a command of the controller to the table.
            rules_fault: Says why a file is no rule set for this hall.
        """
        self._directory = directory
        self._hall = hall
        self._office = office
        self._report = report
        self._rules_fault = rules_fault

    def take(self, kind: str, message: bytes) -> None:
        """Take what came as a paper of a kind; called by the thread of the line, as often as it comes.

        What cannot be kept, or held against a configuration that is itself wrong, is left: it comes again
        with the next connection.
        """
        with suppress(OSError, ConfigError):
            self._take(kind, message)

    def _take(self, kind: str, message: bytes) -> None:
        try:
            signed = SignedPaper.read(message)
        except WireError:
            digest = hashlib.sha256(message).hexdigest()
            self._report(RejectPaper(kind, 0, digest, "", "no tiene la forma de un papel firmado"))
            return
        fault = signed.fault(self._office, self._hall) or self._misfit(kind, signed)
        if fault:
            head = signed.head
            self._report(RejectPaper(head.kind, head.number, head.digest, signed.signers, fault))
            return
        make_folder(self._directory / FOLDER)
        write_whole(received_file(self._directory, kind, signed.head.digest), message, durable=True)
        self._report(ReceivePaper(paper_of(signed)))

    def _misfit(self, kind: str, signed: SignedPaper) -> str:
        """Say what is wrong with what a genuine paper says; empty where nothing is."""
        if signed.head.kind != kind:
            return f"viene como «{kind}» y es de «{signed.head.kind}»"
        try:
            paper = paper_of(signed)
        except CodecError as error:
            return f"el contenido no se entiende ({error!s:.200})"
        if paper.kind is not PaperKind.RULES:
            return ""
        fault = _not_as_said(paper, signed.values[_TOML])
        if fault:
            return fault
        with _draft(self._directory, signed) as draft:
            return self._rules_fault(draft)


def paper_of(signed: SignedPaper) -> Paper:
    """Return what a paper says, as the book has it.

    Raises:
        CodecError: Its contents are not those of its kind.
    """
    head, values = signed.head, dict(signed.values)
    kind = PaperKind(head.kind)
    toml = values.pop(_TOML, None)
    problems = [f"{name}: falta" for name in sorted(_PARTS[kind] - values.keys())]
    problems += [f"{name}: sobra" for name in sorted(values.keys() - _PARTS[kind])]
    problems += [] if (type(toml) is str) == (kind is PaperKind.RULES) else ["toml: falta o sobra"]
    problems += [] if is_day(head.valid_from) else ["valid_from: no es un día"]
    if problems:
        raise CodecError(problems)
    said: dict[str, Any] = {"kind": head.kind, "number": head.number, "digest": head.digest}
    paper = receive(Paper, said | {"signer": signed.signers, "valid_from": head.valid_from} | values)
    named = [each.series for each in paper.ranges]
    if len(set(named)) < len(named) or any(not 1 <= each.first <= each.last for each in paper.ranges):
        raise CodecError(["ranges: una por serie, del primero al último cartón"])
    return paper


def _not_as_said(paper: Paper, toml: str) -> str:
    """Say where the file of a rule set says something else than its paper; empty where it does not."""
    try:
        values = tomllib.loads(toml)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return f"las reglas no se pueden leer ({error!s:.120})"
    for name in ("name", "version", "approval"):
        if values.get(name) != getattr(paper, name):
            return f"{name}: las reglas dicen otra cosa que el papel"
    return ""


@contextmanager
def _draft(directory: Path, signed: SignedPaper) -> Iterator[Path]:
    """Write the rule set of a paper for as long as it is looked at."""
    draft = directory / FOLDER / f".{signed.head.digest[:16]}.toml"
    make_folder(draft.parent)
    try:
        write_whole(draft, rules_text(signed))
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def place(directory: Path, paper: Paper) -> bool:
    """Put an adopted paper into the place from which it counts; return whether it had to be written.

    Raises:
        FileNotFoundError: The hall has not kept it.
        OSError: It cannot be written.
    """
    if _in_place(directory, paper):
        return False
    signed = _kept(directory, paper)
    write_whole(adopted_file(directory, paper.kind), signed.encode(), durable=True)
    if paper.kind is PaperKind.RULES:
        write_whole(rules_file(directory), rules_text(signed), durable=True)
    return True


def _in_place(directory: Path, paper: Paper) -> bool:
    """Return whether an adopted paper is where it counts from, and its rule set as it says."""
    signed = kept_paper(adopted_file(directory, paper.kind))
    if signed is None or signed.head.digest != paper.digest:
        return False
    return paper.kind is not PaperKind.RULES or adopted_rules(directory) is not None


def _kept(directory: Path, paper: Paper) -> SignedPaper:
    """Return a paper as it came.

    Raises:
        FileNotFoundError: The hall has not kept it.
    """
    received = received_file(directory, paper.kind, paper.digest)
    for path in (received, adopted_file(directory, paper.kind)):
        signed = kept_paper(path)
        if signed is not None and signed.head.digest == paper.digest:
            return signed
    raise FileNotFoundError(f"{received}: no está, o no es el firmado")


def restore_rules(setting: Setting) -> None:
    """Write the rule set that the last start read anew where its file is gone or says something else.

    Raises:
        RulesPlacedError: It was written.
        ConfigError: It cannot be written.
    """
    directory = setting.directory
    signed = None if setting.config.chain is None else kept_paper(adopted_file(directory, RULES))
    if signed is None or adopted_rules(directory) is not None:
        return
    try:
        write_whole(rules_file(directory), rules_text(signed), durable=True)
    except OSError as error:
        raise ConfigError([f"{rules_file(directory)}: no se puede escribir ({error})"]) from error
    raise RulesPlacedError([f"{rules_file(directory)}: no era el del papel n.º {signed.head.number}"])


def place_papers(setting: Setting, state: State, inbox: Inbox) -> Callable[[Event], None]:
    """Put every paper that the book says counts into its place; return what does so with later ones.

    Rules are put there by a start alone, and only while no session is open: it goes on by those it has.

    Args:
        setting: The configuration.
        state: What the book gives.
        inbox: The table's.

    Raises:
        RulesPlacedError: The hall was read by other rules than the adopted ones.
        ConfigError: One was not kept, or its rules do not fit the hall, or it has no ``[chain]`` for them.
    """

    def hear(event: Event) -> None:
        if isinstance(event, PaperAdopted):
            if event.paper.kind is not PaperKind.RULES:
                with suppress(OSError):  # the next start does it
                    place(setting.directory, event.paper)
            _tell_program(event.paper, inbox)

    for paper in state.papers.adopted.values():
        try:
            if paper.kind is PaperKind.RULES:
                _place_rules(setting, paper, in_session=state.session is not None)
            elif setting.config.chain is not None:
                place(setting.directory, paper)
                _tell_program(paper, inbox)
        except OSError as error:
            where = setting.directory / FOLDER
            lost = f"{where}: falta el papel n.º {paper.number} ({paper.kind}); recupere la copia ({error})"
            raise ConfigError([lost]) from error
    return hear


def _place_rules(setting: Setting, paper: Paper, *, in_session: bool) -> None:
    """Put the adopted rules into their place, once they are seen to fit the hall.

    Raises:
        RulesPlacedError: They were not there.
        ConfigError: They do not fit, or the hall has no ``[chain]``.
        OSError: The paper was not kept, or cannot be written.
    """
    rule = f"rigen las reglas del papel n.º {paper.number} de la oficina"
    if setting.config.chain is None:
        raise ConfigError([f"{setting.path}: [chain]: falta; {rule}"])
    if in_session or _in_place(setting.directory, paper):
        return
    with _draft(setting.directory, _kept(setting.directory, paper)) as draft:
        fault = rules_fault(setting, draft)
    if fault:
        raise ConfigError([f"{setting.path}: {rule}, y {fault}"])
    place(setting.directory, paper)
    raise RulesPlacedError([f"{setting.path}: {rule}; arranque otra vez"])


def _tell_program(paper: Paper, inbox: Inbox) -> None:
    """Have the desk say that another version of the program is approved, or no more so."""
    if paper.kind is not PaperKind.PROGRAM:
        return
    detail = f"la oficina aprobó {paper.name} {paper.version}, y este es hallctl {__version__}"
    same = (paper.name, paper.version) == ("hallctl", __version__)
    inbox.put(
        msg.Reported(ReportNoticeOver(*OTHER_PROGRAM) if same else ReportNotice(*OTHER_PROGRAM, detail))
    )


def rules_fault(setting: Setting, path: Path) -> str:
    """Say why a hall could not start by a file of rules; empty where it could.

    Raises:
        ConfigError: The configuration is wrong whatever its rules.
    """
    found = _problems(setting, path)
    if not found:
        return ""
    besides = set(_problems(setting))
    faults = [each for each in found if each not in besides]
    if not faults:
        raise ConfigError(found)
    said = "; ".join(faults)
    for where in (path.absolute(), path, setting.path):
        said = said.replace(f"{where}: ", "")
    return f"las reglas no sirven en esta sala ({said:.300})"


def _problems(setting: Setting, paper: Path | None = None) -> list[str]:
    """Return what would keep a hall from starting, by the rules of a paper or by its own."""
    found = survey(setting.path, setting.overrides, paper)
    if found.setting is None:
        return [*found.problems]
    return [*found.problems, *found.besides(lacking(found.setting))]


def proposed_people(directory: Path) -> tuple[Appointment, ...]:
    """Return whom the adopted paper proposes for which post; nobody where there is none."""
    try:
        return paper_of(SignedPaper.read(adopted_file(directory, PaperKind.PEOPLE).read_bytes())).people
    except (OSError, WireError, CodecError):
        return ()


def open_papers(setting: Setting, report: Callable[[Command], None]) -> OfficePapers | None:
    """Return what takes the papers of a hall's office; None where the hall has none.

    Args:
        setting: The configuration.
        report: Hands a command of the controller to the table.
    """
    chain = setting.config.chain
    if chain is None:
        return None
    fault = partial(rules_fault, setting)
    return OfficePapers(setting.directory, chain.hall, Verifier.read(chain.office), report, fault)
