"""What the rules of a roulette table answer when they say no, beside what the house does.

Not responsible for what a refusal is (``hallctl.rules.refusals``).
"""

from typing import Final

from hallctl.rules.refusals import HOUSE_REFUSALS, Refusal, Refusals, Word, refusal_of

ROULETTE_REFUSALS: Final[Refusals] = {
    "WHEEL-NAME": ("RO-15", "Una ruleta se registra con su fabricante y su número de serie."),
    "WHEEL-ORDER": ("RO-18", "Los números de esta ruleta de 37 no siguen el orden del reglamento."),
    "WHEEL-ORDER-DOUBLE": ("RO-19", "Los números de esta ruleta de 38 no siguen el orden del reglamento."),
    "WHEEL-COLOURS": ("RO-37", "Son rojos 18 de los números del 1 al 36, y negros los otros 18."),
    "WHEEL-POCKETS": ("RO-15", "Las reglas son para una ruleta de {wanted} casillas; esta tiene {pockets}."),
    "WHEEL-KNOWN": ("RO-15", "La ruleta {wheel} ya está registrada."),
    "WHEEL-UNKNOWN": ("RO-15", "La ruleta {wheel} no está registrada. Regístrela antes."),
    "WHEEL-WHAT": ("RO-15", "La inspección necesita la ruleta, la bola y lo que marcó el nivel."),
    "WHEEL-NONE": ("RO-15", "Inspeccione antes la ruleta y la bola: nivel, bola y casillas."),
    "TABLE-OPEN": ("RO-10", "La mesa ya está abierta."),
    "TABLE-CLOSED": ("RO-10", "La mesa está cerrada. El Jefe de Mesa cuenta antes el fondo y la abre."),
    "TABLE-SPIN": ("RO-10", "La jugada {spin} no ha terminado."),
    "TABLE-SLIP": ("RO-07", "Escriba el número del vale."),
    "TABLE-SHORT": ("RO-07", "En la mesa no hay tanto: se retiraría más de lo que se puso."),
    "SESSION-TABLE": ("RO-10", "La mesa sigue abierta. Cuéntela y ciérrela antes de terminar el día."),
    "SPIN-OPEN": ("RO-10", "La jugada {spin} no ha terminado: pague antes, o anúlela."),
    "SPIN-NONE": ("RO-10", "No hay jugada. El croupier abre antes las apuestas."),
    "SPIN-STOPPED": (
        "RO-71",
        "La mesa está detenida. Dos personas dicen el número o anulan la jugada.",
    ),
    "LAUNCH-PHASE": ("RO-10", "La bola se lanza una vez, con las apuestas abiertas."),
    "BETS-PHASE": ("RO-67", "Las apuestas se cierran una vez, con la bola lanzada."),
    "BETS-TIME": ("RO-73", "El tiempo de apuestas no ha terminado."),
    "NUMBER-PHASE": ("RO-06", "El número se dice con la bola en reposo, una vez."),
    "NUMBER-WHEEL": ("RO-15", "«{pocket}» no es un número de esta ruleta."),
    "NUMBER-STANDS": ("RO-68", "El número {pocket} ya está establecido y no cambia."),
    "NUMBER-REASON": ("RO-68", "Escriba por qué consta el número: la bola, la imagen de la cámara."),
    "NUMBER-NONE": ("RO-68", "Nadie ha dicho qué número es. Lo dice antes el Jefe de Mesa."),
    "MARKER-PHASE": ("RO-76", "El marcador se pone sobre el número establecido, antes de pagar."),
    "COLLECT-MARKER": ("RO-77", "Las fichas perdedoras se recogen cuando el marcador está puesto."),
    "PAY-ORDER": ("RO-77", "Los premios se pagan después de recoger las fichas perdedoras."),
    "STAKES-UNKNOWN": ("RO-07", "Esta mesa no anota apuestas: el importe se deja en cero."),
    "STAKES-COMPUTED": ("RO-57", "El importe lo calculan las reglas por las apuestas: se deja en cero."),
    "STAKES-TOO-MUCH": ("RO-56", "Se apostaron {staked} céntimos: no puede recogerse {amount}."),
    "STAKES-NEGATIVE": ("RO-07", "Un importe no puede ser negativo."),
    "STAKES-PHASE": ("RO-67", "Los totales se dicen con las apuestas cerradas, antes de recoger."),
    "STAKES-TWICE": ("RO-07", "Cada suerte se dice una vez."),
    "BET-PHASE": ("RO-67", "No va más: ya no se admiten apuestas."),
    "BET-PLAYER": ("RO-07", "Diga de quién son las apuestas, y al menos una."),
    "BET-POSITION": ("RO-23", "{place} no es una apuesta de este tablero."),
    "BET-CHANCE": ("RO-54", "La casa no explota «{chance}»."),
    "BET-MINIMUM": ("RO-09", "{place}: la apuesta mínima es {least}."),
    "BET-STEP": ("DR7", "{place}: se apuesta en pasos de {units}."),
    "BET-TOTAL": ("RO-55", "Un jugador apuesta {most} en total, como mucho."),
    "BET-PLENO": ("RO-44", "{place}: la apuesta máxima en un pleno es {most}."),
    "BET-CAVALO": ("RO-45", "{place}: la apuesta máxima en un caballo es {most}."),
    "BET-RUA": ("RO-46", "{place}: la apuesta máxima en una calle es {most}."),
    "BET-QUADRO": ("RO-47", "{place}: la apuesta máxima en un cuadro es {most}."),
    "BET-LINHA": ("RO-48", "{place}: la apuesta máxima en una línea es {most}."),
    "BET-DUZIA": ("RO-49", "{place}: la apuesta máxima en una docena es {most}."),
    "BET-COLUNA": ("RO-50", "{place}: la apuesta máxima en una columna es {most}."),
    "BET-CAVALO-DUZIA": ("RO-51", "{place}: la apuesta máxima en dos docenas es {most}."),
    "BET-CAVALO-COLUNA": ("RO-52", "{place}: la apuesta máxima en dos columnas es {most}."),
    "BET-SIMPLE": ("RO-53", "{place}: la apuesta máxima en una suerte sencilla es {most}."),
    "STOP-PHASE": ("RO-71", "La mesa se detiene con una jugada en curso y sin número establecido."),
    "SPIN-VOID-PHASE": ("RO-71", "Se anula una jugada que aún no tiene número establecido."),
    "SPIN-VOID-REASON": ("RO-71", "Escriba qué ocurrió."),
    "SPIN-VOID-NONE": ("RO-71", "Nadie ha propuesto anular la jugada."),
    "SPIN-PROPOSED": ("I16", "Ya hay algo propuesto. Falta la conformidad del Director, o retírelo."),
    "SPIN-SAME": ("I16", "La misma persona no puede proponer y dar la conformidad."),
    "SPIN-WITHDRAW": ("I16", "No hay nada suyo que retirar."),
}

_ALL: Final[Refusals] = {**HOUSE_REFUSALS, **ROULETTE_REFUSALS}


def refuse(code: str, **words: Word) -> Refusal:
    """Return the refusal of the table or of the house of this code, its sentence filled with words."""
    return refusal_of(_ALL, code, words)
