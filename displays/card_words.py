"""What the wall of a baccarat table says by itself, in the hall's language, in English and in Chinese.

English and Chinese stand beside the hall's own language, as halls have them. The Chinese characters are in
``fonts/NotoSansTC-Walls.otf``, which holds these alone (``python -m tools.wall_font``). Not responsible for
what arrives in a view.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CardWords:
    """The words of a table with cards in one language.

    Attributes:
        player: The player's hand.
        banker: The banker's.
        tie: A tie.
        player_pair: A pair of the player's first two cards.
        banker_pair: Of the banker's.
        natural: 8 or 9 with two cards.
        rounds: How many rounds the shoe had.
        round: One of them.
        bead: The bead plate.
        big: The big road.
        eye: The big eye boy.
        small: The small road.
        cockroach: The cockroach pig.
        limits: What is taken and paid.
    """

    player: str
    banker: str
    tie: str
    player_pair: str
    banker_pair: str
    natural: str
    rounds: str
    round: str
    bead: str
    big: str
    eye: str
    small: str
    cockroach: str
    limits: str


CHINESE: Final = CardWords(
    player="閒",
    banker="莊",
    tie="和",
    player_pair="閒對",
    banker_pair="莊對",
    natural="例牌",
    rounds="局數",
    round="局",
    bead="珠盤路",
    big="大路",
    eye="大眼仔",
    small="小路",
    cockroach="曱甴路",
    limits="限額",
)

ENGLISH: Final = CardWords(
    player="PLAYER",
    banker="BANKER",
    tie="TIE",
    player_pair="PLAYER PAIR",
    banker_pair="BANKER PAIR",
    natural="NATURAL",
    rounds="ROUNDS",
    round="ROUND",
    bead="BEAD PLATE",
    big="BIG ROAD",
    eye="BIG EYE BOY",
    small="SMALL ROAD",
    cockroach="COCKROACH PIG",
    limits="LIMITS AND PAYOUTS",
)

LANGUAGES: Final = {
    "pt": CardWords(
        player="JOGADOR",
        banker="BANCA",
        tie="EMPATE",
        player_pair="PAR DE JOGADOR",
        banker_pair="PAR DE BANCA",
        natural="NATURAL",
        rounds="JOGADAS",
        round="JOGADA",
        bead="PLACA DE CONTAS",
        big="GRANDE ESTRADA",
        eye="OLHO GRANDE",
        small="ESTRADA PEQUENA",
        cockroach="BARATA",
        limits="LIMITES E PRÉMIOS",
    ),
    "es": CardWords(
        player="JUGADOR",
        banker="BANCA",
        tie="EMPATE",
        player_pair="PAR DE JUGADOR",
        banker_pair="PAR DE BANCA",
        natural="NATURAL",
        rounds="JUGADAS",
        round="JUGADA",
        bead="PLACA DE CUENTAS",
        big="CAMINO GRANDE",
        eye="OJO GRANDE",
        small="CAMINO PEQUEÑO",
        cockroach="CUCARACHA",
        limits="LÍMITES Y PREMIOS",
    ),
    "en": ENGLISH,
}
