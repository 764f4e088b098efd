"""A round: bets open, bets closed, cards turned, result, losers, winners (BA-12, 22, 42..44, 60..63).

Not responsible for the cards (``cards``), nor for what the bets win (``settlement``).
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.commands.round import (
    CloseBets,
    CollectLosers,
    ConfirmResult,
    OpenBets,
    OpenDemonstration,
    PayWinners,
    ReturnCards,
    TurnCards,
)
from hallctl.games.baccarat.rules.deciding.cards import in_round
from hallctl.games.baccarat.rules.events.round import (
    BetsClosed,
    BetsOpened,
    CardsReturned,
    CardsTurned,
    DemonstrationOpened,
    LosersCollected,
    ResultEstablished,
    WinnersPaid,
)
from hallctl.games.baccarat.rules.kinds import Kind, Phase, Stage
from hallctl.games.baccarat.rules.money import debts, due, holder, said
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.settlement import Settled
from hallctl.games.baccarat.rules.state import Round, Shoe, State
from hallctl.games.baccarat.rules.tableau import Side, outcome
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.folios import RESERVE, folios_left
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

LONGEST: Final = 6
"""The most cards that a round takes (BA-25)."""


def open_bets(state: State, _: OpenBets, context: Context) -> Answer:
    """Open a round from an open shoe, once the one before it is over (BA-15)."""
    shoe = _ready(state)
    if isinstance(shoe, Refusal):
        return shoe
    return (BetsOpened(state.games + 1, context.actor.person),)


def open_demonstration(state: State, _: OpenDemonstration, context: Context) -> Answer:
    """Open a round without bets, of which a shoe has at most three, and first (BA-12)."""
    shoe = _ready(state)
    if isinstance(shoe, Refusal):
        return shoe
    if shoe.played:
        return refuse("DEMO-LATE")
    if shoe.demonstrations >= state.rules.demonstrations:
        return refuse("DEMO-MANY", most=state.rules.demonstrations)
    if state.round is not None and state.round.stands and state.round.staked:
        return refuse("STAKE-DEMO")
    return (DemonstrationOpened(state.games + 1, context.actor.person),)


def _ready(state: State) -> Shoe | Refusal:
    """Return the shoe that a round can be dealt from, or why none can."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.table is None:
        return refuse("BANK-CLOSED")
    shoe = state.dealing
    if shoe is None or shoe.stage is not Stage.OPEN:
        return refuse("SHOE-NONE") if shoe is None else refuse("SHOE-ORDER")
    if state.playing is not None:
        return refuse("ROUND-OPEN", round=state.playing.number)
    if unreturned(state):
        return refuse("ROUND-BACK")
    if shoe.last is not None and state.games >= shoe.last:
        return refuse("SHOE-OVER")
    if shoe.missed or shoe.proposal is not None:
        return refuse("SHOE-MISSED")
    if shoe.strange:
        return refuse("SHOE-STRANGE", cards=shoe.strange)
    if not shoe.automatic and shoe.left < LONGEST + state.rules.burn_each:
        return refuse("SHOE-EMPTY")
    return refuse("BOOK-FULL") if folios_left(state) < RESERVE else shoe


def unreturned(state: State) -> bool:
    """Return whether cards of the last round are still outside the automatic device (BA-23)."""
    shoe, last = state.dealing, state.round
    if shoe is None or not shoe.automatic or last is None or last.open:
        return False
    return bool(last.drawn) and not last.returned


def return_cards(state: State, _: ReturnCards, __: Context) -> Answer:
    """Confirm that all cards of the round are back in the automatic device (BA-23)."""
    last = state.round
    if last is None or not unreturned(state):
        return refuse("ROUND-BACK-NONE")
    return (CardsReturned(last.number, len(last.drawn)),)


def close_bets(state: State, _: CloseBets, __: Context) -> Answer:
    """Close the bets, and say who may hold the cards where that is known (BA-57)."""
    round_ = in_round(state, refuse("ROUND-BETS"), Phase.BETS)
    if isinstance(round_, Refusal):
        return round_
    if not state.rules.handling:
        return (BetsClosed(round_.number),)
    return (BetsClosed(round_.number, holder(round_, Kind.PLAYER), holder(round_, Kind.BANKER)),)


