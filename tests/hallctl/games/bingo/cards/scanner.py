"""Reads Code 128 from the widths of bars and spaces: what a scanner does, written apart from the encoder."""

from itertools import pairwise

from hallctl.outputs.code128 import _PATTERNS

START_B, START_C, TO_B, TO_C = 104, 105, 100, 99
SYMBOLS = {tuple(map(int, pattern)): value for value, pattern in enumerate(_PATTERNS)}
STOP = (2, 3, 3, 1, 1, 1, 2)


def symbols(widths):
    """Give the values of all symbols, start and check included."""
    assert tuple(widths[-7:]) == STOP
    body = tuple(widths[:-7])
    assert len(body) % 6 == 0
    return [SYMBOLS[body[at : at + 6]] for at in range(0, len(body), 6)]


def scan(widths):
    """Give the text of a bar code, or fail."""
    start, *values, check = symbols(widths)
    assert check == (start + sum(place * value for place, value in enumerate(values, 1))) % 103
    pairs = {START_B: False, START_C: True}[start]
    text = ""
    for value in values:
        if value == (TO_B if pairs else TO_C):
            pairs = not pairs
        else:
            text += f"{value:02d}" if pairs else chr(value + 32)
    return text


def scan_line(dark):
    """Give the text of a line of pixels (true where dark) across one bar code and its quiet zones."""
    edges = [at for at in range(1, len(dark)) if dark[at] != dark[at - 1]]
    runs = [end - start for start, end in pairwise(edges)]
    # The stop is thirteen modules, start to end, whatever the size.
    module = sum(runs[-7:]) / 13
    return scan([round(run / module) for run in runs])
