"""Why somebody is not let in, as codes with a sentence that says what to do.

Not responsible for the rules' refusals.
"""

from dataclasses import dataclass
from typing import Final

SENTENCES: Final = {
    "ACC-NONE": "Entre con su contraseña.",
    "ACC-ASLEEP": "Pasaron diez minutos sin uso. Escriba su PIN para seguir.",
    "ACC-WRONG": "La persona, la contraseña o el código no son correctos. Vuelva a escribirlos.",
    "ACC-WAIT": "Demasiados intentos. Espere {wait} y vuelva a entrar.",
    "ACC-PIN": "El PIN no es correcto. Vuelva a escribirlo.",
    "ACC-PIN-OVER": "Tres PIN equivocados. Entre con su contraseña.",
    "ACC-POST": "Su puesto no permite este paso. Entre la persona a la que le corresponde.",
    "ACC-PAGE": "Esta página no es de su puesto. Entre la persona a la que le corresponde.",
    "ACC-FORM": "El formulario es de otra entrada a la consola. Recargue la página y repita el paso.",
    "ACC-PROVE": "Confirme que es usted: escriba su PIN o su contraseña.",
    "ACC-CODE": "El código no es correcto. Compruebe la hora del teléfono y escriba el siguiente.",
    "ACC-NAME": "El nombre va de 1 a 64 letras, sin espacios de más. Corríjalo.",
    "ACC-EXISTS": "Ya hay una cuenta de {name}. Cambie esa.",
    "ACC-UNKNOWN": "No hay ninguna cuenta de {name}. Revise el nombre.",
    "ACC-POSTS": "Elija al menos un puesto de la lista.",
    "ACC-LAST": "Es el último Director que puede entrar. Dé de alta a otro antes.",
    "ACC-SHORT": "La contraseña va de {least} a {most} caracteres, y no es el nombre. Elija otra.",
    "ACC-PIN-FORM": "El PIN lleva de 6 a 12 cifras, y no todas iguales ni seguidas. Elija otro.",
    "ACC-FIRST": "Ya hay cuentas en esta sala. Añada personas con «hallctl people add».",
}
"""The sentence of each code, Spanish first."""


@dataclass(frozen=True, slots=True)
class Denied:
    """Somebody is not let in, or may not do what was asked.

    Attributes:
        code: Stable code, in docs/fault-codes.md.
        sentence: What to do, for the person.
        wait_s: After how many seconds another attempt is looked at; 0 where there is nothing to wait for.
    """

    code: str
    sentence: str
    wait_s: int = 0


def denied(code: str, wait_ms: int = 0, **details: object) -> Denied:
    """Return the denial of a code; a wait is told in whole seconds, rounded up."""
    wait = -(-wait_ms // 1000)
    return Denied(code, SENTENCES[code].format(wait=_said(wait), **details), wait)


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
