"""How many lines a sentence takes on a folio, known without typesetting it.

The advance widths are those of Libertinus Serif, which the folios are set in, rounded up to hundredths of the
size; a line is broken as the template does it, at the last space that fits. Not responsible for looks: the
count may be one too many where kerning saves a word, never too few.
"""

from typing import Final

_BY_WIDTH: Final = {
    22: "|,.¦'",
    25: ":; ·",
    28: "lij°‘’{}ìíîï!\\¡",
    32: "()IÌÍÎÏªt²³¹",
    36: '/Jf"-´º[]•',
    40: "*r¨“”s`¯",
    45: "czç¿?e~èéêëaàáâãäå",
    49: "#$0123456789€§FS_xð",
    53: "bgvdoqòóôõöøþ^kpyµýÿLÞ",
    56: "huùúûü+<=>Pn«±»×ßñ÷–EÈÉÊË",
    61: "YÝBRT¬ZK%",
    67: "CÇVX&UÙÚÛÜ½",
    75: "GæANÀÁÂÃÄÅÑDOQÐÒÓÔÕÖØHw—…",
    84: "mM",
    96: "@ÆW",
}
_WIDTHS: Final = {sign: width for width, signs in _BY_WIDTH.items() for sign in signs}
_UNKNOWN: Final = 110
_POINT_MM: Final = 0.352778
_SLACK: Final = 1.03
_BOLD: Final = 1.09
_PIECE: Final = 4
"""After so many letters a word that is wider than its column may break."""


def width(text: str, size: float) -> float:
    """Return the most that a text may take on one line, in millimetres, at a size in points."""
    return sum(_WIDTHS.get(sign, _UNKNOWN) for sign in text) / 100 * size * _POINT_MM * _SLACK


def breakable(text: str, measure: float, size: float) -> str:
    """Return the text with places to break (U+200B) in the words that are wider than their column."""
    return " ".join(
        "\u200b".join(word[at : at + _PIECE] for at in range(0, len(word), _PIECE))
        if width(word, size) > measure
        else word
        for word in text.replace("\u200b", "").split()
    )


def wrap(text: str, measure: float, size: float, *, bold: bool = False) -> list[str]:
    """Return the lines of a text in a column of so many millimetres; of an empty text, an empty one."""
    measure = measure / _BOLD if bold else measure
    lines = [""]
    for word in breakable(text, measure, size).replace("\u200b", "\u200b ").split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] and not lines[-1].endswith("\u200b") else lines[-1] + word
        if lines[-1] and width(longer.replace("\u200b", ""), size) > measure:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def lines(text: str, measure: float, size: float, *, bold: bool = False) -> int:
    """Return how many lines a text takes at most."""
    return len(wrap(text, measure, size, bold=bold))


def chunks(text: str, measure: float, size: float, most: int = 12) -> list[str]:
    """Return the text in pieces of at most so many lines each, for a page may end between them."""
    found = wrap(text, measure, size)
    pieces = (found[at : at + most] for at in range(0, len(found), most))
    return [" ".join(piece).replace("\u200b ", "\u200b") for piece in pieces]
