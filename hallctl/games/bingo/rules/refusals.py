"""What the rules of bingo answer when they say no, beside what the house does.

Not responsible for what a refusal is (``hallctl.rules.refusals``).
"""

from typing import Final

from hallctl.rules.refusals import HOUSE_REFUSALS, Refusal, Refusals, Word, refusal_of
from hallctl.rules.text import series_name

BINGO_REFUSALS: Final[Refusals] = {
    "SERIES-KNOWN": ("AJ-20", "La serie {series} ya está registrada."),
    "SERIES-UNKNOWN": ("AJ-20", "La serie {series} no está registrada. Regístrela antes de anunciarla."),
    "SERIES-FILE": (
        "AJ-20",
        "Los cartones-matriz de la serie {series} no están en el sistema o no son los registrados.",
    ),
    "SERIES-VALUE": (
        "AJ-20",
        "Una serie necesita letra, número de identificación y un valor facial mayor que cero.",
    ),
    "SERIES-RANGE": (
        "AJ-20",
        "El papel n.º {number} de la oficina no da a esta sala ningún cartón de la serie {series}. Use otra "
        "serie, o pídala a la oficina.",
    ),
    "SALE-RANGE": (
        "AJ-20",
        "De la serie {series}, el papel n.º {number} da a esta sala hasta el cartón {last}: "
        "{left:queda|quedan} {left}. Venda menos.",
    ),
    "SERIES-SPENT": ("AJ-68", "La serie {series} está agotada. Anuncie otra serie."),
    "RULES-UNKNOWN": (
        "AJ-117",
        "La sala no tiene las reglas «{rules}». Elija otras, o añádalas a su configuración.",
    ),
    "RULES-VALIDITY": (
        "AJ-117",
        "Las reglas «{rules}» valen del {first} al {until}. Juegue por otras, o pida su aprobación.",
    ),
    "SERIES-VARIANT": (
        "AJ-65",
        "La serie {series} es de cartones de {balls} bolas y la partida es de {wanted}. Elija otra serie.",
    ),
    "SET-OTHER": (
        "AJ-27",
        "La sala no tiene ningún juego de {wanted} bolas para «{rules}»: el Director registra uno.",
    ),
    "SET-VARIANT": (
        "AJ-28",
        "En el aparato está el juego {set}, de {balls} bolas, y la partida es de {wanted}: monte un juego de "
        "{wanted}, recuente e introduzca sus bolas.",
    ),
    "PROGRAMME-FULL": ("AJ-06", "El programa tiene {most} partidas como mucho. Quite una antes."),
    "PROGRAMME-NONE": ("AJ-06", "No hay partida {place} en el programa. Revise la lista."),
    "SPECIAL-UNKNOWN": ("AJ-117", "El juego especial «{special}» no está en el reglamento de la sala."),
    "SET-KNOWN": ("AJ-23", "El juego de bolas {set} ya está registrado."),
    "SET-UNKNOWN": ("AJ-27", "El juego de bolas {set} no está registrado."),
    "SET-NAME": ("AJ-23", "Indique la identificación del juego de bolas."),
    "SET-SPENT": ("AJ-25", "El juego de bolas {set} cumplió {limit} partidas. Cámbielo ante el Director."),
    "SET-RETIRED": ("AJ-26", "El juego de bolas {set} está retirado y no vuelve. Monte otro."),
    "SET-SPARE": ("AJ-27", "Falta un juego de bolas completo de reserva. El Director registra otro."),
    "SET-CALIBRATION": (
        "AJ-27",
        "La cámara no conoce ese juego de bolas. El Director lo calibra en «Calibrar las bolas» y lo "
        "registra.",
    ),
    "SET-REASON": ("AJ-26", "Indique por qué se retira el juego de bolas."),
    "SET-NONE": ("AJ-27", "No hay un juego de bolas montado. El Director monta uno."),
    "SET-IN-USE": ("AJ-28", "El juego de bolas se cambia fuera de la partida."),
    "MINIMUM-LATE": (
        "AJ-59",
        "El mínimo menor se declara al comenzar la jornada, antes de la primera partida.",
    ),
    "MINIMUM-RANGE": ("AJ-59", "El mínimo declarado debe ser de 1 a {most} cartones."),
    "LAST-GAME": ("AJ-104", "La partida {game} se anunció como último juego. Cierre la sesión."),
    "LAST-AGAIN": ("AJ-104", "El último juego ya está anunciado: es la partida {game}."),
    "SESSION-COUNT": ("D10", "Cuente las bolas antes de cerrar la sesión."),
    "CHECKS": ("AJ-60", "Faltan comprobaciones: {missing}."),
    "COUNT-MISSING": ("AJ-61", "Faltan bolas en el recuento: {missing}. No se puede jugar."),
    "COUNT-LOST": (
        "AJ-61",
        "Faltan bolas: {missing}. Búsquelas en el aparato y en la sala y cuente otra vez. Si no aparecen, el "
        "Director retira el juego y dice cuáles faltan: así se cierra la sesión, o se sigue con otro juego.",
    ),
    "COUNT-STRANGE": ("AJ-61", "El recuento trae bolas que no son del juego o están repetidas: {numbers}."),
    "COUNT-UNSOUND": ("AJ-63", "Hay bolas en mal estado: {numbers}. Retire el juego de bolas."),
    "COUNT-DIRECTOR": ("AJ-62", "El extractor es manual: cuente las bolas en presencia de {director}."),
    "COUNT-WITNESS": ("AJ-62", "El público pidió presenciar el recuento: escriba nombre y documento."),
    "COUNT-NONE": ("AJ-61", "Cuente las bolas antes de introducirlas en el aparato."),
    "COUNT-PLAY": ("AJ-61", "Las bolas se cuentan fuera de la partida."),
    "LOAD-NONE": ("AJ-64", "Introduzca las bolas en el aparato antes de anunciar la partida."),
    "DRUM-HAND": ("AJ-61", "Devuelva todas las bolas al bombo y pulse «Bolas en el bombo»."),
    "DRUM-MACHINE": ("AJ-61", "El aparato dice por sí mismo cuándo están dentro todas las bolas."),
    "DRUM-FILLING": ("AJ-61", "Las bolas aún vuelven al bombo. Espere a que el aparato termine."),
    "GAME-OPEN": ("AJ-52", "La partida {game} no está firmada. Ciérrela antes de anunciar otra."),
    "GAME-NONE": ("AJ-65", "No hay ninguna partida. Anuncie la serie y el precio."),
    "SALE-PHASE": ("AJ-77", "La venta de esta partida está cerrada."),
    "SALE-NOTICE": ("AJ-73", "Indique en cuántos minutos se cierra la venta: de 1 a {most}."),
    "SALE-MOST": ("PT-20", "Un jugador compra {most} {most:cartón|cartones} como mucho en cada partida."),
    "SALE-COUNT": ("AJ-66", "Indique cuántos cartones se venden: uno o más."),
    "SALE-SHORT": (
        "AJ-66",
        "{left:Queda|Quedan} {left} {left:cartón|cartones} en la serie "
        "{series}; no se {count:puede|pueden} vender {count}.",
    ),
    "SALE-ALIKE": ("AJ-72", "El cartón {card} de la serie {series} es igual al {other}, ya vendido."),
    "DELIVER-SELLER": ("AJ-10", "Indique a qué vendedor se entregan los cartones."),
    "RETURN-NONE": ("AJ-80", "No hay cartones entregados que recoger, o la cantidad no es de uno o más."),
    "RETURN-ORDER": (
        "AJ-66",
        "Los últimos son los de {seller}, del {first} al {last}. Recoja esos primero.",
    ),
    "RETURN-MANY": ("AJ-80", "{seller} tiene {held} {held:cartón|cartones} de la última entrega."),
    "BACK-NONE": ("AJ-66", "Usted no tiene en esta partida ninguna venta que empiece en el cartón {first}."),
    "BACK-LATER": (
        "AJ-66",
        "Después salieron los cartones del {first} al {last}, de {seller}: solo se deshace la última venta.",
    ),
    "BACK-SECOND": ("AJ-68", "Ya se vende la serie {series}: lo vendido antes de ella no se deshace."),
    "SECOND-NEVER": ("D17", "Este conjunto de reglas no permite vender una segunda serie."),
    "SECOND-EARLY": (
        "AJ-68",
        "{left:Queda|Quedan} {left} {left:cartón|cartones} de la serie "
        "{series}. {left:Véndalo|Véndalos} antes de otra serie.",
    ),
    "SECOND-OTHER": ("AJ-68", "Ya hay una segunda serie en venta, o es la misma que la primera."),
    "SECOND-VALUE": ("AJ-69", "La serie {series} no tiene el mismo valor que la primera."),
    "SECOND-BEGUN": (
        "AJ-70",
        "La serie {series} ya está comenzada; la segunda empieza por el número uno.",
    ),
    "SECOND-FIRST": ("AJ-71", "La serie {series} comenzó por el uno: no puede haber segunda serie."),
    "SALE-MINIMUM": (
        "AJ-57",
        "Se {sold:vendió|vendieron} {sold} {sold:cartón|cartones}; el "
        "mínimo es {minimum}. Venda más o anule la partida.",
    ),
    "SALE-FIXED": (
        "AJ-116",
        "Con {sold} {sold:cartón|cartones} no alcanza para los premios de importe fijo. Venda más.",
    ),
    "RECTIFY-PHASE": ("D12", "La venta no está cerrada: todavía no se anunciaron los cartones vendidos."),
    "RECTIFY-LATE": (
        "D12",
        "Los cartones anunciados se rectifican hasta adjudicar la línea. Anote una incidencia.",
    ),
    "RECTIFY-NONE": (
        "D12",
        "Se {cards:vendió|vendieron} {cards} {cards:cartón|cartones}. "
        "Escriba el número que se anunció por error.",
    ),
    "RECTIFY-REASON": ("D12", "Indique a qué se debió el error."),
    "WAIT-OVER": (
        "D8",
        "{minutes:Pasó|Pasaron} {minutes} min de avería sin la primera "
        "bola: anule la partida y devuelva los cartones.",
    ),
    "START-PHASE": ("AJ-85", "La partida comienza después de cerrar la venta y anunciar los premios."),
    "DRAW-PHASE": ("AJ-85", "No se extraen bolas en esta fase de la partida."),
    "DRAW-PENDING": ("AJ-86", "Hay una bola en camino. Espere su lectura."),
    "DRAW-UNCALLED": ("AJ-86", "La bola {ball} no se ha cantado. Cántela antes de extraer otra."),
    "DRAW-PACE": ("AJ-88", "Demasiado rápido: espere {wait} s para la próxima bola."),
    "CADENCE-ON": ("AJ-86", "La sala ya saca las bolas sola. Para sacarlas de una en una, párela antes."),
    "CADENCE-NONE": ("AJ-06", "La sala no saca bolas sola: nadie la ha puesto a sacarlas."),
    "CADENCE-PACE": ("AJ-88", "Estas reglas no dejan ese ritmo. Segundos entre bolas: {paces}."),
    "DRAW-EMPTY": ("D7", "Las {universe} bolas han salido. Queda verificar un bingo o anular la partida."),
    "BALL-NOT-ORDERED": ("I2", "Nadie pidió esta bola (orden {serial})."),
    "BALL-RANGE": ("AJ-18", "{ball} no es una bola del juego: van del 1 al {universe}."),
    "BALL-TWICE": ("I2", "La bola {ball} ya salió en esta partida."),
    "BALL-SURE": ("I15", "No hay ninguna lectura dudosa que resolver."),
    "CALL-NONE": ("AJ-86", "No hay ninguna bola por cantar."),
    "CORRECT-NONE": ("AJ-86", "Solo se corrige la última bola que escribió una persona, antes de cantarla."),
    "CALL-VOICE": ("AJ-08", "Con estas reglas canta el locutor, no la megafonía."),
    "CALL-OTHER": ("AJ-86", "La bola extraída es la {ball}, no la {said}."),
    "CLAIM-PHASE": ("AJ-93", "Solo se canta línea o bingo durante el sorteo."),
    "CLAIM-LINE": ("AJ-98", "La línea ya está adjudicada en esta partida."),
    "CLAIM-AWARDED": ("AJ-98", "El premio «{claim}» ya está adjudicado en esta partida."),
    "CLAIM-UNSUNG": (
        "AJ-115",
        "«{claim}» no se canta: se paga en lugar de {progressive} a quien gana después de su última bola.",
    ),
    "CLAIM-UNKNOWN": ("AJ-84", "En esta partida no hay ningún premio «{claim}»."),
    "CLAIM-OPEN": ("I9", "Hay un cartón cantado en comprobación."),
    "CLAIM-NONE": ("AJ-94", "No hay ningún cartón cantado que comprobar."),
    "CLAIM-SERIES": (
        "AJ-94",
        "No hay ninguna serie {series}. En esta partida se juega con {offered}. Mire el cartón y repita.",
    ),
    "CLAIM-PLAYER": (
        "AJ-118",
        "El cartón {card} es correcto y el premio se reparte por jugador: escriba nombre y documento (D4).",
    ),
    "CLAIM-REPEAT": ("AJ-96", "El cartón {card} ya fue comprobado en esta parada."),
    "ASK-NONE": ("AJ-100", "Se pregunta «¿alguna más?» cuando hay un cartón premiado."),
    "ASK-ASKED": ("AJ-100", "La pregunta ya está hecha. Espere a que termine el plazo."),
    "ASK-FIRST": ("AJ-100", "Pregunte antes «¿{claim} más?» y deje pasar el plazo."),
    "ASK-WAIT": ("AJ-100", "{wait:Queda|Quedan} {wait} s del plazo de «¿alguna más?»."),
    "RESUME-UNCHECKED": ("AJ-96", "Compruebe antes el cartón cantado."),
    "RESUME-BINGO": ("AJ-99", "Hay un bingo correcto: dé por finalizada la partida."),
    "FINISH-NONE": ("AJ-99", "La partida termina con un bingo correcto."),
    "PAY-PHASE": ("AJ-99", "Los premios se pagan cuando la partida ha finalizado."),
    "PAY-NONE": ("I8", "El cartón {card} no tiene premio de {claim} pendiente en esta partida."),
    "PAY-TWICE": ("I8", "El premio de {claim} del cartón {card} ya está pagado."),
    "PAY-WINNER": ("AJ-21", "Un pozo se paga con nombre y documento del ganador."),
    "CASH-PHASE": ("AJ-11", "El efectivo se cuenta cuando la venta está cerrada."),
    "CASH-SAID": ("AJ-11", "El total sale de las piezas contadas: no se escribe aparte."),
    "SHIFT-SALE": (
        "AJ-11",
        "Con la venta abierta no se abre turno: parte del dinero ya estaría en el fondo.",
    ),
    "REFUND-PHASE": ("AJ-111", "Solo se devuelve el valor de los cartones de una partida anulada."),
    "REFUND-MANY": ("AJ-111", "{due:Queda|Quedan} {due} {due:cartón|cartones} por devolver."),
    "COLLECT-PHASE": ("AJ-75", "Los cartones se retiran cuando la partida ha finalizado."),
    "COLLECT-TWICE": ("AJ-75", "Los cartones de esta partida ya están retirados."),
    "COLLECT-REFUNDS": (
        "AJ-111",
        "{due:Queda|Quedan} {due} {due:cartón|cartones} por devolver. El cajero los paga antes de "
        "retirarlos, o el Jefe de Mesa declara cuáles no devuelve nadie.",
    ),
    "COLLECT-COUNT": (
        "AJ-76",
        "{count:Volvió|Volvieron} {count} {count:cartón|cartones} y {sold:ha|han} de volver {sold}. Si "
        "alguno no vuelve, el Jefe de Mesa declara cuáles faltan.",
    ),
    "MISSING-PHASE": ("AJ-76", "Los cartones que faltan se declaran cuando la partida ha finalizado."),
    "MISSING-LIST": ("AJ-76", "Escriba los números de los cartones que faltan: «12, 15-17»."),
    "MISSING-SOLD": ("AJ-76", "El cartón {card} de la serie {series} no se vendió en esta partida."),
    "MISSING-KNOWN": ("AJ-76", "El cartón {card} de la serie {series} ya está declarado como faltante."),
    "MISSING-REASON": ("AJ-76", "Indique por qué faltan los cartones."),
    "MISSING-PAID": (
        "AJ-111",
        "{due:Queda|Quedan} {due} {due:cartón|cartones} por devolver. Si alguno de estos ya se pagó, "
        "declárelo aparte, como pagado.",
    ),
    "MISSING-UNPAID": (
        "AJ-111",
        "{paid:Se pagó|Se pagaron} {paid} {paid:cartón|cartones} en esta partida: no pueden faltar más "
        "pagados.",
    ),
    "MISSING-NONE": ("AJ-76", "El cartón {card} de la serie {series} no está declarado como faltante."),
    "OWED-NONE": (
        "AJ-111",
        "Por el cartón {card} de la serie {series} no se debe nada de la partida {game}.",
    ),
    "SIGN-PHASE": ("AJ-52", "La partida se firma cuando ha finalizado o se ha anulado."),
    "SIGN-UNPAID": ("AJ-99", "Quedan premios sin pagar: {cards}."),
    "SIGN-REFUNDS": (
        "AJ-111",
        "{due:Queda|Quedan} {due} {due:cartón|cartones} por devolver. El cajero paga su valor antes de la "
        "firma, o el Jefe de Mesa declara cuáles no devuelve nadie.",
    ),
    "SIGN-JACKPOT": (
        "AJ-51",
        "{progressive} espera a la oficina central. Se firma cuando responda o venza su plazo.",
    ),
    "SIGN-UNCOLLECTED": ("AJ-75", "Retire los cartones jugados antes de firmar."),
    "WRONG-NONE": ("AJ-110", "No hay ninguna bola en juego que se haya cantado mal."),
    "WRONG-OPEN": ("AJ-110", "Ya hay un error de canto por resolver."),
    "WRONG-SAID": ("AJ-110", "El {said} ya salió o no es una bola del juego; no pudo cantarse por error."),
    "WRONG-SETTLED": ("AJ-110", "No hay ningún error de canto por resolver."),
    "WRONG-REASON": ("AJ-110", "Indique por qué el error no afecta al juego."),
    "WRONG-WAITS": ("AJ-110", "Hay un error de canto por resolver: anule la partida o acuerde seguir."),
    "CALLER-NEVER": ("AJ-86", "El reglamento de la sala no permite que una sala llame para otra."),
    "CALLER-GAME": ("AJ-86", "Qué sala llama se acuerda entre dos partidas."),
    "CALLER-NONE": ("AJ-86", "Indique qué sala llama, con el nombre que le da la cadena: «sala-1»."),
    "CALLER-UNACCEPTED": ("AJ-86", "El Jefe de Mesa y el Director no han aceptado que llame {hall}."),
    "CALLER-UNHEARD": (
        "AJ-86",
        "{hall} no ha anunciado ninguna partida. Espere, o juegue con bolas propias.",
    ),
    "CALLER-DRAWS": ("AJ-86", "En esta partida llama {hall}: aquí no se extrae ninguna bola."),
    "CALLER-LOST": ("AJ-86", "No se oye a {hall}, que llama: anule la partida y devuelva los cartones."),
    "CALLER-WITHOUT": ("AJ-86", "{hall} juega sin esta sala: anule la partida y devuelva los cartones."),
    "CALLER-ENDED": ("AJ-86", "{hall} acabó esa partida: anule la partida y devuelva los cartones."),
    "CALLER-CHANGED": (
        "AJ-86",
        "Las bolas que dice {hall} no cuadran: anule la partida y devuelva los cartones.",
    ),
    "CALLER-ORDER": ("I2", "La bola que sigue es la {order}."),
    "HALL-CLAIM": ("I9", "Han cantado en {halls}. Se sigue cuando lo resuelvan."),
    "HALLS-PLAY": (
        "AJ-99",
        "Todavía juegan {halls}: siga el sorteo para esas salas, o proponga seguir sin ellas.",
    ),
    "WITHOUT-NONE": ("AJ-99", "{hall} no tiene parada esta partida: no se sigue sin esa sala."),
    "WITHOUT-REASON": ("AJ-99", "Indique por qué se sigue sin esa sala."),
    "MANUAL-PHASE": ("D8", "Se sigue a mano durante el sorteo, y una sola vez."),
    "MANUAL-REASON": ("D8", "Indique por qué se sigue a mano."),
    "MANUAL-NOT": ("D8", "El sorteo no se hace a mano. Extraiga la bola con el aparato."),
    "MANUAL-ON": ("D8", "El sorteo se hace a mano: saque la bola y escriba su número."),
    "NOBINGO-EARLY": ("D7", "La partida se cierra sin bingo cuando se han cantado las {universe} bolas."),
    "NOBINGO-WON": ("D7", "El bingo ya está cantado: finalice la partida."),
    "VOID-PHASE": ("AJ-110", "No hay ninguna partida en curso que anular."),
    "VOID-REASON": ("AJ-54", "Indique el motivo de la anulación."),
    "VOID-PROPOSED": ("AJ-54", "La anulación ya está propuesta. Falta la conformidad del Director."),
    "VOID-NONE": ("AJ-54", "El Jefe de Mesa no ha propuesto anular la partida."),
    "WITHDRAW-NONE": ("AJ-54", "No hay ninguna propuesta que retirar: ya se decidió, o nadie la hizo."),
    "WITHDRAW-OTHER": ("AJ-54", "Lo propuso {person}, y solo quien lo propuso lo retira."),
    "VOID-SAME": ("I16", "La misma persona no puede proponer y aprobar la anulación."),
}

_ALL: Final[Refusals] = {**HOUSE_REFUSALS, **BINGO_REFUSALS}

_SERIES: Final = frozenset({"series", "offered"})
"""The words that are keys of series."""


def refuse(code: str, **words: Word) -> Refusal:
    """Return the refusal of bingo or of the house of this code, its sentence filled with the given words."""
    named = {field: _named(field, word) for field, word in words.items()}
    return refusal_of(_ALL, code, named)


def _named(field: str, word: Word) -> Word:
    """Return a series as people read it; any other word as it is."""
    if field not in _SERIES:
        return word
    return tuple(map(series_name, word)) if isinstance(word, tuple) else series_name(str(word))
