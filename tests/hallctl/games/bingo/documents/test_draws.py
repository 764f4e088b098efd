"""The balls of an act stand side by side, however they are called."""

import re
import shutil
import subprocess
from itertools import groupby, pairwise

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.variants.combination import LINES, Way
from hallctl.games.bingo.variants.library import VARIANTS, variant
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from tests.hallctl.games.bingo.reports.record import noted
from tests.hallctl.games.bingo.rules.test_variants import night_of

WORD = re.compile(r'xMin="([0-9.]+)" yMin="[0-9.]+" xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)<')
Word = tuple[float, float, str]
DRAWN = 20


def lines_of(document: bytes) -> list[list[Word]]:
    """Return the words of each line of a PDF, from the left, each with its left and right edge in points."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (apt-get install poppler-utils)")
    done = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=document, capture_output=True, check=True)
    found = [
        (round(float(bottom) / 4), float(left), float(right), word)
        for left, right, bottom, word in WORD.findall(done.stdout.decode(errors="replace"))
    ]
    rows = groupby(sorted(found), key=lambda each: each[0])
    return [[(left, right, word) for _, left, right, word in row] for _, row in rows]


@pytest.mark.req("AJ-99", "PT-65", "PT-67")
@pytest.mark.parametrize("key", VARIANTS)
def test_no_ball_of_an_act_stands_on_the_hour_of_the_one_before(key: str) -> None:
    night, _ = night_of(key, (Way.ROWS,) if variant(key).universe == 90 else LINES)
    for ball in list(range(variant(key).universe, 0, -1))[:DRAWN]:  # the longest calls
        night.draw(ball)
    folio = game_act(night.state, noted(night.events), Letterhead("1", "La Paz"), Place(1, NO_HASH))
    hours = re.compile(r"\d\d:\d\d:\d\d")
    rows = [
        line
        for line in lines_of(render(folio.kind, folio.data, folio.moment))
        if sum(bool(hours.fullmatch(word)) for *_, word in line) > 1
    ]
    assert sum(bool(hours.fullmatch(word)) for line in rows for *_, word in line) == DRAWN
    overlapping = [(one, other) for line in rows for one, other in pairwise(line) if other[0] < one[1] - 0.1]
    assert overlapping == []
