"""The commission that is owed until the end of the shoe, where the rule set says so (BA-63, DB11).

Not responsible for the one that is taken at each win (``round``).
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.commands.shoe import CollectCommission
from hallctl.games.baccarat.rules.events.round import Owes
from hallctl.games.baccarat.rules.events.shoe import CommissionCollected
from hallctl.games.baccarat.rules.money import said
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps


def collect_commission(state: State, command: CollectCommission, _: Context) -> Answer:
    """Take what is owed of all or of one player, each sum rounded down to the smallest chip."""
    shoe, player = state.dealing, command.player.strip()
    if shoe is None:
        return refuse("SHOE-NONE")
    if state.playing is not None:
        return refuse("SHOE-ROUND", round=state.playing.number)
    owed = tuple(Owes(name, amount) for name, amount in shoe.owed.items() if player in ("", name))
    if not owed:
        return refuse("COMMISSION-NONE")
    taken = _taken(state, command.commission, owed)
    if isinstance(taken, Refusal):
        return taken
    rest = sum(each.amount for each in owed) - taken
    return (CommissionCollected(shoe.number, owed, taken, rest),)


def _taken(state: State, written: int, owed: tuple[Owes, ...]) -> int | Refusal:
    """Return what was taken: what a person says where totals are known, else what each owes (DB11)."""
    chip = state.rules.chip
    if state.rules.stakes != "totals":
        computed = sum(each.amount - each.amount % chip for each in owed)
        return refuse("SETTLE-COMPUTED") if written else computed
    most = sum(each.amount for each in owed)
    return written if 0 <= written <= most else refuse("SETTLE-COMMISSION", most=said(most))


STEPS: Final[Steps] = {
    CollectCommission: Step(
        "Cobrar la comisión",
        (Post.CROUPIER, Post.JEFE),
        collect_commission,
        Button(Place.AWAITED, (shown.owed,), Care.PRESS, Proof.SESSION),
    ),
}
"""How the commands of this chapter are decided and taken."""
