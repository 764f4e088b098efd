"""What a post has to look at beside the game: cards in sellers' hands, prizes to pay, answers that are owed.

Not responsible for steps, nor for markup. What is owed is counted from the state; nothing is remembered here.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from hallctl.i18n.sentences import Sentence, _, listed
from hallctl.outputs.chips import IN_CHIPS, Pile, make_up
from hallctl.outputs.pending import PendingItem
from hallctl.outputs.ranges import joined
from hallctl.rules.claims import Claim
from hallctl.rules.commands.base import Post
from hallctl.rules.state import Award, Game, Shift, State

AwardKey = tuple[Claim, str, int, str]
"""What distinguishes one award of a game from another."""


@dataclass(frozen=True, slots=True)
class Seller:
    """What a seller has of the game.

    Attributes:
        name: Who it is.
        count: How many cards.
        ranges: Their numbers, e.g. "1 al 12, 25 al 30".
        owed: What is to be handed over for them, in minor units.
    """

    name: str
    count: int
    ranges: Sentence
    owed: int


def sellers(game: Game | None) -> tuple[Seller, ...]:
    """Return who has cards of the game, in the order of their first delivery."""
    held = () if game is None else game.deliveries
    found = []
    for name in dict.fromkeys(delivery.seller for delivery in held):
        cards = [delivery.cards for delivery in held if delivery.seller == name]
        count = sum(each.count for each in cards)
        ranges = listed(_("{first} al {last}", first=each.first, last=each.last) for each in joined(cards))
        found.append(Seller(name, count, ranges, count * game.face_value if game is not None else 0))
    return tuple(found)


def due(game: Game | None) -> tuple[Award, ...]:
    """Return the prizes of the game that are not paid yet."""
    return () if game is None else tuple(award for award in game.awards if not award.paid)


def chips(state: State) -> Mapping[AwardKey, tuple[Pile, ...] | None]:
    """Return the chips of each prize that is due, None where none come to it; empty where it is not chips."""
    values = state.rules.chips
    if not values or state.rules.payment != IN_CHIPS:
        return {}
    return {award.key: make_up(award.prize.amount, values) for award in due(state.game)}


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
