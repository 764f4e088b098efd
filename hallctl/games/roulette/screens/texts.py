"""What a roulette table's wall says in each language of the house.

Not responsible for the calls (``words``), nor for what a screen says by itself (``displays.words``).
"""

from dataclasses import dataclass
from typing import Final

from hallctl.games.roulette.rules.layout import Chance

SIMPLE: Final = "simple"
"""The six simple chances together, where they have the same limits."""


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The words of a wall in one language.

    Attributes:
        decimals: What separates the decimals.
        thousands: What separates thousands.
        open: That bets are taken.
        running: That the ball runs.
        waiting: That two people look where the ball lies.
        void: That the spin is void.
        taken: What a chance takes, with ``{least}``, ``{most}`` and ``{currency}``.
        colours: Red, black and green.
        zeros: What the zero and the double zero are called.
        opened: That the table is open.
        no_bets: That no bets are taken yet.
        parity: Even and odd.
        halves: Low and high.
        chances: Each chance by its name.
        independent: That what came says nothing of what will come (DR14).
    """

    decimals: str
    thousands: str
    open: str
    running: str
    waiting: str
    void: str
    taken: str
    colours: dict[str, str]
    zeros: tuple[str, str]
    opened: str
    no_bets: str
    parity: tuple[str, str]
    halves: tuple[str, str]
    chances: dict[str, str]
    independent: str

    def amount(self, minor: int) -> str:
        """Return an amount of cents, with decimals only where it has any."""
        whole = f"{minor // 100:,}".replace(",", self.thousands)
        return whole if minor % 100 == 0 else f"{whole}{self.decimals}{minor % 100:02d}"


def _chances(*names: str) -> dict[str, str]:
    kinds = (
        *(Chance.STRAIGHT, Chance.SPLIT, Chance.STREET, Chance.CORNER, Chance.SIX_LINE),
        *(Chance.DOZEN, Chance.COLUMN, Chance.TWO_DOZENS, Chance.TWO_COLUMNS),
        *(Chance.EVEN, Chance.ODD, Chance.LOW, Chance.HIGH, Chance.RED, Chance.BLACK),
    )
    return dict(zip((*(kind.value for kind in kinds), SIMPLE), names, strict=True))


LANGUAGES: Final = {
    "pt": TableTexts(
        decimals=",",
        thousands=".",
        open="Apostas abertas",
        running="A bola corre",
        waiting="Aguarde, por favor",
        void="Jogada nula",
        taken="{least} a {most} {currency}",
        colours={"red": "ENCARNADO", "black": "PRETO", "green": "ZERO"},
        zeros=("Zero", "Duplo zero"),
        opened="Mesa aberta",
        no_bets="Ainda sem apostas",
        parity=("PAR", "ÍMPAR"),
        halves=("MENOR", "MAIOR"),
        chances=_chances(
            *("Pleno", "Cavalo", "Rua", "Quadro", "Linha", "Dúzia", "Coluna"),
            *("Cavalo de dúzia", "Cavalo de coluna"),
            *("Par", "Ímpar", "Menor", "Maior", "Encarnado", "Preto", "Chances simples"),
        ),
        independent="Cada jogada é independente: o que saiu nada diz do que vai sair.",
    ),
    "es": TableTexts(
        decimals=",",
        thousands=".",
        open="Apuestas abiertas",
        running="La bola corre",
        waiting="Espere, por favor",
        void="Jugada nula",
        taken="{least} a {most} {currency}",
        colours={"red": "ROJO", "black": "NEGRO", "green": "CERO"},
        zeros=("Cero", "Doble cero"),
        opened="Mesa abierta",
        no_bets="Aún sin apuestas",
        parity=("PAR", "IMPAR"),
        halves=("MENOR", "MAYOR"),
        chances=_chances(
            *("Pleno", "Caballo", "Calle", "Cuadro", "Línea de seis", "Docena", "Columna"),
            *("Dos docenas", "Dos columnas"),
            *("Par", "Impar", "Menor", "Mayor", "Rojo", "Negro", "Suertes sencillas"),
        ),
        independent="Cada jugada es independiente: lo que salió no dice nada de lo que saldrá.",
    ),
    "en": TableTexts(
        decimals=".",
        thousands=",",
        open="Bets are open",
        running="The ball is running",
        waiting="Please wait",
        void="Void spin",
        taken="{least} to {most} {currency}",
        colours={"red": "RED", "black": "BLACK", "green": "ZERO"},
        zeros=("Zero", "Double zero"),
        opened="Table open",
        no_bets="No bets yet",
        parity=("EVEN", "ODD"),
        halves=("LOW", "HIGH"),
        chances=_chances(
            *("Straight up", "Split", "Street", "Corner", "Six line", "Dozen", "Column"),
            *("Two dozens", "Two columns"),
            *("Even", "Odd", "Low", "High", "Red", "Black", "Even chances"),
        ),
        independent="Each spin is independent: what came says nothing of what will come.",
    ),
}
"""By the language of the hall."""
