"""What people read of a baccarat table's kinds, sides and disputes; other languages come by catalogue.

Not responsible for what is called aloud or shown on walls.
"""

from typing import Final

from hallctl.games.baccarat.rules.cards import Card, Rank, Suit
from hallctl.games.baccarat.rules.kinds import Breach, Cutter, Dispute, Kind, Lot
from hallctl.games.baccarat.rules.tableau import Result, Side
from hallctl.i18n.sentences import Sentence, _

SIDES: Final = {Side.PLAYER: _("jugador"), Side.BANKER: _("banca")}

RESULTS: Final = {
    Result.PLAYER: _("gana jugador"),
    Result.BANKER: _("gana banca"),
    Result.TIE: _("empate"),
}

KINDS: Final[dict[Kind, Sentence]] = {
    Kind.PLAYER: _("jugador"),
    Kind.BANKER: _("banca"),
    Kind.TIE: _("empate"),
    Kind.PLAYER_PAIR: _("par de jugador"),
    Kind.BANKER_PAIR: _("par de banca"),
}

DISPUTES: Final = {
    Dispute.EARLY: _("salió una carta antes de cerrar las apuestas"),
    Dispute.SIDE: _("el distribuidor dice otro grupo que el que toca"),
    Dispute.EXTRA: _("salió una carta de más"),
    Dispute.MISSING: _("hubo resultado antes de la última carta"),
    Dispute.IMPOSSIBLE: _("salió una carta que no puede estar en la partida"),
    Dispute.UNREAD: _("no se sabe qué carta salió"),
    Dispute.RESULT: _("el distribuidor dice otro resultado que el de las cartas"),
    Dispute.SEEN: _("se vio algo que no está bien"),
}

CUTTERS: Final = {Cutter.PLAYER: _("un jugador"), Cutter.CROUPIER: _("el croupier")}

BREACHES: Final = {
    Breach.STANDING: _("apuesta de pie en el sitio de los sentados"),
    Breach.TAKEN_OFF: _("cartas fuera de la mesa"),
    Breach.JOINED: _("tercera carta junto a las dos primeras"),
}

STANDINGS: Final = {
    Lot.RECEIVED: _("recibido"),
    Lot.COUNTED: _("contado una vez"),
    Lot.FIT: _("apto"),
    Lot.IN_SHOE: _("en la partida"),
    Lot.WITHDRAWN: _("retirado"),
    Lot.DESTROYED: _("destruido"),
}

BURNT: Final = {
    "burn": _("antes de la primera jugada"),
    "round": _("antes de la jugada"),
    "stray": _("fuera de una jugada"),
}

_RANKS: Final = {Rank.ACE: "A", Rank.TEN: "10", Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K"}
_SUITS: Final = {
    Suit.SPADES: _("picas"),
    Suit.HEARTS: _("corazones"),
    Suit.DIAMONDS: _("diamantes"),
    Suit.CLUBS: _("tréboles"),
}


def card_words(code: str) -> Sentence:
    """Return a card as people read it, e.g. "7 de picas"."""
    if not code:
        return _("carta sin leer")
    card = Card.of(code)
    rank = _RANKS.get(card.rank, card.rank.value)
    return _("{rank} de {suit}", rank=rank, suit=_SUITS[card.suit])


def cards_words(codes: tuple[str, ...]) -> str:
    """Return cards as people read them, one after the other."""
    return ", ".join(str(card_words(code)) for code in codes)
