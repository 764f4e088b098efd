"""The bets, where the table knows them, held against its limits (RO-40..55, DR2).

Not responsible for what they win (``settlement``).
"""

from typing import Final

from hallctl.games.roulette.rules.commands.bets import PlaceBets, SayStakes
from hallctl.games.roulette.rules.deciding.spin import in_phase
from hallctl.games.roulette.rules.events.bets import BetsPlaced, StakesSaid
from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.money import bets_of, placed_bets
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.settlement import refused
from hallctl.games.roulette.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

_NUMBERED: Final = (Phase.CLOSED, Phase.DISPUTED, Phase.NUMBER, Phase.MARKED)
"""From "nada mais" until the losers are collected."""


def place_bets(state: State, command: PlaceBets, _: Context) -> Answer:
    """Take a player's bets beside those placed before, where the limits let them (RO-23, RO-44..55)."""
    if state.rules.stakes != "positions":
        return refuse("STAKES-UNKNOWN")
    spin = in_phase(state, refuse("BET-PHASE"), Phase.BETS, Phase.LAUNCHED)
    if isinstance(spin, Refusal):
        return spin
    player = command.player.strip()
    if not (player and command.bets):
        return refuse("BET-PLAYER")
    if any(bet.amount < 1 for bet in command.bets):
        return refuse("STAKES-NEGATIVE")
    wheel, rules = state.wheel, state.rules
    if wheel is None:
        return refuse("WHEEL-NONE")
    asked = placed_bets((*bets_of(spin, player), *command.bets))
    why = refused(asked, rules.table_limits, wheel, any_two=rules.any_two)
    if why:
        return why[0]
    return (BetsPlaced(spin.number, player, command.bets, sum(bet.amount for bet in command.bets)),)


def say_stakes(state: State, command: SayStakes, _: Context) -> Answer:
    """Take what is staked on each chance; said again, it is said anew (DR2)."""
    if state.rules.stakes != "totals":
        return refuse("STAKES-UNKNOWN")
    spin = in_phase(state, refuse("STAKES-PHASE"), *_NUMBERED)
    if isinstance(spin, Refusal):
        # A stopped table is no reason not to write down what lies on it.
        return spin
    named = [stake.chance for stake in command.stakes]
    if len({*named}) < len(named):
        return refuse("STAKES-TWICE")
    if any(stake.amount < 0 for stake in command.stakes):
        return refuse("STAKES-NEGATIVE")
    missing = next((chance for chance in named if chance not in state.rules.table_limits.minimum), None)
    if missing is not None:
        return refuse("BET-CHANCE", chance=missing.value)
    return (StakesSaid(spin.number, command.stakes, sum(stake.amount for stake in command.stakes)),)


STEPS: Final[Steps] = {
    PlaceBets: Step(
        "Anotar apuestas",
        (Post.CROUPIER, Post.JEFE),
        place_bets,
        Button(Place.SELDOM, (), Care.PRESS, Proof.SESSION),
    ),
    SayStakes: Step(
        "Anotar totales apostados",
        (Post.CROUPIER, Post.JEFE),
        say_stakes,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION),
    ),
}
"""How the commands of this chapter are decided and taken."""
