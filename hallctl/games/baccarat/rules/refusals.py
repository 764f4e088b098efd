"""What the rules of a baccarat table answer when they say no, beside what the house does.

Not responsible for what a refusal is (``hallctl.rules.refusals``).
"""

from typing import Final

from hallctl.rules.refusals import HOUSE_REFUSALS, Refusal, Refusals, Word, refusal_of

BACCARAT_REFUSALS: Final[Refusals] = {
    "OPTION-EARLY": ("BA-65", "La opción «{option}» está autorizada desde el {day}, no antes."),
    "DEVICE-NAME": ("BA-04", "Un distribuidor se registra con su fabricante y su número de serie."),
    "DEVICE-KNOWN": ("BA-04", "El distribuidor {shoe} ya está registrado."),
    "DEVICE-UNKNOWN": ("BA-04", "El distribuidor {shoe} no está registrado. Regístrelo antes."),
    "DEVICE-CUT": ("BA-04", "Con el distribuidor va una carta de corte o más."),
    "DEVICE-KIND": ("BA-05", "Las reglas de esta mesa piden otra clase de distribuidor."),
    "BANK-OPEN": ("DB13", "La mesa ya está abierta."),
    "BANK-CLOSED": ("DB13", "La mesa está cerrada. El Jefe de Mesa cuenta antes el fondo y la abre."),
    "BANK-SLIP": ("DB13", "Escriba el número del vale."),
    "BANK-SHORT": ("DB13", "En la mesa no hay tanto: se retiraría más de lo que hay."),
    "BANK-SHOE": ("DB18", "La partida {shoe} no está firmada. Termínela y fírmela antes."),
    "SESSION-BANK": ("DB13", "La mesa sigue abierta. Cuéntela y ciérrela antes de terminar el día."),
    "BREACH-TEXT": ("BA-55", "Escriba qué ocurrió."),
    "DECKS-NAME": ("BA-03", "Un lote de barajas se recibe con su número y su fabricante."),
    "DECKS-COUNT": ("BA-03", "Las reglas de esta mesa son de {wanted} barajas; el lote tiene {decks}."),
    "DECKS-KNOWN": ("DB15", "El lote {lot} ya está registrado."),
    "DECKS-UNKNOWN": ("DB15", "El lote {lot} no está registrado. Recíbalo antes."),
    "DECKS-STANDING": ("DB15", "El lote {lot} no está para eso: revise el registro de barajas."),
    "DECKS-CARDS": (
        "BA-03",
        "Cartas del lote: {cards}, y deben ser {wanted}. Cuente otra vez, o escriba qué falta.",
    ),
    "DECKS-SAME": ("I16", "La misma persona no puede contar dos veces. Cuenta otra."),
    "DECKS-REASON": ("DB15", "Escriba por qué se retira el lote."),
    "DECKS-WITNESS": ("DB15", "Escriba ante quién se destruye el lote."),
    "DECKS-UNFIT": ("BA-15", "El lote {lot} no está apto: dos personas lo cuentan antes."),
    "SHOE-ROUND": ("BA-15", "La jugada {round} no ha terminado."),
    "SHOE-OPEN": ("BA-16", "La partida {shoe} no ha terminado."),
    "SHOE-SIGN": ("DB18", "La partida {shoe} espera la segunda firma."),
    "SHOE-NONE": ("BA-09", "No hay partida. El croupier baraja antes las cartas de un lote apto."),
    "SHOE-ORDER": (
        "BA-09",
        "El orden es: barajar, cortar, carta blanca, introducir, retirar. Ahora toca otro paso.",
    ),
    "SHOE-AUTOMATIC": ("BA-13", "Con el aparato automático ni se corta, ni hay carta blanca, ni se retira."),
    "SHOE-CUT-CARD": ("BA-08", "La carta blanca va antes de las últimas doce cartas: de 10 a 16."),
    "SHOE-OVER": (
        "BA-15",
        "Salió la carta blanca y se jugó la última jugada: baraje de nuevo o cambie las barajas.",
    ),
    "SHOE-EMPTY": ("BA-15", "En el distribuidor no quedan cartas para otra jugada."),
    "SHOE-STRANGE": (
        "BA-03",
        "Salió una carta que no puede estar en estas barajas: {cards}. Termine la partida y cuéntelas.",
    ),
    "SHOE-REASON": ("BA-15", "La partida no ha llegado a su última jugada. Escriba por qué termina."),
    "SHOE-SAME": ("I16", "La misma persona no puede terminar la partida y dar la segunda firma."),
    "BURN-COUNT": ("BA-10", "Se retiran tantas cartas como barajas: {wanted}."),
    "BURN-FIRST": ("BA-11", "La primera carta dice cuántas se retiran. Diga cuál fue."),
    "BURN-BY-FIRST": ("BA-11", "Con esa primera carta se retiran {wanted}, ella incluida."),
    "BURN-OTHER": (
        "BA-11",
        "La primera carta que leyó el distribuidor es {card}. Si hubo otra, el Jefe de Mesa dice todas.",
    ),
    "BURN-READ": (
        "BA-10",
        "Cartas que leyó el distribuidor: {read}; las que se dicen: {count}. Si salieron otras, el Jefe "
        "de Mesa dice todas.",
    ),
    "SHOE-MISSED": (
        "DB14",
        "No se oyó todo lo que dijo el distribuidor. El Jefe de Mesa dice antes qué cartas salieron, y el "
        "Director da su conformidad.",
    ),
    "UNTOLD-STAGE": (
        "BA-10",
        "Las cartas sin leer se dicen al retirar las primeras o entre dos jugadas, no del automático.",
    ),
    "UNTOLD-MANY": ("BA-03", "No hay tantas cartas en el distribuidor."),
    "UNTOLD-NONE": ("I16", "Nadie ha dicho cartas sin leer. Las dice antes el Jefe de Mesa."),
    "CUT-CARD-TWICE": ("BA-14", "La carta blanca ya salió."),
    "CUT-CARD-ROUND": ("BA-14", "La jugada {round} no es una de las de esta partida hasta ahora."),
    "DEMO-MANY": ("BA-12", "Hay {most} jugadas de demostración como mucho en cada partida."),
    "DEMO-LATE": ("BA-12", "Las jugadas de demostración van antes de la primera jugada con apuestas."),
    "ROUND-NONE": ("BA-21", "No hay jugada. El croupier abre antes las apuestas."),
    "ROUND-OPEN": ("BA-21", "La jugada {round} no ha terminado: pague antes, o corrija."),
    "ROUND-STOPPED": ("BA-40", "La mesa está detenida. Dos personas corrigen la jugada o la anulan."),
    "ROUND-BETS": ("BA-21", "Las apuestas se cierran una vez, antes de la primera carta."),
    "ROUND-BACK": ("BA-23", "Las cartas de la jugada vuelven antes al aparato automático."),
    "ROUND-BACK-NONE": ("BA-23", "No hay cartas que devolver al aparato automático."),
    "CARD-CODE": ("BA-03", "«{card}» no es una carta."),
    "CARD-PHASE": ("BA-21", "La carta se dice con las apuestas cerradas."),
    "CARD-SHOE": ("DB14", "Las cartas las dice el distribuidor. Si no lee, detenga la mesa."),
    "CARD-TURN": ("BA-22", "Se vuelven antes las cartas que están sobre la mesa."),
    "CARD-BURN": ("BA-24", "Antes de la jugada se retira una carta."),
    "CARD-BURN-NONE": ("BA-24", "Antes de esta jugada no se retira ninguna carta."),
    "CARD-EXPOSED": ("BA-17", "No hay ninguna carta de la que decirlo."),
    "TURN-NONE": ("BA-22", "No hay cartas por volver: antes se reparten las cuatro."),
    "RESULT-CARDS": ("BA-42", "El resultado lo dan las cartas: faltan cartas o volverlas."),
    "RESULT-SHOE": ("DB14", "Falta el resultado del distribuidor. Si no lo dice, detenga la mesa."),
    "SETTLE-ORDER": ("BA-42", "Se recoge con el resultado establecido, y se paga después de recoger."),
    "SETTLE-COMMISSION": ("BA-63", "La comisión es 5 % de lo ganado por la banca: {most} como mucho."),
    "COMMISSION-NONE": ("BA-63", "No hay comisión por cobrar."),
    "SHOE-COMMISSION": ("BA-63", "Queda comisión por cobrar: se cobra antes de terminar la partida."),
    "SETTLE-COMPUTED": ("BA-63", "La comisión no se escribe: se deja en cero."),
    "STAKE-UNKNOWN": ("DB13", "Esta mesa no anota apuestas."),
    "STAKE-PHASE": ("BA-21", "Ya no se admiten apuestas."),
    "STAKE-SAID": ("DB13", "Los totales se dicen con las apuestas cerradas, antes del resultado."),
    "STAKE-DEMO": ("BA-12", "En una jugada de demostración no se apuesta."),
    "STAKE-PLAYER": ("DB13", "Diga de quién son las apuestas, y al menos una."),
    "STAKE-TWICE": ("DB13", "Cada clase de apuesta se dice una vez."),
    "STAKE-NEGATIVE": ("DB13", "Un importe no puede ser negativo."),
    "STAKE-MINIMUM": ("BA-54", "La apuesta mínima en «{kind}» es {least}."),
    "STAKE-MAXIMUM": ("BA-54", "La apuesta máxima en «{kind}» es {most}."),
    "STAKE-CHIP": ("DB11", "Se apuesta en fichas enteras: la menor es de {chip}."),
    "STAKE-DIFFERENTIAL": ("BA-53", "Entre los dos grupos hay {most} de diferencia como mucho."),
    "STAKE-SEAT": ("BA-55", "Asientos de la mesa: {seats}; 0 es de pie."),
    "TIE-NONE": ("BA-44", "Las apuestas a los dos grupos se cambian solo tras un empate."),
    "TIE-KIND": ("BA-44", "Tras un empate se cambian solo las apuestas a jugador y a banca."),
    "TIE-LESS": ("BA-45", "Tras un empate estas reglas no dejan disminuir una apuesta, solo retirarla."),
    "TIE-MOVE": ("BA-46", "Tras un empate estas reglas no dejan cambiar una apuesta de grupo."),
    "STOP-NONE": ("BA-40", "La mesa se detiene con una jugada en curso y sin resultado."),
    "STOP-REASON": ("BA-40", "Escriba qué ocurrió."),
    "CORRECTION-NONE": ("BA-40", "Nadie ha propuesto una corrección. La propone antes el Jefe de Mesa."),
    "CORRECT-PHASE": ("BA-40", "Se corrige con la mesa detenida."),
    "CORRECT-ORDER": ("BA-40", "Así no quedan las cartas: después de la carta {place} no se reparte otra."),
    "CORRECT-CARD": ("BA-03", "La carta {card} no puede estar en esta partida."),
    "VOID-ROUND-NONE": ("BA-41", "Nadie ha propuesto anular la jugada."),
    "VOID-ROUND-PHASE": ("BA-41", "Se anula una jugada que aún no tiene resultado establecido."),
    "ROUND-REASON": ("BA-40", "Escriba el motivo."),
    "ROUND-PROPOSED": ("I16", "Ya hay algo propuesto. Falta la conformidad del Director, o retírelo."),
    "ROUND-SAME": ("I16", "La misma persona no puede proponer y dar la conformidad."),
    "ROUND-WITHDRAW": ("I16", "No hay nada suyo que retirar."),
}

_ALL: Final[Refusals] = {**HOUSE_REFUSALS, **BACCARAT_REFUSALS}


def refuse(code: str, **words: Word) -> Refusal:
    """Return the refusal of the table or of the house of this code, its sentence filled with words."""
    return refusal_of(_ALL, code, words)
