"""What the bar code of a card says: ``XKV`` and digits that name series and card and end in a check number.

A bar-code scanner is a keyboard. It presses the keys of the layout that it was set to, and the computer
reads them by its own; so the code has only letters and digits whose keys are the same on all of them (on
QWERTY, QWERTZ and AZERTY those of A, Q, W, Y, Z and M are not), and no mark. No word of the hall's languages
contains the three letters. The first digit says how many there are, so that the end is known without a
suffix. The check number is that of ISO 7064, MOD 97-10.

Not responsible for what people read and write, "A-1042/17" (``rules.written``), nor for bars.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from hallctl.games.bingo.rules.cards import series_key
from hallctl.games.bingo.rules.written import WrittenCard, read_card

PREFIX: Final = "XKV"
"""What every code begins with; the page's script takes over the keyboard at its last letter."""


class CodeError(ValueError):
    """A card has no code; the message says why."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One of the ways to write a card in digits: letters, identification, card, check number.

    Attributes:
        letters: How many digits the letters of the series take.
        begins: What is added to the number of the letters, which tells the forms apart by their first digit.
        identification: How many digits the identification takes.
        card: How many digits the number of the card takes.
    """

    letters: int
    begins: int
    identification: int
    card: int

    @property
    def length(self) -> int:
        """All digits: an even number, which Code 128 writes in pairs."""
        return self.letters + self.identification + self.card + 2

    def holds(self, letters: int, identification: int, card: int) -> bool:
        """Return whether a card can be written in this form."""
        few = letters <= len(ascii_uppercase) or self.letters > 2
        return few and 0 < identification < 10**self.identification and 0 < card < 10**self.card


_SHORT: Final = _Form(2, 0, 4, 4)
_MIDDLE: Final = _Form(2, 30, 4, 6)
_LONG: Final = _Form(6, 900_000, 6, 6)
_FORMS: Final[Mapping[str, _Form]] = {
    **dict.fromkeys("012", _SHORT),
    **dict.fromkeys("345", _MIDDLE),
    "9": _LONG,
}
"""The forms by first digit, the shortest first; nearly every card has the first one."""

LENGTHS: Final[Mapping[str, int]] = {first: form.length for first, form in _FORMS.items()}
"""How many digits follow the prefix, by the first of them."""

_SERIES: Final = re.compile(r"([A-Z]{1,3})-(\d{1,6})", re.ASCII)
_BASE: Final = len(ascii_uppercase) + 1
_CHECK: Final = 97

_AIM: Final = re.compile(r"\]C[0-9]")
"""What a scanner puts before a code where it was set to name the symbology (ISO/IEC 15424)."""


def code_of(card: WrittenCard) -> str:
    """Return what the bar code of a card says, e.g. "XKV011042001735".

    Raises:
        CodeError: If the card does not name its series, or a number is too long.
    """
    found = _SERIES.fullmatch(card.series)
    if found is None:
        raise CodeError(f"el cartón {card} no dice su serie")
    letters, identification = _number(found[1]), int(found[2])
    for form in (_SHORT, _MIDDLE, _LONG):
        if form.holds(letters, identification, card.card):
            parts = (
                f"{form.begins + letters:0{form.letters}}",
                f"{identification:0{form.identification}}",
                f"{card.card:0{form.card}}",
            )
            body = "".join(parts)
            return f"{PREFIX}{body}{_check(body):02}"
    raise CodeError(f"el cartón {card} no cabe en un código de barras")


def read_code(text: str) -> WrittenCard | None:
    """Return the card that a bar code says; None where it is no card's, or not every character of one.

    Codes printed before there was a prefix say what people say, "A-1042/17", and are read too.
    """
    text = _AIM.sub("", text.strip().upper(), count=1)
    if not text.startswith(PREFIX):
        card = read_card(text)
        return card if card is not None and card.series else None
    digits = text[len(PREFIX) :]
    form = _FORMS.get(digits[:1])
    if form is None or len(digits) != form.length or not (digits.isascii() and digits.isdigit()):
        return None
    letters = _letters(int(digits[: form.letters]) - form.begins)
    card = WrittenCard(
        series_key(letters, int(digits[form.letters : -form.card - 2])), int(digits[-form.card - 2 : -2])
    )
    # One card has one code: what would be written in another way was not printed.
    try:
        return card if code_of(card) == text else None
    except CodeError:
        return None


def _check(body: str) -> int:
    """Return the two check digits that make the whole number 1 modulo 97."""
    return _CHECK + 1 - int(body) * 100 % _CHECK


def _number(letters: str) -> int:
    """Return the letters of a series as a number: A is 1, Z 26, AA 28."""
    value = 0
    for letter in letters:
        value = value * _BASE + ascii_uppercase.index(letter) + 1
    return value


def _letters(value: int) -> str:
    """Return the letters that a number stands for; none where it stands for none."""
    letters = ""
    while value > 0:
        value, place = divmod(value, _BASE)
        if not place:
            return ""
        letters = ascii_uppercase[place - 1] + letters
    return letters if len(letters) <= 3 else ""
