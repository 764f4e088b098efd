"""What the rules answer when they say no.

Not responsible for faults of devices or of the book: a refusal is a value, and nothing is wrong with the
hall. The sentences are the Spanish ones, made for the person at the desk; other languages come by catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Word = str | int | tuple[str, ...]
"""What fills a place of a sentence: a text, a number, or a list."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command the rules do not allow now.

    Attributes:
        code: The stable code, listed in docs/fault-codes.md.
        requirement: The check, decision or invariant it comes from, e.g. "AJ-66".
        sentence: What is wrong and what to do instead, for the person, in Spanish.
        words: What fills the sentence, by the names of its places; other languages fill theirs with it.
    """

    code: str
    requirement: str
    sentence: str
    words: Mapping[str, Word] = field(default_factory=dict, hash=False)


_CATALOGUE: Final[dict[str, tuple[str, str]]] = {
    "POST": ("AJ-06", "«{step}» corresponde a: {posts}. Entre con ese puesto."),
    "POST-CONTROLLER": (
        "I16",
        "Por los aparatos no habla ninguna persona. Entre con un puesto de la sala.",
    ),
    "POST-PERSON": ("AJ-13", "{person} no ocupa el puesto «{post}» en esta sesión."),
    "REQUEST": ("I17", "La petición {request} ya se usó para otra cosa. Repita el paso con una nueva."),
    "TEXT-PRINT": (
        "I24",
        "«{field}»: el carácter {place}, {character}, no se puede imprimir: {why}. Quítelo y repita el paso.",
    ),
    "TEXT-LONG": ("I24", "«{field}» tiene {length} caracteres y caben {most}. Escríbalo más corto."),
    "TEXT-LINES": ("I24", "«{field}» tiene {lines} renglones y caben {most}. Quite saltos de línea."),
    "TEXT-FORM": ("I24", "«{field}» no tiene la forma que lleva. Revise lo que envió."),
    "NUMBER-RANGE": ("I24", "«{field}» debe ser un número de {least} a {most}. Revise lo que escribió."),
    "LIST-LONG": ("I24", "«{field}» tiene más de {most} elementos. Revise lo que envió."),
    "BOOK-NONE": ("AJ-40", "No hay libro abierto. Extienda primero la diligencia de apertura."),
    "BOOK-OPEN": ("AJ-40", "El libro ya tiene su diligencia de apertura."),
    "BOOK-NOTARY": ("AJ-40", "La diligencia de apertura necesita notario, fecha y número de folios."),
    "BOOK-FULL": ("AJ-40", "Quedan pocos folios en el tomo. Ciérrelo y abra el siguiente."),
    "BOOK-VOLUME": ("AJ-39", "El tomo que se abre ahora es el {volume}. Corríjalo en la configuración."),
    "BOOK-FOLIOS": ("AJ-40", "Un tomo necesita al menos {least} folios."),
    "BOOK-INCIDENTS": (
        "AJ-53",
        "Los folios que quedan son para las actas. Anótelo en una incidencia del próximo tomo.",
    ),
    "BOOK-TEXT": (
        "AJ-40",
        "Quedan pocos folios en el tomo para un texto tan largo. Escríbalo más corto.",
    ),
    "CLOSE-SESSION": ("AJ-39", "El tomo se cierra fuera de la sesión. Cierre antes la sesión."),
    "CLOSE-NONE": ("I16", "Nadie ha propuesto cerrar el tomo. Lo propone antes el jefe de mesa."),
    "CLOSE-MEDIUM": (
        "I1",
        "Al segundo soporte le faltan asientos. Vuelva a ponerlo, o haga otro con la sala parada "
        "(hallctl book repair --second), y cierre después el tomo.",
    ),
    "CLOSE-FAULT": ("I14", "Hay fallos sin reconocer ({faults}). Reconózcalos antes de cerrar el tomo."),
    "SIGN-LOCKED": ("AJ-42", "Este paso lleva la firma de {person}: escriba su contraseña y repita el paso."),
    "SIGN-AGAIN": ("I16", "{person} debe volver a escribir su contraseña: de eso hace más de dos minutos."),
    "SIGN-FAILED": (
        "AJ-42",
        "La clave de {person} no firmó ({fault}). Compruebe que su tarjeta está puesta, o revise la clave "
        "con «hallctl keys list».",
    ),
    "PRINTING-REASON": ("I16", "Escriba por qué se sigue sin imprimir."),
    "PRINT-NONE": ("AJ-39", "No hay ningún folio pendiente de imprimir."),
    "PRINTING-WORKS": ("I14", "La impresión no falla ahora. No hay nada que apartar."),
    "REPAIR-REASON": ("AJ-39", "Escriba por qué se reparó el soporte."),
    "FOLIO-NONE": ("AJ-39", "No hay ningún folio {folio} impreso; el último es el {last}."),
    "INCIDENT-ENTRY": ("AJ-53", "No existe el asiento {entry} que se quiere salvar. Revise su número."),
    "STEP-LATE": (
        "I26",
        "El paso llegó tarde y no se hizo. Mire cómo está la sala y, si todavía hace falta, repítalo.",
    ),
    "STEP-STALE": (
        "I26",
        "La sala cambió antes de que llegara el paso, y no se hizo. Mire cómo está ahora y, si todavía hace "
        "falta, repítalo.",
    ),
    "CONTINUE": ("I4", "El sistema se reinició. Compruebe la mesa y pulse «Continuar»."),
    "CONTINUE-NONE": ("I4", "No hay nada que continuar: la partida no está detenida por un reinicio."),
    "RULES-SESSION": ("AJ-117", "Las reglas no cambian con la sesión abierta. Ciérrela antes."),
    "FAULT": ("I14", "Hay un fallo sin reconocer ({faults}). Resuélvalo y reconózcalo antes de extraer."),
    "FAULT-ACTIVE": ("I14", "El fallo {fault} sigue presente. Corrija la causa y vuelva a reconocerlo."),
    "FAULT-NONE": ("I14", "No hay ningún fallo {fault} que reconocer."),
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
    "SERIES-SPENT": ("AJ-68", "La serie {series} está agotada. Anuncie otra serie."),
    "SET-KNOWN": ("AJ-23", "El juego de bolas {set} ya está registrado."),
    "SET-UNKNOWN": ("AJ-27", "El juego de bolas {set} no está registrado."),
    "SET-NAME": ("AJ-23", "Indique la identificación del juego de bolas."),
    "SET-SPENT": ("AJ-25", "El juego de bolas {set} cumplió {limit} partidas. Cámbielo ante el Director."),
    "SET-RETIRED": ("AJ-26", "El juego de bolas {set} está retirado y no vuelve. Monte otro."),
    "SET-SPARE": ("AJ-27", "Falta un juego de bolas completo de reserva. Registre otro."),
    "SET-REASON": ("AJ-26", "Indique por qué se retira el juego de bolas."),
    "SET-NONE": ("AJ-27", "No hay un juego de bolas montado. El Director debe montar uno."),
    "SET-IN-USE": ("AJ-28", "El juego de bolas se cambia fuera de la partida."),
    "SESSION-NONE": ("AJ-60", "No hay sesión abierta. Abra primero la sesión."),
    "SESSION-OPEN": ("AJ-60", "Ya hay una sesión abierta."),
    "SESSION-DAY": ("AJ-39", "«{day}» no es una fecha. Escríbala como 2026-01-31."),
    "SESSION-OTHER": (
        "D25",
        "El reloj dice que hoy es {today}, no {day}. Corrija la fecha; si es otra, el Jefe de Mesa la "
        "propone con su motivo («Proponer otra fecha») y el Director la conforma.",
    ),
    "SESSION-UNSURE": (
        "D25",
        "No se sabe si el reloj está en hora: marca {today}. Póngalo en hora; si no puede, el Jefe de Mesa "
        "propone la fecha con su motivo («Proponer otra fecha») y el Director la conforma.",
    ),
    "SESSION-VALIDITY": (
        "AJ-117",
        "Las reglas se aprobaron del {first} al {until}; el {day} queda fuera. Cargue la aprobación vigente.",
    ),
    "SESSION-POSTS": ("AJ-13", "Faltan puestos obligatorios: {missing}."),
    "SESSION-SAME": ("D16", "{person} vende cartones y paga premios; este conjunto de reglas no lo permite."),
    "MINIMUM-LATE": (
        "AJ-59",
        "El mínimo menor se declara al comenzar la jornada, antes de la primera partida.",
    ),
    "MINIMUM-RANGE": ("AJ-59", "El mínimo declarado debe ser de 1 a {most} cartones."),
    "PLAYERS-SEATS": ("AJ-14", "Hay {players} jugadores y {seats} posiciones sentadas. No se juega de pie."),
    "PLAYERS-COUNT": ("AJ-14", "El número de jugadores no puede ser negativo."),
    "LAST-GAME": ("AJ-104", "La partida {game} se anunció como último juego. Cierre la sesión."),
    "LAST-AGAIN": ("AJ-104", "El último juego ya está anunciado: es la partida {game}."),
    "SESSION-GAME": ("AJ-52", "Cierre y firme antes la partida {game}."),
    "SESSION-COUNT": ("D10", "Cuente las bolas antes de cerrar la sesión."),
    "CHECK-UNKNOWN": ("AJ-60", "«{item}» no figura en las comprobaciones: {items}."),
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
    "SALE-COUNT": ("AJ-66", "Indique cuántos cartones se venden: uno o más."),
    "SALE-SHORT": ("AJ-66", "Quedan {left} cartones en la serie {series}; no se pueden vender {count}."),
    "SALE-ALIKE": ("AJ-72", "El cartón {card} de la serie {series} es igual al {other}, ya vendido."),
    "DELIVER-SELLER": ("AJ-10", "Indique a qué vendedor se entregan los cartones."),
    "RETURN-NONE": ("AJ-80", "No hay cartones entregados que recoger, o la cantidad no es de uno o más."),
    "RETURN-ORDER": (
        "AJ-66",
        "Los últimos son los de {seller}, del {first} al {last}. Recoja esos primero.",
    ),
    "RETURN-MANY": ("AJ-80", "{seller} tiene {held} cartones de la última entrega."),
    "SECOND-NEVER": ("D17", "Este conjunto de reglas no permite vender una segunda serie."),
    "SECOND-EARLY": (
        "AJ-68",
        "Quedan {left} cartones de la serie {series}. Véndalos antes de otra serie.",
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
        "Se vendieron {sold} cartones; el mínimo es {minimum}. Venda más o anule la partida.",
    ),
    "RECTIFY-PHASE": ("D12", "La venta no está cerrada: todavía no se anunciaron los cartones vendidos."),
    "RECTIFY-LATE": (
        "D12",
        "Los cartones anunciados se rectifican hasta adjudicar la línea. Anote una incidencia.",
    ),
    "RECTIFY-NONE": ("D12", "Se vendieron {cards} cartones. Escriba el número que se anunció por error."),
    "RECTIFY-REASON": ("D12", "Indique a qué se debió el error."),
    "WAIT-OVER": (
        "D8",
        "Pasaron {minutes} min de avería sin la primera bola: anule la partida y devuelva los cartones.",
    ),
    "START-PHASE": ("AJ-85", "La partida comienza después de cerrar la venta y anunciar los premios."),
    "DRAW-PHASE": ("AJ-85", "No se extraen bolas en esta fase de la partida."),
    "DRAW-PENDING": ("AJ-86", "Hay una bola en camino. Espere su lectura."),
    "DRAW-UNCALLED": ("AJ-86", "La bola {ball} no se ha cantado. Cántela antes de extraer otra."),
    "DRAW-PACE": ("AJ-88", "Demasiado rápido: espere {wait} s para la próxima bola."),
    "DRAW-EMPTY": ("D7", "Las {universe} bolas han salido. Queda verificar un bingo o anular la partida."),
    "BALL-NOT-ORDERED": ("I2", "Nadie pidió esta bola (orden {serial})."),
    "BALL-RANGE": ("AJ-18", "{ball} no es una bola del juego: van del 1 al {universe}."),
    "BALL-TWICE": ("I2", "La bola {ball} ya salió en esta partida."),
    "BALL-DISAGREE": ("I15", "Los testigos no dicen el mismo número: {balls}. Mire la bola."),
    "BALL-SILENT": ("I15", "Falta un testigo de la bola que las reglas piden. Mire la bola."),
    "BALL-SURE": ("I15", "No hay ninguna lectura dudosa que resolver."),
    "CALL-NONE": ("AJ-86", "No hay ninguna bola por cantar."),
    "CALL-OTHER": ("AJ-86", "La bola extraída es la {ball}, no la {said}."),
    "CLAIM-PHASE": ("AJ-93", "Solo se canta línea o bingo durante el sorteo."),
    "CLAIM-LINE": ("AJ-98", "La línea ya está adjudicada en esta partida."),
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
    "ASK-WAIT": ("AJ-100", "Quedan {wait} s del plazo de «¿alguna más?»."),
    "RESUME-UNCHECKED": ("AJ-96", "Compruebe antes el cartón cantado."),
    "RESUME-BINGO": ("AJ-99", "Hay un bingo correcto: dé por finalizada la partida."),
    "FINISH-NONE": ("AJ-99", "La partida termina con un bingo correcto."),
    "PAY-PHASE": ("AJ-99", "Los premios se pagan cuando la partida ha finalizado."),
    "PAY-NONE": ("I8", "El cartón {card} no tiene premio de {claim} pendiente en esta partida."),
    "PAY-TWICE": ("I8", "El premio de {claim} del cartón {card} ya está pagado."),
    "PAY-WINNER": ("AJ-21", "Un pozo se paga con nombre y documento del ganador."),
    "CASH-PHASE": ("AJ-11", "El efectivo se cuenta cuando la venta está cerrada."),
    "CASH-NEGATIVE": ("AJ-11", "El efectivo contado no puede ser negativo."),
    "CASH-NONE": ("AJ-11", "Cuente cuántas piezas hay de cada valor."),
    "CASH-SAID": ("AJ-11", "El total sale de las piezas contadas: no se escribe aparte."),
    "CASH-PIECE": ("AJ-11", "Aquí no se cuentan piezas de {values}. Cuente una vez cada valor de la lista."),
    "CASH-MANY": ("AJ-11", "Nadie cuenta más de {most} piezas de un valor. Revise lo que escribió."),
    "SHIFT-NONE": ("AJ-11", "No hay turno de caja abierto. El cajero cuenta antes el fondo y lo abre."),
    "SHIFT-OPEN": ("AJ-11", "{cashier} tiene la caja. Que cierre antes su turno."),
    "SHIFT-OTHER": ("AJ-11", "La caja es de {cashier} en este turno."),
    "SHIFT-SALE": (
        "AJ-11",
        "Con la venta abierta no se abre turno: parte del dinero ya estaría en el fondo.",
    ),
    "SHIFT-GAME": ("AJ-11", "El turno se cierra entre partidas. Firme antes la partida {game}."),
    "SESSION-SHIFT": ("AJ-11", "{cashier} tiene abierto el turno de caja. Ciérrelo antes un cajero."),
    "REFUND-PHASE": ("AJ-111", "Solo se devuelve el valor de los cartones de una partida anulada."),
    "REFUND-MANY": ("AJ-111", "Quedan {due} cartones por devolver."),
    "COLLECT-PHASE": ("AJ-75", "Los cartones se retiran cuando la partida ha finalizado."),
    "COLLECT-TWICE": ("AJ-75", "Los cartones de esta partida ya están retirados."),
    "COLLECT-COUNT": ("AJ-76", "Se retiraron {count} cartones, pero se vendieron {sold}."),
    "SIGN-PHASE": ("AJ-52", "La partida se firma cuando ha finalizado o se ha anulado."),
    "SIGN-UNPAID": ("AJ-99", "Quedan premios sin pagar: {cards}."),
    "SIGN-UNCOLLECTED": ("AJ-75", "Retire los cartones jugados antes de firmar."),
    "SIGN-INCIDENT": ("AJ-54", "Faltan firmas del Director en las incidencias: {numbers}."),
    "INCIDENT-TEXT": ("AJ-53", "Escriba qué ocurrió."),
    "INCIDENT-NONE": ("AJ-54", "La incidencia {number} no espera ninguna firma."),
    "INCIDENT-SAME": ("I16", "La misma persona no puede firmar dos veces la incidencia."),
    "COMPLAINT-WHO": ("AJ-56", "Una reclamación necesita nombre, documento y texto."),
    "COMPLAINT-TEXT": ("AJ-56", "Una reclamación necesita nombre y texto."),
    "COMPLAINT-UNSIGNED": ("D14", "Sin la firma de quien reclama es nula. Que firme el papel y anótela."),
    "COMPLAINT-NONE": ("AJ-05", "La reclamación {number} no espera ninguna decisión."),
    "COMPLAINT-DECISION": ("AJ-05", "Escriba la decisión."),
    "WRONG-NONE": ("AJ-110", "No hay ninguna bola en juego que se haya cantado mal."),
    "WRONG-OPEN": ("AJ-110", "Ya hay un error de canto por resolver."),
    "WRONG-SAID": ("AJ-110", "El {said} ya salió o no es una bola del juego; no pudo cantarse por error."),
    "WRONG-SETTLED": ("AJ-110", "No hay ningún error de canto por resolver."),
    "WRONG-REASON": ("AJ-110", "Indique por qué el error no afecta al juego."),
    "WRONG-WAITS": ("AJ-110", "Hay un error de canto por resolver: anule la partida o acuerde seguir."),
    "MANUAL-PHASE": ("D8", "Se sigue a mano durante el sorteo, y una sola vez."),
    "MANUAL-REASON": ("D8", "Indique por qué se sigue a mano."),
    "MANUAL-NOT": ("D8", "El sorteo no se hace a mano. Extraiga la bola con el aparato."),
    "MANUAL-ON": ("D8", "El sorteo se hace a mano: saque la bola y escriba su número."),
    "NOBINGO-EARLY": ("D7", "La partida se cierra sin bingo cuando se han cantado las {universe} bolas."),
    "AGREE-REASON": ("I16", "Escriba el motivo: queda en el libro."),
    "CLOCK-FINE": ("I25", "El reloj no saltó ni va por detrás del libro: no hay nada que fijar."),
    "CLOCK-BUILD": (
        "I25",
        "El reloj marca {now} y este programa es posterior, del {built}: así no se firma. Ponga el reloj en "
        "hora (en la máquina: sudo timedatectl set-time) y repita.",
    ),
    "CLOCK-BEHIND": (
        "I25",
        "El reloj marca {now} y el libro tiene un asiento del {newest}: así no se firma. Ponga el reloj en "
        "hora (en la máquina: sudo timedatectl set-time); si ya lo está, el Jefe de Mesa y el Director "
        "fijan la hora.",
    ),
    "SIGN-VALIDITY": (
        "I25",
        "El certificado de {person} vale del {first} al {until} y el reloj marca {now}: así no se firma. "
        "Ponga el reloj en hora; si ya lo está, renueve el certificado (hallctl keys enrol --replace).",
    ),
    "SIGN-AUTHORITY": (
        "I25",
        "La autoridad de la sala vale del {first} al {until} y el reloj marca {now}: así no se firma. "
        "Ponga el reloj en hora; si ya lo está, hacen falta claves nuevas (hallctl keys init).",
    ),
    "SIGN-POST": (
        "I25",
        "El certificado de {person} no es del puesto «{post}»: así no se firma. Renuévelo con ese puesto "
        "(hallctl keys enrol --replace).",
    ),
    "SIGN-CERTIFICATE": (
        "I25",
        "El certificado de {person} no es de la autoridad que el tomo nombra, o no es para firmar. Revíselo "
        "con «hallctl keys list».",
    ),
    "AGREE-PROPOSED": ("I16", "Ya está propuesto. Falta la conformidad del Director."),
    "AGREE-NONE": ("I16", "El Jefe de Mesa no lo ha propuesto."),
    "AGREE-SAME": ("I16", "La misma persona no puede proponer y dar la conformidad."),
    "VOID-PHASE": ("AJ-110", "No hay ninguna partida en curso que anular."),
    "VOID-REASON": ("AJ-54", "Indique el motivo de la anulación."),
    "VOID-PROPOSED": ("AJ-54", "La anulación ya está propuesta. Falta la conformidad del Director."),
    "VOID-NONE": ("AJ-54", "El Jefe de Mesa no ha propuesto anular la partida."),
    "WITHDRAW-NONE": ("AJ-54", "No hay ninguna propuesta que retirar: ya se decidió, o nadie la hizo."),
    "WITHDRAW-OTHER": ("AJ-54", "Lo propuso {person}, y solo quien lo propuso lo retira."),
    "VOID-SAME": ("I16", "La misma persona no puede proponer y aprobar la anulación."),
}


_BETWEEN: Final = {"problem": "; "}
"""What stands between the items of a list where it is not a comma: problems have commas of their own."""


def refuse(code: str, **words: Word) -> Refusal:
    """Return the refusal of this code, its sentence filled with the given words."""
    requirement, sentence = _CATALOGUE[code]
    return Refusal(code, requirement, filled(sentence, words), words)


def filled(sentence: str, words: Mapping[str, Word]) -> str:
    """Return a sentence of a catalogue with its words in their places."""
    return sentence.format(**{name: _said(name, word) for name, word in words.items()})


def _said(name: str, word: Word) -> str:
    return _BETWEEN.get(name, ", ").join(word) if isinstance(word, tuple) else str(word)


def catalogue() -> dict[str, tuple[str, str]]:
    """Return every code with its requirement and its sentence, for the documentation."""
    return dict(_CATALOGUE)
