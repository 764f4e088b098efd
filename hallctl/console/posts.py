"""What a post has to look at beside the game: cards in sellers' hands, prizes to pay, answers that are owed.

Not responsible for steps, nor for markup. What is owed is counted from the state; nothing is remembered here.
"""

from collections.abc import Collection
from dataclasses import dataclass

from hallctl.rules.commands import Post
from hallctl.rules.folding.incidents import MANUAL, NO_BINGO
from hallctl.rules.state import Award, Game, Phase, State
from hallctl.sentences import Sentence, _, listed


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


@dataclass(frozen=True, slots=True)
class Owed:
    """What the Director has to answer: what kind of thing, and what it says."""

    kind: str
    text: str


def sellers(game: Game | None) -> tuple[Seller, ...]:
    """Return who has cards of the game, in the order of their first delivery."""
    held = () if game is None else game.deliveries
    found = []
    for name in dict.fromkeys(delivery.seller for delivery in held):
        cards = [delivery.cards for delivery in held if delivery.seller == name]
        count = sum(each.count for each in cards)
        ranges = listed(_("{first} al {last}", first=each.first, last=each.last) for each in cards)
        found.append(Seller(name, count, ranges, count * game.face_value if game is not None else 0))
    return tuple(found)


def due(game: Game | None) -> tuple[Award, ...]:
    """Return the prizes of the game that are not paid yet."""
    return () if game is None else tuple(award for award in game.awards if not award.paid)


def owed(state: State) -> tuple[Owed, ...]:
    """Return what waits for the Director: a second word, incidents, complaints, the end of a volume."""
    game, found = state.game, []
    if game is not None and game.void_reason is not None and game.phase not in {Phase.VOID, Phase.SIGNED}:
        found.append(Owed(_("Anulación"), f"{game.void_proposer}: {game.void_reason}"))
    for what, name in ((MANUAL, _("Seguir a mano")), (NO_BINGO, _("Cierre sin bingo"))):
        if game is not None and what in game.proposed:
            who, why = game.proposed[what]
            found.append(Owed(name, f"{who}: {why}" if why else who))
    if game is not None and game.wrong_call is not None:
        found.append(Owed(_("Error al cantar"), _("se cantó el {ball}", ball=game.wrong_call.said)))
    for number, author in state.incidents.items():
        found.append(Owed(_("Incidencia {number}", number=number), _("de {person}", person=author)))
    for number, who in state.complaints.items():
        found.append(Owed(_("Reclamación {number}", number=number), _("de {person}", person=who)))
    if state.closing:
        found.append(Owed(_("Cierre del tomo"), _("lo propone {person}", person=state.closing)))
    return tuple(found)


def calls(posts: Collection[Post]) -> bool:
    """Return whether who looks calls the balls and does not lead the table: the ball is all she needs."""
    return Post.LOCUTOR in posts and not {Post.JEFE, Post.DIRECTOR} & set(posts)
