"""The one answer of the rules: a command gives events, or a refusal that explains.

Not responsible for time or identity: ``now`` and the actor are handed in. Pure and total: it never raises for
any command a codec can build, in any state that ``evolve`` can reach.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hallctl.rules import commands as cmd
from hallctl.rules.admission import admitted, nothing_uncovered
from hallctl.rules.commands import Command, Issued, Post
from hallctl.rules.deciding import (
    claims,
    clock,
    closing,
    draw,
    incidents,
    opening,
    printing,
    running,
    sale,
    till,
    volumes,
)
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.waiting import minutes, waited_too_long
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import State
from hallctl.rules.text import Uncovered


@dataclass(frozen=True, slots=True)
class Step:
    """How one kind of command is decided.

    Attributes:
        name: What the step is called in the hall.
        posts: Who may take it; the role matrix is this column.
        answer: The decision.
        suspended: Whether it is possible while play waits for "continue" (I4).
        faulty: Whether it is possible under a latched fault (I14).
        late: Whether it is possible once the game has waited too long for its first ball (D8).
    """

    name: str
    posts: tuple[Post, ...]
    answer: Callable[[State, Any, Context], Answer]
    suspended: bool = False
    faulty: bool = True
    late: bool = True


_DIRECTOR, _JEFE, _LOCUTOR = Post.DIRECTOR, Post.JEFE, Post.LOCUTOR
_VENDEDOR, _CAJERO, _CONTROLLER = Post.VENDEDOR, Post.CAJERO, Post.CONTROLLER

STEPS: Final[Mapping[type[Command], Step]] = {
    cmd.OpenBook: Step("Diligencia de apertura", (_DIRECTOR,), volumes.open_book),
    cmd.ProposeClosing: Step("Proponer el cierre del tomo", (_JEFE,), volumes.propose_closing),
    cmd.CloseBook: Step("Diligencia de cierre", (_DIRECTOR,), volumes.close_book),
    cmd.EnrolSignatory: Step("Nuevo certificado", (_CONTROLLER,), volumes.enrol_signatory, suspended=True),
    cmd.ReportCompletion: Step(
        "Segundo soporte completado", (_CONTROLLER,), volumes.report_completion, suspended=True
    ),
    cmd.ReportMediumLost: Step(
        "Segundo soporte perdido", (_CONTROLLER,), volumes.report_medium_lost, suspended=True
    ),
    cmd.ReportMediumRestored: Step(
        "Segundo soporte de vuelta", (_CONTROLLER,), volumes.report_medium_restored, suspended=True
    ),
    cmd.ProposeRepair: Step("Proponer una reparación", (_JEFE,), volumes.propose_repair, suspended=True),
    cmd.AcceptShorter: Step(
        "Seguir con un libro recortado", (_DIRECTOR,), volumes.accept_shorter, suspended=True
    ),
    cmd.RecordRepair: Step("Reparación de un soporte", (_DIRECTOR,), volumes.record_repair, suspended=True),
    cmd.ReprintFolio: Step("Imprimir copia", (_DIRECTOR, _JEFE), volumes.reprint_folio, suspended=True),
    cmd.SealFolio: Step("Huella del folio", (_CONTROLLER,), printing.seal_folio, suspended=True),
    cmd.PrintPending: Step("Imprimir lo pendiente", (_DIRECTOR,), printing.print_pending, suspended=True),
    cmd.ConfirmPrinted: Step(
        "Dar por impreso lo pendiente", (_DIRECTOR,), printing.confirm_printed, suspended=True
    ),
    cmd.ProposePrintingSuspension: Step(
        "Proponer seguir sin imprimir", (_JEFE,), printing.propose_suspension, suspended=True
    ),
    cmd.SuspendPrinting: Step(
        "Conformar seguir sin imprimir", (_DIRECTOR,), printing.suspend_printing, suspended=True
    ),
    cmd.ProposeClockReference: Step(
        "Proponer la hora del reloj", (_JEFE,), clock.propose_clock_reference, suspended=True
    ),
    cmd.ApproveClockReference: Step(
        "Conformar la hora del reloj", (_DIRECTOR,), clock.approve_clock_reference, suspended=True
    ),
    cmd.ReportClockJump: Step("Salto del reloj", (_CONTROLLER,), clock.report_clock_jump, suspended=True),
    cmd.ProposeSessionDay: Step("Proponer otra fecha", (_JEFE,), clock.propose_session_day),
    cmd.ApproveSessionDay: Step("Conformar la fecha", (_DIRECTOR,), clock.approve_session_day),
    cmd.StartController: Step("Arranque", (_CONTROLLER,), running.start_controller, suspended=True),
    cmd.AdoptRules: Step("Adoptar reglas", (_CONTROLLER,), running.adopt_rules, suspended=True),
    cmd.StopController: Step("Parada", (_CONTROLLER,), running.stop_controller, suspended=True),
    cmd.ContinuePlay: Step("Continuar", (_JEFE,), running.continue_play, suspended=True, late=False),
    cmd.RegisterSeries: Step("Registrar serie", (_DIRECTOR,), opening.register_series),
    cmd.RegisterBallSet: Step("Registrar juego de bolas", (_DIRECTOR,), opening.register_ball_set),
    cmd.MountBallSet: Step("Montar juego de bolas", (_DIRECTOR,), opening.mount_ball_set),
    cmd.OpenSession: Step("Abrir sesión", (_JEFE,), opening.open_session),
    cmd.PassCheck: Step("Comprobar material", (_JEFE,), opening.pass_check),
    cmd.CountBalls: Step("Recuento de bolas", (_JEFE,), opening.count_balls),
    cmd.LoadBalls: Step("Introducir bolas", (_JEFE,), opening.load_balls),
    cmd.ReportFilled: Step("Bombo lleno", (_CONTROLLER,), draw.report_filled, suspended=True),
    cmd.FillDrum: Step("Bolas en el bombo", (_JEFE,), draw.fill_drum),
    cmd.AnnounceGame: Step("Anunciar serie y precio", (_JEFE,), sale.announce_game),
    cmd.SellCards: Step("Vender cartones", (_VENDEDOR, _LOCUTOR), sale.sell_cards),
    cmd.DeliverCards: Step("Entregar cartones", (_CAJERO, _JEFE), sale.deliver_cards),
    cmd.ReturnCards: Step("Recoger cartones sobrantes", (_CAJERO, _JEFE), sale.return_cards),
    cmd.AnnounceSecondSeries: Step("Anunciar segunda serie", (_JEFE,), sale.announce_second_series),
    cmd.CloseSale: Step("Cerrar venta", (_JEFE,), sale.close_sale),
    cmd.RectifySale: Step("Rectificar lo anunciado", (_JEFE,), sale.rectify_sale),
    cmd.StartDraw: Step("Comienzo de la partida", (_JEFE,), draw.start_draw, faulty=False),
    cmd.DrawBall: Step("Extraer bola", (_JEFE, _LOCUTOR), draw.draw_ball, faulty=False, late=False),
    cmd.ReportBall: Step("Bola leída", (_CONTROLLER,), draw.report_ball),
    cmd.ReportDoubt: Step("Bola dudosa", (_CONTROLLER,), draw.report_doubt),
    cmd.SettleBall: Step("Resolver bola dudosa", (_JEFE, _LOCUTOR), draw.settle_ball),
    cmd.CallBall: Step("Cantar bola", (_LOCUTOR,), draw.call_ball),
    cmd.StopForClaim: Step("Parar: han cantado", (_VENDEDOR, _LOCUTOR, _JEFE), claims.stop_for_claim),
    cmd.VerifyCard: Step("Comprobar cartón", (_JEFE,), claims.verify_card),
    cmd.AskAnyMore: Step("¿Alguna más?", (_JEFE,), claims.ask_any_more),
    cmd.ResumeDraw: Step("Reanudar", (_JEFE,), claims.resume_draw),
    cmd.FinishGame: Step("Dar por finalizada", (_JEFE,), claims.finish_game),
    cmd.PayPrize: Step("Pagar premio", (_CAJERO,), closing.pay_prize),
    cmd.CollectCards: Step("Retirar cartones", (_CAJERO, _VENDEDOR, Post.AUXILIAR), closing.collect_cards),
    cmd.CountCash: Step("Contar efectivo", (_CAJERO,), closing.count_cash),
    cmd.OpenShift: Step("Abrir turno de caja", (_CAJERO,), till.open_shift),
    cmd.CloseShift: Step("Cerrar turno de caja", (_CAJERO,), till.close_shift),
    cmd.PayRefunds: Step("Devolver cartones anulados", (_CAJERO,), closing.pay_refunds),
    cmd.ProposeVoid: Step("Proponer anulación", (_JEFE,), closing.propose_void, suspended=True),
    cmd.ApproveVoid: Step("Conformar anulación", (_DIRECTOR,), closing.approve_void, suspended=True),
    cmd.WithdrawProposal: Step("Retirar lo propuesto", (_JEFE,), closing.withdraw_proposal, suspended=True),
    cmd.SignGame: Step("Firmar la partida", (_JEFE,), closing.sign_game),
    cmd.CloseSession: Step("Cerrar sesión", (_JEFE,), opening.close_session),
    cmd.RetireBallSet: Step("Retirar juego de bolas", (_DIRECTOR,), opening.retire_ball_set),
    cmd.DeclareMinimum: Step("Declarar un mínimo menor", (_JEFE, _DIRECTOR), opening.declare_minimum),
    cmd.CountPlayers: Step("Contar jugadores", (_JEFE, Post.AUXILIAR), opening.count_players),
    cmd.AnnounceLastGame: Step("Anunciar último juego", (_JEFE, Post.JEFE_SALA), opening.announce_last_game),
    cmd.MinuteIncident: Step("Anotar incidencia", (_JEFE,), incidents.minute_incident),
    cmd.ApproveIncident: Step("Firmar incidencia", (_DIRECTOR,), incidents.approve_incident),
    cmd.FileComplaint: Step("Anotar reclamación", (_JEFE, _DIRECTOR), incidents.file_complaint),
    cmd.ResolveComplaint: Step("Resolver reclamación", (_DIRECTOR,), incidents.resolve_complaint),
    cmd.NoteWrongCall: Step("Error al cantar", (_JEFE, _LOCUTOR), incidents.note_wrong_call),
    cmd.KeepPlaying: Step("Acordar seguir", (_DIRECTOR,), incidents.keep_playing),
    cmd.ProposeManual: Step("Proponer seguir a mano", (_JEFE,), incidents.propose_manual, late=False),
    cmd.ApproveManual: Step("Conformar seguir a mano", (_DIRECTOR,), incidents.approve_manual, late=False),
    cmd.EnterBall: Step("Bola sacada a mano", (_LOCUTOR, _JEFE), draw.enter_ball, late=False),
    cmd.ProposeNoBingo: Step("Proponer cierre sin bingo", (_JEFE,), incidents.propose_no_bingo),
    cmd.ApproveNoBingo: Step("Conformar cierre sin bingo", (_DIRECTOR,), incidents.approve_no_bingo),
    cmd.ReportFault: Step("Fallo", (_CONTROLLER,), running.report_fault, suspended=True),
    cmd.ReportNotice: Step("Aviso", (_CONTROLLER,), running.report_notice, suspended=True),
    cmd.ReportNoticeOver: Step("Fin del aviso", (_CONTROLLER,), running.report_notice_over, suspended=True),
    cmd.ReportSettings: Step("Ajustes", (_CONTROLLER,), running.report_settings, suspended=True),
    cmd.ReportRecovery: Step("Fin del fallo", (_CONTROLLER,), running.report_recovery, suspended=True),
    cmd.AcknowledgeFault: Step("Reconocer fallo", (_JEFE,), running.acknowledge_fault, suspended=True),
}
"""Every command with who may issue it and when: the hall's role matrix, in one table."""

