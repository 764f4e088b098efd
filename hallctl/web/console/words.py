"""The sentences of the console itself, Spanish first.

Not responsible for the rules' refusals nor for the book's errors, which bring their own.
"""

from typing import Final

from hallctl.i18n.sentences import _
from hallctl.rules.cash import Tender
from hallctl.rules.refusals import refuse

SIMULATED: Final = _("SIMULACRO")
"""What marks every page of a hall with any simulated device."""

TENDER_NAMES: Final = {Tender.NOTE: _("Billetes"), Tender.COIN: _("Monedas"), Tender.CHIP: _("Fichas")}
"""What heads the columns of a count, in their order."""

WALL_STATES: Final = {"on": _("encendida"), "late": _("con retraso"), "off": _("apagada")}
"""How a wall is, in a word."""

DEVICES: Final = (
    *(_("extractor"), _("cámara"), _("cámara de mesa"), _("pantallas"), _("impresora"), _("disco")),
    *(_("libro"), _("testigo"), _("megafonía"), _("panel")),
)
"""What a fault or a notice may be of; the book has the name as it stands here."""

KINDS: Final = {
    "DO": _("la consola lo hace o lo calcula"),
    "KEEP": _("queda asentado en el libro"),
    "SHOW": _("se muestra o se anuncia"),
    "REFUSE": _("la consola lo impide"),
    "CFG": _("viene de la configuración aprobada"),
    "HUMAN": _("lo hace una persona; la consola lo pide y lo asienta"),
    "HALL": _("regla de Portugal, que vale en la sala"),
    "CARD": _("regla de Portugal sobre los cartones y lo que gana"),
    "ADAPT": _("regla de Portugal, que la sala cumple a su manera"),
}
"""What the program does for a check of the regulation, by the check's kind."""

FOR_DEVICES: Final = refuse("POST-CONTROLLER")
"""The answer to a person who speaks as the controller."""

TO_UNLOCK: Final = frozenset({"SIGN-LOCKED", "SIGN-AGAIN"})
"""The refusals that a passphrase lifts."""

UNLOCKING: Final = {
    "KEY-PASSPHRASE": _("La contraseña no es correcta. Vuelva a escribirla."),
    "KEY-WAIT": _("Demasiadas contraseñas equivocadas. Espere un momento y vuelva a escribirla."),
    "KEY-TOKEN": _("La tarjeta no responde. Compruebe que está puesta y vuelva a escribir el PIN."),
    "KEY-TOKEN-EXTRA": _("Falta el programa para tarjetas. Instale «python-pkcs11» y vuelva a intentarlo."),
    "KEY-TOKEN-FIND": _(
        "No se encuentra la tarjeta de esta persona, o la clave que certificó la sala. "
        "Compruebe que es la suya y vuelva a escribir el PIN."
    ),
    "KEY-TOKEN-PIN": _(
        "La tarjeta no acepta el PIN. Escríbalo con cuidado: tras pocos fallos se bloquea, y "
        "solo la desbloquea quien la emitió."
    ),
    "KEY-TOKEN-PLACE": _(
        "Esta persona firma con una tarjeta que no está en la configuración. Añádala a [[keys.tokens]]."
    ),
    "KEY-UNKNOWN": _("Esta persona no tiene clave en la sala. Se emite con «hallctl keys enrol»."),
}
"""Why a key was not unlocked, by the code of the key."""

NOT_UNLOCKED: Final = _("La clave no se puede abrir ({code}). Revísela con «hallctl keys list».")

CHANGED: Final = {
    "add": _("Cuenta creada."),
    "reset": _("Contraseña nueva. La persona entra con ella."),
    "disable": _("Cuenta cerrada: la persona ya no entra."),
    "posts": _("Puestos cambiados."),
}
"""What became of a change of accounts."""

LOG_KINDS: Final = {
    "log-in": _("entra"),
    "log-in-failed": _("no entra: contraseña"),
    "log-in-delayed": _("no entra: espera"),
    "log-out": _("sale"),
    "woken": _("sigue con su PIN"),
    "wake-failed": _("no sigue: PIN"),
    "proved": _("confirma quién es"),
    "proof-failed": _("no confirma quién es"),
    "key-failed": _("no abre su clave"),
    "refused": _("rechazado"),
    "account-added": _("cuenta creada"),
    "account-reset": _("contraseña nueva"),
    "account-disabled": _("cuenta cerrada"),
    "account-posts": _("puestos cambiados"),
    "account-codes": _("códigos de un solo uso"),
    "own-secrets": _("cambia su contraseña o PIN"),
}
"""The text of an entry of the security log, by its kind."""

NO_ANSWER: Final = _(
    "La mesa no respondió a tiempo y no se sabe si el paso se hizo. Mire el estado; repetir el mismo paso es "
    "seguro."
)
