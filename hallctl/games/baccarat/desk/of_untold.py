"""What the desk offers where cards left the shoe and it did not tell them: two people say which.

Not responsible for the cards of a round (``of_round``).
"""

from collections.abc import Iterator

from hallctl.games.baccarat.desk import questions as q
from hallctl.games.baccarat.rules.commands.people import WithdrawRoundProposal
from hallctl.games.baccarat.rules.commands.untold import ApproveUntold, ProposeUntold
from hallctl.games.baccarat.rules.deciding.people import NONE
from hallctl.games.baccarat.rules.deciding.shoe import ACE, burnt_by
from hallctl.games.baccarat.rules.deciding.untold import UNREAD
from hallctl.games.baccarat.rules.kinds import Stage
from hallctl.games.baccarat.rules.state import Shoe, State
from hallctl.games.baccarat.words import cards_words
from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, step


def steps_of_untold(state: State, shoe: Shoe) -> Iterator[Candidate]:
    """Yield what is next: the second word, or the first where messages were missed or may have been."""
    proposal = shoe.proposal
    if proposal is not None:
        cards = cards_words(proposal.cards) or _("ninguna carta")
        said = _("{person} dice que salieron: {cards}", person=proposal.person, cards=cards)
        yield step(ApproveUntold()).noticed(said)
        yield step(WithdrawRoundProposal())
        return
    if shoe.stage is Stage.LOADED:
        cards = " ".join(card or UNREAD for card in _likely(state, shoe))
        first = step(ProposeUntold(cards, ""), _("Decir todas las cartas retiradas"), *q.ALL_BURNT)
    else:
        first = step(ProposeUntold(NONE, ""), "", *q.UNTOLD)
    missed = _("No se oyó todo lo que dijo el distribuidor: mire las cartas.")
    yield first.waited_for(missed) if shoe.missed else first


def _likely(state: State, shoe: Shoe) -> tuple[str, ...]:
    """Return burnt cards that the rule set allows, as far as the shoe told them: to be written over."""
    first, *more = shoe.burning or ("",)
    if state.rules.burn == "decks":
        count = state.rules.decks
    else:
        first = first or ACE
        count = burnt_by(first)
    return (first, *more, *("",) * count)[:count]
