"""The bar codes of bingo's cards at the desk: a scanned card answers the questions of its check.

Not responsible for what a code says (``cards.barcode_text``), nor for taking the step.
"""

from collections.abc import Sequence
from typing import Final

from hallctl.games.bingo.cards.barcode_text import LENGTHS, PREFIX, code_of, read_code
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.rules.written import WrittenCard, read_card
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.card_codes import CardCodes, Scanned
from hallctl.rules.text import series_name


def answers(texts: Sequence[str], state: State) -> Scanned:
    """Return the answers of scanned codes to the step that verifies a card, and a sentence."""
    cards = [card for card in map(read_code, texts) if card is not None]
    game = state.game
    if not texts:
        return _found(Sentence(""))
    if game is None or game.phase is not Phase.CLAIM:
        return _found(_("Ahora no se comprueba ningún cartón."))
    if not cards:
        return _found(_("Ese código de barras no es de un cartón."))
    if len(cards) > 1:
        return _found(_("Se ven varios cartones. Acerque uno solo."))
    return _card(cards[0], game)


def _card(code: WrittenCard, game: Game) -> Scanned:
    """Fill in the number alone where the series is the game's."""
    words = {"card": code.card, "series": series_name(code.series)}
    if code.series in {game.series, game.second}:
        found = _("Cartón {card} de la serie {series}.", **words)
    else:
        found = _("Cartón {card} de la serie {series}, que no se juega en esta partida.", **words)
    if game.second is not None:
        return _found(found, series=code.series, card=str(code.card))
    return _found(found, card=str(code.card) if code.series == game.series else str(code))


def _found(sentence: Sentence, **fields: str) -> Scanned:
    return Scanned(sentence, fields)


BINGO_CODES: Final = CardCodes(
    PREFIX, LENGTHS, read_code, code_of, read_card, WrittenCard("A-1042", 17), answers
)
"""The bar codes of bingo's cards."""
