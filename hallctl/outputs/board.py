"""The board's view, made from the state.

Not responsible for pixels. A ball is in the view only when it is called (AJ-86); the state is made of durable
events only (I1).
"""

from typing import Final

from displays.views import BoardView, PrizeLine
from hallctl.outputs.words import ANY_MORE, amount, sale_sentence, sold_formula
from hallctl.rules.commands import Claim
from hallctl.rules.state import Game, Phase, State


def board(state: State, hall: str, simulated: bool) -> BoardView:
    """Return what the board shows now."""
    game = state.game
    tone, headline, notice = _phase(state)
    return BoardView(
        hall=hall,
        simulated=simulated,
        tone=tone,
        headline=headline,
        notice=notice,
        game=game.number if game is not None else None,
        called=game.called_balls if game is not None else (),
        universe=state.rules.universe,
        cards_sold=game.cards if game is not None else None,
        price=amount(game.face_value, state.rules.currency) if game is not None else "",
        prizes=_prizes(state, game),
    )


def _prizes(state: State, game: Game | None) -> tuple[PrizeLine, ...]:
    currency, pots = state.rules.currency, _progressives(state)
    if game is None:
        return pots
    if game.phase is Phase.SALE:
        shares = (("LÍNEA", state.rules.line_bp), ("BINGO", state.rules.bingo_bp))
        return (*(PrizeLine(name, f"{bp / 100:g} %", "de lo vendido") for name, bp in shares), *pots)
    return (
        PrizeLine("LÍNEA", amount(game.line, currency), _won(game, Claim.LINE)),
        PrizeLine("BINGO", amount(game.bingo, currency), _won(game, Claim.BINGO)),
        *pots,
    )


def _progressives(state: State) -> tuple[PrizeLine, ...]:
    """Every progressive with its condition and its share, at all times (AJ-115)."""
    currency = state.rules.currency
    return tuple(
        PrizeLine(
            p.name.upper(),
            amount(state.progressives.get(p.name, 0), currency),
            f"hasta la bola {p.max_balls} · {p.share_bp / 100:g} %",
        )
        for p in state.rules.progressives
    )


def _won(game: Game, claim: Claim) -> str:
    cards = [
        str(award.prize.card)
        for award in game.awards
        if award.prize.claim is claim and not award.prize.progressive
    ]
    if not cards:
        return ""
    return f"cartón {cards[0]}" if len(cards) == 1 else f"cartones {', '.join(cards)}"


def _phase(state: State) -> tuple[str, str, str]:
    """Return tone, headline and notice."""
    if state.session is None:
        return "calm", "SALA CERRADA", ""
    if state.faults or state.suspended:
        return "stop", "PAUSA TÉCNICA", "La partida continuará en el punto en que está"
    if state.game is None:
        return "calm", "PREPARANDO LA SESIÓN", "Comprobación del material y recuento de bolas"
    if state.game.phase is Phase.CLAIM:
        return _claim(state.game)
    if state.game.phase is Phase.CLOSED:
        return "attention", "VENTA CERRADA", sold_formula(state.game.sold)
    if state.game.phase is Phase.SALE:
        return "calm", "VENTA DE CARTONES", sale_sentence(state)
    return _SPOKEN[state.game.phase]


_SPOKEN: Final = {
    Phase.DRAW: ("play", "SORTEO EN CURSO", ""),
    Phase.FINISHED: ("calm", "PARTIDA FINALIZADA", "Pago de premios. Conserve su cartón premiado"),
    Phase.VOID: ("stop", "PARTIDA ANULADA", "Se devuelve el valor de los cartones"),
    Phase.SIGNED: ("calm", "PARTIDA CERRADA", "Entregue sus cartones jugados"),
}


def _claim(game: Game) -> tuple[str, str, str]:
    if game.asked is not None:
        return (
            "attention",
            ANY_MORE[game.asked].upper(),
            "Cante ahora: después se pierde el derecho a reclamar",
        )
    verified = game.verified
    if not verified:
        return "attention", f"HAN CANTADO {_sung(game)}", "Se comprueba el cartón"
    last = verified[-1]
    verdict = "es correcto" if last.good else "no es correcto"
    return "attention", f"HAN CANTADO {_sung(game)}", f"El cartón {last.card} {verdict}"


def _sung(game: Game) -> str:
    return "BINGO" if game.stop is Claim.BINGO else "LÍNEA"
