"""What the hall's voice says as a game of bingo goes on: each ball when it is out, and the turns of the game.

Pure. Not responsible for sound, nor for what is shown: a ball stands on the walls only once the locutor has
confirmed that it was called (AJ-86), whoever called it.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import Final

from fonts.symbols import symbol
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.draw import CallByVoice
from hallctl.games.bingo.rules.hand import by_hand
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.games.bingo.screens.auto import moment
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.variant import Variant
from hallctl.outputs.speech import TEST, Speech
from hallctl.rules.commands.base import Command

_TURNS: Final = {
    Phase.SALE: "venta",
    Phase.CLOSED: "cerrada",
    Phase.DRAW: "comienzo",
    Phase.FINISHED: "final",
    Phase.VOID: "anulada",
}
_SUNG: Final[Mapping[str, str]] = {Claim.LINE: "linea", Claim.BINGO: "bingo"}
_OTHER: Final = "canto"
INTERRUPTING: Final = frozenset({*_SUNG.values(), _OTHER})
"""What breaks off whatever is being said: somebody sang (AJ-92)."""

_MORE: Final[Mapping[str, str]] = {Claim.LINE: "alguna-linea", Claim.BINGO: "algun-bingo"}

_WON: Final[Mapping[str, str]] = {Claim.LINE: "premio-linea", Claim.BINGO: "premio-bingo"}

PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    "es": {
        TEST: "Prueba de sonido: uno, dos, tres. ¿Se oye bien en toda la sala?",
        "venta": "Se abre la venta de cartones.",
        "cerrada": "Se cierra la venta de cartones.",
        "comienzo": "Comienza la partida.",
        "linea": "Han cantado línea.",
        "bingo": "Han cantado bingo.",
        "correcta": "Es correcto.",
        "premio-linea": "¡Línea! ¡Enhorabuena!",
        "premio-bingo": "¡Bingo! ¡Enhorabuena!",
        "incorrecta": "No es correcto.",
        "alguna-linea": "¿Alguna línea más?",
        "algun-bingo": "¿Algún bingo más?",
        "sigue": "Continúa la partida.",
        "final": "La partida ha terminado.",
        "anulada": "La partida queda anulada. Conserven sus cartones: se devuelve su importe.",
    },
    "pt": {
        TEST: "Teste de som: um, dois, três. Ouve-se bem em toda a sala?",
        "venta": "Abre a venda de cartões.",
        "cerrada": "Encerra a venda de cartões.",
        "comienzo": "Começa a partida.",
        "linea": "Cantaram linha.",
        "bingo": "Cantaram bingo.",
        "correcta": "Está correto.",
        "premio-linea": "Linha! Parabéns!",
        "premio-bingo": "Bingo! Parabéns!",
        "incorrecta": "Não está correto.",
        "alguna-linea": "Mais alguma linha?",
        "algun-bingo": "Mais algum bingo?",
        "sigue": "Continua a partida.",
        "final": "A partida terminou.",
        "anulada": "A partida fica anulada. Guardem os cartões: o valor é devolvido.",
    },
    "en": {
        TEST: "Sound test: one, two, three. Can everybody hear this?",
        "venta": "Cards are on sale.",
        "cerrada": "The sale is closed.",
        "comienzo": "The game begins.",
        "linea": "A line has been called.",
        "bingo": "Bingo has been called.",
        "correcta": "It is good.",
        "premio-linea": "Line! Congratulations!",
        "premio-bingo": "Bingo! Congratulations!",
        "incorrecta": "It is not good.",
        "alguna-linea": "Any more lines?",
        "algun-bingo": "Any more bingos?",
        "sigue": "The game goes on.",
        "final": "The game is over.",
        "anulada": "The game is void. Keep your cards: they will be refunded.",
    },
}
"""What each phrase says, by language and key."""


_OF_PRIZE: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "es": ("Han cantado:", "{prize}.", "¡{prize}! ¡Enhorabuena!", "¿Alguien más: {prize}?"),
    "pt": ("Cantaram:", "{prize}.", "{prize}! Parabéns!", "Mais alguém: {prize}?"),
    "en": ("A prize has been called:", "{prize}.", "{prize}! Congratulations!", "Any more: {prize}?"),
}
"""What is said of a prize of a list: that one was sung, its name, that it is won, who else holds it."""

_NAMED, _GIVEN, _ASKED = "premio-{}", "gana-{}", "alguien-{}"


def number_key(ball: int, variant: Variant) -> str:
    """Return the key of a ball's clip, e.g. "07", or "B-07" where columns have letters (PT-65)."""
    return f"{variant.column_of(ball).before}{ball:02}"


