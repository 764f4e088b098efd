"""What two people have to agree on at a roulette table, and have not.

Not responsible for the house's own: incidents, complaints, the end of a volume.
"""

from collections.abc import Iterator

from hallctl.games.roulette.rules.commands.people import ApproveNumber, ApproveVoidSpin
from hallctl.games.roulette.rules.events.people import NumberProposed, SpinVoidProposed
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.words import CAUSES
from hallctl.i18n.sentences import _
from hallctl.outputs.pending import PendingItem


def pending(state: State) -> Iterator[PendingItem]:
    """Yield what waits for the Director in the spin."""
    proposal = None if state.playing is None else state.playing.proposal
    if proposal is None:
        return
    if proposal.cause is None:
        said = f"{proposal.person}: {proposal.pocket}. {proposal.reason}"
        yield PendingItem(_("Número de la jugada"), said, (ApproveNumber,), (NumberProposed, 0))
    else:
        said = f"{proposal.person}: {CAUSES[proposal.cause]}. {proposal.reason}"
        yield PendingItem(_("Jugada nula"), said, (ApproveVoidSpin,), (SpinVoidProposed, 0))
