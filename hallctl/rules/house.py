"""The house's own steps, folds and postings: what holds whatever is played.

Book, sessions, people's decisions, incidents, complaints, faults, folios, clock and till. Not responsible for
games: each hands in its own (``hallctl.rules.game_rules``).
"""

from typing import Final

from hallctl.rules import shown
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.clock import (
    ApproveClockReference,
    ApproveSessionDay,
    ProposeClockReference,
    ProposeSessionDay,
    ReportClockJump,
)
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.printing import (
    ConfirmPrinted,
    PrintPending,
    ProposePrintingSuspension,
    SealFolio,
    SuspendPrinting,
)
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    AdoptRules,
    ContinuePlay,
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    ReportSettings,
    StartController,
    StopController,
)
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession, PassCheck
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.commands.volumes import (
    AcceptShorter,
    CloseBook,
    EnrolSignatory,
    OpenBook,
    ProposeClosing,
    ProposeRepair,
    RecordRepair,
    ReportCompletion,
    ReportMediumLost,
    ReportMediumRestored,
    ReprintFolio,
)
from hallctl.rules.deciding import clock, incidents, printing, running, session, till, volumes
from hallctl.rules.folding import clock as clock_folds
from hallctl.rules.folding import incidents as incident_folds
from hallctl.rules.folding import printing as printing_folds
from hallctl.rules.folding import running as running_folds
from hallctl.rules.folding import session as session_folds
from hallctl.rules.folding import till as till_folds
from hallctl.rules.folding import volumes as volume_folds
from hallctl.rules.folding.changes import Folds
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Place, Proof, Step, Steps

_DIRECTOR, _JEFE, _CAJERO, _CONTROLLER = Post.DIRECTOR, Post.JEFE, Post.CAJERO, Post.CONTROLLER

