"""The sentences of the console itself, Spanish first.

Not responsible for the rules' refusals nor for the book's errors, which bring their own.
"""

from typing import Final

from hallctl.rules.cash import Tender
from hallctl.rules.commands import Post
from hallctl.rules.refusals import refuse

POST_NAMES: Final = {
    Post.DIRECTOR: "Director",
    Post.JEFE: "Jefe de Mesa",
    Post.LOCUTOR: "Locutor",
    Post.VENDEDOR: "Vendedor",
    Post.CAJERO: "Cajero",
    Post.JEFE_SALA: "Jefe de Sala",
    Post.AUXILIAR: "Auxiliar de Sala",
}

TENDER_NAMES: Final = {Tender.NOTE: "Billetes", Tender.COIN: "Monedas", Tender.CHIP: "Fichas"}
"""What heads the columns of a count, in their order."""

WALL_STATES: Final = {"on": "encendida", "late": "con retraso", "off": "apagada"}
"""How a wall is, in a word."""

KINDS: Final = {
    "DO": "la consola lo hace o lo calcula",
    "KEEP": "queda asentado en el libro",
    "SHOW": "se muestra o se anuncia",
    "REFUSE": "la consola lo impide",
    "CFG": "viene de la configuración aprobada",
    "HUMAN": "lo hace una persona; la consola lo pide y lo asienta",
}
"""What the program does for a check of the regulation, by the check's kind."""

FOR_DEVICES: Final = refuse("POST-CONTROLLER")
"""The answer to a person who speaks as the controller."""

TO_UNLOCK: Final = frozenset({"SIGN-LOCKED", "SIGN-AGAIN"})
"""The refusals that a passphrase lifts."""

UNLOCKING: Final = {
    "KEY-PASSPHRASE": "La contraseña no es correcta. Vuelva a escribirla.",
    "KEY-WAIT": "Demasiadas contraseñas equivocadas. Espere un momento y vuelva a escribirla.",
    "KEY-TOKEN": "La tarjeta no responde. Compruebe que está puesta y vuelva a escribir el PIN.",
    "KEY-TOKEN-EXTRA": "Falta el programa para tarjetas. Instale «python-pkcs11» y vuelva a intentarlo.",
    "KEY-TOKEN-FIND": "No se encuentra la tarjeta de esta persona, o la clave que certificó la sala. "
    "Compruebe que es la suya y vuelva a escribir el PIN.",
    "KEY-TOKEN-PIN": "La tarjeta no acepta el PIN. Escríbalo con cuidado: tras pocos fallos se bloquea, y "
    "solo la desbloquea quien la emitió.",
    "KEY-TOKEN-PLACE": "Esta persona firma con una tarjeta que no está en la configuración. Añádala a "
    "[[keys.tokens]].",
    "KEY-UNKNOWN": "Esta persona no tiene clave en la sala. Se emite con «hallctl keys enrol».",
}
"""Why a key was not unlocked, by the code of the key."""

NOT_UNLOCKED: Final = "La clave no se puede abrir ({code}). Revísela con «hallctl keys list»."

CHANGED: Final = {
    "add": "Cuenta creada.",
    "reset": "Contraseña nueva. La persona entra con ella.",
    "disable": "Cuenta cerrada: la persona ya no entra.",
    "posts": "Puestos cambiados.",
}
"""What became of a change of accounts."""

LOG_KINDS: Final = {
    "log-in": "entra",
    "log-in-failed": "no entra: contraseña",
    "log-in-delayed": "no entra: espera",
    "log-out": "sale",
    "woken": "sigue con su PIN",
    "wake-failed": "no sigue: PIN",
    "proved": "confirma quién es",
    "proof-failed": "no confirma quién es",
    "key-failed": "no abre su clave",
    "refused": "rechazado",
    "account-added": "cuenta creada",
    "account-reset": "contraseña nueva",
    "account-disabled": "cuenta cerrada",
    "account-posts": "puestos cambiados",
    "account-codes": "códigos de un solo uso",
    "own-secrets": "cambia su contraseña o PIN",
}
"""What an entry of the security log says, by its kind."""

NO_ANSWER: Final = (
    "La mesa no respondió a tiempo y no se sabe si el paso se hizo. Mire el estado; repetir el mismo paso es "
    "seguro."
)
