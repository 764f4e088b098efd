"""The bets, where the table knows them, held against its limits (BA-44..50, 53..55, DB13).

Not responsible for what they win (``settlement``).
"""

from collections.abc import Sequence
from typing import Final

from hallctl.games.baccarat.rules.commands.bets import Bet, ChangeBets, PlaceBets, SayStakes
from hallctl.games.baccarat.rules.deciding.cards import in_round
from hallctl.games.baccarat.rules.events.bets import BetsChanged, BetsPlaced, StakesSaid
from hallctl.games.baccarat.rules.kinds import SIDES, Phase
from hallctl.games.baccarat.rules.money import changed_sides, outside, placed_by, together, uneven
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import PlayersBets, Round, State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps


def place_bets(state: State, command: PlaceBets, _: Context) -> Answer:
    """Take a player's bets beside those placed before, where the limits let them (BA-54)."""
    if state.rules.stakes != "positions":
        return refuse("STAKE-UNKNOWN")
    round_ = in_round(state, refuse("STAKE-PHASE"), Phase.BETS)
    if isinstance(round_, Refusal):
        return round_
    wrong = _wrong_bets(state, round_, command)
    if wrong is not None:
        return wrong
    player, bets = command.player.strip(), command.bets
    before = placed_by(round_.bets, player)
    mine = () if before is None else before.bets
    sums = together((*mine, *bets))
    others = tuple(each for each in round_.bets if each.player != player)
    after = (*others, PlayersBets(player, command.seat, (*mine, *bets)))
    why = outside(sums, state.rules) or uneven(after, state.rules)
    if why is not None:
        return why
    return (BetsPlaced(round_.number, player, command.seat, bets, sum(bet.amount for bet in bets)),)


def _wrong_bets(state: State, round_: Round, command: PlaceBets) -> Refusal | None:
    if round_.demonstration:
        return refuse("STAKE-DEMO")
    if not (command.player.strip() and command.bets):
        return refuse("STAKE-PLAYER")
    if not 0 <= command.seat <= state.rules.seats:
        return refuse("STAKE-SEAT", seats=state.rules.seats)
    return _negative(command.bets, least=1)


def _negative(bets: Sequence[Bet], least: int = 0) -> Refusal | None:
    return refuse("STAKE-NEGATIVE") if any(bet.amount < least for bet in bets) else None


def change_bets(state: State, command: ChangeBets, _: Context) -> Answer:
    """Change what a player's bets on both sides are after a tie, until bets close (BA-44..46, DB9)."""
    if state.rules.stakes != "positions":
        return refuse("STAKE-UNKNOWN")
    round_, player = state.round, command.player.strip()
    if round_ is None or not (round_.stands or (round_.after_tie and round_.phase is Phase.BETS)):
        return refuse("TIE-NONE")
    before = placed_by(round_.bets, player)
    if before is None:
        return refuse("STAKE-PLAYER")
    if any(bet.kind not in SIDES for bet in command.bets):
        return refuse("TIE-KIND")
    wrong = _negative(command.bets, least=1)
    if wrong is not None:
        return wrong
    held = together(bet for bet in before.bets if bet.kind in SIDES)
    wanted = together(command.bets)
    others = tuple(each for each in round_.bets if each.player != player)
    after = (*others, PlayersBets(player, before.seat, command.bets))
    why = changed_sides(held, wanted, state.rules) or outside(wanted, state.rules)
    why = why or uneven(after, state.rules)
    if why is not None:
        return why
    more = sum(wanted.values()) - sum(held.values())
    return (BetsChanged(round_.number, player, command.bets, more),)


def say_stakes(state: State, command: SayStakes, _: Context) -> Answer:
    """Take what is staked on each kind; said again, it is said anew (DB13)."""
    if state.rules.stakes != "totals":
        return refuse("STAKE-UNKNOWN")
    round_ = state.playing
    if round_ is None:
        return refuse("ROUND-NONE")
    if round_.phase not in (Phase.DEALING, Phase.DISPUTED):
        # A stopped table is no reason not to write down what lies on it.
        return refuse("STAKE-SAID")
    if round_.demonstration:
        return refuse("STAKE-DEMO")
    named = [stake.kind for stake in command.stakes]
    if len({*named}) < len(named):
        return refuse("STAKE-TWICE")
    wrong = _negative(command.stakes)
    if wrong is not None:
        return wrong
    return (StakesSaid(round_.number, command.stakes, sum(stake.amount for stake in command.stakes)),)


_SELDOM: Final = Button(Place.SELDOM, (), Care.PRESS, Proof.SESSION)
_CROUPIER: Final = (Post.CROUPIER, Post.JEFE)

STEPS: Final[Steps] = {
    PlaceBets: Step("Anotar apuestas", _CROUPIER, place_bets, _SELDOM),
    ChangeBets: Step("Cambiar apuestas tras el empate", _CROUPIER, change_bets, _SELDOM),
    SayStakes: Step(
        "Anotar totales apostados",
        _CROUPIER,
        say_stakes,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION),
    ),
}
"""How the commands of this chapter are decided and taken."""
