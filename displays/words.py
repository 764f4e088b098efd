"""The screens' own words, one table a language.

Not responsible for the words that arrive in a view (headline, notice, prizes): those are the hall's.
"""

from dataclasses import dataclass
from typing import Final

NOTHING: Final = "—"


@dataclass(frozen=True, slots=True)
class Words:
    """The words that a screen shows by itself in one language.

    Attributes:
        sold: Cards sold.
        price: The face value of a card.
        prizes: The prizes in play.
        latest: The last balls called.
        drawn: How many balls have been called.
        left: How many balls remain.
        game: The game, before its number.
        order: The place of a ball in the extraction, with ``{}`` for the number.
        thousands: What separates thousands.
        series: A series, before its name.
        on_sale: The range on sale, with ``{}`` for its first and last card.
        of_series: How many cards the series has, with ``{}`` for the number.
        closes_in: Before the time left to the close of the sale.
        sing_now: Before the time left to sing.
        card: A card, before its number.
        cards: Several, before their numbers.
        missing: Under a number that was not called.
        awaited: That the card is still to be read.
        checking: That there is no verdict yet.
        others: The other cards of this stop.
        winners: Who won.
        nobody: That nobody did.
        page: Which part of a list is shown, with ``{}`` for its first line, its last one, and all.
        page_of_one: Which line of a list is shown, with ``{}`` for it and for all.
        uncalled: Under the exit's picture while the next ball comes out: it is not the called one yet.
        progressives: The progressive prizes.
        recent: The last games.
        rules: The rules of play.
        programme: The games that follow.
        next_prizes: What wins the prizes of the next game.
        complaints: How to complain.
        no_picture: That the live picture does not arrive.
        original: What stands over the desk camera's picture of a sung card.
        no_original: That this picture does not arrive.
        simulated: That the session is practice.
        simulated_note: What that means to a player.
        replay: That a past game is shown again.
        replay_note: What that means to a player.
        no_signal: That this screen hears nothing.
        no_signal_notes: What that means and what a player does then, a line each.
        spin: A spin of a roulette table, before its number.
        numbers: The last numbers of a roulette table.
        betting: Before the betting time that is left.
        limits: What each chance of the table takes and pays.
        by_chance: What chance gives, with ``{}`` for how often.
        spaces: The spaces of the layout outside its numbers, in the order of ``views.table.SPACES``.
    """

    sold: str
    price: str
    prizes: str
    latest: str
    drawn: str
    left: str
    game: str
    order: str
    thousands: str
    series: str
    on_sale: str
    of_series: str
    closes_in: str
    sing_now: str
    card: str
    cards: str
    missing: str
    awaited: str
    checking: str
    others: str
    winners: str
    nobody: str
    page: str
    page_of_one: str
    uncalled: str
    progressives: str
    recent: str
    rules: str
    programme: str
    next_prizes: str
    complaints: str
    no_picture: str
    original: str
    no_original: str
    simulated: str
    simulated_note: str
    replay: str
    replay_note: str
    no_signal: str
    no_signal_notes: tuple[str, ...]
    spin: str
    numbers: str
    betting: str
    limits: str
    by_chance: str
    spaces: tuple[str, ...]

    def mark(self, replay: bool) -> tuple[str, str]:
        """Return what marks a screen that is not the hall's play: that it is a replay, or practice."""
        return (self.replay, self.replay_note) if replay else (self.simulated, self.simulated_note)

    def count(self, number: int | None) -> str:
        """Return a count as people read it, e.g. "1.250"; a dash where there is none."""
        return NOTHING if number is None else f"{number:,}".replace(",", self.thousands)

    def sales(self, cards: int | None, collected: str) -> str:
        """Return how many cards are sold and, where it is shown, for how much (PT-11)."""
        return f"{self.count(cards)} / {collected}" if collected else self.count(cards)

    def part(self, shown: range, of: int) -> str:
        """Return which lines of a longer list are shown, e.g. "1 a 8 de 31"; empty where all are."""
        if len(shown) == 1 < of:
            return self.page_of_one.format(shown.stop, of)
        return self.page.format(shown.start + 1, shown.stop, of) if len(shown) < of else ""


SPANISH: Final = Words(
    sold="VENDIDOS",
    price="PRECIO",
    prizes="PREMIOS",
    latest="ÚLTIMAS",
    drawn="EXTRAÍDAS",
    left="QUEDAN",
    game="PARTIDA",
    order="{}.ª",
    thousands=".",
    series="SERIE",
    on_sale="del {} al {}",
    of_series="serie de {} cartones",
    closes_in="LA VENTA CIERRA EN",
    sing_now="TIEMPO PARA CANTAR",
    card="CARTÓN",
    cards="CARTONES",
    missing="FALTA",
    awaited="El jefe de mesa lee el cartón original",
    checking="EN COMPROBACIÓN",
    others="OTROS CARTONES CANTADOS",
    winners="CARTONES PREMIADOS",
    nobody="Ningún cartón premiado",
    page="{} a {} de {}",
    page_of_one="{} de {}",
    uncalled="SALE OTRA BOLA: AÚN SIN CANTAR",
    progressives="POZOS PROGRESIVOS",
    recent="ÚLTIMAS PARTIDAS, POR ORDEN DE EXTRACCIÓN",
    rules="REGLAS DEL JUEGO",
    programme="PROGRAMA",
    next_prizes="SE JUEGA A CONTINUACIÓN",
    complaints="RECLAMACIONES",
    no_picture="SIN IMAGEN DE LA SALIDA",
    original="CARTÓN ORIGINAL",
    no_original="SIN IMAGEN DEL CARTÓN",
    simulated="SIMULACRO",
    simulated_note="PRÁCTICA SIN PREMIOS REALES",
    replay="REPETICIÓN",
    replay_note="PARTIDA YA JUGADA",
    no_signal="SIN SEÑAL",
    no_signal_notes=(
        "Esta pantalla no recibe datos de la mesa.",
        "Atienda al locutor y a las demás pantallas.",
    ),
    spin="JUGADA",
    numbers="ÚLTIMOS",
    betting="TIEMPO PARA APOSTAR",
    limits="LÍMITES Y PREMIOS",
    by_chance="azar {}",
    spaces=(
        *("1.ª DOCENA", "2.ª DOCENA", "3.ª DOCENA", "2:1", "2:1", "2:1"),
        *("1–18", "PAR", "ROJO", "NEGRO", "IMPAR", "19–36"),
    ),
)

