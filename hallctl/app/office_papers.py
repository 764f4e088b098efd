"""The hall's end of the head office's papers: checked, kept, and handed to the table, which minutes them.

A paper that comes in changes nothing: the table asks the Director. Not responsible for the line on which it
comes, nor for when an adopted rule set is read: a start does that.
"""

import hashlib
import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from hallctl import __version__
from hallctl.app.whole_file import write_whole
from hallctl.config.hall import Setting
from hallctl.config.papers import FOLDER, RULES_FILE, adopted_file, received_file
from hallctl.config.problems import ConfigError
from hallctl.config.rules import RuleSetError, rule_set
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
"""Says why a file is no rule set for this hall's game; empty where it is one."""

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

        What cannot be kept is left: it comes again with the next connection.
        """
        with suppress(OSError):
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
        draft = self._directory / FOLDER / f".{paper.digest[:16]}.toml"
        make_folder(draft.parent)
        try:
            write_whole(draft, signed.values[_TOML].encode())
            return _not_as_said(paper, signed.values[_TOML]) or self._rules_fault(draft)
        finally:
            draft.unlink(missing_ok=True)


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


def place(directory: Path, paper: Paper) -> bool:
    """Put an adopted paper into the place from which it counts; return whether it had to be written.

    Raises:
        FileNotFoundError: The hall has not kept it.
        OSError: It cannot be written.
    """
    path = adopted_file(directory, paper.kind)
    if _digest_at(path) == paper.digest:
        return False
    message = received_file(directory, paper.kind, paper.digest).read_bytes()
    if paper.kind.value == RULES:
        toml = SignedPaper.read(message).values[_TOML]
        write_whole(path.with_name(RULES_FILE), toml.encode(), durable=True)
    write_whole(path, message, durable=True)
    return True


def place_papers(setting: Setting, state: State, inbox: Inbox) -> Callable[[Event], None]:
    """Put every paper that the book says counts into its place; return what does so with later ones.

    Args:
        setting: The configuration.
        state: What the book gives.
        inbox: The table's.

    Raises:
        ConfigError: One was not kept, or the hall was read by other rules than the adopted ones.
    """

    def hear(event: Event) -> None:
        if isinstance(event, PaperAdopted):
            with suppress(OSError):  # the next start does it
                place(setting.directory, event.paper)
            _tell_program(event.paper, inbox)

    for paper in state.papers.adopted.values() if setting.config.chain is not None else ():
        try:
            written = place(setting.directory, paper)
        except OSError as error:
            where = setting.directory / FOLDER
            lost = f"{where}: falta el papel n.º {paper.number} ({paper.kind}); recupere la copia ({error})"
            raise ConfigError([lost]) from error
        if written and paper.kind is PaperKind.RULES:
            raise ConfigError(
                [f"{setting.path}: rigen las reglas del papel n.º {paper.number}; arranque otra vez"]
            )
        _tell_program(paper, inbox)
    return hear


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
    """Say why a file is no rule set for a hall; empty where it is one."""
    pace: dict[str, Any] | None = None if setting.config.practice is None else {}
    try:
        rule_set(path.name, setting.files.rules, pace, setting.config.hall.seats, path.parent)
    except RuleSetError as error:
        return f"las reglas no sirven en esta sala ({error!s:.300})"
    return ""


def _digest_at(path: Path) -> str:
    try:
        return SignedPaper.read(path.read_bytes()).head.digest
    except (OSError, WireError):
        return ""


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
