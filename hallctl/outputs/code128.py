"""Code 128 (ISO/IEC 15417): a text of printable ASCII as the widths of its bars and spaces.

Not responsible for drawing, nor for the quiet zone of ten modules that a reader needs on either side.
"""

from dataclasses import dataclass
from typing import Final

QUIET: Final = 10
"""The modules of white that must stand on either side."""

_PATTERNS: Final = (
    *("212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213"),
    *("221312", "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132"),
    *("221231", "213212", "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211"),
    *("212123", "212321", "232121", "111323", "131123", "131321", "112313", "132113", "132311", "211313"),
    *("231113", "231311", "112133", "112331", "132131", "113123", "113321", "133121", "313121", "211331"),
    *("231131", "213113", "213311", "213131", "311123", "311321", "331121", "312113", "312311", "332111"),
    *("314111", "221411", "431111", "111224", "111422", "121124", "121421", "141122", "141221", "112214"),
    *("112412", "122114", "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111"),
    *("111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112", "421211", "212141"),
    *("214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311", "113141"),
    *("114131", "311141", "411131", "211412", "211214", "211232"),
)
_STOP: Final = "2331112"
_START: Final = {"B": 104, "C": 105}
_SWITCH: Final = {"B": 100, "C": 99}
_CHECK: Final = 103


class BarcodeError(ValueError):
    """A text cannot be a bar code of ours; the message names the character."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar code: widths in modules of bar, space, bar ... bar, in turn."""

    widths: tuple[int, ...]

    @property
    def modules(self) -> int:
        """The whole width in modules, without quiet zones."""
        return sum(self.widths)


def code128(text: str) -> Bars:
    """Encode a text in the fewest symbols of code sets B (characters) and C (pairs of digits).

    Raises:
        BarcodeError: If the text is empty or has a character that is not printable ASCII.
    """
    if not text:
        raise BarcodeError("un código de barras no puede estar vacío")
    strange = next((character for character in text if not " " <= character <= "~"), None)
    if strange is not None:
        raise BarcodeError(f"el carácter {strange!r} no cabe en un código de barras Code 128")
    symbols = _symbols(text)
    symbols.append(_check(symbols))
    return Bars(
        tuple(int(width) for symbol in symbols for width in _PATTERNS[symbol]) + tuple(map(int, _STOP))
    )


def _check(symbols: list[int]) -> int:
    return (symbols[0] + sum(place * symbol for place, symbol in enumerate(symbols))) % _CHECK


def _symbols(text: str) -> list[int]:
    """Return the start and the symbols of the shortest encoding, found from the end of the text backwards."""
    # best[code]: the symbols for the text from here on, given that the reader is in this code set.
    best: dict[str, list[int]] = {"B": [], "C": []}
    after: dict[str, list[int]] = best
    for at in range(len(text) - 1, -1, -1):
        stay = {"B": [ord(text[at]) - ord(" "), *best["B"]]}
        if text[at : at + 2].isdigit() and at + 2 <= len(text):
            stay["C"] = [int(text[at : at + 2]), *after["C"]]
        best, after = _with_switches(stay), best
    return min(([_START[code], *best[code]] for code in "BC"), key=len)


def _with_switches(stay: dict[str, list[int]]) -> dict[str, list[int]]:
    """Add to the encodings that begin in a code set those that first switch to the other one."""
    best = {}
    for code, other in ("BC", "CB"):
        ways = [stay[code]] if code in stay else []
        if other in stay:
            ways.append([_SWITCH[other], *stay[other]])
        best[code] = min(ways, key=len)
    return best
