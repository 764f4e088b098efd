"""What goes wrong with keys and signatures, as codes a person meets and sentences that name the remedy.

Not responsible for what the hall does about it, nor for minuting it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

REFUSED: Final = {
    "KEY-SHORT": "la contraseña necesita al menos {least} caracteres. Elija otra más larga",
    "KEY-PASSPHRASE": "la contraseña de {name} no es correcta. Vuelva a escribirla",
    "KEY-UNKNOWN": "{name} no tiene certificado en esta sala. Emítalo con «hallctl keys enrol»",
    "KEY-ENROLLED": "{name} ya tiene certificado. Para sustituirlo, use «hallctl keys enrol --replace»",
    "KEY-NAME": "«{name}» no sirve en un certificado: va de 1 a 64 letras (las acentuadas cuentan doble) y "
    "no lleva espacios de más. Corríjalo",
    "KEY-VALIDITY": "el certificado caducaría después que el de la autoridad ({until}). Elija menos años",
    "KEY-EARLY": "la autoridad vale desde el {since} (UTC) y el reloj marca antes. Póngalo en hora",
    "KEY-CLOCK": "el reloj marca {now} (UTC) y este programa es posterior, del {built}. Póngalo en hora: "
    "sudo timedatectl set-time",
    "KEY-AUTHORITY": "la autoridad caducó el {until}. Haga claves nuevas con «hallctl keys init»",
    "KEY-LOCKED": "la clave de {name} está bloqueada. La persona debe escribir su contraseña",
    "KEY-AGAIN": "{name} debe volver a escribir su contraseña para firmar",
    "KEY-ENDORSE": "el certificado de la tarjeta no sirve: {detail}. Pida otro a quien lo emitió",
    "KEY-TOKEN-PLACE": "{name} firma con una tarjeta y la configuración no dice cuál. "
    "Añádala a [[keys.tokens]]",
    "KEY-HOST": "«{name}» no es una dirección IPv4 (192.168.1.10) ni un nombre (sala.local) por el que otras "
    "máquinas lleguen a esta. Corríjalo",
    "KEY-PDF": "el documento no se puede sellar. Vuelva a componerlo ({detail})",
}
"""The sentence of each code that says no to a person."""

FILES: Final = {
    "KEY-EXISTS": "{path} ya existe y no se toca. Elija otra carpeta o retire esa",
    "KEY-MISSING": "no existe {path}. Cree las claves con «hallctl keys init» o recupere la copia",
    "KEY-OPEN": "otros usuarios pueden leer {path}. Ejecute: chmod -R go-rwx {path}",
    "KEY-OWNER": "{path} es de otro usuario, {owner}. Dé la orden como él: sudo -u {owner} hallctl …",
    "KEY-DAMAGED": "{path} está dañado o no es lo que debe ser. Recupere la copia",
    "KEY-CONSOLE": "{path} y su clave no son pareja, o están dañados. Hágalos de nuevo con "
    "«hallctl keys console»",
    "KEY-IO": "no se pudo leer o escribir {path}. Revise el disco y los permisos ({detail})",
    "KEY-TOKEN-EXTRA": "falta el programa para tarjetas. Instale «python-pkcs11» y vuelva a intentarlo",
    "KEY-TOKEN": "la tarjeta no respondió. Compruebe que está conectada y su módulo ({detail})",
    "KEY-TOKEN-PIN": "la tarjeta no acepta el PIN. Escríbalo con cuidado: tras pocos fallos se bloquea",
    "KEY-TOKEN-FIND": "la tarjeta no tiene «{name}». Compruebe las etiquetas ({detail})",
}
"""The sentence of each code about a file or a token."""


def told(sentence: str) -> str:
    """Return a sentence as it stands alone."""
    return f"{sentence[0].upper()}{sentence[1:]}."


class SigningError(Exception):
    """A key cannot be made, found, opened or used.

    Attributes:
        code: Stable code, e.g. ``"KEY-PASSPHRASE"``; docs/fault-codes.md lists them.
        template: The sentence as the catalogues have it.
        words: What fills it.
        sentence: What happened and what to do, in Spanish.
    """

    def __init__(self, code: str, template: str, **words: object) -> None:
        sentence = template.format(**words)
        super().__init__(f"{code}: {sentence}.")
        self.code = code
        self.template, self.words = told(template), words
        self.sentence = told(sentence)


class KeyRefusedError(SigningError, ValueError):
    """What was asked cannot be: a wrong passphrase, a name already taken, a key that is locked."""


class KeyFileError(SigningError, OSError):
    """A file or token is missing, damaged, open to others, or does not answer."""


def refused(code: str, **details: object) -> KeyRefusedError:
    """Make the error of a refusal from its code and what its sentence names."""
    return KeyRefusedError(code, REFUSED[code], **details)


def trouble(code: str, **details: object) -> KeyFileError:
    """Make the error of a file or token from its code and what its sentence names."""
    return KeyFileError(code, FILES[code], **details)


@contextmanager
def named_trouble(path: Path) -> Iterator[None]:
    """Turn what the operating system reports inside the block into a :class:`KeyFileError`."""
    try:
        yield
    except SigningError:
        raise
    except FileNotFoundError as error:
        raise trouble("KEY-MISSING", path=error.filename or path) from error
    except OSError as error:
        raise trouble("KEY-IO", path=error.filename or path, detail=error.strerror) from error