HOUSE_STEPS: Final[Steps] = {
    OpenBook: Step("Diligencia de apertura", (_DIRECTOR,), volumes.open_book, IN_ORDER),
    ProposeClosing: Step(
        "Proponer el cierre del tomo",
        (_JEFE,),
        volumes.propose_closing,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
    ),
    CloseBook: Step(
        "Diligencia de cierre",
        (_DIRECTOR,),
        volumes.close_book,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
    ),
    EnrolSignatory: Step("Nuevo certificado", (_CONTROLLER,), volumes.enrol_signatory, None, suspended=True),
    ReportCompletion: Step(
        "Segundo soporte completado", (_CONTROLLER,), volumes.report_completion, None, suspended=True
    ),
    ReportMediumLost: Step(
        "Segundo soporte perdido", (_CONTROLLER,), volumes.report_medium_lost, None, suspended=True
    ),
    ReportMediumRestored: Step(
        "Segundo soporte de vuelta", (_CONTROLLER,), volumes.report_medium_restored, None, suspended=True
    ),
    ProposeRepair: Step(
        "Proponer una reparación",
        (_JEFE,),
        volumes.propose_repair,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    AcceptShorter: Step(
        "Seguir con un libro recortado",
        (_DIRECTOR,),
        volumes.accept_shorter,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    RecordRepair: Step(
        "Reparación de un soporte",
        (_DIRECTOR,),
        volumes.record_repair,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    ReprintFolio: Step("Imprimir copia", (_DIRECTOR, _JEFE), volumes.reprint_folio, SELDOM, suspended=True),
    SealFolio: Step("Huella del folio", (_CONTROLLER,), printing.seal_folio, None, suspended=True),
    PrintPending: Step("Imprimir lo pendiente", (_DIRECTOR,), printing.print_pending, SELDOM, suspended=True),
    ConfirmPrinted: Step(
        "Dar por impreso lo pendiente", (_DIRECTOR,), printing.confirm_printed, SELDOM, suspended=True
    ),
    ProposePrintingSuspension: Step(
        "Proponer seguir sin imprimir",
        (_JEFE,),
        printing.propose_suspension,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    SuspendPrinting: Step(
        "Conformar seguir sin imprimir",
        (_DIRECTOR,),
        printing.suspend_printing,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    ProposeClockReference: Step(
        "Proponer la hora del reloj",
        (_JEFE,),
        clock.propose_clock_reference,
        Button(Place.SELDOM, (), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    ApproveClockReference: Step(
        "Conformar la hora del reloj",
        (_DIRECTOR,),
        clock.approve_clock_reference,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    ReportClockJump: Step("Salto del reloj", (_CONTROLLER,), clock.report_clock_jump, None, suspended=True),
    ProposeSessionDay: Step(
        "Proponer otra fecha",
        (_JEFE,),
        clock.propose_session_day,
        Button(Place.SELDOM, (), Care.PRESS, Proof.KEY),
    ),
    ApproveSessionDay: Step(
        "Conformar la fecha",
        (_DIRECTOR,),
        clock.approve_session_day,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
    ),
    StartController: Step("Arranque", (_CONTROLLER,), running.start_controller, None, suspended=True),
    AdoptRules: Step("Adoptar reglas", (_CONTROLLER,), running.adopt_rules, None, suspended=True),
    StopController: Step("Parada", (_CONTROLLER,), running.stop_controller, None, suspended=True),
    ContinuePlay: Step(
        "Continuar",
        (_JEFE,),
        running.continue_play,
        Button(Place.IN_ORDER, (shown.ball, shown.claim), Care.PRESS, Proof.SESSION),
        suspended=True,
        late=False,
    ),
    OpenSession: Step("Abrir sesión", (_JEFE,), session.open_session, IN_ORDER),
    PassCheck: Step("Comprobar material", (_JEFE,), session.pass_check, IN_ORDER),
    OpenShift: Step(
        "Abrir turno de caja",
        (_CAJERO,),
        till.open_shift,
        Button(Place.AWAITED, (), Care.PRESS, Proof.SESSION),
    ),
    CloseShift: Step("Cerrar turno de caja", (_CAJERO,), till.close_shift, SELDOM),
    CloseSession: Step(
        "Cerrar sesión", (_JEFE,), session.close_session, Button(Place.IN_ORDER, (), Care.HELD, Proof.SESSION)
    ),
    CountPlayers: Step("Contar jugadores", (_JEFE, Post.AUXILIAR), session.count_players, SELDOM),
    MinuteIncident: Step(
        "Anotar incidencia",
        (_JEFE,),
        incidents.minute_incident,
        Button(Place.SELDOM, (), Care.PRESS, Proof.KEY),
    ),
    ApproveIncident: Step(
        "Firmar incidencia",
        (_DIRECTOR,),
        incidents.approve_incident,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.KEY),
    ),
    FileComplaint: Step("Anotar reclamación", (_JEFE, _DIRECTOR), incidents.file_complaint, SELDOM),
    ResolveComplaint: Step("Resolver reclamación", (_DIRECTOR,), incidents.resolve_complaint, IN_ORDER),
    ReportFault: Step("Fallo", (_CONTROLLER,), running.report_fault, None, suspended=True),
    ReportNotice: Step("Aviso", (_CONTROLLER,), running.report_notice, None, suspended=True),
    ReportNoticeOver: Step("Fin del aviso", (_CONTROLLER,), running.report_notice_over, None, suspended=True),
    ReportSettings: Step("Ajustes", (_CONTROLLER,), running.report_settings, None, suspended=True),
    ReportRecovery: Step("Fin del fallo", (_CONTROLLER,), running.report_recovery, None, suspended=True),
    AcknowledgeFault: Step("Reconocer fallo", (_JEFE,), running.acknowledge_fault, IN_ORDER, suspended=True),
}
"""The house's commands with who may issue them and when."""

HOUSE_FOLDS: Final[Folds] = {
    **session_folds.FOLDS,
    **clock_folds.FOLDS,
    **incident_folds.FOLDS,
    **running_folds.FOLDS,
    **printing_folds.FOLDS,
    **till_folds.FOLDS,
    **volume_folds.FOLDS,
}
"""How the house's events change the state."""

WITHOUT_BOOK: Final = (OpenBook, SealFolio, StartController, StopController)
"""The commands that need no open volume."""
