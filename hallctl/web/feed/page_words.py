"""What the board as a page says of itself, in every language: what a view does not say.

The page takes each view's own language. Not responsible for the views' texts (``hallctl.i18n.screen_texts``).
"""

import json
from functools import cache
from typing import Final

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.refusals import LANGUAGES
from hallctl.i18n.sentences import _

PAGE_WORDS: Final = (
    _("SIMULACRO"),
    _("REPETICIÓN"),
    _("SIN SEÑAL"),
    _("Esta pantalla no recibe la partida."),
    _("Vale lo que dice el locutor."),
    _("La partida"),
    _("Partida {game}"),
    _("Cartones vendidos"),
    _("Precio del cartón"),
    _("Premios"),
    _("Ruleta"),
    _("Jugada {game}"),
    _("Últimos números, el más nuevo primero"),
    _("Límites y premios"),
    _("Tiempo para apostar"),
    _("Bacará"),
    _("Jugador"),
    _("Banca"),
    _("Empate"),
    _("Par de jugador"),
    _("Par de banca"),
    _("Comprobación"),
    _("Cartones premiados"),
    _("Cartón {card} · {series}"),
    _("{prize} · cartón {card} · {series}"),
    _("{count:Falta|Faltan} {numbers}."),
    _("Números cantados"),
    _("cantadas"),
    _("quedan"),
    _("Últimas cinco, la más nueva primero"),
    _("Han salido, la más nueva primero: {numbers}."),
    _("Bola {ball}. {count} {count:cantada|cantadas}."),
    _("Mis cartones"),
    _("Los {count} números de su cartón"),
    _("Añadir"),
    _("Quitar"),
    _("Quitar el cartón {place}"),
    _("Cartón {place}: {count:falta|faltan} {count}"),
    _("Cartón {place}: completo"),
    _("Cartón {place}: lo tiene, {count:falta|faltan} {count}."),
    _("Cartón {place}: lo tiene, completo."),
    _("Solo números del 1 al {last}."),
    _("Hay un número repetido."),
    _("Son {count} números; hay {held}."),
    _("Se guardan solo en este teléfono. Vale el cartón de papel: cante en voz alta."),
    _("Reglas del juego"),
    _("Programa"),
    _("Letra grande"),
    _("Lector de pantalla"),
)


@cache
def page_words() -> str:
    """Return all of them by language and Spanish text, as the script that the page loads first."""
    said = {
        language: {str(text): Phrasebook(language)(str(text)) for text in PAGE_WORDS}
        for language in LANGUAGES[1:]
    }
    return f"const PAGE_WORDS = {json.dumps(said, ensure_ascii=False)};\n"
