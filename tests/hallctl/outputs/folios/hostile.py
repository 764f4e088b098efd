"""Texts that a hall accepts and no typesetter likes: every script and sign that the fonts show, very long."""

import random

import fonts

_SIGNS = [
    chr(code) for code in sorted({code for face in fonts.at_hand(()) for code in face.shown}) if code > 32
]
_LETTERS = "abcdefghijklmnñoáéíWM"
_SYNTAX = "([{¡¿«“\"'—-–!?/.,:;%»”)]}…#*_$@\\<>=`~^&|"
_OTHERS = "مرحباשלוםПриветΖαχμूकि"
_EMOJI = ("👩‍👧", "🎉", "❤️", "1️⃣", "🇧🇴", "e\u0301", "👍🏽")


def _word(luck: random.Random) -> str:
    kind = luck.random()
    if kind < 0.4:
        return "".join(luck.choice(_LETTERS) for _ in range(luck.randint(1, 14)))
    if kind < 0.5:
        return luck.choice(_SYNTAX) * luck.randint(1, 3)
    if kind < 0.7:
        return "".join(luck.choice(_SIGNS) for _ in range(luck.randint(1, 40)))
    if kind < 0.8:
        return "".join(luck.choice(_OTHERS) for _ in range(luck.randint(1, 8)))
    if kind < 0.95:
        return "".join(luck.choice(_EMOJI) for _ in range(luck.randint(1, 20)))
    return "W" * luck.randint(1, 120)


def text(luck: random.Random, most: int) -> str:
    """Return a text of at most so many characters that every hall's fonts show."""
    kind = luck.random()
    if kind < 0.3:
        said = luck.choice(("W", "🎉", "W ", "— ", "( ", "é" * 9 + " ")) * most
    else:
        said = " ".join(_word(luck) for _ in range(most))
    said = said[:most]
    while unseen := set(fonts.uncovered(said, ())):
        said = "".join(sign for sign in said if sign not in unseen)
    return " ".join(said.split()) or "x"
