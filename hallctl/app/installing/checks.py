"""What an answer may be: each check returns what is wrong with it as a sentence, None for nothing.

Not responsible for whether a device answers or a folder is there: who asks tries that.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Final

from hallctl.app.installing.facts import fault_of_rules, variant_of
from hallctl.app.installing.question import Given
from hallctl.config.sections import shown
from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.note import NoteError, Verifier
from hallctl.minutes.signing.certificates import checked_hosts, checked_name
from hallctl.minutes.signing.errors import SigningError
from hallctl.rules.text import composed
from hallctl.web.access.account import fault_of_name

Check = Callable[[str, Given], Sentence | None]

_LONGEST: Final = 120
_METRES: Final = re.compile(r"[0-9]{1,3}([.,][0-9]{1,2})?")
_FARTHEST_M: Final = 200
_LETTERS: Final = re.compile(r"[A-Z]{1,3}")
_SCREEN: Final = re.compile(r"[\w.-]([\w .-]{0,38}[\w.-])?")
_QUEUE: Final = re.compile(r"[A-Za-z0-9._-]{1,127}")
_ADDRESS: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}")
_TAKEN_SCREENS: Final = ("auto", "board")
_STRIP: Final = 6
_MOST_CARDS: Final = 60_000


def listed(text: str) -> tuple[str, ...]:
    """Return what stands between commas, each once, in its order."""
    return tuple(dict.fromkeys(each.strip() for each in text.split(",") if each.strip()))


def line(text: str, _given: Given) -> Sentence | None:
    """Find what is wrong with a text that stands on paper and walls."""
    if len(text) > _LONGEST:
        return _("Debe caber en {most} caracteres.", most=_LONGEST)
    try:
        shown(text)
    except ValueError as error:
        return _("Hay algo que no se puede imprimir: {why}.", why=str(error))
    return None


def one_of(*values: str) -> Check:
    """Find what is none of these."""

    def check(text: str, _given: Given) -> Sentence | None:
        return None if text in values else _("Debe ser uno de: {values}.", values=", ".join(values))

    return check


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """Finds what is no whole number between two."""

    least: int
    most: int

    def __call__(self, text: str, _given: Given) -> Sentence | None:
        """Return what is wrong with an answer."""
        good = text.isascii() and text.isdigit() and self.least <= int(text) <= self.most
        said = _("Debe ser un número de {least} a {most}.", least=self.least, most=self.most)
        return None if good else said


def day(text: str, _given: Given) -> Sentence | None:
    """Find what is no day."""
    try:
        good = date.fromisoformat(text).isoformat() == text
    except ValueError:
        good = False
    return None if good else _("Debe ser un día como {example}.", example="2026-11-21")


def minor_units(text: str) -> int | None:
    """Return an amount such as "5", "5,00" or "5.00" in hundredths; None where it is none."""
    try:
        value = Decimal(text.replace(",", ".")) * 100
    except InvalidOperation:
        return None
    return int(value) if value.is_finite() and value == int(value) else None


def amount(text: str, _given: Given) -> Sentence | None:
    """Find what is no amount that a card may cost."""
    minor = minor_units(text)
    good = minor is not None and 1 <= minor <= 1_000_000
    return None if good else _("Debe ser un importe, como {example}.", example="5,00")


def rules(text: str, given: Given) -> Sentence | None:
    """Find what is wrong with rules of the program, or with a file of the hall's own."""
    fault = fault_of_rules(given.get("game", ""), text)
    return _("Esas reglas no sirven: {why}.", why=fault) if fault else None


@dataclass(frozen=True, slots=True)
class People:
    """Finds what is no list of people, so many at most."""

    most: int

    def __call__(self, text: str, _given: Given) -> Sentence | None:
        """Return what is wrong with an answer."""
        names = listed(text)
        if len(names) > self.most:
            return _("Este puesto lo ocupa una sola persona.")
        for name in names:
            try:
                checked_name(name)
            except SigningError as error:
                return Sentence(error.sentence)
            why = fault_of_name(composed(name))
            if why is not None:
                return Sentence(why.sentence)
        return None


