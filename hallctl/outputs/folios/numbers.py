"""Numbers and amounts in words, as a notary writes them beside the figures.

Not responsible for figures (``outputs.words``). For the documents of the book, which are in Spanish.
"""

from typing import Final

_SMALL: Final = (
    *("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
    *("diez", "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho"),
    *("diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco"),
    *("veintiséis", "veintisiete", "veintiocho", "veintinueve"),
)
_TENS: Final = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_HUNDREDS: Final = (
    *("ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos"),
    *("seiscientos", "setecientos", "ochocientos", "novecientos"),
)
_CURRENCIES: Final = {"Bs": ("boliviano", "bolivianos"), "€": ("euro", "euros")}
_MILLION: Final = 1_000_000


def in_words(number: int) -> str:
    """Return a whole number below a million millions in words: "mil doscientos uno".

    Raises:
        ValueError: The number is negative or too large.
    """
    if not 0 <= number < _MILLION * _MILLION:
        raise ValueError(f"no words for {number}")
    millions, rest = divmod(number, _MILLION)
    if not millions:
        return _below_million(rest)
    said = "un millón" if millions == 1 else f"{_short(_below_million(millions))} millones"
    return f"{said} {_below_million(rest)}" if rest else said


def _below_million(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return _below_thousand(rest)
    said = "mil" if thousands == 1 else f"{_short(_below_thousand(thousands))} mil"
    return f"{said} {_below_thousand(rest)}" if rest else said


def _below_thousand(number: int) -> str:
    if number < 30:
        return _SMALL[number]
    if number < 100:
        tens, units = divmod(number, 10)
        return _TENS[tens - 3] + (f" y {_SMALL[units]}" if units else "")
    if number == 100:
        return "cien"
    hundreds, rest = divmod(number, 100)
    return _HUNDREDS[hundreds - 1] + (f" {_below_thousand(rest)}" if rest else "")


def _short(words: str) -> str:
    """Return the form before a noun: "un", "veintiún"."""
    if words.endswith("veintiuno"):
        return words.removesuffix("veintiuno") + "veintiún"
    return words.removesuffix("o") if words.endswith("uno") else words


def amount_in_words(minor: int, currency: str) -> str:
    """Return an amount of minor units in words: "trescientos veintiún 50/100 bolivianos"."""
    sign, minor = ("menos ", -minor) if minor < 0 else ("", minor)
    whole, cents = divmod(minor, 100)
    one, many = _CURRENCIES.get(currency, (currency, currency))
    words = _short(in_words(whole))
    return f"{sign}{words} {cents:02d}/100 {one if whole == 1 else many}"
