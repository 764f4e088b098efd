"""What a baccarat table's wall says of the moment, in each language of the house, in English and in Chinese.

Not responsible for what a screen says by itself (``displays.card_words``).
"""

from dataclasses import dataclass
from typing import Final

from hallctl.games.baccarat.rules.kinds import Kind


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The words of a wall in one language.

    Attributes:
        bets: That bets are taken.
        closed: That they are not any more.
        shuffle: That the shoe is prepared.
        demonstration: That no bets are taken in this round.
        stopped: That the table is stopped.
        void: That the round is void.
        wins: Who has won, by result.
        last: That this round is the last of the shoe, or the next one.
        open: That the table is open.
        no_shoe: That the shoe is over.
        shut: That the table is closed.
    """

    bets: str
    closed: str
    shuffle: str
    demonstration: str
    stopped: str
    void: str
    wins: tuple[str, str, str]
    last: str
    open: str
    no_shoe: str
    shut: str


CHINESE: Final = TableTexts(
    bets="請下注",
    closed="停止下注",
    shuffle="洗牌",
    demonstration="示範局，不下注",
    stopped="暫停，請稍候",
    void="此局作廢，退回注碼",
    wins=("閒贏", "莊贏", "和局"),
    last="最後一局",
    open="開枱",
    no_shoe="本靴結束",
    shut="收枱",
)

ENGLISH: Final = TableTexts(
    bets="Place your bets",
    closed="No more bets",
    shuffle="Shuffling",
    demonstration="Demonstration round, no bets",
    stopped="Table stopped, please wait",
    void="Void round: all bets are returned",
    wins=("Player wins", "Banker wins", "Tie"),
    last="Last round",
    open="Table open",
    no_shoe="End of the shoe",
    shut="Table closed",
)

LANGUAGES: Final = {
    "pt": TableTexts(
        bets="Façam as vossas apostas",
        closed="Jogo feito, nada mais",
        shuffle="Baralham-se as cartas",
        demonstration="Jogada de demonstração, sem apostas",
        stopped="Mesa parada, aguarde por favor",
        void="Jogada nula: as apostas são devolvidas",
        wins=("Ganha o jogador", "Ganha a banca", "Empate"),
        last="Última jogada",
        open="Mesa aberta",
        no_shoe="Fim da partida",
        shut="Mesa fechada",
    ),
    "es": TableTexts(
        bets="Hagan juego",
        closed="No va más",
        shuffle="Se barajan las cartas",
        demonstration="Jugada de demostración, sin apuestas",
        stopped="Mesa detenida, espere por favor",
        void="Jugada nula: se devuelven las apuestas",
        wins=("Gana jugador", "Gana banca", "Empate"),
        last="Última jugada",
        open="Mesa abierta",
        no_shoe="Fin de la partida",
        shut="Mesa cerrada",
    ),
    "en": ENGLISH,
}
"""By the language of the hall."""

KINDS: Final[dict[str, dict[Kind, str]]] = {
    "pt": {
        Kind.PLAYER: "Jogador",
        Kind.BANKER: "Banca",
        Kind.TIE: "Empate",
        Kind.PLAYER_PAIR: "Par de jogador",
        Kind.BANKER_PAIR: "Par de banca",
    },
    "es": {
        Kind.PLAYER: "Jugador",
        Kind.BANKER: "Banca",
        Kind.TIE: "Empate",
        Kind.PLAYER_PAIR: "Par de jugador",
        Kind.BANKER_PAIR: "Par de banca",
    },
    "en": {
        Kind.PLAYER: "Player",
        Kind.BANKER: "Banker",
        Kind.TIE: "Tie",
        Kind.PLAYER_PAIR: "Player pair",
        Kind.BANKER_PAIR: "Banker pair",
    },
}
"""Each kind of bet on the placard."""

PAYS: Final = {
    Kind.PLAYER: "1 : 1",
    Kind.BANKER: "1 : 1 − 5 %",
    Kind.TIE: "8 : 1",
    Kind.PLAYER_PAIR: "11 : 1",
    Kind.BANKER_PAIR: "11 : 1",
}
"""What each pays; the banker's less the commission (BA-60 to BA-63)."""
