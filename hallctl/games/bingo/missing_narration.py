"""The sentences of cards that nobody brought back.

Not responsible for the other events of a game (``narration``).
"""

from collections.abc import Callable
from typing import TypeAlias, assert_never

from hallctl.games.bingo.ranges import ranges
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded
from hallctl.rules.text import series_name

MissingEvent: TypeAlias = CardsMissing | MissingFound | MissingRefunded


def narrate_missing(event: MissingEvent, amount: Callable[[int], str]) -> str:
    """Return the sentence of an event; ``amount`` names money."""
    match event:
        case CardsMissing(game=game, cards=cards, declarer=declarer, reason=reason, paid=paid):
            which = f"serie {series_name(cards[0].series)}, {ranges(cards)}{', ya pagados' if paid else ''}"
            return f"{declarer} declara que faltan cartones de la partida {game}: {which}. {reason}"
        case MissingFound(game=game, series=series, card=card, person=person):
            which = f"serie {series_name(series)}, n.º {card}"
            return (
                f"Apareció un cartón de la partida {game} declarado como faltante ({which}), según {person}."
            )
        case MissingRefunded(game=game, series=series, card=card, amount=back):
            which = f"serie {series_name(series)}, n.º {card}"
            return f"Devuelto un cartón que faltaba de la partida {game} ({which}): {amount(back)}."
        case _:
            assert_never(event)