def spoken(language: str, variant: Variant = AJ_90) -> dict[str, str]:
    """Return every key and what is said for it: a letter before its number, two digits also one by one."""
    return {
        number_key(n, variant): _drawn(n, language) if variant.symbols else _said(n, column.letter)
        for column in variant.columns
        for n in column.numbers
    } | dict(PHRASES[language])


def _drawn(ball: int, language: str) -> str:
    """Return what is said of a ball with a symbol, twice (PT-67)."""
    name = symbol(ball).name(language)
    return f"{name[:1].upper()}{name[1:]}. {name}."


def _said(ball: int, letter: str) -> str:
    number = f"{ball}. {', '.join(str(ball))}."
    return f"{letter}. {number}" if letter else number


class Announcer:
    """Follows the state and says what is to be heard; begins by saying nothing of what was before."""

    def __init__(self, state: State) -> None:
        self._seen = state.game
        self._said = state.game.drawn if state.game is not None else ()

    def take(self, state: State) -> tuple[str, ...]:
        """Return the keys of what is to be said now, in order; states between may be missing."""
        before, game = self._seen, state.game
        if before is None or game is None or before.number != game.number:
            before, self._said = None, ()
        self._seen = game
        if game is None or state.suspended:
            return ()
        if state.rules.voice_calls and before is not None and before.phase is Phase.CLAIM:
            self._said = game.called_balls  # what the claim broke off is said again, to be called (D3)
        return tuple([*self._turns(before, game), *self._balls(state, game)])

    def _turns(self, before: Game | None, game: Game) -> Iterator[str]:
        phase = before.phase if before is not None else None
        if game.phase is not phase:
            if game.phase is Phase.CLAIM:
                yield from _sung(game.stop or Claim.LINE)
            elif phase is Phase.CLAIM and game.phase is Phase.DRAW:
                yield "sigue"
            elif game.phase in _TURNS:
                yield _TURNS[game.phase]
        told = len(before.claims) if before is not None else 0
        for verified in game.claims[told:]:
            yield "correcta" if verified.good else "incorrecta"
            if verified.good:
                yield _WON.get(verified.claim, _GIVEN.format(verified.claim))
        if game.asked is not None and (before is None or before.asked != game.asked):
            yield _MORE.get(game.asked, _ASKED.format(game.asked))

    def _balls(self, state: State, game: Game) -> Iterator[str]:
        """Say the ball that is out or corrected; after a claim, only once play goes on (D3)."""
        if game.phase is not Phase.DRAW or game.drawn == self._said or game.claiming:
            return
        self._said = game.drawn
        # Drawn by hand it is in the locutor's hand, who calls it.
        if not by_hand(state, game):
            yield number_key(game.drawn[-1], state.rules.variant)


def _sung(prize: str) -> tuple[str, ...]:
    return (_SUNG[prize],) if prize in _SUNG else (_OTHER, _NAMED.format(prize))


def _texts(language: str, rules: RuleSet) -> Mapping[str, str]:
    of_prizes = {
        key.format(prize.key): said.format(prize=prize.name(language))
        for prize in rules.every_prize
        for key, said in zip((_OTHER, _NAMED, _GIVEN, _ASKED), _OF_PRIZE[language], strict=True)
    }
    balls = [spoken(language, each.variant) for each in (*rules.beside, rules)]
    return dict(ChainMap(*balls)) | of_prizes


def _called(key: str, state: State) -> Command | None:
    """Return the call of the ball that the voice has said, where by the rules it calls (AJ-08)."""
    game = state.game
    if not state.rules.voice_calls or game is None or game.phase is not Phase.DRAW or game.uncalled is None:
        return None
    return CallByVoice(game.uncalled) if key == number_key(game.uncalled, state.rules.variant) else None


def _is_ball(key: str) -> bool:
    return key[-2:].isdigit()


BINGO_SPEECH: Final = Speech(Announcer, _texts, moment, INTERRUPTING, _is_ball, _called)
"""What is said in bingo."""