PORTUGUESE: Final = Words(
    sold="VENDIDOS",
    price="PREÇO",
    prizes="PRÉMIOS",
    latest="ÚLTIMAS",
    drawn="EXTRAÍDAS",
    left="FALTAM",
    game="PARTIDA",
    order="{}.ª",
    thousands=".",
    series="SÉRIE",
    on_sale="do {} ao {}",
    of_series="série de {} cartões",
    closes_in="A VENDA FECHA EM",
    sing_now="TEMPO PARA CANTAR",
    card="CARTÃO",
    cards="CARTÕES",
    missing="FALTA",
    awaited="O chefe de mesa lê o cartão original",
    checking="EM VERIFICAÇÃO",
    others="OUTROS CARTÕES CANTADOS",
    winners="CARTÕES PREMIADOS",
    nobody="Nenhum cartão premiado",
    page="{} a {} de {}",
    page_of_one="{} de {}",
    uncalled="SAI OUTRA BOLA: AINDA POR CANTAR",
    progressives="PRÉMIOS PROGRESSIVOS",
    recent="ÚLTIMAS PARTIDAS, POR ORDEM DE EXTRAÇÃO",
    rules="REGRAS DO JOGO",
    programme="PROGRAMA",
    next_prizes="JOGA-SE A SEGUIR",
    complaints="RECLAMAÇÕES",
    no_picture="SEM IMAGEM DA SAÍDA",
    original="CARTÃO ORIGINAL",
    no_original="SEM IMAGEM DO CARTÃO",
    simulated="SIMULAÇÃO",
    simulated_note="PRÁTICA SEM PRÉMIOS REAIS",
    replay="REPETIÇÃO",
    replay_note="PARTIDA JÁ JOGADA",
    no_signal="SEM SINAL",
    no_signal_notes=(
        "Este ecrã não recebe dados da mesa.",
        "Siga o locutor e os outros ecrãs.",
    ),
    spin="JOGADA",
    numbers="ÚLTIMOS",
    betting="TEMPO DE APOSTAS",
    limits="LIMITES E PRÉMIOS",
    by_chance="acaso {}",
    spaces=(
        *("1.ª DÚZIA", "2.ª DÚZIA", "3.ª DÚZIA", "2:1", "2:1", "2:1"),
        *("1–18", "PAR", "ENCARNADO", "PRETO", "ÍMPAR", "19–36"),
    ),
)

ENGLISH: Final = Words(
    sold="SOLD",
    price="PRICE",
    prizes="PRIZES",
    latest="LATEST",
    drawn="DRAWN",
    left="LEFT",
    game="GAME",
    order="#{}",
    thousands=",",
    series="SERIES",
    on_sale="from {} to {}",
    of_series="series of {} cards",
    closes_in="SALE CLOSES IN",
    sing_now="TIME TO CLAIM",
    card="CARD",
    cards="CARDS",
    missing="NOT OUT",
    awaited="The floor manager is reading the original card",
    checking="BEING CHECKED",
    others="OTHER CARDS CLAIMED",
    winners="WINNING CARDS",
    nobody="No winning card",
    page="{} to {} of {}",
    page_of_one="{} of {}",
    uncalled="NEXT BALL COMING OUT: NOT CALLED YET",
    progressives="PROGRESSIVE PRIZES",
    recent="LAST GAMES, IN ORDER OF DRAW",
    rules="RULES OF PLAY",
    programme="PROGRAMME",
    next_prizes="PLAYED NEXT",
    complaints="COMPLAINTS",
    no_picture="NO PICTURE OF THE EXIT",
    original="ORIGINAL CARD",
    no_original="NO PICTURE OF THE CARD",
    simulated="PRACTICE RUN",
    simulated_note="NO REAL PRIZES ARE PLAYED FOR",
    replay="REPLAY",
    replay_note="A GAME ALREADY PLAYED",
    no_signal="NO SIGNAL",
    no_signal_notes=(
        "This screen receives nothing from the desk.",
        "Follow the caller and the other screens.",
    ),
    spin="SPIN",
    numbers="LATEST",
    betting="TIME TO BET",
    limits="LIMITS AND PAYOUTS",
    by_chance="chance {}",
    spaces=(
        *("1ST 12", "2ND 12", "3RD 12", "2:1", "2:1", "2:1"),
        *("1–18", "EVEN", "RED", "BLACK", "ODD", "19–36"),
    ),
)

LANGUAGES: Final = {"es": SPANISH, "pt": PORTUGUESE, "en": ENGLISH}