def several(text: str, given: Given) -> Sentence | None:
    """Find what is wrong in a list of texts."""
    return next((why for each in listed(text) if (why := line(each, given)) is not None), None)


def letter(text: str, _given: Given) -> Sentence | None:
    """Find what is no letter of a series."""
    good = _LETTERS.fullmatch(text) is not None
    return None if good else _("Debe ser de una a tres letras mayúsculas, sin tilde.")


def cards(text: str, given: Given) -> Sentence | None:
    """Find what is neither a number of cards to make nor the file of a matrix."""
    if text.lower().endswith(".csv"):
        return None
    good = text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST_CARDS
    if not good:
        return _("Debe ser cuántos cartones se hacen, hasta {most}, o un archivo .csv.", most=_MOST_CARDS)
    if variant_of(given).endswith("-90") and int(text) % _STRIP:
        return _("Debe ser un múltiplo de {strip}: estos cartones van en tiras.", strip=_STRIP)
    return None


def screens(text: str, _given: Given) -> Sentence | None:
    """Find what cannot be the name of a screen."""
    for name in listed(text):
        if not _SCREEN.fullmatch(name) or name in _TAKEN_SCREENS:
            return _("«{name}» no puede ser el nombre de una pantalla.", name=name)
    return None


def metres(text: str, _given: Given) -> Sentence | None:
    """Find what is no distance from a seat to a screen."""
    good = _METRES.fullmatch(text) is not None and 0 < float(text.replace(",", ".")) <= _FARTHEST_M
    return None if good else _("Debe ser un número de metros, como {example}.", example="12,5")


def heights(text: str, given: Given) -> Sentence | None:
    """Find what are not the heights of the screens, each in millimetres."""
    found, screens_there = [each.strip() for each in text.split(",")], listed(given.get("screens", ""))
    good = all(each.isascii() and each.isdigit() and 50 <= int(each) <= 20_000 for each in found)
    if good and len(found) == len(screens_there):
        return None
    return _(
        "Debe ser un número de milímetros por pantalla, de 50 a 20000: {count}.", count=len(screens_there)
    )


def queue(text: str, _given: Given) -> Sentence | None:
    """Find what cannot be the name of a printer's queue."""
    return None if not text or _QUEUE.fullmatch(text) else _("No es el nombre de una cola de CUPS.")


def address(text: str, _given: Given) -> Sentence | None:
    """Find what is no address of a machine on a network."""
    if not text:
        return None
    try:
        checked_hosts([text])
    except SigningError as error:
        return Sentence(error.sentence)
    return (
        None
        if _ADDRESS.fullmatch(text)
        else _("Debe ser una dirección como {example}.", example="192.168.1.10")
    )


def names_of_machine(text: str, _given: Given) -> Sentence | None:
    """Find what is no name of a machine."""
    try:
        checked_hosts(listed(text))
    except SigningError as error:
        return Sentence(error.sentence)
    return None


def web_address(text: str, _given: Given) -> Sentence | None:
    """Find what is no address of a witness."""
    good = not text or re.fullmatch(r"https?://[^\s/]+.*", text) is not None
    return None if good else _("Debe ser una dirección como {example}.", example="http://192.168.1.20:8090")


def witness_key(text: str, _given: Given) -> Sentence | None:
    """Find what is no public key of a witness."""
    try:
        Verifier.read(text)
    except NoteError:
        return _(
            "No es la clave de un testigo: la dice «{command}» en su máquina.",
            command="hallctl witness --show-key",
        )
    return None


def folder(text: str, given: Given) -> Sentence | None:
    """Find what cannot be a folder on another disk."""
    if not text.startswith("/"):
        return _("Debe ser una carpeta entera, desde la raíz, como {example}.", example="/media/libro")
    return line(text, given)
