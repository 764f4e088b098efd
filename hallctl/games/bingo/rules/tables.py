"""The rules of bingo as the house asks for them: one value, made of tables.

Not responsible for what stands in them: each stretch of a game has its own modules.
"""

from typing import Final

from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayRefunds,
    ProposeVoid,
    SignGame,
    WithdrawProposal,
)
from hallctl.games.bingo.rules.commands.draw import (
    CallBall,
    DrawBall,
    EnterBall,
    FillDrum,
    SettleBall,
    StartDraw,
)
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    CountBalls,
    DeclareMinimum,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    RectifySale,
    ReturnCards,
    SellCards,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.deciding import claims, closing, draw, opening, sale, waiting, wrong_calls
from hallctl.games.bingo.rules.folding import claims as claim_folds
from hallctl.games.bingo.rules.folding import closing as closing_folds
from hallctl.games.bingo.rules.folding import draw as draw_folds
from hallctl.games.bingo.rules.folding import opening as opening_folds
from hallctl.games.bingo.rules.folding import sale as sale_folds
from hallctl.games.bingo.rules.folding import waiting as waiting_folds
from hallctl.games.bingo.rules.folding import wrong_calls as wrong_call_folds
from hallctl.games.bingo.rules.ledger import POSTINGS, takings
from hallctl.games.bingo.rules.refusals import BINGO_REFUSALS
from hallctl.rules import shown
from hallctl.rules.claims import Claim
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.till import OpenShift
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.game_rules import GameRules
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Key, Place, Proof, Step

_DIRECTOR, _JEFE, _LOCUTOR = Post.DIRECTOR, Post.JEFE, Post.LOCUTOR
_VENDEDOR, _CAJERO, _CONTROLLER = Post.VENDEDOR, Post.CAJERO, Post.CONTROLLER

