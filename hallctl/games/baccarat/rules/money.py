"""What a round owes, by what the table knows of its bets (DB13), and what it may take.

Not responsible for the terms of a bet (``settlement``).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from hallctl.games.baccarat.rules.commands.bets import Bet
from hallctl.games.baccarat.rules.events.round import Owes
from hallctl.games.baccarat.rules.kinds import SIDES, Kind
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.settlement import Settled, commission, settle
from hallctl.games.baccarat.rules.state import PlayersBets, Round, State
from hallctl.games.baccarat.rules.tableau import Result
from hallctl.rules.refusals import Refusal

_NOTHING: Final = Settled()


def due(state: State, round_: Round) -> Settled:
    """Return what becomes of the bets of a round with a result; nothing where none is known."""
    if round_.result is None or state.rules.stakes == "none":
        return _NOTHING
    return settle(
        round_.all_bets,
        round_.result,
        player_pair=round_.player_pair,
        banker_pair=round_.banker_pair,
        chip=state.rules.chip,
    )


def debts(state: State, round_: Round) -> tuple[Owes, ...]:
    """Return what each owes of a round's commission, where it is owed until the end of the shoe (DB11)."""
    if state.rules.commission != "end of shoe" or round_.result is not Result.BANKER:
        return ()
    owed = [Owes(each.player, _owed(each.bets)) for each in (*round_.bets, PlayersBets("", 0, round_.stakes))]
    return tuple(each for each in owed if each.amount)


def _owed(bets: Iterable[Bet]) -> int:
    return sum(sum(commission(bet.amount, 1)) for bet in bets if bet.kind is Kind.BANKER)


def placed_by(bets: Iterable[PlayersBets], player: str) -> PlayersBets | None:
    """Return what a player has placed; None where nothing."""
    return next((each for each in bets if each.player == player), None)


def together(bets: Iterable[Bet]) -> dict[Kind, int]:
    """Return what is bet on each kind."""
    sums: dict[Kind, int] = {}
    for bet in bets:
        sums[bet.kind] = sums.get(bet.kind, 0) + bet.amount
    return sums


def outside(sums: Mapping[Kind, int], rules: RuleSet) -> Refusal | None:
    """Return why a player's bets are outside the limits; None where they are not (BA-54)."""
    for kind, amount in sums.items():
        limit = rules.limit(kind)
        if amount < limit.minimum:
            return refuse("STAKE-MINIMUM", kind=kind.value, least=said(limit.minimum))
        if amount > limit.maximum:
            return refuse("STAKE-MAXIMUM", kind=kind.value, most=said(limit.maximum))
        if amount % rules.chip:
            return refuse("STAKE-CHIP", chip=said(rules.chip))
    return None


def uneven(bets: Iterable[PlayersBets], rules: RuleSet) -> Refusal | None:
    """Return why both sides are too far apart; None where they are not (BA-53, DB10)."""
    sums = together(bet for each in bets for bet in each.bets)
    apart = abs(sums.get(Kind.PLAYER, 0) - sums.get(Kind.BANKER, 0))
    if rules.differential and apart > rules.differential:
        return refuse("STAKE-DIFFERENTIAL", most=said(rules.differential))
    return None


def holder(round_: Round, kind: Kind) -> str:
    """Return who may hold the cards of a side: the highest seated bet, of equals the first seat (DB19)."""
    staked = [
        (-sum(bet.amount for bet in each.bets if bet.kind is kind), each.seat, each.player)
        for each in round_.bets
        if each.seat and any(bet.kind is kind for bet in each.bets)
    ]
    return min(staked)[2] if staked else ""


def changed_sides(before: Mapping[Kind, int], after: Mapping[Kind, int], rules: RuleSet) -> Refusal | None:
    """Return why bets may not become others after a tie; None where they may (BA-44, 45, 46).

    Bets may always be withdrawn whole and always be raised.
    """
    more = any(after.get(kind, 0) > before.get(kind, 0) for kind in SIDES)
    less = any(after.get(kind, 0) < before.get(kind, 0) for kind in SIDES)
    if more and less:
        if not rules.tie_move:
            return refuse("TIE-MOVE")
        lessened = sum(after.values()) < sum(before.values())
    else:
        lessened = any(0 < after.get(kind, 0) < before.get(kind, 0) for kind in SIDES)
    return refuse("TIE-LESS") if lessened and not rules.tie_lessen else None


def said(amount: int) -> str:
    """Return an amount in cents as people read it."""
    return f"{amount // 100},{amount % 100:02d}"