def turn_cards(state: State, _: TurnCards, __: Context) -> Answer:
    """Turn the next cards: the player's two first, never before they lie there (BA-22)."""
    round_ = in_round(state, refuse("TURN-NONE"), Phase.DEALING)
    if isinstance(round_, Refusal):
        return round_
    if round_.face_up or round_.turned >= len(round_.turns):
        return refuse("TURN-NONE")
    side, cards = round_.turns[round_.turned]
    return (CardsTurned(round_.number, round_.turned + 1, side, cards),)


def confirm_result(state: State, _: ConfirmResult, __: Context) -> Answer:
    """Establish the result that the cards give; nobody enters it (BA-42, 43)."""
    round_ = in_round(state, refuse("RESULT-CARDS"), Phase.DEALING)
    if isinstance(round_, Refusal):
        return round_
    if round_.expected is not None or not round_.all_turned:
        return refuse("RESULT-CARDS")
    if state.rules.shoe_result and round_.told is None and not round_.agreed:
        return refuse("RESULT-SHOE")
    return (_established(round_),)


def _established(round_: Round) -> ResultEstablished:
    player, banker = round_.hand(Side.PLAYER), round_.hand(Side.BANKER)
    found = outcome(player, banker)
    return ResultEstablished(
        round=round_.number,
        result=found.result,
        player=found.player_total,
        banker=found.banker_total,
        player_cards=tuple(card.code for card in player),
        banker_cards=tuple(card.code for card in banker),
        player_pair=found.player_pair,
        banker_pair=found.banker_pair,
        natural=found.natural,
        told=round_.told is found.result,
    )


def collect_losers(state: State, _: CollectLosers, __: Context) -> Answer:
    """Collect the losing bets; at a tie those on both sides stay (BA-44)."""
    round_ = in_round(state, refuse("SETTLE-ORDER"), Phase.RESULT)
    if isinstance(round_, Refusal):
        return round_
    return (LosersCollected(round_.number, due(state, round_).collected),)


def pay_winners(state: State, command: PayWinners, _: Context) -> Answer:
    """Pay the winning bets, the banker's less the commission (BA-60..63)."""
    round_ = in_round(state, refuse("SETTLE-ORDER"), Phase.COLLECTED)
    if isinstance(round_, Refusal):
        return round_
    owed = due(state, round_)
    later = debts(state, round_)
    if later:
        if command.commission:
            return refuse("SETTLE-COMPUTED")
        return (WinnersPaid(round_.number, owed.prizes, 0, 0, owed.kept, owed.standing, later),)
    taken = _commission(state, command.commission, owed)
    if isinstance(taken, Refusal):
        return taken
    rest = owed.commission + owed.rest - taken
    return (WinnersPaid(round_.number, owed.prizes, taken, rest, owed.kept, owed.standing),)


def _commission(state: State, written: int, owed: Settled) -> int | Refusal:
    """Return what was taken: what a person says where totals are known, else what the bets give (DB11)."""
    if state.rules.stakes != "totals":
        return refuse("SETTLE-COMPUTED") if written else owed.commission
    most = owed.commission + owed.rest
    if not 0 <= written <= most:
        return refuse("SETTLE-COMMISSION", most=said(most))
    return written


_CROUPIER: Final = (Post.CROUPIER, Post.JEFE)


def _keyed(key: str, care: Care = Care.PRESS) -> Button:
    return Button(Place.IN_ORDER, (shown.turned,), care, Proof.SESSION, (Key(key),))


STEPS: Final[Steps] = {
    OpenBets: Step("Abrir apuestas", _CROUPIER, open_bets, _keyed("F2"), faulty=False),
    OpenDemonstration: Step(
        "Jugada de demostración",
        _CROUPIER,
        open_demonstration,
        Button(Place.SELDOM, (), Care.PRESS, Proof.SESSION),
        faulty=False,
    ),
    CloseBets: Step("No va más", _CROUPIER, close_bets, _keyed("F3")),
    TurnCards: Step("Volver cartas", _CROUPIER, turn_cards, _keyed("F4")),
    ConfirmResult: Step("Conformar el resultado", _CROUPIER, confirm_result, _keyed("F7")),
    CollectLosers: Step("Perdedoras recogidas", _CROUPIER, collect_losers, _keyed("F8")),
    PayWinners: Step("Pagado", _CROUPIER, pay_winners, _keyed("F9")),
    ReturnCards: Step("Cartas devueltas al aparato", _CROUPIER, return_cards, _keyed("F10")),
}
"""How the commands of this chapter are decided and taken."""