BINGO_RULES: Final = GameRules(
    name="bingo",
    steps={
        RegisterSeries: Step("Registrar serie", (_DIRECTOR,), opening.register_series, IN_ORDER),
        RegisterBallSet: Step("Registrar juego de bolas", (_DIRECTOR,), opening.register_ball_set, IN_ORDER),
        MountBallSet: Step("Montar juego de bolas", (_DIRECTOR,), opening.mount_ball_set, IN_ORDER),
        CountBalls: Step("Recuento de bolas", (_JEFE,), opening.count_balls, IN_ORDER),
        LoadBalls: Step("Introducir bolas", (_JEFE,), opening.load_balls, IN_ORDER),
        ReportFilled: Step("Bombo lleno", (_CONTROLLER,), draw.report_filled, None, suspended=True),
        FillDrum: Step("Bolas en el bombo", (_JEFE,), draw.fill_drum, IN_ORDER),
        AnnounceGame: Step("Anunciar serie y precio", (_JEFE,), sale.announce_game, IN_ORDER),
        SellCards: Step(
            "Vender cartones",
            (_VENDEDOR, _LOCUTOR),
            sale.sell_cards,
            Button(Place.IN_ORDER, (), Care.PRESS, Proof.SESSION, (Key("F9"),)),
        ),
        DeliverCards: Step("Entregar cartones", (_CAJERO, _JEFE), sale.deliver_cards, SELDOM),
        ReturnCards: Step("Recoger cartones sobrantes", (_CAJERO, _JEFE), sale.return_cards, SELDOM),
        AnnounceSecondSeries: Step("Anunciar segunda serie", (_JEFE,), sale.announce_second_series, SELDOM),
        CloseSale: Step("Cerrar venta", (_JEFE,), sale.close_sale, IN_ORDER),
        RectifySale: Step(
            "Rectificar lo anunciado",
            (_JEFE,),
            sale.rectify_sale,
            Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION),
        ),
        StartDraw: Step(
            "Comienzo de la partida",
            (_JEFE,),
            draw.start_draw,
            Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION),
            faulty=False,
        ),
        DrawBall: Step(
            "Extraer bola",
            (_JEFE, _LOCUTOR),
            draw.draw_ball,
            Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION, (Key("F2"),)),
            faulty=False,
            late=False,
        ),
        ReportBall: Step("Bola leída", (_CONTROLLER,), draw.report_ball, None),
        ReportDoubt: Step("Bola dudosa", (_CONTROLLER,), draw.report_doubt, None),
        SettleBall: Step(
            "Resolver bola dudosa",
            (_JEFE, _LOCUTOR),
            draw.settle_ball,
            Button(Place.IN_ORDER, (shown.ball,), Care.WRITTEN, Proof.SESSION),
        ),
        CallBall: Step(
            "Cantar bola",
            (_LOCUTOR,),
            draw.call_ball,
            Button(Place.IN_ORDER, (shown.ball,), Care.PRESS, Proof.SESSION, (Key("F1"),)),
        ),
        StopForClaim: Step(
            "Parar: han cantado",
            (_VENDEDOR, _LOCUTOR, _JEFE),
            claims.stop_for_claim,
            Button(
                Place.STOP,
                (),
                Care.PRESS,
                Proof.SESSION,
                (
                    Key("F3", {"claim": Claim.LINE}),
                    Key("F4", {"claim": Claim.BINGO}),
                ),
            ),
        ),
        VerifyCard: Step(
            "Comprobar cartón",
            (_JEFE,),
            claims.verify_card,
            Button(Place.IN_ORDER, (shown.claim,), Care.WRITTEN, Proof.SESSION, (Key("F6"),)),
        ),
        AskAnyMore: Step(
            "¿Alguna más?",
            (_JEFE,),
            claims.ask_any_more,
            Button(Place.IN_ORDER, (shown.claim, shown.verdicts), Care.PRESS, Proof.SESSION, (Key("F7"),)),
        ),
        ResumeDraw: Step(
            "Reanudar",
            (_JEFE,),
            claims.resume_draw,
            Button(Place.IN_ORDER, (shown.claim, shown.verdicts), Care.PRESS, Proof.SESSION, (Key("F8"),)),
        ),
        FinishGame: Step(
            "Dar por finalizada",
            (_JEFE,),
            claims.finish_game,
            Button(Place.IN_ORDER, (shown.claim, shown.verdicts), Care.PRESS, Proof.SESSION, (Key("F8"),)),
        ),
        PayPrize: Step(
            "Pagar premio",
            (_CAJERO,),
            closing.pay_prize,
            Button(Place.IN_ORDER, (), Care.PRESS, Proof.PAYMENT),
        ),
        CollectCards: Step(
            "Retirar cartones",
            (_CAJERO, _VENDEDOR, Post.AUXILIAR),
            closing.collect_cards,
            Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.SESSION),
        ),
        CountCash: Step(
            "Contar efectivo",
            (_CAJERO,),
            closing.count_cash,
            Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION),
        ),
        PayRefunds: Step(
            "Devolver cartones anulados",
            (_CAJERO,),
            closing.pay_refunds,
            Button(Place.SELDOM, (), Care.PRESS, Proof.PAYMENT),
        ),
        ProposeVoid: Step(
            "Proponer anulación",
            (_JEFE,),
            closing.propose_void,
            Button(Place.VOIDING, (), Care.HELD, Proof.KEY),
            suspended=True,
        ),
        ApproveVoid: Step(
            "Conformar anulación",
            (_DIRECTOR,),
            closing.approve_void,
            Button(Place.VOIDING, (shown.proposals,), Care.HELD, Proof.KEY),
            suspended=True,
        ),
        WithdrawProposal: Step(
            "Retirar lo propuesto",
            (_JEFE,),
            closing.withdraw_proposal,
            Button(Place.SELDOM, (shown.proposals,), Care.PRESS, Proof.SESSION),
            suspended=True,
        ),
        SignGame: Step(
            "Firmar la partida",
            (_JEFE,),
            closing.sign_game,
            Button(Place.IN_ORDER, (shown.verdicts, shown.money), Care.PRESS, Proof.SESSION, (Key("F10"),)),
        ),
        RetireBallSet: Step(
            "Retirar juego de bolas",
            (_DIRECTOR,),
            opening.retire_ball_set,
            Button(Place.SELDOM, (), Care.HELD, Proof.SESSION),
        ),
        DeclareMinimum: Step("Declarar un mínimo menor", (_JEFE, _DIRECTOR), opening.declare_minimum, SELDOM),
        AnnounceLastGame: Step(
            "Anunciar último juego",
            (_JEFE, Post.JEFE_SALA),
            opening.announce_last_game,
            Button(Place.SELDOM, (), Care.HELD, Proof.SESSION),
        ),
        NoteWrongCall: Step(
            "Error al cantar",
            (_JEFE, _LOCUTOR),
            wrong_calls.note_wrong_call,
            Button(Place.SELDOM, (shown.ball,), Care.WRITTEN, Proof.SESSION),
        ),
        KeepPlaying: Step(
            "Acordar seguir",
            (_DIRECTOR,),
            wrong_calls.keep_playing,
            Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
        ),
        ProposeManual: Step(
            "Proponer seguir a mano",
            (_JEFE,),
            wrong_calls.propose_manual,
            Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
            late=False,
        ),
        ApproveManual: Step(
            "Conformar seguir a mano",
            (_DIRECTOR,),
            wrong_calls.approve_manual,
            Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
            late=False,
        ),
        EnterBall: Step(
            "Bola sacada a mano",
            (_LOCUTOR, _JEFE),
            draw.enter_ball,
            Button(Place.IN_ORDER, (shown.ball,), Care.WRITTEN, Proof.SESSION, (Key("F2"),)),
            late=False,
        ),
        ProposeNoBingo: Step(
            "Proponer cierre sin bingo",
            (_JEFE,),
            wrong_calls.propose_no_bingo,
            Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
        ),
        ApproveNoBingo: Step(
            "Conformar cierre sin bingo",
            (_DIRECTOR,),
            wrong_calls.approve_no_bingo,
            Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
        ),
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
    refusals=BINGO_REFUSALS,
    takings=takings,
    consequences={**waiting.CONSEQUENCES, SessionOpened: opening.seeds},
    objections={CloseSession: opening.not_counted, OpenShift: sale.on_sale},
    too_late=waiting.too_late,
)
"""The rules of bingo, which the composition root hands to the house."""

STEPS: Final = BINGO_RULES.all_steps
COMMANDS: Final = BINGO_RULES.commands
EVENTS: Final = BINGO_RULES.events
decide, evolve, fold = BINGO_RULES.decide, BINGO_RULES.evolve, BINGO_RULES.fold
