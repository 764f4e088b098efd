"""A bar-code scanner as a computer knows it: a keyboard, whose layout may not be the computer's.

The tables are the layouts of keyboards: what each place types plainly, with Shift, and with AltGr.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

_PLACES: Final = (
    *("Backquote", *(f"Digit{n}" for n in "1234567890"), "Minus", "Equal"),
    *(*(f"Key{letter}" for letter in "QWERTYUIOP"), "BracketLeft", "BracketRight"),
    *(*(f"Key{letter}" for letter in "ASDFGHJKL"), "Semicolon", "Quote", "Backslash"),
    *("IntlBackslash", *(f"Key{letter}" for letter in "ZXCVBNM"), "Comma", "Period", "Slash", "IntlRo"),
)
_LAYOUTS: Final = {
    "us": (
        r"`1234567890-= qwertyuiop[] asdfghjkl;'\ \zxcvbnm,./ ",
        '~!@#$%^&*()_+ QWERTYUIOP{} ASDFGHJKL:"| |ZXCVBNM<>? ',
        {},
    ),
    "es": (
        "º1234567890'¡ qwertyuiop`+ asdfghjklñ´ç <zxcvbnm,.- ",
        'ª!"·$%&/()=?¿ QWERTYUIOP^* ASDFGHJKLÑ\u00a8Ç >ZXCVBNM;:_ ',
        {"]": "BracketRight"},
    ),
    "latam": (
        "|1234567890'¿ qwertyuiop´+ asdfghjklñ{} <zxcvbnm,.- ",
        '°!"#$%&/()=?¡ QWERTYUIOP¨* ASDFGHJKLÑ[] >ZXCVBNM;:_ ',
        {},
    ),
    "pt": (
        r"\1234567890'« qwertyuiop+´ asdfghjklçº~ <zxcvbnm,.- ",
        '|!"#$%&/()=?» QWERTYUIOP*` ASDFGHJKLÇ\u00aa^ >ZXCVBNM;:_ ',
        {"]": "Digit9"},
    ),
    "br": (
        r"'1234567890-= qwertyuiop´[ asdfghjklç~] \zxcvbnm,.;/",
        '"!@#$%¨&*()_+ QWERTYUIOP`{ ASDFGHJKLÇ^} |ZXCVBNM<>:?',
        {},
    ),
    "de": (
        "^1234567890ß´ qwertzuiopü+ asdfghjklöä# <yxcvbnm,.- ",
        "°!\"§$%&/()=?` QWERTZUIOPÜ* ASDFGHJKLÖÄ' >YXCVBNM;:_ ",
        {"]": "Digit9"},
    ),
    "fr": (
        "²&é\"'(-è_çà)= azertyuiop^$ qsdfghjklmù* <wxcvbn,;:! ",
        "~1234567890°+ AZERTYUIOP¨£ QSDFGHJKLM%µ >WXCVBN?./§ ",
        {"]": "Minus"},
    ),
}
LAYOUTS: Final = tuple(_LAYOUTS)
"""The layouts: United States, Spain, Latin America, Portugal, Brazil (ABNT2), Germany, France."""

_DEAD: Final = frozenset("`^´¨~")
_KEYS: Final = {"\n": "Enter", "\t": "Tab"}


@dataclass(frozen=True, slots=True)
class Key:
    """A key as the browser hears it.

    Attributes:
        code: Its place.
        key: What the computer's layout makes of it.
        text: What it types.
        time: When, in milliseconds.
        shift: Whether Shift is held.
        alt: Whether Alt or AltGr is held.
    """

    code: str
    key: str
    text: str
    time: float
    shift: bool = False
    alt: bool = False

    @property
    def heard(self) -> dict[str, Any]:
        """What `ScanKeys.key` takes of it."""
        held = {"ctrl": False, "alt": self.alt, "shift": self.shift, "repeat": False}
        return {"code": self.code, "key": self.key, "text": self.text, "time": self.time, **held}


@dataclass(frozen=True, slots=True)
class Wedge:
    """A scanner and the computer that it is plugged into.

    Attributes:
        scanner: The layout that the scanner was set to.
        computer: That of the computer.
        pace: Milliseconds a character.
        caps: Whether Caps Lock is on.
        suffix: What the scanner ends with.
        aim: What it puts before a code.
        hiccup: The character before which it pauses for half a second; none where it is negative.
    """

    scanner: str = "us"
    computer: str = "us"
    pace: float = 5
    caps: bool = False
    suffix: str = "\n"
    aim: str = ""
    hiccup: int = -1

    def keys(self, code: str, start: float) -> list[Key]:
        """Return the keys of a scan; the last one's time is when it ended."""
        typed = self.aim + code + self.suffix
        at, keys = start, []
        for place, character in enumerate(typed):
            at += (self.pace if place else 0) + (500 if place == self.hiccup else 0)
            keys.append(replace(self._key(character), time=at))
        return list(_composed(keys))

    def _key(self, character: str) -> Key:
        if character in _KEYS:
            key = _KEYS[character]
            return Key(key, key, "\r" if key == "Enter" else "", 0)
        plain, shifted, third = (_table(self.scanner)[n] for n in range(3))
        if character in third:
            return self._third(third[character])
        shift = character not in plain.values()
        code = next(code for code, typed in (shifted if shift else plain).items() if typed == character)
        key = _table(self.computer)[1 if shift else 0].get(code, "")
        if self.caps and key.isalpha() and len(key) == 1:
            key = key.swapcase()
        return Key(code, "Dead" if key in _DEAD else key or "Unidentified", key, 0, shift)

    def _third(self, code: str) -> Key:
        key = next((key for key, place in _table(self.computer)[2].items() if place == code), "")
        # Without a third level the key is one with Alt, which types nothing.
        return Key(code, key or _table(self.computer)[0][code], key, 0, alt=True)


@cache
def _table(layout: str) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    plain, shifted, third = _LAYOUTS[layout]
    rows = [dict(zip(_PLACES, _flat(row), strict=True)) for row in (plain, shifted)]
    return rows[0], rows[1], third


def _flat(rows: str) -> str:
    """Return the rows without the blanks between them; what a layout lacks at the end is a blank."""
    top, upper, home, bottom = rows.split(" ", 3)
    return top + upper + home + bottom


def _composed(keys: list[Key]) -> Iterator[Key]:
    """Have a dead key wait for the next one, as a computer does."""
    waiting = ""
    for key in keys:
        if key.key == "Dead":
            waiting = key.text
            yield replace(key, text="")
            continue
        yield replace(key, text=waiting + key.text if waiting and key.text != "\r" else key.text)
        waiting = ""