COMMANDS: Final[Mapping[str, type[Command]]] = {kind.__name__: kind for kind in STEPS}
"""Every command by its name, as the console, the API and scripts write it."""

_WITHOUT_BOOK: Final = (cmd.OpenBook, cmd.SealFolio, cmd.StartController, cmd.StopController)


def decide(state: State, issued: Issued, now: int, uncovered: Uncovered = nothing_uncovered) -> Answer:
    """Answer a command.

    Args:
        state: Where the hall stands.
        issued: The command with its actor.
        now: Monotonic milliseconds of this boot.
        uncovered: Says which characters of a text cannot be printed for want of a font (I24).

    Returns:
        The events that follow, possibly none where all is already as asked, or the refusal.
    """
    barred = wrong_post(issued)
    if barred is not None:
        return barred
    taken = admitted(issued, uncovered)
    if isinstance(taken, Refusal):
        return taken
    issued = taken
    step = STEPS[type(issued.command)]
    refusal = _forbidden(state, issued, step, now)
    if refusal is not None:
        return refusal
    return step.answer(state, issued.command, Context(issued.actor, now))


def wrong_post(issued: Issued) -> Refusal | None:
    """Return the refusal of a step of another post, which comes before anything that they wrote."""
    step = STEPS[type(issued.command)]
    if issued.actor.post in step.posts:
        return None
    return refuse("POST", step=step.name, posts=tuple(post.value for post in step.posts))


def _forbidden(state: State, issued: Issued, step: Step, now: int) -> Refusal | None:
    """Say what stands against any step of this kind: the person, the book, a wait, a restart, a fault."""
    actor, command = issued.actor, issued.command
    session, holder = state.session, (actor.post, actor.person)
    if session is not None and actor.post is not Post.CONTROLLER and holder not in session.holders:
        return refuse("POST-PERSON", person=actor.person, post=actor.post.value)
    if state.book is None and not isinstance(command, _WITHOUT_BOOK):
        return refuse("BOOK-NONE")
    if not step.late and waited_too_long(state, now):
        return refuse("WAIT-OVER", minutes=minutes(state))
    if state.suspended and not step.suspended:
        return refuse("CONTINUE")
    if state.faults and not step.faulty:
        return refuse("FAULT", faults=", ".join(fault.code for fault in state.faults))
    return None
