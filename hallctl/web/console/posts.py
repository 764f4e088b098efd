"""What a post has to look at beside the game: the till, and answers that are owed.

Not responsible for steps, nor for markup. What is owed is counted from the state; nothing is remembered here.
"""

from collections.abc import Collection, Iterable

from hallctl.i18n.sentences import _
from hallctl.outputs.pending import PendingItem
from hallctl.rules.commands.base import Post
from hallctl.rules.state import Shift, State


def owed(state: State, of_game: Iterable[PendingItem]) -> tuple[PendingItem, ...]:
    """Return what waits for the Director: of the game, then incidents, complaints, the end of a volume."""
    found = list(of_game)
    for number, author in state.incidents.items():
        found.append(PendingItem(_("Incidencia {number}", number=number), _("de {person}", person=author)))
    for number, who in state.complaints.items():
        found.append(PendingItem(_("Reclamación {number}", number=number), _("de {person}", person=who)))
    if state.closing:
        found.append(PendingItem(_("Cierre del tomo"), _("lo propone {person}", person=state.closing)))
    return tuple(found)


def till(state: State, posts: Collection[Post]) -> Shift | None:
    """Return the open shift for those who answer for its money: the cashiers, and the Director."""
    answers = {Post.CAJERO, Post.DIRECTOR} & set(posts)
    return state.session.shift if state.session is not None and answers else None


def calls(posts: Collection[Post]) -> bool:
    """Return whether who looks calls the balls and does not lead the table: the ball is all they need."""
    return Post.LOCUTOR in posts and not {Post.JEFE, Post.DIRECTOR} & set(posts)
