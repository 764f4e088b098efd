"""The rules of bingo as the house asks for them: one value, made of tables.

Not responsible for what stands in them: each stretch of a game has its own modules.
"""

from typing import Final

from hallctl.games.bingo.rules.deciding import claims, closing, draw, opening, sale, waiting, wrong_calls
from hallctl.games.bingo.rules.folding import claims as claim_folds
from hallctl.games.bingo.rules.folding import closing as closing_folds
from hallctl.games.bingo.rules.folding import draw as draw_folds
from hallctl.games.bingo.rules.folding import opening as opening_folds
from hallctl.games.bingo.rules.folding import sale as sale_folds
from hallctl.games.bingo.rules.folding import waiting as waiting_folds
from hallctl.games.bingo.rules.folding import wrong_calls as wrong_call_folds
from hallctl.games.bingo.rules.ledger import POSTINGS, takings
from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.commands import Post
from hallctl.rules.game_rules import GameRules
from hallctl.rules.step import Step

_DIRECTOR, _JEFE, _LOCUTOR = Post.DIRECTOR, Post.JEFE, Post.LOCUTOR
_VENDEDOR, _CAJERO, _CONTROLLER = Post.VENDEDOR, Post.CAJERO, Post.CONTROLLER

BINGO_RULES: Final = GameRules(
    name="bingo",
    steps={
        cmd.RegisterSeries: Step("Registrar serie", (_DIRECTOR,), opening.register_series),
        cmd.RegisterBallSet: Step("Registrar juego de bolas", (_DIRECTOR,), opening.register_ball_set),
        cmd.MountBallSet: Step("Montar juego de bolas", (_DIRECTOR,), opening.mount_ball_set),
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
        cmd.CollectCards: Step(
            "Retirar cartones", (_CAJERO, _VENDEDOR, Post.AUXILIAR), closing.collect_cards
        ),
        cmd.CountCash: Step("Contar efectivo", (_CAJERO,), closing.count_cash),
        cmd.PayRefunds: Step("Devolver cartones anulados", (_CAJERO,), closing.pay_refunds),
        cmd.ProposeVoid: Step("Proponer anulación", (_JEFE,), closing.propose_void, suspended=True),
        cmd.ApproveVoid: Step("Conformar anulación", (_DIRECTOR,), closing.approve_void, suspended=True),
        cmd.WithdrawProposal: Step(
            "Retirar lo propuesto", (_JEFE,), closing.withdraw_proposal, suspended=True
        ),
        cmd.SignGame: Step("Firmar la partida", (_JEFE,), closing.sign_game),
        cmd.RetireBallSet: Step("Retirar juego de bolas", (_DIRECTOR,), opening.retire_ball_set),
        cmd.DeclareMinimum: Step("Declarar un mínimo menor", (_JEFE, _DIRECTOR), opening.declare_minimum),
        cmd.AnnounceLastGame: Step(
            "Anunciar último juego", (_JEFE, Post.JEFE_SALA), opening.announce_last_game
        ),
        cmd.NoteWrongCall: Step("Error al cantar", (_JEFE, _LOCUTOR), wrong_calls.note_wrong_call),
        cmd.KeepPlaying: Step("Acordar seguir", (_DIRECTOR,), wrong_calls.keep_playing),
        cmd.ProposeManual: Step("Proponer seguir a mano", (_JEFE,), wrong_calls.propose_manual, late=False),
        cmd.ApproveManual: Step(
            "Conformar seguir a mano", (_DIRECTOR,), wrong_calls.approve_manual, late=False
        ),
        cmd.EnterBall: Step("Bola sacada a mano", (_LOCUTOR, _JEFE), draw.enter_ball, late=False),
        cmd.ProposeNoBingo: Step("Proponer cierre sin bingo", (_JEFE,), wrong_calls.propose_no_bingo),
        cmd.ApproveNoBingo: Step("Conformar cierre sin bingo", (_DIRECTOR,), wrong_calls.approve_no_bingo),
    },
    folds={
        **opening_folds.FOLDS,
        **sale_folds.FOLDS,
        **draw_folds.FOLDS,
        **claim_folds.FOLDS,
        **closing_folds.FOLDS,
        **wrong_call_folds.FOLDS,
        **waiting_folds.FOLDS,
    },
    postings=POSTINGS,
    takings=takings,
    consequences={**waiting.CONSEQUENCES, ev.SessionOpened: opening.seeds},
    objections={cmd.CloseSession: opening.not_counted, cmd.OpenShift: sale.on_sale},
    too_late=waiting.too_late,
)
"""The rules of bingo, which the composition root hands to the house."""

STEPS: Final = BINGO_RULES.all_steps
COMMANDS: Final = BINGO_RULES.commands
EVENTS: Final = BINGO_RULES.events
decide, evolve, fold = BINGO_RULES.decide, BINGO_RULES.evolve, BINGO_RULES.fold
