"""What each fault of a device is called on paper: a sentence for a reader who knows no codes.

Not responsible for what to do about it (``docs/fault-codes.md``), nor for the detail that the device gave,
which the entry of the book keeps.
"""

from collections.abc import Mapping
from typing import Final

FAULTS: Final[Mapping[str, str]] = {
    "EXT-LOST": "el aparato de extracción no respondía",
    "EXT-PERMISSION": "el aparato de extracción se quedó sin permiso mientras se movía",
    "EXT-JAM": "una bola quedó atascada en el aparato de extracción",
    "EXT-DOOR": "se abrió la puerta del aparato de extracción mientras movía bolas",
    "EXT-STALLED": "el aparato de extracción se movió demasiado tiempo sin que la bola llegara ni saliera",
    "EXT-STOP": "se pulsó la parada del aparato de extracción",
    "EXT-NO-BALL": "ninguna bola llegó a tiempo a la salida",
    "EXT-ORDER": "el aparato de extracción no cumplió una orden",
    "EXT-STRANGE": "el aparato de extracción avisó de una bola que nadie había pedido",
    "EXT-UNKNOWN": "el aparato de extracción avisó de un fallo suyo que este programa no conoce",
    "CAMERA-LOST": "la cámara de la salida no daba imagen",
    "CAMERA-FROZEN": "la imagen de la cámara de la salida se detuvo",
    "CAMERA-BLACK": "la imagen de la cámara de la salida quedó negra",
    "CAMERA-BRIGHT": "la imagen de la cámara de la salida quedó quemada por la luz",
    "CAMERA-BLURRED": "la imagen de la cámara de la salida quedó borrosa",
    "CAMERA-SIZE": "la imagen de la cámara de la salida tenía un tamaño que no sirve",
    "CAMERA-MIRROR": "la cámara de la salida mostraba las bolas en espejo",
    "DISK-LOW": "quedaba poco espacio en el disco del libro",
    "DISK-PICTURE": "no se pudo guardar la imagen de una bola",
    "PRINT-FAILED": "no se pudo imprimir un folio",
    "PRINT-QUEUE": "la cola de impresión no daba papel",
    "PRINT-PENDING": "la cola de impresión no imprimió algún folio",
    "OFFICE-LOST": "la oficina central no respondía",
    "OFFICE-AHEAD": "la oficina central tenía un libro más largo que el de la sala, o distinto",
    "OFFICE-REFUSED": "la oficina central no recibía más asientos de la sala",
    "CALLS-LOST": "la conexión con las otras salas de la misma partida estaba cortada",
    "WITNESS-LOST": "el testigo del libro no respondía",
    "WITNESS-UNASKED": "al arrancar no se pudo preguntar al testigo del libro qué había visto",
    "WITNESS-UNPROVED": "el testigo del libro contradijo el libro sin firmar lo que decía",
    "WITNESS-AHEAD": "el testigo del libro había visto un libro más largo, o distinto",
    "BOOK-DAMAGED": "la comprobación del libro encontró una diferencia",
    "CLOCK-BEHIND": "el reloj de la sala iba por detrás del libro",
    "CLOCK-BUILD": "el reloj de la sala iba por detrás de la fecha del programa",
    "CLOCK-JUMPED": "el reloj de la sala saltó",
    "CERT-ENDING": "un certificado está por vencer",
    "OFFICE-PROGRAM": "la oficina central había aprobado otra versión del programa",
    "FACE-BROKEN": "una imagen de la sala no se puede mostrar",
    "SCREEN-OFF": "una pantalla de la sala se apagó",
    "DESK-CAMERA": "la cámara de la mesa no daba imagen",
    "WHEEL-LOST": "se cortó la línea del sensor de la ruleta",
    "WHEEL-SILENT": "el sensor de la ruleta no decía nada",
    "WHEEL-FROZEN": "el sensor de la ruleta decía siempre lo mismo",
    "WHEEL-GARBLED": "no se entendía lo que decía el sensor de la ruleta",
    "WHEEL-SENSOR": "el sensor de la ruleta avisaba de un fallo suyo",
    "WHEEL-CAMERA": "la cámara de la ruleta no daba imagen",
    "WHEEL-ODD": "el sensor de la ruleta dijo algo que no podía ser",
    "SHOE-LOST": "se cortó la línea del distribuidor",
    "SHOE-SILENT": "el distribuidor no decía nada",
    "SHOE-GARBLED": "no se entendía lo que decía el distribuidor",
    "SHOE-ERROR": "el distribuidor avisaba de un fallo suyo",
    "SHOE-LOCKED": "el distribuidor estaba bloqueado",
    "SHOE-ODD": "el distribuidor dijo algo que no podía ser",
    "PANEL-STOP": "se pulsó la parada en el tablero",
    "PANEL-DOOR": "la puerta del aparato de extracción estaba abierta",
    "PANEL-STUCK": "un botón del tablero no volvía a su sitio",
    "PANEL-PINS": "un contacto del tablero no se podía leer",
}
"""By its code, what happened."""


def fault_sentence(code: str) -> str:
    """Return what a fault was as a whole sentence; a code of another version is named as such."""
    happened = FAULTS.get(code, f"un dispositivo avisó de un fallo, que el libro nombra {code}")
    return f"Fallo: {happened}."
