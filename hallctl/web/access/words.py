"""Why somebody is not let in, as codes with a sentence that names the remedy.

Not responsible for the rules' refusals.
"""

from dataclasses import dataclass
from typing import Final

from hallctl.i18n.sentences import Sentence, _

SENTENCES: Final = {
    "ACC-NONE": _("Entre con su contraseña."),
    "ACC-ASLEEP": _("Pasaron diez minutos sin uso. Escriba su PIN para seguir."),
    "ACC-WRONG": _("La persona, la contraseña o el código no son correctos. Vuelva a escribirlos."),
    "ACC-WAIT": _("Demasiados intentos. Espere {wait} y vuelva a entrar."),
    "ACC-BUSY": _("Muchos intentan entrar a la vez. Espere {wait} y vuelva a entrar, o entre desde la mesa."),
    "ACC-PIN": _("El PIN no es correcto. Vuelva a escribirlo."),
    "ACC-PIN-OVER": _("Tres PIN equivocados. Entre con su contraseña."),
    "ACC-POST": _("Su puesto no permite este paso. Entre la persona a la que le corresponde."),
    "ACC-PAGE": _("Esta página no es de su puesto. Entre la persona a la que le corresponde."),
    "ACC-FORM": _("El formulario es de otra entrada a la consola. Recargue la página y repita el paso."),
    "ACC-PROVE": _("Confirme que es usted: escriba su PIN o su contraseña."),
    "ACC-CHANGE": _(
        "Su contraseña es la de la primera vez, y otros la conocen. Elija la suya en «Mi cuenta»; "
        "después sigue."
    ),
    "ACC-SAME": _("Esa es la contraseña que le dieron. Elija otra."),
    "ACC-SAME-PIN": _("Ese es el PIN que le dieron. Elija otro, o ninguno."),
    "ACC-CODE": _("El código no es correcto. Compruebe la hora del teléfono y escriba el siguiente."),
    "ACC-NAME": _("El nombre va de 1 a 64 letras, sin espacios de más. Corríjalo."),
    "ACC-EXISTS": _("Ya hay una cuenta de {name}. Cambie esa."),
    "ACC-UNKNOWN": _("No hay ninguna cuenta de {name}. Revise el nombre."),
    "ACC-POSTS": _("Elija al menos un puesto de la lista."),
    "ACC-LAST": _("Es la última persona que puede entrar y cambiar cuentas. Dé de alta a otra antes."),
    "ACC-SHORT": _("La contraseña va de {least} a {most} caracteres, y no es el nombre. Elija otra."),
    "ACC-PIN-FORM": _("El PIN lleva de 6 a 12 cifras, y no todas iguales ni seguidas. Elija otro."),
    "ACC-FIRST": _("Ya hay cuentas en esta sala. Añada personas con «hallctl people add»."),
}
"""The sentence of each code, Spanish first."""


@dataclass(frozen=True, slots=True)
class Denied:
    """Somebody is not let in, or may not do what was asked.

    Attributes:
        code: Stable code, in docs/fault-codes.md.
        sentence: What to do, for the person, who reads it in their language.
        wait_s: After how many seconds another attempt is looked at; 0 where there is nothing to wait for.
    """

    code: str
    sentence: Sentence
    wait_s: int = 0


def denied(code: str, wait_ms: int = 0, **details: object) -> Denied:
    """Return the denial of a code; a wait is given in whole seconds, rounded up."""
    wait = -(-wait_ms // 1000)
    return Denied(code, Sentence(SENTENCES[code], wait=_said(wait), **details), wait)


def _said(seconds: int) -> str:
    return f"{seconds} s" if seconds < 60 else f"{-(-seconds // 60)} min"


class AccessError(OSError):
    """The file of accounts or of the security log cannot be used: nobody is let in.

    Attributes:
        code: Stable code, in docs/fault-codes.md.
        sentence: What happened and what to do.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
